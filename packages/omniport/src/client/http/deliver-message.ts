import { retryWithBackoff } from '../../async/waiting/retry-with-backoff.js'
import type { RpcMessage } from '../../jsonrpc/messages/messages.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { RequestLost } from '../requests/request-lost.js'
import type { HttpEndpoint } from './http-endpoint.js'
import type { OutboundHttpRequest } from './outbound-http-request.js'

/**
 * Sends a message whose reply holds nothing of interest. Settles when the server took it.
 *
 * Rejects as `HttpCall.send` does, and with OmniportError `timeout` after `limits.timeoutMs`.
 */
export async function deliverMessage(
  httpRequest: OutboundHttpRequest,
  { runtime, limits }: HttpEndpoint,
): Promise<void> {
  const { timeoutMs } = limits
  const expire = () =>
    httpRequest.abort(new OmniportError('timeout', `The server took no message within ${timeoutMs} ms`))
  const stop = runtime.after(timeoutMs, expire)
  try {
    const reply = await httpRequest.send()
    if (reply.type === 'events') httpRequest.abort()
  } finally {
    stop()
  }
}

export interface DeliverOptions {
  readonly endpoint: HttpEndpoint
  /** Aborts when nothing is to be sent any more. */
  readonly signal: AbortSignal
}

/** An answer is worth several attempts: a person may have thought long about it. */
const maxAttempts = 3

/** Recognises the response to a request. A response that arrives twice is ignored: every request has an id of its own. */
export function isResponse(message: RpcMessage | readonly RpcMessage[]): boolean {
  return !Array.isArray(message) && !('method' in message)
}

/**
 * Delivers an answer, or another message that may come twice, again where the connection breaks.
 *
 * Rejects with the reason why it could not be delivered.
 */
export async function deliverWithRetry(
  post: () => OutboundHttpRequest,
  { endpoint, signal }: DeliverOptions,
): Promise<void> {
  let failure: unknown
  await retryWithBackoff(() => deliverMessage(post(), endpoint), {
    runtime: endpoint.runtime,
    signal,
    maxAttempts,
    isRetryable: (reason) => reason instanceof RequestLost,
    onFailure: (reason) => {
      failure = reason
    },
  }).catch((reason) => {
    throw signal.aborted ? (failure ?? reason) : reason
  })
}
