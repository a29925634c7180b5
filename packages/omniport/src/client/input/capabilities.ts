import { tasksExtensionId } from '../../protocol/meta/tasks-extension-id.js'
import type { RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import type { ConnectOptions } from '../connect-options.js'

/**
 * Client capabilities, given in newest shape, as they are declared in one revision: what that lacks is left out.
 *
 * spec: 2025-11-25 basic/lifecycle#capability-negotiation
 */
export function projectCapabilities(capabilities: Capabilities, profile: RevisionProfile): Capabilities {
  const { elicitation, sampling, roots, tasks, extensions, ...others } = capabilities
  const projected = projectElicitation(elicitation, profile)
  return {
    ...others,
    ...(projected !== undefined && { elicitation: projected }),
    ...(sampling !== undefined && { sampling: profile.sampleTools ? sampling : {} }),
    ...(tasks !== undefined && profile.tasks === 'core' && { tasks }),
    ...projectExtensions(extensions, profile),
    ...(roots !== undefined && { roots: profile.era === 'legacy' ? { listChanged: true } : roots }),
  }
}

/** spec: basic/versioning#extension-negotiation, SEP-2663#backward-compatibility */
function projectExtensions(extensions: unknown, { tasks }: RevisionProfile): Capabilities {
  const supported = Object.entries(isObject(extensions) ? extensions : {}).filter(
    ([id]) => id !== tasksExtensionId || tasks === 'extension',
  )
  return supported.length > 0 ? { extensions: Object.fromEntries(supported) } : {}
}

/** The first revision with forms had nothing else. */
function projectElicitation(elicitation: unknown, profile: RevisionProfile): unknown {
  if (profile.elicitation === 'full') return elicitation
  const hasForms = isObject(elicitation) && Object.hasOwn(elicitation, 'form')
  return profile.elicitation === 'plain' && hasForms ? {} : undefined
}

/**
 * What a client declares that it can be asked, in newest shape: exactly what has a handler. Tools in sampling are handed to
 * the handler, as they come.
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

/** Client capabilities. */
export type Capabilities = Readonly<Record<string, unknown>>
