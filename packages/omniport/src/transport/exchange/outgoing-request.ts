import type { Logger } from '../../async/runtime/logger.js'
import { randomId } from '../../async/runtime/random-id.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { PendingOptions } from '../../jsonrpc/pending.js'
import type { Ask, AskOptions } from '../../protocol/exchange/exchange.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { isObject } from '../../values/json/is-object.js'
import { progressListener } from './progress-listener.js'

export interface OutgoingRequest {
  readonly request: RpcRequest & { readonly id: string }
  readonly waiting: PendingOptions
}

export interface OutgoingRequestSettings {
  readonly limits: Limits
  readonly runtime: Runtime
  readonly logger: Logger
  /** Default: a random one. */
  readonly id?: string | undefined
}

/**
 * Creates a request with an id that cannot be guessed. If progress is wanted, the id is the progress token too. Default of
 * `timeoutMs`: `limits.questionMs`. Progress restarts it, until `limits.maxQuestionMs` is over.
 *
 * spec: basic/utilities/progress#progress-flow, 2025-11-25 basic/lifecycle#timeouts
 */
export function createOutgoingRequest(
  message: Parameters<Ask>[0],
  options: AskOptions,
  settings: OutgoingRequestSettings,
): OutgoingRequest {
  const { limits, runtime, logger, id = randomId(runtime, 16) } = settings
  const { signal, timeoutMs = limits.questionMs, onProgress } = options
  const request = { jsonrpc: '2.0' as const, id, ...message }
  // Progress that was not requested must not extend the time.
  if (onProgress === undefined) return { request, waiting: { signal, maxTimeoutMs: timeoutMs } }
  const report = (error: unknown) => logger.error(`onProgress of ${message.method} failed`, { error })
  const maxTimeoutMs = Math.max(timeoutMs, limits.maxQuestionMs)
  const onNotification = progressListener(onProgress, report)
  return { request: withProgressToken(request), waiting: { signal, timeoutMs, maxTimeoutMs, onNotification } }
}

/** Returns the result of a response. @throws RpcError for an error response. */
export function resultOf({ result, error }: RpcResponse): unknown {
  if (error === undefined) return result
  throw new RpcError(error.code, error.message, error.data)
}

function withProgressToken(request: OutgoingRequest['request']): OutgoingRequest['request'] {
  const meta = request.params?.['_meta']
  const _meta = { ...(isObject(meta) && meta), progressToken: request.id }
  return { ...request, params: { ...request.params, _meta } }
}
