import { decodeResult as decodeLegacyResult } from '../legacy/decode-result.js'
import { decodeResult as decodeModernResult } from '../modern/decode-result.js'
import type { Revision } from '../revisions/revision.js'
import { isLegacy } from '../revisions/revision-profile.js'
import type { DecodeContext } from './codec.js'

/**
 * Checks the members that a result must have, for whoever asked. In the modern era a result of one of `resultTypes` passes
 * unchanged. The page of a list comes without malformed definitions. It is no part of the codec, since a server decodes no result.
 *
 * @throws OmniportError `invalid_result` naming the problem.
 */
export function decodeResult(
  method: string,
  result: unknown,
  { revision, ...context }: DecodeContext & { readonly revision: Revision },
): Readonly<Record<string, unknown>> {
  return (isLegacy(revision) ? decodeLegacyResult : decodeModernResult)(method, result, context)
}
