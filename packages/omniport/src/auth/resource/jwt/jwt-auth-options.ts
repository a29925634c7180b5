import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { mustBe, type OptionCheck, optional, safeUrl, wholeNumber } from '../check-options.js'
import { type TokenAuthOptions, tokenAuthChecks } from '../token/token-auth-options.js'

/** Options of `jwtAuth`, for tokens that are signed JWTs. */
export interface JwtAuthOptions extends TokenAuthOptions {
  /** The accepted issuers, exactly as in `iss`. */
  readonly issuer: string | readonly string[]
  /**
   * The keys of the issuer: their URL, the keys themselves, or a function that finds one. For a single issuer only. Default:
   * found through the metadata of each issuer.
   */
  readonly jwks?: string | JSONWebKeySet | JWTVerifyGetKey | undefined
  /** The accepted signing algorithms, all asymmetric. Default: all of RS, PS, ES and EdDSA. */
  readonly algorithms?: readonly string[] | undefined
  /** Milliseconds that a verified token is cached, at most until it expires. Default: ten minutes. */
  readonly cacheMs?: number | undefined
}

/** The default algorithms. */
export const tokenAlgorithms: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

const issuers: OptionCheck = (path, value) => {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (all.length === 0) throw mustBe(path, 'an issuer, or several')
  for (const issuer of all) safeUrl(path, issuer)
}

const jwks: OptionCheck = (path, value) => {
  if (typeof value === 'function') return
  if (typeof value === 'string') safeUrl(path, value)
  else if (!Array.isArray((value as { readonly keys?: unknown } | null)?.keys)) {
    throw mustBe(path, 'a URL, a JSON Web Key Set, or a function')
  }
}

/** Accepts asymmetric algorithms only: with others, a public key would work as the secret. */
const algorithms: OptionCheck = (path, value) => {
  const all: readonly unknown[] = Array.isArray(value) ? value : []
  if (all.length > 0 && all.every((name) => tokenAlgorithms.includes(String(name)))) return
  throw mustBe(path, `some of ${tokenAlgorithms.join(', ')}`)
}

export const jwtAuthChecks = {
  ...tokenAuthChecks,
  issuer: issuers,
  jwks: optional(jwks),
  algorithms: optional(algorithms),
  cacheMs: optional(wholeNumber),
}
