import type { LookupAddress } from 'node:dns'
import type { GuardOptions } from '../../ssrf-guard/guard-options.js'

export interface NodeGuardOptions extends GuardOptions {
  /** Returns all addresses of a name, the best first. Default: the lookup of the system. */
  readonly lookup?: ((hostname: string) => Promise<readonly LookupAddress[]>) | undefined
  /** Certificates to trust, as PEM, instead of those that Node trusts. */
  readonly ca?: string | undefined
}
