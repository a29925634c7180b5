import type { Client } from '../../entries/client.js'
import { type Revision, RpcError, type Tool } from '../../entries/index.js'
import type { Prompt, Resource, ResourceTemplate } from '../../entries/protocol.js'
import type { CallLimits } from './with-client.js'

/** The identity and all lists of a server; lists that it did not declare are empty. */
export interface Everything {
  readonly server: Client['server']
  readonly revision: Revision
  readonly capabilities: Client['capabilities']
  readonly tools: readonly Tool[]
  readonly resources: readonly Resource[]
  readonly resourceTemplates: readonly ResourceTemplate[]
  readonly prompts: readonly Prompt[]
}

/** Requests every list that a server declared. Rejects as `client` does. */
export async function listEverything(client: Client, limits: CallLimits): Promise<Everything> {
  const { server, revision, capabilities } = client
  const has = (name: string) => capabilities[name] !== undefined
  const [tools, resources, resourceTemplates, prompts] = await Promise.all([
    has('tools') ? client.listTools(limits) : [],
    has('resources') ? client.listResources(limits) : [],
    has('resources') ? unlessUnknown(client.listResourceTemplates(limits)) : [],
    has('prompts') ? client.listPrompts(limits) : [],
  ])
  return { server, revision, capabilities, tools, resources, resourceTemplates, prompts }
}

/** Many servers have resources but no method for templates; one capability covers both. */
async function unlessUnknown<T>(list: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await list
  } catch (reason) {
    if (RpcError.is(reason) && reason.code === -32601) return []
    throw reason
  }
}
