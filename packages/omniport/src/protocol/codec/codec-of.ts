import {
  decodeRequest as decodeLegacyRequest,
  encodeError as encodeLegacyError,
  encodeRequest as encodeLegacyRequest,
  encodeRequester as encodeLegacyRequester,
  encodeResult as encodeLegacyResult,
} from '../legacy/legacy-codec.js'
import { decodeRequest, encodeError, encodeRequest, encodeRequester, encodeResult } from '../modern/modern-codec.js'
import type { Revision } from '../revisions/revision.js'
import { isLegacy } from '../revisions/revision-profile.js'
import type { Codec } from './codec.js'

// Other files reach the folders of the eras through this one, and results of servers through `decode-result.ts`.
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
  encodeRequester: encodeLegacyRequester,
  encodeRequest: encodeLegacyRequest,
  encodeResult: encodeLegacyResult,
  encodeError: encodeLegacyError,
}
const modern: Codec = { decodeRequest, encodeRequester, encodeRequest, encodeResult, encodeError }
