import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { ResourceNotFound } from '../../protocol/errors/resource-not-found.js'
import type { UriParams } from '../../protocol/methods/method-params.js'
import type { Binary } from '../../protocol/model/content.js'
import type { ResourceContents } from '../../protocol/model/resource.js'
import type { CacheHints, ReadResourceResult } from '../../protocol/model/results.js'
import type { InputRequired } from '../../protocol/results/input-required.js'
import { isUri } from '../../uri/is-uri.js'
import { isObject } from '../../values/json/is-object.js'
import type { RetryPayload } from '../input/round-trips/retry-payload.js'
import type { Context } from '../requests/context.js'
import { toReportedError } from '../requests/report-internal.js'
import { type HandlerRequest, runHandler } from '../requests/run-handler.js'
import type { ResourceEntry, TemplateEntry } from './resource-entry.js'
import type { ResourceIndex, ResourceMatch } from './resource-index.js'

/**
 * Reads a resource. spec: server/resources#reading-resources
 * @throws RpcError -32602 for a value that is not a URI, `ResourceNotFound`, what the resource threw, or -32603 naming only
 * an id.
 */
export async function readResource(
  index: ResourceIndex,
  call: HandlerRequest<UriParams>,
): Promise<ReadResourceResult<Binary> | InputRequired> {
  const { entry, variables } = findResource(index, call)
  const read = entry.definition.read as (variables: unknown, ctx: Context) => unknown // typed by its own template
  return runHandler<ResourceEntry | TemplateEntry, typeof call, ReadResourceResult<Binary>>(entry, call, {
    run: async (_entry, { params, retry }, scope) => {
      const contents = await read(variables, scope)
      if (contents === undefined || contents === null) throw new ResourceNotFound(params.uri)
      const own = toContents(contents, params.uri, entry.definition.mimeType)
      return { ...hintsOf(entry), ...own, ...privacyOf(entry, retry) }
    },
    fail(reason, { name, services }, { exchange }) {
      throw toReportedError(services, reason, { what: `resource ${name}`, exchange })
    },
  })
}

/** Finds the resource that a request names. @throws RpcError -32602 for a value that is not a URI, `ResourceNotFound` */
export function findResource(
  index: ResourceIndex,
  { params, exchange }: Pick<HandlerRequest<UriParams>, 'params' | 'exchange'>,
): ResourceMatch {
  const { uri } = params
  const match = index.find(uri, exchange.principal)
  if (match !== undefined) return match
  if (!isUri(uri)) throw RpcError.invalidParams('params.uri must be an absolute URI')
  throw new ResourceNotFound(uri)
}

function hintsOf({ definition, services }: ResourceMatch['entry']): CacheHints {
  return {
    ttlMs: definition.ttlMs ?? services.hints.ttlMs,
    cacheScope: definition.cacheScope ?? services.hints.cacheScope,
  }
}

/**
 * Makes a result private that only some callers may see. A result that answers of the client went into must not be stored.
 * spec: server/utilities/caching#cache-key
 */
function privacyOf({ definition }: ResourceMatch['entry'], retry: RetryPayload | undefined): CacheHints {
  if (retry !== undefined) return { ttlMs: 0, cacheScope: 'private' }
  const { visible, scopes = [] } = definition
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
