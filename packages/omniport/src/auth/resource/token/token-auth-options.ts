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

/** Options for every kind of access token. */
export interface TokenAuthOptions {
  /**
   * The resource identifier of this server, usually its URL. Tokens must have it as audience, and clients request tokens for
   * it.
   *
   * spec: basic/authorization#canonical-server-uri
   */
  readonly audience: string
  /** The URL to publish if the audience is not a URL. Default: the audience. */
  readonly resource?: string | undefined
  /**
   * Scopes that every request needs: a token without them is refused with 403. They are named when a token is missing. Default:
   * none.
   */
  readonly scopes?: readonly string[] | undefined
  /** Scopes that contain others: a token with one has the contained ones too. Default: none. */
  readonly implies?: ScopeHierarchy | undefined
  /**
   * Replaces the principal of a token; undefined denies it. The default has as `id` the `sub`, else the `client_id`, else the
   * `azp`, and as `claims` all claims. Runs once per token. With several issuers, ids must differ between them.
   */
  readonly principal?: ((principal: Principal) => Principal | undefined | Promise<Principal | undefined>) | undefined
  /** More members of the metadata, such as `resource_name`. `scopes_supported` defaults to `scopes`. */
  readonly metadata?: Partial<Omit<ProtectedResource, 'resource' | 'authorization_servers'>> | undefined
  /**
   * Tokens that are bound to a key of the client (RFC 9449). `true`: accepted with a proof, besides bearer tokens.
   * `'required'`: only these are accepted. False: refused, since proofs are not checked. Default: false.
   */
  readonly dpop?: boolean | 'required' | undefined
  /** The tolerated difference between clocks. Default: 5. */
  readonly clockToleranceSeconds?: number | undefined
  /** The maximum of cached tokens. Default: 10,000. */
  readonly cacheEntries?: number | undefined
  /** Default: the global `fetch`. It gets URLs of the operator, and those that their documents name. */
  readonly fetch?: typeof fetch | undefined
  /** Default: the real clock. */
  readonly runtime?: Runtime | undefined
}

const dpop: OptionCheck = (path, value) => {
  if (value !== 'required') booleanValue(path, value)
}

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
