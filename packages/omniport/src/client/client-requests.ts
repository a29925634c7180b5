import type { RpcParams } from '../jsonrpc/messages.js'
import { OmniportError } from '../jsonrpc/omniport-error.js'
import type { RevisionProfile } from '../protocol/profile.js'
import type { CallOptions } from './call-options.js'
import type { AskOptions } from './connected.js'
import type { Established } from './established.js'
import type { Home } from './home.js'
import { progressListener } from './progress-listener.js'
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

  /** Rejects with OmniportError `unsupported` where the server did not declare the method, or asks for input. */
  async ask({ method, params, options, mend, raw }: ClientRequest): Promise<Result> {
    const { connected, handshake } = await this.ready(options)
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
