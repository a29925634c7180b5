import { profileOf } from '../protocol/profile.js'
import type { Revision } from '../protocol/revision.js'

/** What a server has, whatever the revision. */
export interface Features {
  readonly tools: boolean
  readonly prompts: boolean
  readonly resources: boolean
  /** Any argument that can be completed. */
  readonly completions: boolean
  readonly experimental: Readonly<Record<string, object>> | undefined
  readonly extensions: Readonly<Record<string, object>> | undefined
}

/** What a client can be told, and how. */
export interface Reach {
  readonly revision: Revision
  /** Whether changes can be announced to it. */
  readonly announces: boolean
}

/**
 * The capabilities a server declares to a client. Lists can change at any time and handlers can always log, so these are
 * declared wherever they can be told.
 *
 * spec: basic/index#capability-negotiation
 */
export function serverCapabilities(
  features: Features,
  { revision, announces }: Reach,
): Readonly<Record<string, unknown>> {
  const { completionsCapability } = profileOf(revision)
  const listChanged = announces && { listChanged: true }
  return {
    logging: {},
    ...(features.tools && { tools: { ...listChanged } }),
    ...(features.prompts && { prompts: { ...listChanged } }),
    ...(features.resources && { resources: { ...listChanged, ...(announces && { subscribe: true }) } }),
    ...(features.completions && completionsCapability && { completions: {} }),
    ...(features.experimental !== undefined && { experimental: features.experimental }),
    ...(features.extensions !== undefined && { extensions: features.extensions }),
  }
}
