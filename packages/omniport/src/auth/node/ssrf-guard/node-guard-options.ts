import type { LookupAddress } from 'node:dns'
import type { GuardOptions } from '../../ssrf-guard/guard-options.js'

/** What a guarded `fetch` on Node may be given besides. */
export interface NodeGuardOptions extends GuardOptions {
  /** All addresses of a name, the best first. Default: that of the system. */
  readonly lookup?: ((hostname: string) => Promise<readonly LookupAddress[]>) | undefined
  /** Certificates to trust, as PEM, instead of those that Node trusts. */
  readonly ca?: string | undefined
}
