import type { ServedRequest } from '../http-server/message-streams.js'
import type { HandleRequestOptions } from '../http-server/streamable-options.js'
import type { JSONRPCMessage, RequestId } from '../types.js'
import type { ModernHttp } from './modern-http.js'

type Options = ConstructorParameters<typeof ModernHttp>[0]

/** Loads what serves modern requests for the first of them. */
export class LateModernHttp {
  readonly #options: Options
  #loading: Promise<ModernHttp> | undefined
  #modern: ModernHttp | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** True while calls run, of which some may wait for their clients, or clients listen. */
  get isBusy(): boolean {
    return this.#loading !== undefined && (this.#modern === undefined || this.#modern.isBusy)
  }

  async serve(call: ServedRequest, given: HandleRequestOptions): Promise<void> {
    this.#loading ??= this.#load()
    const modern = await this.#loading
    modern.serve(call, given)
  }

  /** Takes a message of the handlers. Returns false if it is for a client of an earlier revision. */
  take(message: JSONRPCMessage, relatedRequestId: RequestId | undefined): boolean {
    return this.#modern?.take(message, relatedRequestId) ?? false
  }

  close(): void {
    this.#modern?.close()
  }

  async #load(): Promise<ModernHttp> {
    const { ModernHttp: Modern } = await import('./modern-http.js')
    this.#modern = new Modern(this.#options)
    return this.#modern
  }
}
