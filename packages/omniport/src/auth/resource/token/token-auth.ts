import { defaultRuntime } from '../../../async/runtime/runtime.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import type { Authenticate, AuthRequest, AuthScheme, Denied } from '../../../transport/http/auth/authenticate.js'
import type { ProtectedResource } from '../../../transport/http/auth/protected-resource.js'
import { isObject } from '../../../values/json/is-object.js'
import { parseUrl } from '../../../values/text/parse-url.js'
import { mustBe } from '../check-options.js'
import { DpopProofs, dpopAlgorithms } from '../dpop/dpop-proofs.js'
import { type Credentials, readCredentials } from '../read-credentials.js'
import { expandScopes } from './expand-scopes.js'
import type { TokenAuthOptions } from './token-auth-options.js'
import { TokenCache } from './token-cache.js'

/** A token that is valid; its scopes are not checked yet. */
export interface VerifiedToken {
  readonly claims: Readonly<Record<string, unknown>>
  /** The time of expiry in milliseconds since 1970; infinity if the token has none. */
  readonly expiresAt: number
  /** The time until it may be cached, in milliseconds since 1970. */
  readonly until: number
}

/** Verifies one kind of token. */
export interface TokenVerifier {
  /** Rejects if it cannot be verified now; see `Authenticate`. */
  verify(token: string): Promise<VerifiedToken | Denied>
  /** The issuers to publish. */
  readonly issuers: readonly string[]
}

/** The principal of a token, and the key that it is bound to. */
interface TokenIdentity {
  readonly result: Principal | Denied
  readonly boundTo: string | undefined
}

/** Authenticates requests by the token in `Authorization`. A verified token is cached until it expires. */
export function createTokenAuth(verifier: TokenVerifier, options: TokenAuthOptions): Authenticate {
  const tokens = new TokenAuth(verifier, options)
  const { scopes = [], dpop = false } = options
  const schemes: readonly AuthScheme[] = [
    ...(dpop === 'required' ? [] : [{ scheme: 'Bearer' }]),
    ...(dpop === false ? [] : [{ scheme: 'DPoP', params: { algs: dpopAlgorithms.join(' ') } }]),
  ]
  const metadata = createMetadata(verifier.issuers, options)
  return Object.assign((request: AuthRequest) => tokens.authenticate(request), { metadata, scopes, schemes })
}

class TokenAuth {
  readonly #verifier: TokenVerifier
  readonly #options: TokenAuthOptions
  readonly #cache: TokenCache<TokenIdentity>
  readonly #proofs: DpopProofs

  constructor(verifier: TokenVerifier, options: TokenAuthOptions) {
    const { runtime = defaultRuntime, cacheEntries = 10_000, clockToleranceSeconds = 5 } = options
    this.#verifier = verifier
    this.#options = options
    this.#cache = new TokenCache(runtime, cacheEntries)
    this.#proofs = new DpopProofs({
      runtime,
      toleranceSeconds: clockToleranceSeconds,
      resource: options.resource ?? options.audience,
    })
  }

  authenticate(request: AuthRequest): Principal | Denied | Promise<Principal | Denied> {
    const credentials = readCredentials(request)
    if ('denied' in credentials) return credentials
    const identity = this.#cache.get(credentials.token)
    return identity === undefined ? this.#verify(credentials, request) : this.#admit(identity, credentials, request)
  }

  async #verify(credentials: Credentials, request: AuthRequest): Promise<Principal | Denied> {
    const { token } = credentials
    const identity = await this.#cache.once(token, async () => {
      const verified = await this.#verifier.verify(token)
      if ('denied' in verified) return { value: { result: verified, boundTo: undefined }, until: 0 }
      return { value: await this.#identify(verified), until: verified.until }
    })
    return this.#admit(identity, credentials, request)
  }

  /** Decides about one request: for a bound token, by its proof. */
  #admit(
    { result, boundTo }: TokenIdentity,
    credentials: Credentials,
    request: AuthRequest,
  ): Principal | Denied | Promise<Principal | Denied> {
    if (boundTo === undefined) {
      if ('denied' in result) return result
      if (credentials.scheme === 'dpop') return invalid('the token is not bound to a key')
      return this.#options.dpop === 'required' ? invalid('the token must be bound to a key') : result
    }
    if (credentials.scheme === 'bearer') return invalid('the token is bound to a key and needs a proof')
    return this.#proofs.check(request, { token: credentials.token, boundTo }).then((denied) => denied ?? result)
  }

  async #identify({ claims, expiresAt }: VerifiedToken): Promise<TokenIdentity> {
    const { dpop = false, scopes = [], implies, principal: replace } = this.#options
    const boundTo = boundKey(claims)
    if (boundTo !== undefined && (dpop === false || boundTo === 'unknown')) {
      return { result: invalid('the token is bound to a key, but proofs are not checked here'), boundTo: undefined }
    }
    const own = principalOf(freezeJson(claims), this.#verifier.issuers)
    const found = own && replace !== undefined ? await replace(own) : own
    if (found === undefined) return { result: invalid('the token names no known principal'), boundTo }
    const granted = Object.freeze([...expandScopes(found.scopes, implies)])
    const endsAt = Math.min(expiresAt, found.expiresAt ?? expiresAt)
    // Shared by all requests with this token.
    const principal = Object.freeze({
      ...found,
      scopes: granted,
      claims: Object.freeze({ ...found.claims }),
      ...(Number.isFinite(endsAt) && { expiresAt: endsAt }),
    })
    const isEnough = scopes.every((scope) => principal.scopes.includes(scope))
    return { result: isEnough ? principal : { denied: 'scope', scopes }, boundTo }
  }
}

function invalid(description: string): Denied {
  return { denied: 'invalid', description }
}

/**
 * Returns the thumbprint of the key that a token is bound to; undefined for none, `unknown` for another kind of binding, such
 * as a certificate.
 *
 * spec: RFC 7800#section-3.1, RFC 9449#section-6
 */
function boundKey({ cnf }: Readonly<Record<string, unknown>>): string | undefined {
  if (cnf === undefined) return undefined
  if (!isObject(cnf)) return 'unknown'
  const { jkt, ...others } = cnf
  return typeof jkt === 'string' && Object.keys(others).length === 0 ? jkt : 'unknown'
}

/**
 * Creates the metadata to publish.
 *
 * @throws TypeError without a URL to publish.
 */
function createMetadata(
  issuers: readonly string[],
  { audience, resource = audience, scopes = [], dpop = false, metadata }: TokenAuthOptions,
): ProtectedResource | undefined {
  if (!/^https?:\/\/[^/?#\s]+[^#\s]*$/i.test(resource) || parseUrl(resource) === undefined) {
    throw mustBe(
      resource === audience ? 'resource, where the audience is not a URL,' : 'resource',
      'an https or http URL',
    )
  }
  if (issuers.length === 0) return undefined
  return {
    resource,
    authorization_servers: issuers,
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ['header'],
    ...(dpop !== false && { dpop_signing_alg_values_supported: dpopAlgorithms }),
    ...(dpop === 'required' && { dpop_bound_access_tokens_required: true }),
    ...metadata,
  }
}

/** Freezes a JSON value at every depth. */
function freezeJson<T>(value: T): T {
  const left: unknown[] = [value]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (Object.isFrozen(next)) continue // as all are that are no objects
    left.push(...Object.values(Object.freeze(next as object)))
  }
  return value
}

/**
 * Returns the principal of the claims; undefined if they name none. With several issuers its id contains the issuer, since
 * subjects are unique only within one.
 */
function principalOf(claims: Readonly<Record<string, unknown>>, issuers: readonly string[]): Principal | undefined {
  const subject = [claims['sub'], claims['client_id'], claims['azp']].find(isName)
  if (subject === undefined) return undefined
  const id = issuers.length > 1 ? `${String(claims['iss'])} ${subject}` : subject
  return { id, scopes: scopesOf(claims), claims }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** `scope` separated by spaces (RFC 8693), or `scp`, which may be an array. */
function scopesOf({ scope, scp }: Readonly<Record<string, unknown>>): readonly string[] {
  const granted = scope ?? scp
  if (typeof granted === 'string') return granted.split(' ').filter((name) => name !== '')
  return Array.isArray(granted) ? granted.filter(isName) : []
}
