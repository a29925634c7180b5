import type { Revision } from '../protocol/revisions/revision.js'
import { profileOf } from '../protocol/revisions/revision-profile.js'
import type { ListKind } from './notifications/change-publisher.js'

export interface Features {
  readonly tools: boolean
  readonly prompts: boolean
  readonly resources: boolean
  /** Subscriptions to resources. */
  readonly subscriptions: boolean
  /** The lists whose changes may be announced. */
  readonly listChanged: Readonly<Record<ListKind, boolean>>
  readonly completions: boolean
  readonly experimental: Readonly<Record<string, object>> | undefined
  /** The extensions that are declared in a revision. */
  readonly extensions: (revision: Revision) => Readonly<Record<string, object>> | undefined
  readonly tasks: boolean
}

export interface CapabilityTarget {
  readonly revision: Revision
  /** True if changes can be announced to it. */
  readonly publishesChanges: boolean
  readonly listsTasks: boolean
}

/**
 * Gives the capabilities that a server declares to a client. Lists can change at any time and handlers can always log,
 * so these are declared wherever the revision can express them, unless the options leave them out. spec: basic/index#capability-negotiation
 */
export function serverCapabilities(
  features: Features,
  { revision, publishesChanges, listsTasks }: CapabilityTarget,
): Readonly<Record<string, unknown>> {
  const { completionsCapability, tasks } = profileOf(revision)
  const extensions = features.extensions(revision)
  const listChanged = (kind: ListKind) => publishesChanges && features.listChanged[kind] && { listChanged: true }
  const subscribe = publishesChanges && features.subscriptions && { subscribe: true }
  return {
    logging: {},
    ...(features.tools && { tools: { ...listChanged('tools') } }),
    ...(features.prompts && { prompts: { ...listChanged('prompts') } }),
    ...(features.resources && { resources: { ...listChanged('resources'), ...subscribe } }),
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
