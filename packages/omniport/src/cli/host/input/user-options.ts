import type { HostOptions } from '../../../entries/host.js'
import type { SharedScreen } from '../screen/shared-screen.js'
import { askConsent } from './ask-consent.js'
import { showForm } from './show-form.js'
import { showUrlElicitation } from './show-url-elicitation.js'

/** Shows the requests of a host on the screen. A withdrawn request disappears, and rejects with the reason. */
export function userOptions(shared: SharedScreen): UserOptions {
  return {
    ask: (request, { signal }) =>
      shared.interrupt((prompts, interruptContext) => askConsent(prompts, request, interruptContext), signal),
    elicit: (form, { signal }) => shared.interrupt((prompts) => showForm(prompts, form), signal),
    elicitUrl: (elicitation, { signal }) =>
      shared.interrupt((prompts) => showUrlElicitation(prompts, elicitation), signal),
  }
}

type UserOptions = { readonly [K in 'ask' | 'elicit' | 'elicitUrl']: NonNullable<HostOptions[K]> }
