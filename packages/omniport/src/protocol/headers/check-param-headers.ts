import type { Revision } from '../revisions/revision.js'
import { profileOf } from '../revisions/revision-profile.js'
import { headerMismatch } from './header-mismatch.js'
import { decodeHeaderValue } from './header-value.js'
import { type ParamHeader, paramValue } from './param-headers.js'
import { requestHeaders } from './request-headers.js'

/** A call of a tool over HTTP. */
export interface CallWithHeaders {
  readonly headers: Headers
  readonly revision: Revision
  readonly args: unknown
  /** The longest header that is read. */
  readonly maxBytes: number
}

/**
 * Checks that a call repeats in headers the arguments that its tool marks with `x-mcp-header`: intermediaries decide on the
 * headers. A legacy request may lack them.
 *
 * spec: basic/transports/streamable-http#server-behavior-for-custom-headers
 * @throws RpcError -32020, in legacy revisions -32001, naming the header and both values.
 */
export function checkParamHeaders(
  marked: readonly ParamHeader[],
  { headers, revision, args, maxBytes }: CallWithHeaders,
): void {
  const { era } = profileOf(revision)
  for (const header of marked) {
    const sent = headers.get(requestHeaders.param + header.name) ?? undefined
    if (sent === undefined && era === 'legacy') continue
    const isLong = sent !== undefined && sent.length > maxBytes
    if (!isLong && isParamMirrored(header, sent, args)) continue
    const decoded = sent === undefined || isLong ? sent : (decodeHeaderValue(sent) ?? sent)
    throw headerMismatch({ name: `Mcp-Param-${header.name}`, sent: decoded, expected: paramValue(header, args) }, era)
  }
}

/**
 * Tells if a header has the value of its argument.
 *
 * spec: basic/transports/streamable-http#server-behavior-for-custom-headers
 */
export function isParamMirrored(header: ParamHeader, sent: string | undefined, args: unknown): boolean {
  const expected = paramValue(header, args)
  if (sent === undefined || expected === undefined) return sent === expected
  const value = decodeHeaderValue(sent)
  if (value === undefined) return false
  if (header.type === 'integer' && /^-?\d+(?:\.0+)?$/.test(value)) return Number(value) === Number(expected)
  return value === expected
}
