import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { encodeDefinition } from '../../protocol/content/encode-definition.js'
import type { Resource } from '../../protocol/model/resource.js'
import type { EncodedResult } from '../../protocol/results/encoded-result.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { reportInternal } from '../requests/report-internal.js'
import { RequestScope } from '../requests/request-scope.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { TemplateEntry } from '../resources/resource-entry.js'
import type { ResourceIndex } from '../resources/resource-index.js'
import type { ServerServices } from '../server-services.js'
import { type ListOptions, listDefinitions } from './list-definitions.js'
import { paginate } from './paginate.js'

/**
 * One page of the resources: fixed ones, then what the templates list.
 *
 * spec: server/resources#listing-resources
 *
 * @throws RpcError -32602 for an invalid cursor, what a `list` threw, or -32603 naming only an id.
 */
export async function listResources(
  index: ResourceIndex,
  options: ListOptions & { readonly params: RpcParams; readonly call: HandlerRequest },
): Promise<EncodedResult> {
  const { call, params, encoder, pageSize, hints } = options
  const { revision, principal } = call.exchange
  const listing = index.templates.filter((entry) => entry.definition.list !== undefined && entry.isVisible(principal))
  if (listing.length === 0) return listDefinitions('resources', index.fixed, options)
  const fixed = [...index.fixed].filter((entry) => entry.isVisible(principal)).map(({ listed }) => listed)
  const dynamic = await listTemplates(listing, call)
  const cursor = params['cursor'] as string | undefined // the method's check saw to that
  const page = paginate([...fixed, ...dynamic], ({ uri }) => uri, { cursor, pageSize })
  const profile = profileOf(revision)
  const items = page.items.map((item) => JSON.stringify(encodeDefinition('resources', item, profile)))
  const { nextCursor } = page
  return encoder.encode(revision, { kind: 'resources', items, nextCursor, ttlMs: hints.ttlMs, cacheScope: 'private' })
}

async function listTemplates(entries: readonly TemplateEntry[], call: HandlerRequest): Promise<readonly Resource[]> {
  const apps = new Map<ServerServices, unknown>()
  const found: Resource[] = []
  for (const entry of entries) {
    const { services } = entry
    try {
      if (!apps.has(services)) apps.set(services, await services.context?.(call.exchange))
      for (const item of await listTemplate(entry, call, apps.get(services))) found.push(toResource(item, entry))
    } catch (reason) {
      if (RpcError.is(reason)) throw reason
      throw RpcError.internal(
        reportInternal(services, reason, { what: `list of ${entry.name}`, signal: call.exchange.signal }),
      )
    }
  }
  return found
}

async function listTemplate(entry: TemplateEntry, call: HandlerRequest, app: unknown): Promise<readonly Resource[]> {
  const scope = new RequestScope(entry, call, app)
  try {
    return (await entry.definition.list?.(scope as never)) ?? [] // typed by its own App
  } finally {
    scope.release()
  }
}

function toResource(item: Resource, { definition }: TemplateEntry): Resource {
  const { mimeType } = definition
  return item.mimeType === undefined && mimeType !== undefined ? { ...item, mimeType } : item
}
