import type { Runtime } from '../../async/runtime/runtime.js'
import type { AuthStore } from '../auth-store.js'
import type { AuthOptions } from './auth-options.js'
import type { BrowserLauncher } from './browser-launcher.js'
import type { DpopProver } from './dpop/dpop-prover.js'

/** The services that the parts of one authorizer share. */
export interface AuthServices {
  readonly options: AuthOptions
  /** The URL of the MCP server, without query and fragment. */
  readonly serverUrl: URL
  /** The guarded fetch for addresses that a peer names. It follows redirects within their origin only. */
  readonly fetch: typeof fetch
  readonly store: AuthStore
  readonly runtime: Runtime
  /** The name of this client that users see. */
  readonly clientName: string
  /** Receives errors that fail no request. Default: ignored. */
  readonly report?: ((reason: unknown) => void) | undefined
  /** Undefined for bearer tokens. */
  readonly prover: DpopProver | undefined
  /** Undefined on platforms without a browser. */
  readonly browser: BrowserLauncher | undefined
}
