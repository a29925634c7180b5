import { parseUrl } from '../../values/text/parse-url.js'
/**
 * Tells if a value is an `http:` or `https:` URL that a person can judge. With spaces, control characters, backslashes or a user
 * before the host, the page that opens could be another than the one shown.
 *
 * spec: client/elicitation#safe-url-handling
 */
export function isWebUrl(text: unknown): text is string {
  if (typeof text !== 'string' || !/^https?:\/\//i.test(text)) return false
  if (/[\s\p{C}\\]/u.test(text)) return false
  const url = parseUrl(text)
  return url?.username === '' && url.password === ''
}
