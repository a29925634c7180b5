/** The path of a request in two parts. */
export interface RoutedPath {
  /** The path that an app has mounted the handler under, without a slash at its end. Empty if there is none. */
  readonly prefix: string
  /** The rest, as the handler knows it. */
  readonly path: string
}

/** The paths that a handler serves. */
export interface HandlerPaths {
  /** All of them, as they are without a prefix. */
  readonly paths: readonly string[]
  /** Those that an app may mount under a prefix. */
  readonly endpoints: ReadonlySet<string>
}

/**
 * Splits the path of a request into the prefix of an app and the path that the handler serves. Express and Connect keep the
 * whole URL as `originalUrl`, and remove the prefix from `url`. A handler that is mounted at its own endpoint gets `/`: then
 * the prefix is what stands before the endpoint. A URL that the app has replaced by another is served as that one.
 */
export function toRoutedPath(url: string, originalUrl: string, { paths, endpoints }: HandlerPaths): RoutedPath {
  const whole = pathOf(originalUrl)
  if (paths.includes(whole)) return { prefix: '', path: whole }
  const path = pathOf(url)
  const prefix = prefixOf(whole, path)
  if (prefix === undefined) return { prefix: '', path }
  if (!isPrefix.test(prefix)) return { prefix: '', path: whole }
  if (path !== '/' || endpoints.has(path) || prefix !== whole) return { prefix, path }
  for (const endpoint of endpoints) {
    if (whole.endsWith(endpoint)) return { prefix: whole.slice(0, -endpoint.length), path: endpoint }
  }
  return { prefix, path }
}

/** Empty segments are refused: `//name` at the start of a path that is sent to the client would name another host. */
const isPrefix = /^(?:\/[\w.~!$&'()*+,;=:@%-]+)*$/

/** Returns undefined if `whole` does not end with `path`. */
function prefixOf(whole: string, path: string): string | undefined {
  if (whole.endsWith(path)) return whole.slice(0, -path.length)
  return path === '/' ? whole : undefined
}

function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}
