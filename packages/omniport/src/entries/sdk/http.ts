/** Reading what an HTTP server sends, for the package that takes the place of the official SDK. No entry of the published library. */
export { chunksOf } from '../../async/streams/chunks-of.js'
export { readBytes } from '../../async/streams/read-bytes.js'
export { sha256Base64Url } from '../../auth/sha256-base64url.js'
export { readEvents } from '../../client/http/read-events.js'
export type { JsonBounds } from '../../values/json/text/find-limit-violation.js'
export { parseJson } from '../../values/json/text/parse-json.js'
export { parseUrl } from '../../values/text/parse-url.js'
