import type { ConsentRequest } from '../consent/requests/consent-request.js'
import type { ConsentResult, InputHandlerOptions } from './input-handler-options.js'

/** Requests a decision. Rejects as `ConsentDecider.decide`, and if the signal has aborted by then. */
export async function requestConsent(
  { consent, launch }: Pick<InputHandlerOptions, 'consent' | 'launch'>,
  request: ConsentRequest,
  signal: AbortSignal,
): Promise<ConsentResult> {
  signal.throwIfAborted()
  const result = await consent.decide(request, { launch, signal })
  signal.throwIfAborted()
  return result
}
