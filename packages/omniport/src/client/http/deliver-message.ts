import { OmniportError } from '../../jsonrpc/omniport-error.js'
import type { HttpCall } from './http-call.js'
import type { HttpEndpoint } from './http-site.js'

/**
 * Sends a message whose reply holds nothing of interest. Settles when the server took it.
 *
 * Rejects as `HttpCall.send` does, and with OmniportError `timeout` after `limits.timeoutMs`.
 */
export async function deliverMessage(call: HttpCall, { runtime, limits }: HttpEndpoint): Promise<void> {
  const { timeoutMs } = limits
  const expire = () => call.abort(new OmniportError('timeout', `The server took no message within ${timeoutMs} ms`))
  const stop = runtime.after(timeoutMs, expire)
  try {
    const reply = await call.send()
    if (reply.type === 'events') call.abort()
  } finally {
    stop()
  }
}
