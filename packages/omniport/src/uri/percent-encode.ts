/**
 * Percent-encodes text for a URI as UTF-8. Reserved characters of RFC 3986 stay, and so do percent escapes; a `%` that
 * starts none becomes `%25`. RFC 6570 section 3.1.
 *
 * @throws URIError if the text holds half of a surrogate pair.
 */
export function percentEncode(text: string): string {
  // `encodeURI` predates RFC 3986: it encodes brackets, and the `%` of escapes that are already there.
  return encodeURI(text).replace(/%(5B|5D|25[0-9A-Fa-f]{2})/g, (_, code: string) => {
    if (code === '5B') return '['
    if (code === '5D') return ']'
    return `%${code.slice(2)}`
  })
}
