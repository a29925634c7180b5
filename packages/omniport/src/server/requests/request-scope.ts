import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { isAtLeast, isLogLevel, type LogLevel, logLevels } from '../../protocol/exchange/log-level.js'
import type { Peer, Principal } from '../../protocol/exchange/peer.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import type { ServerServices } from '../server-services.js'
import type { RequestContext } from './context.js'

export interface ScopeOwner {
  readonly name: string
  readonly services: ServerServices
}

export interface ScopeRequest {
  readonly message: RpcRequest
  readonly exchange: Exchange
  /** Aborts when the server that serves the request gives up waiting at its end. */
  readonly ending: AbortSignal
}

/** The context of one request. Every call creates one, so its parts are created on first use. Its creator releases it. */
export class RequestScope implements RequestContext {
  protected readonly owner: ScopeOwner
  protected readonly call: ScopeRequest
  readonly app: unknown
  #ends: LinkedAbortController | undefined
  #isReleased = false
  #log: RequestContext['log'] | undefined
  /** Log messages over the limit that the client was not told of. */
  #leftOut: { count: number; level: LogLevel } | undefined

  constructor(owner: ScopeOwner, call: ScopeRequest, app: unknown) {
    this.owner = owner
    this.call = call
    this.app = app
  }

  get signal(): AbortSignal {
    this.#ends ??= this.#link()
    return this.#ends.signal
  }

  /** Calls `fn` with this context, and releases the context however `fn` ends. */
  async use<T>(fn: (scope: this) => T | Promise<T>): Promise<T> {
    try {
      return await fn(this)
    } finally {
      this.release()
    }
  }

  /** Removes the listeners of this request from the signal of the server, which lives longer, and says what was left out. */
  release(): void {
    this.#isReleased = true
    this.#ends?.unlink()
    this.#reportLeftOut()
  }

  get revision(): Revision {
    return this.call.exchange.revision
  }

  get principal(): Principal | undefined {
    return this.call.exchange.principal
  }

  get client(): Peer {
    return this.call.exchange.client
  }

  get request(): RequestContext['request'] {
    const { message, exchange } = this.call
    return { id: message.id, method: message.method, meta: metaOf(message), headers: exchange.headers }
  }

  get log(): RequestContext['log'] {
    this.#log ??= this.#createLog()
    return this.#log
  }

  protected get isSilent(): boolean {
    return false
  }

  /** The signal of a call that is over says if it had aborted, and is linked to nothing: nobody would unlink it. */
  #link(): LinkedAbortController {
    const ends = new LinkedAbortController(this.call.exchange.signal, this.call.ending)
    if (this.#isReleased) ends.unlink()
    return ends
  }

  #createLog(): RequestContext['log'] {
    const minimum = this.#threshold()
    const write = (level: LogLevel) => (data: unknown) => {
      if (minimum !== undefined && !this.isSilent && isAtLeast(level, minimum)) this.#write(level, data)
    }
    return Object.fromEntries(logLevels.map((level) => [level, write(level)])) as RequestContext['log']
  }

  /**
   * Gives the lowest level that is sent; undefined sends nothing. A modern request without a level gets no messages, a legacy
   * client that set no level gets `info` and above. spec: server/utilities/logging#per-request-log-level
   */
  #threshold(): LogLevel | undefined {
    const { exchange, message } = this.call
    if (isLegacy(exchange.revision)) return exchange.session?.logLevel ?? 'info'
    const level = metaOf(message)[metaKeys.logLevel]
    return isLogLevel(level) ? level : undefined
  }

  #write(level: LogLevel, data: unknown): void {
    if (this.owner.services.rates.admitsLog(this.call.exchange)) {
      this.#reportLeftOut()
      this.#send(level, data)
    } else {
      this.#leftOut = { count: (this.#leftOut?.count ?? 0) + 1, level }
    }
  }

  /** The level is at least that of a message that was left out, so the client wants it. */
  #reportLeftOut(): void {
    if (this.#leftOut === undefined) return
    const { count, level } = this.#leftOut
    this.#leftOut = undefined
    const { logsPerMinute } = this.owner.services.limits
    const text = `Log messages left out: ${count}. The limit logsPerMinute is ${logsPerMinute}`
    this.#send(isAtLeast(level, 'warning') ? level : 'warning', text)
  }

  #send(level: LogLevel, data: unknown): void {
    const { exchange } = this.call
    const { services, name } = this.owner
    const send = (value: unknown) => {
      const params = { level, logger: name, data: value ?? null }
      exchange.notify({ jsonrpc: '2.0', method: 'notifications/message', params })
    }
    try {
      send(data)
    } catch (error) {
      services.logger.error(`${name} logged what JSON cannot carry`, { error })
      send('[not JSON]')
    }
  }
}

function metaOf({ params }: RpcRequest): Readonly<Record<string, unknown>> {
  const meta = params?.['_meta']
  return isObject(meta) ? meta : {}
}
