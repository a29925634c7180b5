import { parseUrl } from '../../../values/text/parse-url.js'

/** Returns scheme, host and port of an http: or https: URL; undefined for other texts. */
export function webOrigin(text: string): string | undefined {
  const url = parseUrl(text)
  // Other schemes have the origin of an embedded URL, or "null".
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : undefined
}
