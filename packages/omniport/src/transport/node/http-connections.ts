import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../async/runtime/clock.js'
import { waitAtMost } from '../../async/waiting/wait-at-most.js'

const refusal = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** How long who is refused may take to read that. */
const lingerMs = 1_000

/**
 * Holds a server to `max` connections: those beyond are told so, and closed. As many again may be waiting to be told;
 * beyond that they are dropped. Gives whether a connection was refused: what arrives on it is not to be served.
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

/** Counts the replies of a server. Gives what resolves when all of them were written out, or after `ms`. */
export function trackReplies(http: Server, clock: Clock): (ms: number) => Promise<void> {
  const open = new Set<ServerResponse>()
  let onIdle = () => {}
  // One listener for all: `this` is the response.
  function onClose(this: ServerResponse) {
    open.delete(this)
    if (open.size === 0) onIdle()
  }
  http.prependListener('request', (_request, response) => {
    open.add(response)
    response.on('close', onClose)
  })
  return (ms) => {
    if (open.size === 0) return Promise.resolve()
    const idle = new Promise<void>((resolve) => {
      onIdle = resolve
    })
    return waitAtMost(idle, clock, ms)
  }
}
