import { OmniportError } from '../jsonrpc/omniport-error.js'
import type { Consent } from './consent/consent.js'
import { launchWarnings } from './consent/launch-warnings.js'
import { launchOf } from './life/launch-of.js'
import { saySource } from './life/say-source.js'
import type { ServerSettings } from './server-settings.js'
import { whyDenied } from './why-denied.js'

/** A server that is to be started. */
export interface Starting {
  readonly server: string
  readonly settings: ServerSettings
  readonly signal: AbortSignal
}

/**
 * Asks whether a server may be started that a file names: whoever can write there could run programs here otherwise. What the
 * program itself named is its own decision. Rejects with OmniportError `denied`.
 *
 * spec: security_best_practices#local-mcp-server-compromise
 */
export async function approveStart({ server, settings, signal }: Starting, consent: Consent): Promise<void> {
  if (settings.source === undefined) return
  const launch = launchOf(settings.target)
  const decisions = await consent.list()
  const isKnown = decisions.some((decision) => decision.type === 'start' && decision.server === server)
  const question = {
    type: 'start',
    server,
    launch,
    source: saySource(settings.source),
    change: isKnown ? 'changed' : 'new',
    warnings: launchWarnings(launch),
  } as const
  const { answer, by } = await consent.decide(question, { launch, signal })
  if (answer === 'deny') throw new OmniportError('denied', whyDenied(by))
}
