import type { ClientCapabilities, ServerCapabilities } from '../types.js'

/** Throws unless the client has the capability for a request of the server. */
export function assertClientSupports(capabilities: ClientCapabilities | undefined, method: string): void {
  const need = clientNeeds[method]
  if (need === undefined || capabilities?.[need.capability]) return
  throw new Error(`Client does not support ${need.what} (required for ${method})`)
}

/** Throws unless the two sides have the capabilities for a notification of the server. */
export function assertCanNotify(
  server: ServerCapabilities,
  client: ClientCapabilities | undefined,
  method: string,
): void {
  if (method === 'notifications/elicitation/complete') {
    if (client?.elicitation?.url) return
    throw new Error(`Client does not support URL elicitation (required for ${method})`)
  }
  assertServerHas(server, notificationNeeds[method], method)
}

/** Throws unless the server has the capability for a request that it is to handle. */
export function assertCanHandle(server: ServerCapabilities, method: string): void {
  assertServerHas(server, handlerNeeds[method], method)
}

interface ServerNeed {
  readonly capability: keyof ServerCapabilities
  /** The capability in the words of the error. */
  readonly what: string
}

function assertServerHas(server: ServerCapabilities, need: ServerNeed | undefined, method: string): void {
  if (need === undefined || server[need.capability]) return
  throw new Error(`Server does not support ${need.what} (required for ${method})`)
}

const clientNeeds: Readonly<
  Record<string, { readonly capability: 'sampling' | 'elicitation' | 'roots'; readonly what: string }>
> = Object.assign(Object.create(null), {
  'sampling/createMessage': { capability: 'sampling', what: 'sampling' },
  'elicitation/create': { capability: 'elicitation', what: 'elicitation' },
  'roots/list': { capability: 'roots', what: 'listing roots' },
})

const aboutResources: ServerNeed = { capability: 'resources', what: 'notifying about resources' }
const notificationNeeds: Readonly<Record<string, ServerNeed>> = Object.assign(Object.create(null), {
  'notifications/message': { capability: 'logging', what: 'logging' },
  'notifications/resources/updated': aboutResources,
  'notifications/resources/list_changed': aboutResources,
  'notifications/tools/list_changed': { capability: 'tools', what: 'notifying of tool list changes' },
  'notifications/prompts/list_changed': { capability: 'prompts', what: 'notifying of prompt list changes' },
})

const prompts: ServerNeed = { capability: 'prompts', what: 'prompts' }
const resources: ServerNeed = { capability: 'resources', what: 'resources' }
const tools: ServerNeed = { capability: 'tools', what: 'tools' }
const tasks: ServerNeed = { capability: 'tasks', what: 'tasks capability' }
const handlerNeeds: Readonly<Record<string, ServerNeed>> = Object.assign(Object.create(null), {
  'completion/complete': { capability: 'completions', what: 'completions' },
  'logging/setLevel': { capability: 'logging', what: 'logging' },
  'prompts/get': prompts,
  'prompts/list': prompts,
  'resources/list': resources,
  'resources/templates/list': resources,
  'resources/read': resources,
  'tools/call': tools,
  'tools/list': tools,
  'tasks/get': tasks,
  'tasks/list': tasks,
  'tasks/result': tasks,
  'tasks/cancel': tasks,
})
