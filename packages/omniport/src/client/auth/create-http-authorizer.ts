import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import type { AuthOptions } from '../../auth/client/auth-options.js'
import type { HttpAuthorizer } from '../../transport/http-authorizer.js'
import { assertKnown } from '../../values/options/check-options.js'
import { parseUrl } from '../../values/text/parse-url.js'
import { authValues } from './auth-values.js'
import { openAuthorizer } from './open-authorizer.js'

/** Options of `createHttpAuthorizer`. */
export interface HttpAuthorizerOptions {
  /** Receives errors that fail no request, such as those of the token store. Default: ignored. */
  readonly onError?: ((reason: unknown) => void) | undefined
  readonly runtime?: Runtime | undefined
}

/**
 * Creates the authorizer of one MCP server, for programs that send their own HTTP requests: proxies and tools that pass
 * messages on. `connect` has one by itself. Add what `headers` gives to each request; where the server refuses one with 401 or
 * 403, call `recover`, and send it again if that resolves with true. There is nothing to close.
 *
 * Rejects with TypeError for a URL that is not `http:` or `https:`, and for options that do not work together.
 * spec: basic/authorization
 */
export async function createHttpAuthorizer(
  url: string | URL,
  auth: AuthOptions,
  options: HttpAuthorizerOptions = {},
): Promise<HttpAuthorizer> {
  assertKnown('createHttpAuthorizer', Object.keys(options), ['onError', 'runtime'])
  authValues('auth', auth)
  const serverUrl = toUrl(url)
  const { runtime = defaultRuntime, onError = () => {} } = options
  const authorization = { options: auth, runtime, withTimeoutsPaused: <T>(work: () => Promise<T>) => work() }
  return openAuthorizer(serverUrl, authorization, { info: { name: 'omniport', version: '' }, report: onError })
}

function toUrl(url: string | URL): URL {
  const parsed = parseUrl(String(url))
  if (parsed !== undefined && /^https?:$/.test(parsed.protocol)) return parsed
  throw new TypeError('url must start with http:// or https://')
}
