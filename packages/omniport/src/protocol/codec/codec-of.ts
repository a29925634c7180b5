import {
  decodeRequest as decodeLegacyRequest,
  encodeError as encodeLegacyError,
  encodeResult as encodeLegacyResult,
} from '../legacy/legacy-codec.js'
import { decodeRequest, encodeError, encodeResult } from '../modern/modern-codec.js'
import type { Revision } from '../revisions/revision.js'
import { isLegacy } from '../revisions/revision-profile.js'
import type { Codec } from './codec.js'

// Other files reach the folders of the eras through this one. Those that ask have `encode-request.ts` and `decode-result.ts`.
export { counterOffer, decodeInitialize } from '../legacy/initialize.js'
export { methods as legacyMethods, taskMethods } from '../legacy/methods.js'
export { methods as modernMethods } from '../modern/methods.js'
export { decodeRequestMeta } from '../modern/request-meta.js'

/** The codec of a revision's era. */
export function codecOf(revision: Revision): Codec {
  return isLegacy(revision) ? legacy : modern
}

const legacy: Codec = {
  decodeRequest: decodeLegacyRequest,
  encodeResult: encodeLegacyResult,
  encodeError: encodeLegacyError,
}
const modern: Codec = { decodeRequest, encodeResult, encodeError }
