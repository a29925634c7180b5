import type { Runtime } from '../../async/runtime/runtime.js'
import type { AuthStore } from '../auth-store.js'
import type { AuthOptions } from './auth-options.js'
import type { BrowserLauncher } from './browser-launcher.js'
import type { DpopProver } from './dpop/dpop-prover.js'

/** What the parts of one authorizer share. */
export interface AuthServices {
  readonly options: AuthOptions
  /** Of the MCP server, without query and fragment. */
  readonly serverUrl: URL
  /** For every address that a peer names: guarded. Redirects are not followed beyond the origin. */
  readonly fetch: typeof fetch
  readonly store: AuthStore
  readonly runtime: Runtime
  /** What a person is shown as the name of this client. */
  readonly clientName: string
  /** Gets what no request fails with. Default: ignored. */
  readonly report?: ((reason: unknown) => void) | undefined
  /** Undefined: bearer tokens. */
  readonly prover: DpopProver | undefined
  /** The platform's way to a person; undefined where it has none. */
  readonly browser: BrowserLauncher | undefined
}
