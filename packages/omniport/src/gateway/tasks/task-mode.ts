import { v2025TaskCapability } from '../../client/tasks/v2025/v2025-capability.js'
import type { RpcErrorObject, RpcParams, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { hasCapabilities } from '../../protocol/input/has-capabilities.js'
import { tasksExtensionId } from '../../protocol/meta/tasks-extension-id.js'
import { isLegacy, profileOf } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import { without } from '../../values/json/without.js'
import type { ConnectionLists } from '../lists/connection-lists.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'

/**
 * The tasks of a call. `pass`: client and upstream have the same kind, or none. `cross`: it becomes a task of the upstream, which
 * its client knows as one of its own kind. `await`: the upstream runs it as a task, and the client waits for the result. `plain`:
 * it is no task, whatever the client says.
 */
export type TaskMode = 'pass' | 'cross' | 'await' | 'plain'

export interface TaskCall {
  readonly message: RpcRequest
  readonly exchange: Exchange
  /** The name of the tool at the upstream. */
  readonly name?: string | undefined
}

export function taskModeOf(
  { message, exchange, name = '' }: TaskCall,
  open: OpenUpstream,
  lists: ConnectionLists,
): TaskMode {
  if (message.method !== 'tools/call') return 'pass'
  const here = profileOf(exchange.revision).tasks
  const { tasks: there } = open.profile
  if (here === there) return 'pass'
  if (there === 'extension') {
    return here === 'core' && message.params?.['task'] !== undefined && startsExtensionTasks(open) ? 'cross' : 'plain'
  }
  const support = callsCoreTasks(open) ? lists.last('tools')?.taskSupportOf(name) : undefined
  if (support !== 'optional' && support !== 'required') return 'plain'
  if (declaresTasks(exchange)) return 'cross'
  return support === 'required' ? 'await' : 'plain'
}

/** The parameters of a call for its upstream. Where nothing changes they are the same object. */
export function taskParamsFor(
  params: RpcParams | undefined,
  mode: TaskMode,
  { profile }: OpenUpstream,
): RpcParams | undefined {
  if (mode === 'pass') return params
  if (mode !== 'plain' && profile.tasks === 'core') return { ...params, task: {} }
  return params?.['task'] === undefined ? params : without(params, 'task')
}

/** True if the way in which an upstream runs a tool has to be known before the client's call is sent. */
export function needsTaskSupport({ message, exchange }: TaskCall, open: OpenUpstream, lists: ConnectionLists): boolean {
  if (open.profile.tasks !== 'core' || message.method !== 'tools/call' || lists.last('tools') !== undefined)
    return false
  return profileOf(exchange.revision).tasks !== 'core' && callsCoreTasks(open)
}

/** True for the error of a tool that an upstream runs only as a task, called by a client whose revision cannot say that it can. */
export function requiresTasks(
  { code, data }: RpcErrorObject,
  { message, exchange, open }: TaskCall & { readonly open: OpenUpstream },
): boolean {
  const required = isObject(data) ? data['requiredCapabilities'] : undefined
  if (code !== capabilityMissing || message.method !== 'tools/call' || !isObject(required)) return false
  return isLegacy(exchange.revision) && startsExtensionTasks(open) && hasCapabilities(required, tasksRequired)
}

/** spec: basic/index#error-codes */
const capabilityMissing = -32021

/** True if the client of a message can follow tasks of the extension. spec: SEP-2663#capability-negotiation */
export function declaresTasks({ client, revision }: Pick<Exchange, 'client' | 'revision'>): boolean {
  return profileOf(revision).tasks === 'extension' && hasCapabilities(client.capabilities, tasksRequired)
}

export const tasksRequired: Readonly<Record<string, unknown>> = Object.freeze({
  extensions: { [tasksExtensionId]: {} },
})

/** True if a modern upstream may answer calls with tasks. */
export function startsExtensionTasks({ active, profile }: OpenUpstream): boolean {
  const { extensions } = active.handshake.capabilities
  return profile.tasks === 'extension' && isObject(extensions) && isObject(extensions[tasksExtensionId])
}

function callsCoreTasks({ active, profile }: OpenUpstream): boolean {
  return v2025TaskCapability(active.handshake.capabilities, profile).calls
}
