import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../async/runtime/clock.js'
import { toConnection } from './node-connection.js'

/** The options of Node that bound the time for which a request arrives, ms. */
export interface RequestTimes {
  readonly headersTimeout: number
  readonly requestTimeout: number
}

/**
 * Answers 408 to requests that arrive too slowly, but not to those that have arrived: Node looks for slow ones before it reads
 * what came while the process was busy, and forgets those that it found. So a connection is read once more first, and what
 * came then has its time again, once.
 */
export function refuseSlowRequests(http: Server, { headersTimeout, requestTimeout }: RequestTimes, clock: Clock): void {
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
      refuse(socket, statusLines[error.code ?? ''] ?? '400 Bad Request')
      return
    }
    const connection = toConnection(socket)
    const { bytesRead } = socket
    const { arrived } = connection
    const end = () => {
      if (connection.arrived === arrived) refuse(socket, '408 Request Timeout')
    }
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) end()
      else socket.once('close', clock.after(Math.max(headersTimeout, requestTimeout), end, { background: true }))
    })
  })
}

const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
}

/** As Node does it by default. A reply that has begun cannot be told from the refusal, so it is broken off. */
function refuse(socket: Socket, status: string): void {
  const isFree = socket.writable && !toConnection(socket).hasReplyBegun
  if (isFree) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
  socket.destroySoon()
}
