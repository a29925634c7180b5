import { OmniportError } from '../../jsonrpc/omniport-error.js'
import type { OutboundHttpRequest } from './http-call.js'
import type { HttpEndpoint } from './http-site.js'

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
