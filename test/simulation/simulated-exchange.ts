import type { FetchHandler } from '../../packages/omniport/src/transport/http/create-fetch-handler.js'
import type { ExchangeTap } from './http-tap.js'
import type { Random } from './random.js'
import type { Scheduler, Source } from './scheduler.js'

/** What an exchange is made from. */
export interface SimulatedExchangeOptions {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly request: {
    readonly url: string
    readonly method: string
    readonly headers: Headers
    readonly body: string | undefined
    readonly signal: AbortSignal | undefined
  }
  readonly tap: ExchangeTap
  /** Who answers when the request gets there. */
  readonly handler: () => FetchHandler | undefined
  readonly onOver: () => void
}

type Phase = 'sending' | 'serving' | 'answering' | 'leaving' | 'over'

/** One HTTP request and its reply, whose bytes go both ways in pieces and at times that the scheduler chooses. */
export class SimulatedExchange implements Source {
  /** As the client's `fetch` gives it. */
  readonly response: Promise<Response>
  /** Nothing is delivered. */
  isStalled = false
  readonly #options: SimulatedExchangeOptions
  readonly #serverGone = new AbortController()
  #phase: Phase = 'sending'
  #resolve: (response: Response) => void = () => {}
  #reject: (reason: unknown) => void = () => {}
  #unsent: Uint8Array
  #upload: ReadableStreamDefaultController<Uint8Array> | undefined
  #served: Response | undefined
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  #isReading = false
  #isRead = false
  #buffer: Uint8Array[] = []
  #download: ReadableStreamDefaultController<Uint8Array> | undefined
  #isWanted = false

  constructor(options: SimulatedExchangeOptions) {
    this.#options = options
    this.#unsent = new TextEncoder().encode(options.request.body ?? '')
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    const { signal } = options.request
    if (signal?.aborted === true) this.#abandon(signal.reason)
    else signal?.addEventListener('abort', () => this.#abandon(signal.reason), { once: true })
    options.scheduler.add(this)
  }

  get stream(): string {
    return this.#options.tap.stream
  }

  weight(): number {
    if (this.isStalled) return 0
    switch (this.#phase) {
      case 'sending':
        return 2
      case 'serving':
        return this.#served === undefined ? 0 : 2
      case 'answering':
        return this.#isWanted && (this.#buffer.length > 0 || this.#isRead) ? 2 : 0
      case 'leaving':
        return 1
      default:
        return 0
    }
  }

  step(): void {
    if (this.#phase === 'sending') this.#send()
    else if (this.#phase === 'serving') this.#answer()
    else if (this.#phase === 'answering') this.#deliver()
    else this.#leave()
  }

  /** The connection breaks: both ends are told. */
  cut(): void {
    if (this.#phase === 'over') return
    this.#options.tap.lose()
    this.#failClient(networkError('ECONNRESET'))
    this.#leave()
  }

  #send(): void {
    const { random, request, tap, handler } = this.#options
    if (this.#upload === undefined) {
      const serve = handler()
      if (serve === undefined) {
        tap.lose()
        this.#failClient(networkError('ECONNREFUSED'))
        this.#over()
        return
      }
      this.#begin(serve)
    }
    const length = random.chance(0.7) ? this.#unsent.length : random.between(1, this.#unsent.length)
    if (request.body !== undefined) this.#upload?.enqueue(this.#unsent.slice(0, length))
    this.#unsent = this.#unsent.slice(length)
    if (this.#unsent.length > 0) return
    if (request.body !== undefined) this.#upload?.close()
    this.#phase = 'serving'
    tap.arrive()
  }

  #begin(serve: FetchHandler): void {
    const { url, method, headers, body } = this.#options.request
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#upload = controller
      },
    })
    const init = { method, headers, signal: this.#serverGone.signal, ...(body !== undefined && { body: stream }) }
    const request = new Request(url, { ...init, duplex: 'half' } as RequestInit) // duplex is not in every lib
    void serve(request).then((response) => {
      this.#served = response
    })
  }

  /** The head of the reply reaches the client. */
  #answer(): void {
    const served = this.#served
    if (served === undefined) return
    const { tap } = this.#options
    tap.reply(served)
    this.#phase = 'answering'
    this.#reader = served.body?.getReader()
    const { status, headers } = served
    if (this.#reader === undefined) {
      tap.leave(undefined)
      tap.deliver(undefined)
      this.#resolve(new Response(null, { status, headers }))
      this.#over()
      return
    }
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#download = controller
        },
        pull: () => {
          this.#isWanted = true
        },
        cancel: () => this.#abandon(undefined),
      },
      { highWaterMark: 0 },
    )
    this.#resolve(new Response(body, { status, headers }))
    this.#read()
  }

  /** Takes the next piece from the server, one at a time. */
  #read(): void {
    if (this.#isReading || this.#isRead || this.#buffer.length > 0) return
    this.#isReading = true
    this.#reader?.read().then(
      ({ done, value }) => {
        this.#isReading = false
        this.#options.tap.leave(value)
        if (value !== undefined) this.#buffer.push(value)
        this.#isRead = done
      },
      () => this.cut(),
    )
  }

  #deliver(): void {
    const { random, tap } = this.#options
    const [first] = this.#buffer
    if (first === undefined) {
      tap.deliver(undefined)
      this.#download?.close()
      this.#over()
      return
    }
    const length = random.chance(0.6) ? first.length : random.between(1, first.length)
    const piece = first.slice(0, length)
    if (length === first.length) this.#buffer.shift()
    else this.#buffer[0] = first.slice(length)
    this.#isWanted = false
    tap.deliver(piece)
    this.#download?.enqueue(piece)
    this.#read()
  }

  /** The client wants no more; the server hears of it later. */
  #abandon(reason: unknown): void {
    if (this.#phase === 'over' || this.#phase === 'leaving') return
    this.#options.tap.lose()
    if (reason !== undefined) this.#failClient(reason)
    this.isStalled = false
    this.#phase = 'leaving'
  }

  #failClient(reason: unknown): void {
    if (this.#phase === 'leaving') return
    this.#reject(reason)
    this.#download?.error(reason)
  }

  /** The server sees that the connection is gone. */
  #leave(): void {
    const upload = this.#upload
    if (upload !== undefined && this.#unsent.length > 0) upload.error(networkError('ECONNRESET'))
    this.#serverGone.abort()
    this.#reader?.cancel().catch(() => {})
    if (this.#reader === undefined) void this.#served?.body?.cancel().catch(() => {})
    this.#over()
  }

  #over(): void {
    this.#phase = 'over'
    this.#options.scheduler.remove(this)
    this.#options.onOver()
  }
}

/** As the `fetch` of Node tells it. */
function networkError(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
}
