/**
 * Compares two issuers as strings. One without a path may have a slash at its end or not: both spellings have the same metadata
 * document, and servers often publish both, since parsers of URLs add the slash. Nothing else is normalised.
 *
 * spec: basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery
 */
export function isSameIssuer(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long === `${short}/` && /^https?:\/\/[^/]+$/.test(short)
}
