import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { ResourceNotFound } from '../../protocol/errors/resource-not-found.js'
import type { Binary } from '../../protocol/model/content.js'
import type { ResourceContents } from '../../protocol/model/resource.js'
import type { CacheHints, ReadResourceResult } from '../../protocol/model/results.js'
import { InputRequired } from '../../protocol/results/input-required.js'
import { isUri } from '../../uri/is-uri.js'
import { isObject } from '../../values/json/is-object.js'
import { retryPayloadOf } from '../input/round-trips/retry-payload.js'
import type { Context } from '../requests/context.js'
import { reportInternal } from '../requests/report-internal.js'
import { type HandlerRequest, runHandler } from '../requests/run-handler.js'
import type { ResourceIndex, ResourceMatch } from './resource-index.js'

/**
 * Reads a resource.
 *
 * spec: server/resources#reading-resources
 *
 * @throws RpcError -32602 for what is no URI, `ResourceNotFound`, what the resource threw, or -32603 naming only an id.
 */
export async function readResource(
  index: ResourceIndex,
  uri: string,
  call: HandlerRequest,
): Promise<ReadResourceResult<Binary> | InputRequired> {
  const match = findResource(index, uri, call)
  const { entry, variables } = match
  const read = entry.definition.read as (variables: unknown, ctx: Context) => unknown // typed by its own template
  try {
    const contents = await runHandler(entry, call, (scope) => read(variables, scope))
    if (contents instanceof InputRequired) return contents
    if (contents === undefined || contents === null) throw new ResourceNotFound(uri)
    const own = toContents(contents, uri, entry.definition.mimeType)
    return { ...hintsOf(match), ...own, ...privacyOf(match, call) }
  } catch (reason) {
    if (RpcError.is(reason)) throw reason
    throw RpcError.internal(
      reportInternal(entry.services, reason, { what: `resource ${entry.name}`, signal: call.exchange.signal }),
    )
  }
}

/** What `uri` stands for. @throws RpcError -32602 for what is no URI, `ResourceNotFound` */
export function findResource(index: ResourceIndex, uri: string, { exchange }: HandlerRequest): ResourceMatch {
  const match = index.find(uri, exchange.principal)
  if (match !== undefined) return match
  if (!isUri(uri)) throw RpcError.invalidParams('params.uri must be an absolute URI')
  throw new ResourceNotFound(uri)
}

function hintsOf({ entry }: ResourceMatch): CacheHints {
  const { definition, services } = entry
  return {
    ttlMs: definition.ttlMs ?? services.hints.ttlMs,
    cacheScope: definition.cacheScope ?? services.hints.cacheScope,
  }
}

/**
 * What only some may see is not shared, and what answers went into is not to be kept, whatever its author says.
 *
 * spec: server/utilities/caching#cache-key
 */
function privacyOf({ entry }: ResourceMatch, { exchange }: HandlerRequest): CacheHints {
  if (retryPayloadOf(exchange) !== undefined) return { ttlMs: 0, cacheScope: 'private' }
  const { visible, scopes = [] } = entry.definition
  return visible === undefined && scopes.length === 0 ? {} : { cacheScope: 'private' }
}

function toContents(value: unknown, uri: string, mimeType: string | undefined): ReadResourceResult<Binary> {
  const own = { uri, ...(mimeType !== undefined && { mimeType }) }
  if (typeof value === 'string') return { contents: [{ ...own, text: value }] }
  if (value instanceof Uint8Array) return { contents: [{ ...own, blob: value }] }
  if (isObject(value)) {
    if (Array.isArray(value['contents'])) return value as object as ReadResourceResult<Binary> // as its author says
    if (value['text'] !== undefined || value['blob'] !== undefined) {
      return { contents: [{ ...own, ...(value as object) } as ResourceContents<Binary>] }
    }
  }
  throw new TypeError(`a resource reads as text, bytes or contents, got ${typeof value}`)
}
