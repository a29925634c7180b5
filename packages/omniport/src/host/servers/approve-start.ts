import { waitFor } from '../../async/waiting/wait-for.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { formatLocation } from '../config/config-fault.js'
import type { Consent } from '../consent/consent.js'
import { denialReason } from '../consent/decisions/denial-reason.js'
import { bindConsentRequest } from '../consent/requests/bind-consent-request.js'
import type { StartConsent } from '../consent/requests/consent-request.js'
import { launchWarnings } from '../consent/warnings/launch-warnings.js'
import { launchOf } from './settings/launch-of.js'
import type { ServerSettings } from './settings/server-settings.js'

export interface ServerStart {
  readonly server: string
  readonly settings: ServerSettings
  readonly signal: AbortSignal
}

/**
 * Requests consent to start a server that comes from a config file: otherwise anyone who can write the file could run programs
 * here. Servers given in code need no consent. Rejects with OmniportError `denied`, or with the reason of the signal.
 *
 * spec: security_best_practices#local-mcp-server-compromise
 */
export async function approveStart({ server, settings, signal }: ServerStart, consent: Consent): Promise<void> {
  if (settings.source === undefined) return
  const launch = launchOf(settings)
  const requested = {
    type: 'start',
    server,
    launch,
    source: formatLocation(settings.source),
    warnings: launchWarnings(launch),
  } as const
  const request = { ...requested, change: await waitFor(changeOf(requested, consent), { signal }) }
  const { answer, by } = await consent.decide(request, { launch, signal })
  if (answer === 'deny') throw new OmniportError('denied', denialReason(by))
}

async function changeOf(requested: Omit<StartConsent, 'change'>, consent: Consent): Promise<StartConsent['change']> {
  const decisions = await consent.list()
  const earlier = decisions.filter(({ type, server }) => type === 'start' && server === requested.server)
  // The binding of a start depends on the launch only, so any `change` will do.
  const { binding } = await bindConsentRequest({ ...requested, change: 'new' }, requested.launch)
  if (earlier.some((decision) => decision.binding === binding)) return 'same'
  return earlier.length === 0 ? 'new' : 'changed'
}
