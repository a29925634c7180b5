import type { Codec } from './codec.js'
import {
  decodeRequest as decodeLegacyRequest,
  decodeResult as decodeLegacyResult,
  encodeError as encodeLegacyError,
  encodeRequest as encodeLegacyRequest,
  encodeRequester as encodeLegacyRequester,
  encodeResult as encodeLegacyResult,
} from './legacy/encode.js'
import {
  decodeRequest,
  decodeResult,
  encodeError,
  encodeRequest,
  encodeRequester,
  encodeResult,
} from './modern/encode.js'
import { isLegacy } from './profile.js'
import type { Revision } from './revision.js'

/** The codec of a revision's era. */
export function codecOf(revision: Revision): Codec {
  return isLegacy(revision) ? legacy : modern
}

const legacy: Codec = {
  decodeRequest: decodeLegacyRequest,
  decodeResult: decodeLegacyResult,
  encodeRequester: encodeLegacyRequester,
  encodeRequest: encodeLegacyRequest,
  encodeResult: encodeLegacyResult,
  encodeError: encodeLegacyError,
}
const modern: Codec = { decodeRequest, decodeResult, encodeRequester, encodeRequest, encodeResult, encodeError }
