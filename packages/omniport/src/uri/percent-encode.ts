/**
 * Percent-encodes text for a URI as UTF-8.
 *
 * `'unreserved'` keeps only letters, digits and `-._~`; `'reserved'` also keeps the reserved characters of RFC 3986
 * and percent escapes that are already there (a `%` that starts none becomes `%25`). RFC 6570 section 3.1.
 *
 * @throws URIError if the text holds half of a surrogate pair.
 */
export function percentEncode(text: string, keep: 'unreserved' | 'reserved'): string {
  return keep === 'reserved' ? encodeReserved(text) : encodeUnreserved(text)
}

function encodeUnreserved(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** `encodeURI` predates RFC 3986: it encodes brackets, and the `%` of escapes that are already there. */
function encodeReserved(text: string): string {
  return encodeURI(text).replace(/%(5B|5D|25[0-9A-Fa-f]{2})/g, (_, code: string) => {
    if (code === '5B') return '['
    if (code === '5D') return ']'
    return `%${code.slice(2)}`
  })
}
