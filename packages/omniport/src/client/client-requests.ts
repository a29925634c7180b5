import type { RpcParams } from '../jsonrpc/messages.js'
import { OmniportError } from '../jsonrpc/omniport-error.js'
import type { RevisionProfile } from '../protocol/profile.js'
import type { CallOptions } from './call-options.js'
import type { AskOptions } from './connected.js'
import type { Established } from './established.js'
import type { Home } from './home.js'
import { progressListener } from './progress-listener.js'
import { RequestLost } from './request-lost.js'
import { requiredCapability } from './required-capability.js'
import type { Supervision } from './supervision.js'
import { waitFor } from './wait-for.js'

type Result = Readonly<Record<string, unknown>>

/** A request of the user, before it is known which connection it goes to. */
export interface ClientRequest {
  readonly method: string
  readonly params?: RpcParams | undefined
  readonly options?: CallOptions | undefined
  /** See `AskOptions`. */
  readonly mend?: AskOptions['mend']
  /** Lets a result through that asks for input. Default: false. */
  readonly raw?: boolean | undefined
}

/** How often a request is sent whose answers are lost. */
const maxAttempts = 3

/** What may be asked twice. */
const repeatable: ReadonlySet<string> = new Set([
  'tools/list',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'completion/complete',
  'ping',
  'server/discover',
])

/** Sends the requests of a client: on a connection that is up, within what the server declared, and for a limited time. */
export class ClientRequests {
  readonly #home: Home
  readonly #supervision: Supervision

  constructor(home: Home, supervision: Supervision) {
    this.#home = home
    this.#supervision = supervision
  }

  /** Of the last connection. */
  get profile(): RevisionProfile {
    return this.#supervision.last.connected.profile
  }

  /** Whether the last connection repeats arguments as headers. */
  get mirrorsArguments(): boolean {
    return this.#supervision.last.connected.link.mirrorsArguments === true
  }

  /**
   * Waits for a connection that is up, as long as `options` allow.
   *
   * Rejects with OmniportError `closed` or `timeout`, or the reason of the signal.
   */
  ready({ signal, timeoutMs = this.#home.timeoutMs }: CallOptions = {}): Promise<Established> {
    const ready = this.#supervision.ready()
    return this.#supervision.isUp ? ready : waitFor(ready, { clock: this.#home.runtime, signal, timeoutMs })
  }

  /** The times and the progress of one request. */
  askOptions({ signal, timeoutMs, maxTimeoutMs, onProgress, meta }: CallOptions = {}): AskOptions {
    const { report } = this.#home
    return {
      signal,
      meta,
      timeoutMs: timeoutMs ?? this.#home.timeoutMs,
      maxTimeoutMs: maxTimeoutMs ?? this.#home.maxTimeoutMs,
      ...(onProgress !== undefined && { wantsProgress: true, onNotification: progressListener(onProgress, report) }),
    }
  }

  /**
   * Does what changes nothing, or nothing more the second time: where the answer was lost, again. A connection may break
   * because the server went away, and when that is back it may not know the session: that makes three.
   *
   * spec: 2025-11-25 basic/transports#session-management
   */
  async again<T>(options: CallOptions | undefined, run: (established: Established) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(await this.ready(options))
      } catch (reason) {
        if (!(reason instanceof RequestLost) || attempt === maxAttempts || options?.signal?.aborted === true)
          throw reason
      }
    }
  }

  /**
   * A call of a tool whose answer is lost may have been done: it is never sent again.
   *
   * Rejects with OmniportError `unsupported` where the server did not declare the method, or asks for input.
   */
  async ask(request: ClientRequest): Promise<Result> {
    const { method, options } = request
    if (repeatable.has(method)) return this.again(options, (established) => this.#askOn(established, request))
    return this.#askOn(await this.ready(options), request)
  }

  async #askOn({ connected, handshake }: Established, request: ClientRequest): Promise<Result> {
    const { method, params, options, mend, raw } = request
    const capability = requiredCapability(method, connected.profile)
    if (capability !== undefined && !Object.hasOwn(handshake.capabilities, capability)) {
      throw new OmniportError(
        'unsupported',
        `The server did not declare the capability ${capability}: ${method} is not sent`,
      )
    }
    const result = await connected.ask(method, params, { ...this.askOptions(options), mend })
    if (raw !== true && connected.profile.resultEnvelope && result['resultType'] === 'input_required') {
      throw new OmniportError(
        'unsupported',
        `The server asks for input before it answers ${method}; this client gives none`,
      )
    }
    return result
  }

  /** Whether a method may be asked of the server, as it was last connected. */
  declares(capability: string): boolean {
    return Object.hasOwn(this.#supervision.last.handshake.capabilities, capability)
  }
}
