import { parseUrl } from '../../values/text/parse-url.js'
/** Tells if a value is a `file://` URI, the only kind a root may have. spec: client/roots#root */
export function isFileUri(text: unknown): text is string {
  return typeof text === 'string' && /^file:\/\//i.test(text) && parseUrl(text) !== undefined
}
