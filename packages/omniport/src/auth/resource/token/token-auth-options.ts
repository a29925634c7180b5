import type { Runtime } from '../../../async/runtime/runtime.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import type { ProtectedResource } from '../../../transport/http/auth/protected-resource.js'
import {
  booleanValue,
  functionValue,
  hierarchy,
  nonEmptyString,
  type OptionCheck,
  objectValue,
  optional,
  stringList,
  wholeNumber,
} from '../check-options.js'
import type { ScopeHierarchy } from './expand-scopes.js'

/** What is the same for every kind of token. */
export interface TokenAuthOptions {
  /**
   * The resource identifier of this server: tokens must be for it, and clients ask for tokens with it. Usually the URL that
   * clients connect to.
   *
   * spec: basic/authorization#canonical-server-uri
   */
  readonly audience: string
  /** The URL to publish where the audience is none. Default: the audience. */
  readonly resource?: string | undefined
  /** What everything here takes: without them a token is refused with 403. Named where a token is missing. Default: none. */
  readonly scopes?: readonly string[] | undefined
  /** Scopes that contain others: who was granted one was granted those too. Default: none. */
  readonly implies?: ScopeHierarchy | undefined
  /**
   * Replaces the principal that was made of a token: `id` is its `sub`, else its `client_id`, else its `azp`, and `claims` all
   * that it says. Undefined: denied. Runs once per token. With several issuers, ids must differ between them.
   */
  readonly principal?: ((principal: Principal) => Principal | undefined | Promise<Principal | undefined>) | undefined
  /** More of what is published, such as `resource_name`. `scopes_supported` is `scopes` unless it stands here. */
  readonly metadata?: Partial<Omit<ProtectedResource, 'resource' | 'authorization_servers'>> | undefined
  /**
   * Tokens that are bound to a key of the client (RFC 9449). `true`: taken with their proof, beside others. `'required'`: no
   * others are. False: refused, for nobody checks the proof. Default: false.
   */
  readonly dpop?: boolean | 'required' | undefined
  /** How far clocks may differ. Default: 5. */
  readonly clockToleranceSeconds?: number | undefined
  /** Tokens kept as verified. Default: 10,000. */
  readonly cacheEntries?: number | undefined
  /** Default: the global one. The addresses are those that the operator gave, and what their documents name. */
  readonly fetch?: typeof fetch | undefined
  /** Default: the real clock. */
  readonly runtime?: Runtime | undefined
}

const dpop: OptionCheck = (path, value) => {
  if (value !== 'required') booleanValue(path, value)
}

/** The checks of these options. */
export const tokenAuthChecks = {
  audience: nonEmptyString,
  resource: optional(nonEmptyString),
  scopes: optional(stringList),
  implies: optional(hierarchy),
  principal: optional(functionValue),
  metadata: optional(objectValue),
  dpop: optional(dpop),
  clockToleranceSeconds: optional(wholeNumber),
  cacheEntries: optional(wholeNumber),
  fetch: optional(functionValue),
  runtime: optional(objectValue),
}
