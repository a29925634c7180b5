import { checkItems, needStrings } from '../../protocol/content/check-content.js'
import { encodeDefinition } from '../../protocol/content/encode-definition.js'
import type { ListParams } from '../../protocol/methods/method-params.js'
import type { Resource } from '../../protocol/model/resource.js'
import type { EncodedResult } from '../../protocol/results/encoded-result.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { mustBe } from '../../values/options/check-options.js'
import { toReportedError } from '../requests/report-internal.js'
import { RequestScope } from '../requests/request-scope.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { TemplateEntry } from '../resources/resource-entry.js'
import type { ResourceIndex } from '../resources/resource-index.js'
import type { ServerServices } from '../server-services.js'
import { type ListOptions, listDefinitions } from './list-definitions.js'
import { paginate } from './paginate.js'

/**
 * Encodes one page of the resources: the fixed ones, then those that the templates list.
 * spec: server/resources#listing-resources
 * @throws RpcError -32602 for an invalid cursor, what a `list` threw, or -32603 naming only an id.
 */
export async function listResources(
  index: ResourceIndex,
  options: ListOptions & { readonly call: HandlerRequest<ListParams> },
): Promise<EncodedResult> {
  const { call, encoder, pageSize, hints } = options
  const { revision, principal } = call.exchange
  const listing = index.templates.filter((entry) => entry.definition.list !== undefined && entry.isVisible(principal))
  if (listing.length === 0) return listDefinitions('resources', () => index.fixed, options)
  const fixed = [...index.fixed].filter((entry) => entry.isVisible(principal)).map(({ listed }) => listed)
  const dynamic = await listTemplates(listing, call)
  const { cursor } = call.params
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
      const scope = new RequestScope(entry, call, apps.get(services))
      const items = (await scope.use((ctx) => entry.definition.list?.(ctx as never))) ?? [] // typed by its own App
      if (!Array.isArray(items))
        throw mustBe(`resource "${entry.name}": what list returns`, 'an array of resources', items)
      const problem = checkItems(items, 'list()', checkListed)
      if (problem !== undefined) throw new TypeError(`resource "${entry.name}": ${problem}`)
      for (const item of items) found.push(toResource(item, entry))
    } catch (reason) {
      throw toReportedError(services, reason, { what: `list of ${entry.name}`, exchange: call.exchange })
    }
  }
  return found
}

/** Without them some clients refuse the whole list. */
function checkListed(item: Readonly<Record<string, unknown>>): string | undefined {
  return needStrings(item, 'uri', 'name')
}

function toResource(item: Resource, { definition }: TemplateEntry): Resource {
  const { mimeType } = definition
  return item.mimeType === undefined && mimeType !== undefined ? { ...item, mimeType } : item
}
