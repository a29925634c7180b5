import { type HeaderList, recordHeaders } from './record-headers.js'
import { recordBody, recordEvent } from './recorded-content.js'
import type { RecordedLine, RecordedRequestLine } from './recording-line.js'
import type { LineStart, RecordingWriter } from './recording-writer.js'
import type { SessionNumbers } from './session-numbers.js'
import { BoundedBytes, EventSplitter, type RawContent } from './split-content.js'

/** The start of an HTTP request. `path` is the path with its query. */
export interface ExchangeRequest extends RecordedRequestLine {
  readonly headers: HeaderList
}

/** The start of an HTTP response. */
export interface ExchangeResponse {
  readonly status: number
  readonly headers: HeaderList
}

export interface ExchangeContext {
  readonly writer: RecordingWriter
  readonly sessions: SessionNumbers
  /** The number of the exchange. */
  readonly exchange: number
}

/** Records one HTTP request and its response. Bytes are those of the bodies, without a content encoding, in pieces of any size. */
export class ExchangeRecorder {
  readonly #writer: RecordingWriter
  readonly #sessions: SessionNumbers
  readonly #client: LineStart
  readonly #server: LineStart
  readonly #requestBody: BoundedBytes
  readonly #responseBody: BoundedBytes
  /** What the first line of each side says beside the content. Undefined: it is written. */
  #request: Partial<RecordedLine> | undefined
  #response: Partial<RecordedLine> | undefined
  #events: EventSplitter | undefined

  constructor({ method, path, headers }: ExchangeRequest, { writer, sessions, exchange }: ExchangeContext) {
    const { marks } = writer.content
    this.#writer = writer
    this.#sessions = sessions
    const base = { transport: 'http', connection: sessions.numberOf(path, headers), exchange } as const
    this.#client = { ...base, from: 'client' }
    this.#server = { ...base, from: 'server' }
    this.#requestBody = new BoundedBytes(writer.maxContentBytes)
    this.#responseBody = new BoundedBytes(writer.maxContentBytes)
    this.#request = {
      request: { method, path: marks.cleanAddress(path) },
      headers: recordHeaders(headers, writer.content),
    }
  }

  requestBody(bytes: Uint8Array): void {
    this.#requestBody.push(bytes)
  }

  endRequest(): void {
    if (this.#request === undefined) return
    const content = this.#contentOf(this.#requestBody)
    this.#writer.write(this.#client, this.#request, content)
    this.#request = undefined
  }

  /** A response may begin before the request is complete. */
  response({ status, headers }: ExchangeResponse): void {
    const list = [...headers]
    this.#sessions.opened(list, this.#server.connection)
    const facts = { status, headers: recordHeaders(list, this.#writer.content) }
    const isStream = list.some(([name, value]) => /^content-type$/i.test(name) && /^text\/event-stream\b/i.test(value))
    if (isStream) {
      this.#events = new EventSplitter(this.#writer.maxContentBytes)
      this.#writer.write(this.#server, facts)
    } else {
      this.#response = facts
    }
  }

  responseBody(bytes: Uint8Array): void {
    if (this.#events === undefined) this.#responseBody.push(bytes)
    else this.#recordEvents(this.#events.push(bytes))
  }

  endResponse(): void {
    if (this.#events === undefined) {
      this.#writeResponse()
      return
    }
    this.#recordEvents(this.#events.end())
    this.#writer.write(this.#server, { end: 'complete' })
  }

  /** One side broke the exchange off. `error` says why a request could not be sent on. */
  abort(by: 'client' | 'server', error?: string): void {
    this.endRequest()
    if (this.#events !== undefined) this.#recordEvents(this.#events.end())
    else if (this.#response !== undefined) this.#writeResponse()
    const start = by === 'client' ? this.#client : this.#server
    const text = error === undefined ? undefined : this.#writer.content.marks.clean(error)
    this.#writer.write(start, { end: 'aborted', ...(text !== undefined && { error: text }) })
  }

  #writeResponse(): void {
    const facts = this.#response
    this.#response = undefined
    this.#writer.write(this.#server, { ...facts }, this.#contentOf(this.#responseBody))
  }

  #recordEvents(events: Iterable<RawContent>): void {
    for (const event of events) {
      this.#sessions.announced(event.bytes, this.#server.connection)
      this.#writer.write(this.#server, {}, recordEvent(event, this.#writer.content))
    }
  }

  #contentOf(body: BoundedBytes) {
    return body.total === 0 ? undefined : recordBody(body.take(true), this.#writer.content)
  }
}
