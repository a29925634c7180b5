import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import type { Authenticate, Denied } from '../../transport/http/auth/authenticate.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'
import { basicCredentials } from '../basic-credentials.js'
import {
  booleanValue,
  checkOptions,
  nonEmptyString,
  optional,
  positiveNumber,
  safeUrl,
  wholeNumber,
} from './check-options.js'
import { type DocumentSource, fetchDocument } from './issuer/fetch-document.js'
import { IssuerMetadata } from './issuer/issuer-metadata.js'
import { RefusedTokens } from './refused-tokens.js'
import { createTokenAuth, type TokenVerifier, type VerifiedToken } from './token/token-auth.js'
import { type TokenAuthOptions, tokenAuthChecks } from './token/token-auth-options.js'

/** Options of `introspectionAuth`, for opaque tokens. */
export interface IntrospectionAuthOptions extends TokenAuthOptions {
  /** The issuer of the tokens. It is published, and used to find the endpoint if that is not set. */
  readonly issuer: string
  /** The introspection endpoint. Default: from the metadata of the issuer. */
  readonly endpoint?: string | undefined
  /** The credentials of this server at the authorization server. */
  readonly clientId: string
  readonly clientSecret: string
  /** Milliseconds that a result is cached. The risk: a revoked token is accepted for that long. Default: 10,000. */
  readonly cacheMs?: number | undefined
  /** Milliseconds that a refusal is cached. 0: refusals are not cached. Default: 5,000. */
  readonly refusedMs?: number | undefined
  /**
   * The maximum of introspection requests under way. A quarter of them is for tokens that were valid before, so that callers
   * with made-up tokens do not shut out the others. Requests beyond it are answered with 503 and `Retry-After`. Default: 64.
   */
  readonly maxConcurrentRequests?: number | undefined
  /**
   * Accepts results without an audience, for authorization servers that serve no other MCP server. The risk: tokens for other
   * servers are accepted here too. Default: false.
   */
  readonly allowWithoutAudience?: boolean | undefined
}

/**
 * Authenticates by access tokens that are looked up at the authorization server. Pass it as `auth`.
 *
 * Rejects while the authorization server cannot be reached, or too many requests to it are under way; the request is then
 * answered with 503. What cannot be a token is refused without asking.
 *
 * spec: basic/authorization#token-handling, RFC 7662#section-2
 *
 * @throws TypeError that names an option which is unknown, missing or invalid.
 */
export function introspectionAuth(options: IntrospectionAuthOptions): Authenticate {
  checkOptions('introspectionAuth', options, checks)
  return createTokenAuth(new Introspection(options), options)
}

const checks = {
  ...tokenAuthChecks,
  issuer: safeUrl,
  endpoint: optional(safeUrl),
  clientId: nonEmptyString,
  clientSecret: nonEmptyString,
  cacheMs: optional(wholeNumber),
  refusedMs: optional(wholeNumber),
  maxConcurrentRequests: optional(positiveNumber),
  allowWithoutAudience: optional(booleanValue),
}

class Introspection implements TokenVerifier {
  readonly issuers: readonly string[]
  readonly #options: IntrospectionAuthOptions
  readonly #runtime: Runtime
  readonly #source: DocumentSource
  readonly #metadata: IssuerMetadata
  readonly #refused: RefusedTokens
  /** Tokens that were valid when they were last looked up. */
  readonly #known: BoundedMap<true>
  #requests = 0

  constructor(options: IntrospectionAuthOptions) {
    const { issuer, fetch, runtime = defaultRuntime, refusedMs = 5_000, cacheEntries = 10_000 } = options
    this.issuers = [issuer]
    this.#options = options
    this.#runtime = runtime
    this.#source = { fetch, runtime }
    this.#metadata = new IssuerMetadata(issuer, this.#source)
    this.#refused = new RefusedTokens(runtime, refusedMs)
    this.#known = new BoundedMap({ maxSize: cacheEntries })
  }

  async verify(token: string): Promise<VerifiedToken | Denied> {
    const refused = this.#refused.get(token)
    if (refused !== undefined) return refused
    const result = this.#check(token, await this.#lookUp(token))
    if ('denied' in result) this.#refused.add(token, result)
    else this.#known.set(token, true)
    return result
  }

  #check(token: string, answer: Readonly<Record<string, unknown>>): VerifiedToken | Denied {
    const { issuer, audience, allowWithoutAudience = false, cacheMs = 10_000 } = this.#options
    if (answer['active'] !== true) return { denied: 'invalid', description: 'the token is not active' }
    const { exp, nbf, iss, aud, token_type: type } = answer
    if (type !== undefined && !accessTokens.test(String(type)))
      return { denied: 'invalid', description: 'the token is not an access token' }
    const tolerance = (this.#options.clockToleranceSeconds ?? 5) * 1_000
    const now = this.#runtime.now()
    const endsAt = exp === undefined ? Number.POSITIVE_INFINITY : toMs(exp) + tolerance
    if (!(endsAt > now)) return { denied: 'expired' }
    if (nbf !== undefined && !(toMs(nbf) - tolerance <= now))
      return { denied: 'invalid', description: 'the token is not valid yet' }
    if (iss !== undefined && iss !== issuer)
      return { denied: 'invalid', description: 'the token is from another issuer' }
    const isForThisServer = aud === undefined ? allowWithoutAudience : [aud].flat().includes(audience)
    if (!isForThisServer) return { denied: 'invalid', description: 'the token is for another audience' }
    return { claims: withoutToken(answer, token), expiresAt: endsAt, until: Math.min(endsAt, now + cacheMs) }
  }

  /** Rejects with OmniportError `limit` while too many requests are under way. */
  async #lookUp(token: string): Promise<Readonly<Record<string, unknown>>> {
    const { maxConcurrentRequests = 64 } = this.#options
    const isKnown = this.#known.get(token) === true
    const max = isKnown ? maxConcurrentRequests : Math.ceil(maxConcurrentRequests * shareOfUnknown)
    if (this.#requests >= max) {
      throw new OmniportError('limit', `At most ${max} tokens are looked up at once (maxConcurrentRequests)`)
    }
    this.#requests += 1
    try {
      return await this.#introspect(token)
    } finally {
      this.#requests -= 1
    }
  }

  async #introspect(token: string): Promise<Readonly<Record<string, unknown>>> {
    const { endpoint = await this.#metadata.url('introspection_endpoint'), clientId, clientSecret } = this.#options
    const body = new URLSearchParams({ token, token_type_hint: 'access_token' })
    const headers = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basicCredentials(clientId, clientSecret),
    }
    const answer = await fetchDocument(endpoint, { method: 'POST', headers, body: body.toString() }, this.#source)
    if (isObject(answer)) return answer
    throw new OmniportError('unreachable', `${new URL(endpoint).host} did not answer with an introspection response`)
  }
}

/** The part of the requests that tokens may take which were not valid before. */
const shareOfUnknown = 0.75

function toMs(seconds: unknown): number {
  return typeof seconds === 'number' ? seconds * 1_000 : Number.NaN
}

/** Removes the token, which some servers repeat in the result. */
function withoutToken(answer: Readonly<Record<string, unknown>>, token: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== token))
}

/** The types of RFC 6750 and RFC 9449, and a common deviation. */
const accessTokens = /^(?:bearer|dpop|access_token)$/i
