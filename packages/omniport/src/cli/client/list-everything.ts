import type { Client } from '../../entries/client.js'
import { type Revision, RpcError, type Tool } from '../../entries/index.js'
import type { Prompt, Resource, ResourceTemplate } from '../../entries/protocol.js'
import type { CallLimits } from './with-client.js'

/** What a server is and offers. What it did not declare is empty. */
export interface Everything {
  readonly server: Client['server']
  readonly revision: Revision
  readonly capabilities: Client['capabilities']
  readonly tools: readonly Tool[]
  readonly resources: readonly Resource[]
  readonly resourceTemplates: readonly ResourceTemplate[]
  readonly prompts: readonly Prompt[]
}

/** Asks a server for every list it declared. Rejects as `client` does. */
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

/** Many a server has resources and no method for templates, though the protocol has only one capability for both. */
async function unlessUnknown<T>(list: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await list
  } catch (reason) {
    if (RpcError.is(reason) && reason.code === -32601) return []
    throw reason
  }
}
