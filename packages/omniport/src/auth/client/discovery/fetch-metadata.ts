import { chunksOf } from '../../../async/streams/chunks-of.js'
import { readBytes } from '../../../async/streams/read-bytes.js'
import { requestHeaders } from '../../../protocol/headers/request-headers.js'
import { newestRevision } from '../../../protocol/revisions/revision.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import { parseJson } from '../../../values/json/text/parse-json.js'
import { isTransientStatus } from '../../is-transient-status.js'
import type { AuthServices } from '../auth-services.js'
import { discoveryError, formatUrl } from './discovery-error.js'

/** An address has a JSON object, nothing, or something that cannot be used. */
export type MetadataResult =
  | { readonly kind: 'document'; readonly document: Readonly<Record<string, unknown>> }
  | { readonly kind: 'none'; readonly reason: string }
  /** It has a cause if the failure is transient. */
  | { readonly kind: 'broken'; readonly reason: string; readonly cause?: OmniportError | undefined }

/**
 * Fetches a document of at most 256 KiB. A status of 4xx means that it does not exist, unless the status is transient.
 *
 * @throws OmniportError `unreachable` or `timeout` if no answer comes, `unauthorized` if the address is refused or the document
 * too long, or the reason of the signal.
 */
export async function fetchMetadata(
  url: URL,
  services: Pick<AuthServices, 'fetch'>,
  signal: AbortSignal,
): Promise<MetadataResult> {
  try {
    // spec: 2025-03-26 basic/authorization#server-metadata-discovery-headers
    const headers = { accept: 'application/json', [requestHeaders.version]: newestRevision }
    return await read(await services.fetch(url.href, { headers, signal }))
  } catch (reason) {
    signal.throwIfAborted()
    const failure = OmniportError.is(reason)
      ? reason
      : new OmniportError('unreachable', 'it cannot be reached', { cause: reason })
    throw discoveryError(`the metadata at ${formatUrl(url)} could not be fetched: ${failure.message}`, failure)
  }
}

const maxBytes = 262_144
const maxDepth = 16
const bounds = { jsonDepth: maxDepth, jsonNodes: maxBytes }

async function read({ status, body }: Response): Promise<MetadataResult> {
  if (status !== 200) {
    await body?.cancel()
    const reason = `HTTP status ${status}`
    if (isTransientStatus(status)) return { kind: 'broken', reason, cause: new OmniportError('unreachable', reason) }
    return { kind: status >= 400 ? 'none' : 'broken', reason }
  }
  const bytes = await readBytes(chunksOf(body?.getReader()), maxBytes)
  try {
    const document = parseJson(bytes, bounds)
    if (isObject(document)) return { kind: 'document', document }
  } catch (reason) {
    if (reason instanceof RangeError) return { kind: 'broken', reason: `it nests deeper than ${maxDepth}` }
  }
  return { kind: 'broken', reason: 'it is not a JSON object' }
}
