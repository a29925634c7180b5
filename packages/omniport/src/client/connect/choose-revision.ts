import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { isStringArray } from '../../values/json/is-string-array.js'

/**
 * The newest revision of both sides; `clientRevisions` begins with the oldest.
 *
 * spec: basic/versioning#protocol-version-negotiation
 *
 * @throws OmniportError `unsupported` naming both lists.
 */
export function chooseRevision<R extends Revision>(
  clientRevisions: readonly R[],
  serverVersions: readonly string[],
  cause?: unknown,
): R {
  const chosen = clientRevisions.filter((revision) => serverVersions.includes(revision)).at(-1)
  if (chosen !== undefined) return chosen
  const offered = serverVersions.slice(0, 16).join(', ').slice(0, 256)
  const message = `No revision in common: this client speaks ${clientRevisions.join(', ')}, the server ${offered || 'none'}`
  throw new OmniportError('unsupported', message, { cause })
}

/** The versions in a refusal, -32022 or a legacy -32602. spec: basic/versioning#protocol-version-negotiation */
export function supportedIn(reason: unknown): readonly string[] | undefined {
  if (!RpcError.is(reason) || (reason.code !== -32022 && reason.code !== -32602)) return undefined
  const supported = isObject(reason.data) ? reason.data['supported'] : undefined
  return isStringArray(supported) ? supported : undefined
}
