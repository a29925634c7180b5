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

/**
 * The capabilities a server declares in a revision. Lists can change at any time and handlers can always log, so these are
 * always declared.
 *
 * spec: basic/index#capability-negotiation
 */
export function serverCapabilities(features: Features, revision: Revision): Readonly<Record<string, unknown>> {
  const { completionsCapability } = profileOf(revision)
  return {
    logging: {},
    ...(features.tools && { tools: { listChanged: true } }),
    ...(features.prompts && { prompts: { listChanged: true } }),
    ...(features.resources && { resources: { listChanged: true, subscribe: true } }),
    ...(features.completions && completionsCapability && { completions: {} }),
    ...(features.experimental !== undefined && { experimental: features.experimental }),
    ...(features.extensions !== undefined && { extensions: features.extensions }),
  }
}
