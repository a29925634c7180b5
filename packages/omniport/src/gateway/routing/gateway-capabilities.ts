import type { Handshake } from '../../client/connect/active-connection.js'
import { tasksExtensionId } from '../../protocol/meta/tasks-extension-id.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'

type Members = Readonly<Record<string, unknown>>

export interface CapabilityOptions {
  readonly revision: Revision
  /** True if changes can be announced to the client. */
  readonly publishesChanges: boolean
  /** What the upstreams said of themselves. Undefined: it is not known yet, and may be anything. */
  readonly handshakes: readonly (Handshake | undefined)[]
}

/** The capabilities of all upstreams together, as a revision has them. spec: basic/index#capability-negotiation */
export function gatewayCapabilities({ revision, publishesChanges, handshakes }: CapabilityOptions): Members {
  const { completionsCapability } = profileOf(revision)
  const has = (name: string) =>
    handshakes.some((handshake) => handshake === undefined || isObject(handshake.capabilities[name]))
  const hasMember = (name: string, member: string) =>
    handshakes.some((handshake) => handshake === undefined || membersOf(handshake, name)[member] === true)
  const listOf = (name: string) => (publishesChanges && hasMember(name, 'listChanged') ? { listChanged: true } : {})
  const subscribe = publishesChanges && hasMember('resources', 'subscribe') && { subscribe: true }
  const experimental = merge(handshakes, 'experimental')
  const extensions = extensionsOf(handshakes, revision)
  const tasks = tasksOf(handshakes, revision)
  return {
    ...(has('logging') && { logging: {} }),
    ...(has('tools') && { tools: listOf('tools') }),
    ...(has('prompts') && { prompts: listOf('prompts') }),
    ...(has('resources') && { resources: { ...listOf('resources'), ...subscribe } }),
    ...(completionsCapability && handshakes.some(mayComplete) && { completions: {} }),
    ...(experimental !== undefined && { experimental }),
    ...(tasks !== undefined && { tasks }),
    ...(extensions !== undefined && { extensions }),
  }
}

/** Before the capability had a name, any server might complete. */
function mayComplete(handshake: Handshake | undefined): boolean {
  if (handshake === undefined || isObject(handshake.capabilities['completions'])) return true
  return !profileOf(handshake.revision).completionsCapability
}

/** Of several settings under one name the first count. */
function merge(handshakes: readonly (Handshake | undefined)[], name: string): Members | undefined {
  const all = handshakes.flatMap((handshake) =>
    handshake === undefined ? [] : Object.entries(membersOf(handshake, name)),
  )
  return all.length === 0 ? undefined : Object.fromEntries(all.reverse())
}

/** Tasks are an extension of one era only. */
function extensionsOf(handshakes: readonly (Handshake | undefined)[], revision: Revision): Members | undefined {
  const all = merge(handshakes, 'extensions')
  if (all === undefined || profileOf(revision).tasks === 'extension') return all
  const others = Object.entries(all).filter(([id]) => id !== tasksExtensionId)
  return others.length === 0 ? undefined : Object.fromEntries(others)
}

/** spec: 2025-11-25 basic/utilities/tasks#capabilities */
function tasksOf(handshakes: readonly (Handshake | undefined)[], revision: Revision): unknown {
  if (profileOf(revision).tasks !== 'core') return undefined
  return handshakes.map((handshake) => handshake?.capabilities['tasks']).find(isObject)
}

function membersOf({ capabilities }: Handshake, name: string): Members {
  const members = capabilities[name]
  return isObject(members) ? members : {}
}
