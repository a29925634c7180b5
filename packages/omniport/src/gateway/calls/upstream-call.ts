import type { RpcId, RpcNotification, RpcParams, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { PendingOptions } from '../../jsonrpc/pending.js'
import { canBeAsked } from '../../protocol/exchange/can-be-asked.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { isLogLevel, type LogLevel } from '../../protocol/exchange/log-level.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { progressTokenOf } from '../../transport/exchange/progress-reporter.js'
import { isObject } from '../../values/json/is-object.js'
import { eventClientOf } from '../gateway-services.js'
import { UpstreamResult } from '../raw-results/upstream-result.js'
import type { ConnectionTasks } from '../tasks/connection-tasks.js'
import type { TaskMode } from '../tasks/task-mode.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import { CallTimes } from './call-times.js'
import { isInputRequired } from './run-rounds.js'

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
  /** The result may come as an `UpstreamResult`. */
  readonly acceptsRaw: boolean
  readonly tasks: TaskMode
  /** The task whose result it waits for, as the upstream names it. */
  readonly taskId: string | undefined
  readonly sinceMs: number
  /** Of the call in events. 0: nobody listens. */
  readonly number: number
  readonly #times: CallTimes | undefined
  readonly #held: UpstreamCallOptions['held']

  constructor({ message, exchange, open, number, isSentAgain, acceptsRaw, tasks, taskId, held }: UpstreamCallOptions) {
    const { services, profile } = open
    const { timeoutMs, maxTimeoutMs, runtime } = services
    this.id = services.nextId()
    this.sinceMs = number === 0 ? 0 : runtime.now()
    this.message = message
    this.exchange = exchange
    this.open = open
    this.number = number
    this.isSentAgain = isSentAgain
    this.acceptsRaw = acceptsRaw
    this.tasks = tasks
    this.#held = held
    this.taskId = taskId ?? resultOfTask(message)
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
    const passed = { jsonrpc: '2.0' as const, method: notification.method, params }
    this.exchange.notify(this.#held?.toClient(passed) ?? passed)
  }
}

export interface UpstreamCallOptions {
  readonly message: RpcRequest
  readonly exchange: Exchange
  readonly open: OpenUpstream
  readonly number: number
  /** The request was refused before, with its session. */
  readonly isSentAgain: boolean
  readonly acceptsRaw: boolean
  readonly tasks: TaskMode
  /** The task whose result the request is for, where its message does not say. */
  readonly taskId?: string | undefined
  /** The tasks of the connection. */
  readonly held?: Pick<ConnectionTasks, 'toClient'> | undefined
}

function resultOfTask({ method, params }: RpcRequest): string | undefined {
  const taskId = method === 'tasks/result' ? params?.['taskId'] : undefined
  return typeof taskId === 'string' ? taskId : undefined
}

/** The log messages that a client wants: since 2026-07-28 for a request, before for its session. */
export function wantedLogLevel({ params }: RpcRequest, { session }: Exchange): LogLevel | undefined {
  if (session !== undefined) return session.logLevel
  const meta = params?.['_meta']
  const level = isObject(meta) ? meta[metaKeys.logLevel] : undefined
  return isLogLevel(level) ? level : undefined
}

export interface ParamsTarget {
  /** Describes the gateway to a modern upstream. */
  readonly requesterMeta: RpcParams | undefined
  /** Asks the upstream for progress. */
  readonly progressToken: RpcId | undefined
}

/**
 * The parameters as they go to an upstream. `_meta` passes, but for the members that describe one hop: those are of the gateway.
 * Without any change it is the same object.
 */
export function encodeParams(
  params: RpcParams | undefined,
  { requesterMeta, progressToken }: ParamsTarget,
): RpcParams | undefined {
  const given = params?.['_meta']
  if (given === undefined && requesterMeta === undefined) return params
  const meta: Record<string, unknown> = isObject(given) ? withoutHop(given) : {}
  if (requesterMeta !== undefined) Object.assign(meta, requesterMeta)
  if (progressToken !== undefined) meta['progressToken'] = progressToken
  return { ...params, _meta: meta }
}

function withoutHop(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const meta = { ...given }
  for (const key of hopKeys) if (key in meta) delete meta[key]
  return meta
}

const hopKeys = [
  'progressToken',
  metaKeys.protocolVersion,
  metaKeys.clientInfo,
  metaKeys.clientCapabilities,
  metaKeys.logLevel,
] as const

/** Announces a request that goes to an upstream, to those who listen. */
export function announceStart(
  { message, exchange, number: call }: UpstreamCall,
  { owner, number: connection }: UpstreamConnection,
  name: string | undefined,
): void {
  owner.services.announce?.('call-started', {
    upstream: owner.name,
    connection,
    call,
    method: message.method,
    ...(name !== undefined && { name }),
    client: eventClientOf(exchange),
  })
}

/** Announces the end of a request. Without a response it failed, or its client gave up. */
export function announceEnd(
  { message, exchange, number: call, sinceMs }: UpstreamCall,
  { owner, number: connection }: UpstreamConnection,
  response: RpcResponse | undefined,
): void {
  const { announce, runtime } = owner.services
  if (announce === undefined) return
  const { error, result } = response ?? {}
  const isError = result instanceof UpstreamResult ? result.isError : isObject(result) && result['isError'] === true
  const isCancelled = response === undefined && exchange.signal.aborted
  const outcome = isCancelled ? 'cancelled' : result === undefined ? 'error' : 'result'
  announce('call-ended', {
    upstream: owner.name,
    connection,
    call,
    method: message.method,
    outcome: response !== undefined && isInputRequired(response) ? 'input_required' : outcome,
    ...(error !== undefined && { code: error.code }),
    ...(isError && { isError }),
    elapsedMs: runtime.now() - sinceMs,
  })
}
