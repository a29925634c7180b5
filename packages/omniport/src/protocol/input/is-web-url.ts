/**
 * Whether text is an `http:` or `https:` URL that a person can judge. Spaces, control characters, backslashes and a user
 * before the host would let the page that opens be another than the one that is shown.
 *
 * spec: client/elicitation#safe-url-handling
 */
export function isWebUrl(text: unknown): text is string {
  if (typeof text !== 'string' || !/^https?:\/\//i.test(text)) return false
  if (/[\s\p{C}\\]/u.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
