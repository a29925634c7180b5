import { LinkedAbortController } from '../../../../async/abort/linked-abort-controller.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import type { AuthServices } from '../../auth-services.js'
import type { RedirectListener } from '../../browser-launcher.js'

export interface RedirectListenerOptions {
  readonly state: string
  /** The port that the client was registered with. */
  readonly port: number | undefined
  readonly signal: AbortSignal
}

/** Opens the redirect listener: that of the application, else a port of this machine. The caller closes it. */
export async function openRedirectListener(
  services: AuthServices,
  request: RedirectListenerOptions,
): Promise<RedirectListener> {
  const { redirectUrl, redirected } = services.options
  if (redirectUrl !== undefined && redirected !== undefined) {
    return createApplicationListener(
      redirectUrl,
      (signal) => redirected({ state: request.state, signal }),
      request.signal,
    )
  }
  const { browser } = services
  if (browser === undefined) throw new TypeError('auth.redirectUrl and auth.redirected are needed on this platform')
  const { state, port, signal } = request
  if (port !== undefined) {
    // Another program may use the port by now.
    const wait = await browser.listen({ state, port, signal }).catch(() => undefined)
    signal.throwIfAborted()
    if (wait !== undefined) return wait
  }
  return browser.listen({ state, signal })
}

function createApplicationListener(
  url: string,
  wait: (signal: AbortSignal) => Promise<string>,
  outer: AbortSignal,
): RedirectListener {
  const abort = new LinkedAbortController(outer)
  const readUrl = async () => {
    const text: unknown = await wait(abort.signal)
    if (typeof text === 'string') return text
    throw new OmniportError('unauthorized', 'auth.redirected must resolve to a string')
  }
  const received = readUrl().catch((cause: unknown) => {
    if (abort.signal.aborted) throw abort.signal.reason
    throw OmniportError.is(cause) ? cause : new OmniportError('unauthorized', 'auth.redirected failed', { cause })
  })
  received.catch(() => {}) // it may be awaited later, or never
  return {
    url,
    received,
    async close() {
      abort.abort(new OmniportError('closed', 'the redirect listener is closed'))
      abort.unlink()
    },
  }
}
