import type { Revision } from '../protocol/revisions/revision.js'
import { profileOf } from '../protocol/revisions/revision-profile.js'

/** What a server has, whatever the revision. */
export interface Features {
  readonly tools: boolean
  readonly prompts: boolean
  readonly resources: boolean
  /** Any argument that can be completed. */
  readonly completions: boolean
  readonly experimental: Readonly<Record<string, object>> | undefined
  /** What is declared of extensions in a revision. */
  readonly extensions: (revision: Revision) => Readonly<Record<string, object>> | undefined
  readonly tasks: boolean
}

/** What a client can be told, and how. */
export interface CapabilityTarget {
  readonly revision: Revision
  /** Whether changes can be announced to it. */
  readonly publishesChanges: boolean
  /** Whether it may list its tasks. */
  readonly listsTasks: boolean
}

/**
 * The capabilities a server declares to a client. Lists can change at any time and handlers can always log, so these are
 * declared wherever they can be told.
 *
 * spec: basic/index#capability-negotiation
 */
export function serverCapabilities(
  features: Features,
  { revision, publishesChanges, listsTasks }: CapabilityTarget,
): Readonly<Record<string, unknown>> {
  const { completionsCapability, tasks } = profileOf(revision)
  const extensions = features.extensions(revision)
  const listChanged = publishesChanges && { listChanged: true }
  return {
    logging: {},
    ...(features.tools && { tools: { ...listChanged } }),
    ...(features.prompts && { prompts: { ...listChanged } }),
    ...(features.resources && { resources: { ...listChanged, ...(publishesChanges && { subscribe: true }) } }),
    ...(features.completions && completionsCapability && { completions: {} }),
    ...(features.experimental !== undefined && { experimental: features.experimental }),
    ...(features.tasks && tasks === 'core' && { tasks: taskCapabilities(listsTasks) }),
    ...(extensions !== undefined && { extensions }),
  }
}

/** spec: 2025-11-25 basic/utilities/tasks#capabilities */
function taskCapabilities(lists: boolean): object {
  return { ...(lists && { list: {} }), cancel: {}, requests: { tools: { call: {} } } }
}
