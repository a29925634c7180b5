const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/
const forbidden = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/

/**
 * Tells if text is an absolute URI by RFC 3986: a scheme, `:`, then only URI characters, whole percent escapes and at
 * most one `#`. Spaces, control characters and all characters outside ASCII must be percent-encoded.
 *
 * Any scheme will do (`weather://Oslo/now`, `file:///a%20b`, `urn:x:y`, `data:,hi`). What a scheme demands of its
 * authority, and the place of `[` and `]`, are not checked. Nothing is normalised: resource URIs are compared as
 * strings. Time is linear in the length of the text, which is not limited.
 *
 * spec: server/resources#custom-uri-schemes
 */
export function isUri(text: string): boolean {
  return scheme.test(text) && !forbidden.test(text) && text.indexOf('#') === text.lastIndexOf('#')
}
