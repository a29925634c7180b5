import { createServer as createHttpServer } from 'node:http'
import { serveStream } from 'omniport/streams'
import { WebSocketServer } from 'ws'
import { messagesOver } from './messages-over.js'

/**
 * Serves WebSockets at 127.0.0.1. `authenticate` gets the request, and returns the principal of its sender, or undefined to refuse it.
 * `origins` are those of the pages that may connect. Returns the address, and a function that closes everything but `server`.
 */
export async function serveSockets(server, { port, authenticate, origins = [], pingMs = 30_000 }) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4 * 1024 * 1024 })
  const http = createHttpServer((_request, response) => response.writeHead(426).end())
  http.on('upgrade', async (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    const { origin } = request.headers
    const isAllowed = origin === undefined || origins.includes(origin)
    const principal = isAllowed ? await authenticate(request) : undefined
    if (principal === undefined)
      return stream.end(`HTTP/1.1 ${isAllowed ? 401 : 403} Refused\r\nConnection: close\r\n\r\n`)
    sockets.handleUpgrade(request, stream, head, (socket) => {
      endWhenSilent(socket, pingMs)
      void serveStream(server, { ...messagesOver(socket), principal })
    })
  })
  await new Promise((resolve) => http.listen(port, '127.0.0.1', resolve))
  const close = async () => {
    for (const socket of sockets.clients) socket.terminate()
    await new Promise((resolve) => http.close(resolve))
  }
  return { url: `ws://127.0.0.1:${http.address().port}/`, close }
}

/** Pings, and ends a connection that did not answer the ping before. */
function endWhenSilent(socket, pingMs) {
  let isAlive = true
  socket.on('pong', () => {
    isAlive = true
  })
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, pingMs)
  socket.on('close', () => clearInterval(timer))
}
