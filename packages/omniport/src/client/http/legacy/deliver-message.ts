import { retryWithBackoff } from '../../../async/waiting/retry-with-backoff.js'
import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { RequestLost } from '../../requests/request-lost.js'
import type { HttpEndpoint } from '../http-endpoint.js'
import type { OutboundHttpRequest } from '../outbound-http-request.js'

/** Sends a message without a response. Rejects as `send` does, and with `timeout` after `limits.timeoutMs`. */
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
  /** Aborts when the transport closes: nothing is sent again. */
  readonly signal: AbortSignal
}

/** A response is sent several times, since a person may have spent long on it. */
const maxAttempts = 3

/** Returns true for a response. The server ignores one that arrives twice, since each request has its own id. */
export function isResponse(message: RpcMessage | readonly RpcMessage[]): boolean {
  return !Array.isArray(message) && !('method' in message)
}

/** Sends a message that may arrive twice, again when the connection breaks. Rejects as `deliverMessage` does. */
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
