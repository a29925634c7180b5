import { OmniportError } from '../../../../jsonrpc/omniport-error.js'
import type { AuthServices } from '../../auth-home.js'

/** A person on the way to the authorization server. */
export interface UserRedirect {
  readonly url: string
  readonly received: Promise<string>
  readonly signal: AbortSignal
}

/**
 * Sends a person to a checked address; the address that they came back with. It does not wait for the browser, which may be
 * open for longer.
 */
export async function sendUser(services: AuthServices, { url, received, signal }: UserRedirect): Promise<string> {
  const open = services.options.open ?? services.browser?.open.bind(services.browser)
  if (open === undefined) throw new TypeError('auth.open is needed on this platform')
  signal.throwIfAborted()
  let stop = () => {}
  try {
    return await new Promise<string>((resolve, reject) => {
      const abort = () => reject(signal.reason)
      signal.addEventListener('abort', abort)
      stop = () => signal.removeEventListener('abort', abort)
      received.then(resolve, reject)
      ;(async () => open(url))().catch((cause: unknown) => {
        const message = 'a person could not be sent to the authorization server'
        reject(OmniportError.is(cause) ? cause : new OmniportError('unauthorized', message, { cause }))
      })
    })
  } finally {
    stop()
  }
}
