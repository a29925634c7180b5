import { BoundedMap } from '../values/maps/bounded-map.js'
import { parseUrl } from '../values/text/parse-url.js'
import type { HeaderList } from './record-headers.js'
import type { RecordingWriter } from './recording-writer.js'

/** Sessions that are remembered. Those beyond it get another number when they are used again. */
const maxSessions = 10_000

/** The longest event that is searched for the address of a session. */
const maxAddressBytes = 8_192

/** Numbers the connections of an HTTP server: one for each session, and one for each request without a session. */
export class SessionNumbers {
  readonly #writer: RecordingWriter
  /** By session id, and by the address that HTTP+SSE announces for a session. */
  readonly #numbers = new BoundedMap<number>({ maxSize: maxSessions })

  constructor(writer: RecordingWriter) {
    this.#writer = writer
  }

  numberOf(path: string, headers: HeaderList): number {
    const session = sessionId(headers)
    const known = this.#numbers.get(session === undefined ? path : `session ${session}`)
    return known ?? this.#writer.nextConnection()
  }

  /** A response may open a session. */
  opened(headers: HeaderList, connection: number): void {
    const session = sessionId(headers)
    if (session !== undefined) this.#numbers.set(`session ${session}`, connection)
  }

  /** spec: 2024-11-05 basic/transports#http-with-sse */
  announced(event: Uint8Array, connection: number): void {
    if (event.length > maxAddressBytes) return
    const text = new TextDecoder().decode(event)
    const [, address = ''] = /^event: ?endpoint\b/m.test(text) ? (/^data: ?(.+)$/m.exec(text) ?? []) : []
    const url = address.trim() === '' ? undefined : parseUrl(address, 'http://host')
    if (url === undefined) return
    this.#writer.content.marks.cleanAddress(address)
    this.#numbers.set(url.pathname + url.search, connection)
  }
}

function sessionId(headers: HeaderList): string | undefined {
  for (const [name, value] of headers) if (name.toLowerCase() === 'mcp-session-id') return value
  return undefined
}
