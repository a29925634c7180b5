import { chunksOf, readEvents } from '#core/http'
import { messageLimits } from './read-body.js'

/** An error of a stream: an event with the HTTP status, where there is one, and a message. */
export class ErrorEvent extends Event {
  readonly code: number | undefined
  readonly message: string | undefined

  constructor(type: string, init: { code?: number | undefined; message?: string | undefined } = {}) {
    super(type)
    this.code = init.code
    this.message = init.message
  }
}

/** The request of a stream, as a `fetch` of the user gets it. */
export interface EventSourceFetchInit {
  signal: AbortSignal
  headers: Record<string, string>
  mode: 'cors'
  /** In browsers only. */
  credentials?: 'include' | 'same-origin'
  cache: 'no-store'
  redirect: 'follow'
}

/** Sends the request of a stream. */
export type EventSourceFetch = (url: string | URL, init: EventSourceFetchInit) => Promise<Response>

/** Options of the request that opens the stream of an `SSEClientTransport`. */
export interface EventSourceInit {
  /** Includes credentials of other origins. */
  withCredentials?: boolean
  /** Sends the request. Default: the `fetch` of the transport. */
  fetch?: (url: string | URL, init: EventSourceFetchInit) => Promise<Response>
}

export interface EventSourceListener {
  readonly onEvent: (type: string, data: string) => void
  /** The stream broke and is opened again, or with a code it was refused and is over. */
  readonly onError: (event: ErrorEvent) => void
}

/** A stream of events that is opened again when it breaks, until it is refused or closed. spec: HTML section 9.2 */
export class EventSource {
  readonly #url: URL
  readonly #fetch: EventSourceFetch
  readonly #withCredentials: boolean
  readonly #listener: EventSourceListener
  readonly #abort = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #retryMs = 3_000
  #lastEventId = ''

  /** Opens the stream. */
  constructor(url: URL, options: { fetch: EventSourceFetch; withCredentials: boolean }, listener: EventSourceListener) {
    this.#url = url
    this.#fetch = options.fetch
    this.#withCredentials = options.withCredentials
    this.#listener = listener
    void this.#connect()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#abort.abort()
  }

  async #connect(): Promise<void> {
    try {
      const response = await this.#fetch(this.#url, this.#init())
      const problem = problemOf(response)
      if (problem === undefined) await this.#read(response)
      else await response.body?.cancel()
      if (problem === undefined) this.#reconnect()
      else this.#fail(new ErrorEvent('error', { code: response.status, message: problem }))
    } catch (error) {
      if ((error as Error | undefined)?.name !== 'AbortError') this.#reconnect(describe(error))
    }
  }

  #init(): EventSourceFetchInit {
    return {
      mode: 'cors',
      redirect: 'follow',
      headers: {
        Accept: 'text/event-stream',
        ...(this.#lastEventId !== '' && { 'Last-Event-ID': this.#lastEventId }),
      },
      cache: 'no-store',
      ...('window' in globalThis && { credentials: this.#withCredentials ? 'include' : 'same-origin' }),
      signal: this.#abort.signal,
    }
  }

  async #read({ body }: Response): Promise<void> {
    if (!body) return
    const onRetry = (ms: number) => {
      this.#retryMs = Math.min(ms, maxRetryMs)
    }
    const decoder = new TextDecoder()
    for await (const event of readEvents(chunksOf(body.getReader()), { maxBytes: messageLimits.maxBytes, onRetry })) {
      if (this.#abort.signal.aborted) return
      if (event.id !== undefined) this.#lastEventId = event.id
      this.#listener.onEvent(event.type, decoder.decode(event.data))
    }
  }

  #reconnect(message?: string): void {
    if (this.#abort.signal.aborted) return
    this.#listener.onError(new ErrorEvent('error', { message }))
    if (this.#abort.signal.aborted) return
    this.#timer = setTimeout(() => void this.#connect(), this.#retryMs)
  }

  #fail(event: ErrorEvent): void {
    if (this.#abort.signal.aborted) return
    this.close()
    this.#listener.onError(event)
  }
}

const maxRetryMs = 86_400_000

/** The reason why a reply is no stream. */
function problemOf({ status, headers }: Response): string | undefined {
  if (status === 204) return 'Server sent HTTP 204, not reconnecting'
  if (status !== 200) return `Non-200 status code (${status})`
  const isStream = (headers.get('content-type') || '').startsWith('text/event-stream')
  return isStream ? undefined : 'Invalid content type, expected "text/event-stream"'
}

/** The messages of an error and of its causes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(describe).join(', ')
  return error.cause instanceof Error ? `${error}: ${describe(error.cause)}` : error.message
}
