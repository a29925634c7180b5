import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../async/runtime/clock.js'

const refusal = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** The time that a refused client has to read the refusal. */
const lingerMs = 1_000

/**
 * Limits a server to `max` connections. Up to `max` more are refused with 503 and closed, and all others are dropped. Returns
 * a function that tells whether a connection was refused: its requests must not be served.
 */
export function capConnections(http: Server, max: number, clock: Clock): (socket: Socket) => boolean {
  const refused = new WeakSet<Socket>()
  let open = 0
  http.maxConnections = max * 2
  http.prependListener('connection', (socket: Socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
    if (open <= max) return
    refused.add(socket)
    refuse(socket, clock)
  })
  return (socket) => refused.has(socket)
}

function refuse(socket: Socket, clock: Clock): void {
  socket.on('error', () => {})
  socket.end(refusal)
  socket.once(
    'close',
    clock.after(lingerMs, () => socket.destroy()),
  )
}

/** Tracks the replies of a server. The promise of the returned function resolves when all of them were sent. */
export function trackReplies(http: Server): () => Promise<void> {
  const open = new Set<ServerResponse>()
  let onIdle = () => {}
  // One listener serves all responses: `this` is the response.
  function onClose(this: ServerResponse) {
    open.delete(this)
    if (open.size === 0) onIdle()
  }
  http.prependListener('request', (_request, response) => {
    open.add(response)
    response.on('close', onClose)
  })
  return () => {
    if (open.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      onIdle = resolve
    })
  }
}
