import type { RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import type { ConnectOptions } from '../connect-options.js'

/** Client capabilities in the shape of one revision. spec: 2025-11-25 basic/lifecycle#capability-negotiation */
export function projectCapabilities(capabilities: Capabilities, profile: RevisionProfile): Capabilities {
  const { elicitation, sampling, roots, tasks, ...others } = capabilities
  const projected = projectElicitation(elicitation, profile)
  return {
    ...others,
    ...(projected !== undefined && { elicitation: projected }),
    ...(sampling !== undefined && { sampling: profile.sampleTools ? sampling : {} }),
    ...(tasks !== undefined && profile.tasks === 'core' && { tasks }),
    ...(roots !== undefined && { roots: profile.era === 'legacy' ? { listChanged: true } : roots }),
  }
}

/** The first revision with forms had no URLs. */
function projectElicitation(elicitation: unknown, profile: RevisionProfile): unknown {
  if (profile.elicitation === 'full') return elicitation
  const hasForms = isObject(elicitation) && Object.hasOwn(elicitation, 'form')
  return profile.elicitation === 'plain' && hasForms ? {} : undefined
}

/**
 * The capabilities of a client in the newest shape: exactly those that have a handler. The sampling handler gets the tools
 * as they come.
 *
 * spec: client/elicitation#capabilities, client/sampling#capabilities, client/roots#capabilities
 */
export function declareCapabilities({ elicit, elicitUrl, sample, roots }: ConnectOptions): Capabilities {
  return {
    ...((elicit !== undefined || elicitUrl !== undefined) && {
      elicitation: { ...(elicit !== undefined && { form: {} }), ...(elicitUrl !== undefined && { url: {} }) },
    }),
    ...(sample !== undefined && { sampling: { tools: {} } }),
    ...(roots !== undefined && { roots: {} }),
  }
}

export type Capabilities = Readonly<Record<string, unknown>>
