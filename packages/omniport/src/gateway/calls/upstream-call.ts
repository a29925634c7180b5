import type { RpcId, RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { PendingOptions } from '../../jsonrpc/pending.js'
import { canBeAsked } from '../../protocol/exchange/can-be-asked.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { isLogLevel, type LogLevel } from '../../protocol/exchange/log-level.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { progressTokenOf } from '../../transport/exchange/progress-reporter.js'
import { isObject } from '../../values/json/is-object.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'
import { CallTimes } from './call-times.js'

/** A request on its way to an upstream. It is also the waiting options of the request there. */
export class UpstreamCall implements PendingOptions {
  readonly id: RpcId
  readonly message: RpcRequest
  readonly exchange: Exchange
  readonly open: OpenUpstream
  readonly signal: AbortSignal | undefined
  readonly onAbort: PendingOptions['onAbort']
  readonly timeoutMs: number | undefined
  readonly maxTimeoutMs: number | undefined
  readonly onNotification: ((notification: RpcNotification) => void) | undefined
  /** The token under which the client wants progress. */
  readonly token: RpcId | undefined
  readonly isSentAgain: boolean
  readonly sinceMs: number
  /** Of the call in events. 0: nobody listens. */
  readonly number: number
  readonly #times: CallTimes | undefined

  constructor({ message, exchange, open, number, isSentAgain }: UpstreamCallOptions) {
    const { services, profile } = open
    const { timeoutMs, maxTimeoutMs, runtime } = services
    this.id = services.nextId()
    this.sinceMs = number === 0 ? 0 : runtime.now()
    this.message = message
    this.exchange = exchange
    this.open = open
    this.number = number
    this.isSentAgain = isSentAgain
    this.token = progressTokenOf(message)
    if (profile.era === 'legacy' && canBeAsked(exchange)) {
      this.#times = new CallTimes({ clock: runtime, signal: exchange.signal, timeoutMs, maxTimeoutMs })
      this.signal = this.#times.signal
      this.onAbort = undefined
      this.timeoutMs = this.maxTimeoutMs = undefined
    } else {
      this.onAbort = exchange.onAbort === undefined ? undefined : (listener) => exchange.onAbort?.(listener)
      this.signal = this.onAbort === undefined ? exchange.signal : undefined
      this.timeoutMs = timeoutMs
      this.maxTimeoutMs = maxTimeoutMs
    }
    this.onNotification = this.token === undefined ? undefined : this.#notify
  }

  /** The log messages that the client wants for this request, or for its session. Undefined: it has not said. */
  get logLevel(): LogLevel | undefined {
    return wantedLogLevel(this.message, this.exchange)
  }

  /** Stops its time until the returned function is called. */
  pause(): () => void {
    return this.#times?.pause() ?? (() => {})
  }

  end(): void {
    this.#times?.end()
  }

  readonly #notify = (notification: RpcNotification): void => {
    if (notification.method !== 'notifications/progress' || this.token === undefined) return
    this.#times?.extend()
    const { message, ...progress } = notification.params ?? {}
    const hasMessage = message !== undefined && profileOf(this.exchange.revision).progressMessage
    const params = { ...progress, ...(hasMessage && { message }), progressToken: this.token }
    this.exchange.notify({ jsonrpc: '2.0', method: notification.method, params })
  }
}

export interface UpstreamCallOptions {
  readonly message: RpcRequest
  readonly exchange: Exchange
  readonly open: OpenUpstream
  readonly number: number
  /** The request was refused before, with its session. */
  readonly isSentAgain: boolean
}

/** The log messages that a client wants: since 2026-07-28 for a request, before for its session. */
export function wantedLogLevel({ params }: RpcRequest, { session }: Exchange): LogLevel | undefined {
  if (session !== undefined) return session.logLevel
  const meta = params?.['_meta']
  const level = isObject(meta) ? meta[metaKeys.logLevel] : undefined
  return isLogLevel(level) ? level : undefined
}
