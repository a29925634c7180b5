import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import process from 'node:process'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Server } from 'omniport'
import { serveStdio } from 'omniport/stdio'
import type { JsonObject } from '../interop/json.js'
import type { Sent } from '../interop/wire.js'
import type { Route } from './route.js'

const relay = fileURLToPath(new URL('relay.mjs', import.meta.url))

/**
 * The client starts a child process and talks to its pipes; that hands every byte on to here, where the server reads and writes
 * lines as it would in the child. So starting one costs what an empty program costs.
 */
export async function layStdio(server: Server): Promise<Route> {
  const messages: Sent[] = []
  const sockets = new Set<Socket>()
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {}) // its end is what counts
    const keep = (from: Sent['from']) => (line: string) => void messages.push({ from, message: toMessage(line) })
    const [input, output] = [tapped(keep('client')), tapped(keep('server'))]
    socket.pipe(input)
    output.pipe(socket)
    void serveStdio(server, { input, output })
      .then(({ closed }) => closed)
      .then(() => output.end())
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo // it listens on a port
  return {
    target: { command: process.execPath, args: [relay, String(port)] },
    messages,
    open: async () => sockets.size,
    close: async () => {
      await new Promise<void>((resolve) => listener.close(() => resolve()))
      await server.close()
    },
  }
}

/** Hands bytes on as they are, after each line that is whole was read. */
function tapped(keep: (line: string) => void): PassThrough {
  let rest = ''
  const decoder = new TextDecoder()
  return new PassThrough({
    transform(chunk: Buffer, _encoding, done) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) keep(line)
      done(undefined, chunk)
    },
  })
}

function toMessage(line: string): JsonObject {
  return JSON.parse(line) as JsonObject
}
