import type { ClientCapabilities, ServerCapabilities } from '../types.js'

/** Throws unless the server declared what a request needs. */
export function assertServerHas(capabilities: ServerCapabilities | undefined, method: string): void {
  const capability = Object.hasOwn(requestNeeds, method) ? requestNeeds[method] : undefined
  if (capability === undefined) return
  if (!capabilities?.[capability]) throw new Error(`Server does not support ${capability} (required for ${method})`)
  if (method === 'resources/subscribe' && !capabilities.resources?.subscribe) {
    throw new Error(`Server does not support resource subscriptions (required for ${method})`)
  }
}

/** Throws unless the client declared what a handler needs. */
export function assertClientHas(capabilities: ClientCapabilities, method: string): void {
  const capability = Object.hasOwn(handlerNeeds, method) ? handlerNeeds[method] : undefined
  if (capability === undefined || capabilities[capability]) return
  throw new Error(`Client does not support ${capability} capability (required for ${method})`)
}

/** Throws unless the client declared that its roots may change. */
export function assertRootsMayChange(capabilities: ClientCapabilities, method: string): void {
  if (method !== 'notifications/roots/list_changed' || capabilities.roots?.listChanged) return
  throw new Error(`Client does not support roots list changed notifications (required for ${method})`)
}

const requestNeeds: Readonly<Record<string, keyof ServerCapabilities>> = {
  'logging/setLevel': 'logging',
  'prompts/get': 'prompts',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'resources/read': 'resources',
  'resources/subscribe': 'resources',
  'resources/unsubscribe': 'resources',
  'tools/call': 'tools',
  'tools/list': 'tools',
  'completion/complete': 'completions',
}

const handlerNeeds: Readonly<Record<string, keyof ClientCapabilities>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
  'tasks/get': 'tasks',
  'tasks/list': 'tasks',
  'tasks/result': 'tasks',
  'tasks/cancel': 'tasks',
}
