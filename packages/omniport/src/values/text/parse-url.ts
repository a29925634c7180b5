/**
 * Parses a URL, relative to `base` if there is one; undefined for text that is none. It stands for `URL.parse`, which Node 20
 * does not have, and for `URL.canParse`: that of Node 20 refuses a host with characters of Latin 1, such as ü, as soon as V8
 * has compiled its caller.
 */
export function parseUrl(text: string | URL, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
