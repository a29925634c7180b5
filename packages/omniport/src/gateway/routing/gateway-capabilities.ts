import type { Handshake } from '../../client/connect/active-connection.js'
import { v2025TaskCapability } from '../../client/tasks/v2025/v2025-capability.js'
import { tasksExtensionId } from '../../protocol/meta/tasks-extension-id.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'

type Members = Readonly<Record<string, unknown>>

export interface CapabilityOptions {
  readonly revision: Revision
  /** True if changes can be announced to the client. */
  readonly publishesChanges: boolean
  /** True if the tasks that it could list are its own. */
  readonly listsTasks: boolean
  /** What the upstreams said of themselves. Undefined: it is not known yet, and may be anything. */
  readonly handshakes: readonly (Handshake | undefined)[]
}

/** The capabilities of all upstreams together, as a revision has them. spec: basic/index#capability-negotiation */
export function gatewayCapabilities(options: CapabilityOptions): Members {
  const { revision, publishesChanges, handshakes } = options
  const { completionsCapability } = profileOf(revision)
  const has = (name: string) =>
    handshakes.some((handshake) => handshake === undefined || isObject(handshake.capabilities[name]))
  const hasMember = (name: string, member: string) =>
    handshakes.some((handshake) => handshake === undefined || membersOf(handshake, name)[member] === true)
  const listOf = (name: string) => (publishesChanges && hasMember(name, 'listChanged') ? { listChanged: true } : {})
  const subscribe = publishesChanges && hasMember('resources', 'subscribe') && { subscribe: true }
  const experimental = merge(handshakes, 'experimental')
  const extensions = extensionsOf(handshakes, revision)
  const tasks = tasksOf(handshakes, options)
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

/** Tasks are an extension of one era only, in which the gateway has those of the other one, too. */
function extensionsOf(handshakes: readonly (Handshake | undefined)[], revision: Revision): Members | undefined {
  const all = merge(handshakes, 'extensions')
  if (profileOf(revision).tasks === 'extension') {
    return handshakes.some(callsCoreTasks) ? { [tasksExtensionId]: {}, ...all } : all
  }
  const others = Object.entries(all ?? {}).filter(([id]) => id !== tasksExtensionId)
  return others.length === 0 ? undefined : Object.fromEntries(others)
}

/** spec: 2025-11-25 basic/utilities/tasks#capabilities */
function tasksOf(handshakes: readonly (Handshake | undefined)[], { revision, listsTasks }: CapabilityOptions): unknown {
  if (profileOf(revision).tasks !== 'core') return undefined
  if (handshakes.some(hasTasksExtension)) {
    return { ...(listsTasks && { list: {} }), cancel: {}, requests: { tools: { call: {} } } }
  }
  const declared = handshakes.flatMap((handshake) => {
    const tasks = handshake?.capabilities['tasks']
    return isObject(tasks) ? [tasks] : []
  })
  return declared.length === 0 ? undefined : Object.assign({}, ...[...declared].reverse())
}

function callsCoreTasks(handshake: Handshake | undefined): boolean {
  return handshake !== undefined && v2025TaskCapability(handshake.capabilities, profileOf(handshake.revision)).calls
}

function hasTasksExtension(handshake: Handshake | undefined): boolean {
  if (handshake === undefined || profileOf(handshake.revision).tasks !== 'extension') return false
  return isObject(membersOf(handshake, 'extensions')[tasksExtensionId])
}

function membersOf({ capabilities }: Handshake, name: string): Members {
  const members = capabilities[name]
  return isObject(members) ? members : {}
}
