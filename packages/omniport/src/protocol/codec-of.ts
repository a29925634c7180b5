import type { Codec } from './codec.js'
import * as legacyDecode from './legacy/decode.js'
import * as legacyEncode from './legacy/encode.js'
import * as modernDecode from './modern/decode.js'
import * as modernEncode from './modern/encode.js'
import { isLegacy } from './profile.js'
import type { Revision } from './revision.js'

/** The codec of a revision's era. */
export function codecOf(revision: Revision): Codec {
  return isLegacy(revision) ? legacy : modern
}

const legacy: Codec = { ...legacyDecode, ...legacyEncode }
const modern: Codec = { ...modernDecode, ...modernEncode }
