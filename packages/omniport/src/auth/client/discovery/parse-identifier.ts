import { parseUrl } from '../../../values/text/parse-url.js'
/**
 * Parses the identifier of a resource or an issuer: an absolute URL in visible ASCII of at most 2,048 characters, without
 * credentials, query and fragment, whose path is in normal form. Undefined if it is invalid.
 */
export function parseIdentifier(text: unknown): URL | undefined {
  if (typeof text !== 'string' || text.length > maxLength || !visible.test(text)) return undefined
  const form = pattern.exec(text)
  const url = form === null ? undefined : parseUrl(text)
  return url?.pathname === (form?.[1] ?? '/') ? url : undefined
}

const maxLength = 2_048
const visible = /^[!-~]+$/
const pattern = /^https?:\/\/[^/?#@%\\]+(\/[^?#\\]*)?$/i
