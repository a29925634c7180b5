import type { Runtime } from '../../async/runtime/runtime.js'
import type { HttpAuthorizer } from '../../transport/http-authorizer.js'
import { createMemoryAuthStore } from '../memory-auth-store.js'
import type { AuthOptions } from './auth-options.js'
import type { AuthServices } from './auth-services.js'
import type { BrowserLauncher } from './browser-launcher.js'
import { Discovery } from './discovery/discovery.js'
import { createDpopProver } from './dpop/create-dpop-prover.js'
import { createTokenSource } from './grants/create-token-source.js'
import { ApplicationTokenAuthorizer } from './tokens/application-token-authorizer.js'
import { TokenAuthorizer } from './tokens/token-authorizer.js'

export interface AuthorizerOptions {
  readonly options: AuthOptions
  readonly serverUrl: URL
  readonly clientName: string
  readonly runtime: Runtime
  /** The guarded fetch for addresses that a peer names. */
  readonly fetch: typeof fetch
  /** Receives errors that fail no request. Default: ignored. */
  readonly report?: ((reason: unknown) => void) | undefined
  /** Undefined on platforms without a browser. */
  readonly browser?: BrowserLauncher | undefined
  /** Runs work that waits for the user, with timeouts paused. Default: without pausing. */
  readonly withTimeoutsPaused?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined
}

/** Creates the authorizer for one MCP server. There is nothing to close: aborting its calls ends its work. */
export function createAuthorizer(given: AuthorizerOptions): HttpAuthorizer {
  const {
    options,
    serverUrl,
    clientName,
    runtime,
    fetch,
    browser,
    report,
    withTimeoutsPaused = (work) => work(),
  } = given
  const baseUrl = withoutQuery(serverUrl)
  if (options.token !== undefined) {
    return new ApplicationTokenAuthorizer({ given: options.token, serverHref: baseUrl.href, withTimeoutsPaused })
  }
  const { store = createMemoryAuthStore(), dpop = false } = options
  const base = {
    options,
    serverUrl: baseUrl,
    fetch,
    store,
    runtime,
    browser,
    report,
    clientName: options.clientName ?? clientName,
  }
  const services: AuthServices = { ...base, prover: dpop ? createDpopProver(base) : undefined }
  return new TokenAuthorizer({
    services,
    source: createTokenSource(services),
    discovery: new Discovery(services),
    withTimeoutsPaused,
  })
}

function withoutQuery(url: URL): URL {
  const baseUrl = new URL(url)
  baseUrl.search = ''
  baseUrl.hash = ''
  return baseUrl
}
