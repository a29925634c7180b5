import { attempt } from '../../async/maybe-promise.js'
import { checkContents, checkItems } from '../../protocol/content/check-content.js'
import { ResourceNotFound } from '../../protocol/errors/resource-not-found.js'
import type { UriParams } from '../../protocol/methods/method-params.js'
import type { Binary } from '../../protocol/model/content.js'
import type { CacheHints, ReadResourceResult } from '../../protocol/model/results.js'
import type { InputRequired } from '../../protocol/results/input-required.js'
import { isObject } from '../../values/json/is-object.js'
import type { RetryPayload } from '../input/round-trips/retry-payload.js'
import type { Context } from '../requests/context.js'
import { throwReported } from '../requests/report-internal.js'
import { type HandlerRequest, runHandler } from '../requests/run-handler.js'
import { throwMarked } from '../requests/thrown-by-handler.js'
import { findResource } from './find-resource.js'
import type { ResourceEntry, TemplateEntry } from './resource-entry.js'
import type { ResourceIndex, ResourceMatch } from './resource-index.js'

/**
 * Reads a resource. spec: server/resources#reading-resources
 * @throws RpcError -32602 for a value that is not a URI, `ResourceNotFound`, what the resource threw, or -32603 with its text or
 * an id.
 */
export async function readResource(
  index: ResourceIndex,
  call: HandlerRequest<UriParams>,
): Promise<ReadResourceResult<Binary> | InputRequired> {
  await index.prepare()
  const { entry, variables } = findResource(index, call)
  const read = entry.definition.read as (variables: unknown, ctx: Context) => unknown // typed by its own template
  return runHandler<ResourceEntry | TemplateEntry, typeof call, ReadResourceResult<Binary>>(entry, call, {
    run: async (_entry, { params, retry }, scope) => {
      const contents = await attempt(() => read(variables, scope), throwMarked)
      if (contents === undefined || contents === null) throw new ResourceNotFound(params.uri)
      const own = toContents(contents, params.uri, entry)
      return { ...hintsOf(entry), ...own, ...privacyOf(entry, retry) }
    },
    fail(reason, { name, services }, { exchange }) {
      return throwReported(services, reason, { what: `resource ${name}`, exchange })
    },
  })
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

/** @throws TypeError naming the resource, the contents and their member. */
function toContents(
  value: unknown,
  uri: string,
  { name, definition }: ResourceMatch['entry'],
): ReadResourceResult<Binary> {
  const { mimeType } = definition
  const own = { uri, ...(mimeType !== undefined && { mimeType }) }
  if (typeof value === 'string') return { contents: [{ ...own, text: value }] }
  if (value instanceof Uint8Array) return { contents: [{ ...own, blob: value }] }
  const result = resultOf(value, own)
  if (result === undefined) {
    const advice = isObject(value) ? '; JSON.stringify makes text of an object' : ''
    throw new TypeError(`resource "${name}": read must give text, bytes or contents, got ${typeof value}${advice}`)
  }
  const problem = checkItems(result['contents'], 'contents', checkContents)
  if (problem !== undefined) throw new TypeError(`resource "${name}": ${problem}`)
  return result as object as ReadResourceResult<Binary> // the line above checked it
}

function resultOf(value: unknown, own: object): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(value)) return undefined
  if (value['contents'] !== undefined) return value
  return value['text'] === undefined && value['blob'] === undefined ? undefined : { contents: [{ ...own, ...value }] }
}
