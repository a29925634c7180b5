import type { RegisteredResource, RegisteredResourceTemplate, Registry } from '../definitions/registered.js'
import type { RequestHandlerExtra } from '../shared/protocol.js'
import {
  ErrorCode,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  McpError,
  type ReadResourceResult,
  type Resource,
  type ServerNotification,
  type ServerRequest,
} from '../types.js'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

export interface ResourceSources {
  readonly resources: Registry<RegisteredResource>
  readonly templates: Registry<RegisteredResourceTemplate>
}

/** Lists the enabled resources, and those that the templates list. */
export async function listResources(
  { resources, templates }: ResourceSources,
  extra: Extra,
): Promise<ListResourcesResult> {
  const listed: Resource[] = Object.entries(resources)
    .filter(([, { enabled }]) => enabled)
    .map(([uri, { name, metadata }]) => ({ uri, name, ...metadata }))
  for (const { resourceTemplate, metadata } of Object.values(templates)) {
    const result = await resourceTemplate.listCallback?.(extra)
    for (const resource of result?.resources ?? []) listed.push({ ...metadata, ...resource })
  }
  return { resources: listed }
}

export function listResourceTemplates({ templates }: ResourceSources): ListResourceTemplatesResult {
  return {
    resourceTemplates: Object.entries(templates).map(([name, { resourceTemplate, metadata }]) => ({
      name,
      uriTemplate: resourceTemplate.uriTemplate.toString(),
      ...metadata,
    })),
  }
}

/** Reads a resource: the one with this URI, or of the first template that it matches. */
export async function readResource(
  { resources, templates }: ResourceSources,
  address: string,
  extra: Extra,
): Promise<ReadResourceResult> {
  const uri = new URL(address)
  const text = uri.toString()
  const resource = resources[text]
  if (resource) {
    if (!resource.enabled) throw new McpError(ErrorCode.InvalidParams, `Resource ${text} disabled`)
    return resource.readCallback(uri, extra)
  }
  for (const { resourceTemplate, readCallback } of Object.values(templates)) {
    const variables = resourceTemplate.uriTemplate.match(text)
    if (variables) return readCallback(uri, variables, extra)
  }
  throw new McpError(ErrorCode.InvalidParams, `Resource ${text} not found`)
}
