import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { defaultRuntime, type Runtime } from '../../../async/runtime/runtime.js'
import type { Authenticate, Denied } from '../../../transport/http/auth/authenticate.js'
import { checkOptions } from '../check-options.js'
import { createIssuerKeys } from '../issuer/issuer-keys.js'
import { createTokenAuth, type TokenVerifier, type VerifiedToken } from '../token/token-auth.js'
import { type JwtAuthOptions, jwtAuthChecks, tokenAlgorithms } from './jwt-auth-options.js'

/**
 * Authenticates by access tokens that are signed JWTs: of this issuer, for this audience, and valid now. Pass it as `auth`.
 *
 * Rejects while the keys of the issuer cannot be fetched; the request is then answered with 503.
 *
 * spec: basic/authorization#token-handling, RFC 9068#section-4
 *
 * @throws TypeError that names an option which is unknown, missing or invalid.
 */
export function jwtAuth(options: JwtAuthOptions): Authenticate {
  checkOptions('jwtAuth', options, jwtAuthChecks)
  return createTokenAuth(new JwtVerifier(options), options)
}

class JwtVerifier implements TokenVerifier {
  readonly issuers: readonly string[]
  readonly #options: JwtAuthOptions
  readonly #runtime: Runtime
  readonly #algorithms: readonly string[]
  readonly #keys: ReadonlyMap<string, JWTVerifyGetKey>

  constructor(options: JwtAuthOptions) {
    const { issuer, jwks, algorithms = tokenAlgorithms, runtime = defaultRuntime, fetch } = options
    this.issuers = [...new Set(typeof issuer === 'string' ? [issuer] : issuer)]
    if (jwks !== undefined && this.issuers.length > 1) {
      throw new TypeError('jwtAuth: jwks is for one issuer; the keys of several are found through their metadata')
    }
    this.#options = options
    this.#runtime = runtime
    this.#algorithms = algorithms
    const source = { fetch, runtime }
    this.#keys = new Map(this.issuers.map((name) => [name, createIssuerKeys(name, jwks, source)]))
  }

  async verify(token: string): Promise<VerifiedToken | Denied> {
    const issuer = this.#issuerOf(token)
    const keys = issuer === undefined ? undefined : this.#keys.get(issuer)
    if (issuer === undefined || keys === undefined)
      return invalid('the token is from another issuer, or is not a signed JWT')
    try {
      return this.#remember(await this.#check(token, issuer, keys))
    } catch (error) {
      return toDenied(error)
    }
  }

  /** Reads the issuer; undefined for tokens that cannot be valid, so that no keys are fetched for them. */
  #issuerOf(token: string): string | undefined {
    try {
      const { alg, typ } = decodeProtectedHeader(token)
      if (alg === undefined || !this.#algorithms.includes(alg) || !isAccessToken(typ)) return undefined
      return decodeJwt(token).iss
    } catch {
      return undefined
    }
  }

  async #check(token: string, issuer: string, keys: JWTVerifyGetKey): Promise<JWTPayload> {
    const { audience, clockToleranceSeconds = 5 } = this.#options
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: [...this.#algorithms],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(this.#runtime.now()),
      requiredClaims: ['exp', 'aud', 'iss'],
    })
    return payload
  }

  #remember(claims: JWTPayload): VerifiedToken {
    const { clockToleranceSeconds = 5, cacheMs = 600_000 } = this.#options
    const endsAt = ((claims.exp ?? 0) + clockToleranceSeconds) * 1_000
    return { claims, expiresAt: endsAt, until: Math.min(endsAt, this.#runtime.now() + cacheMs) }
  }
}

/** True unless the type of the token says that it is not an access token. spec: RFC 9068#section-4 */
function isAccessToken(typ: string | undefined): boolean {
  return typ === undefined || /^(?:application\/)?(?:at\+)?jwt$/i.test(typ)
}

/** Converts an error of verification. @throws the error, if the keys could not be looked up. */
function toDenied(error: unknown): Denied {
  if (error instanceof errors.JWTExpired) return { denied: 'expired' }
  if (error instanceof errors.JWTClaimValidationFailed) {
    return invalid(error.claim === 'aud' ? 'the token is for another audience' : `the token has a bad ${error.claim}`)
  }
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
    return invalid('the token is signed with an unknown key')
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWTInvalid) {
    return invalid('the token is not valid')
  }
  if (error instanceof errors.JWSInvalid || error instanceof errors.JOSENotSupported)
    return invalid('the token is not valid')
  throw error
}

function invalid(description: string): Denied {
  return { denied: 'invalid', description }
}
