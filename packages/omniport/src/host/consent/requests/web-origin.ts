/** Scheme, host and port of a page; undefined for what is none. */
export function webOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin } = new URL(text)
  // Others have the origin of something else, or one that they all share.
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined
}
