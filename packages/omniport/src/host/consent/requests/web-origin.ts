/** Returns scheme, host and port of an http: or https: URL; undefined for other texts. */
export function webOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin } = new URL(text)
  // Other schemes have the origin of an embedded URL, or "null".
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined
}
