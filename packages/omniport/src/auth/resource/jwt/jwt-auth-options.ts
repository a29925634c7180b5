import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { mustBe, type OptionCheck, optional, safeUrl, wholeNumber } from '../check-options.js'
import { type TokenAuthOptions, tokenAuthChecks } from '../token/token-auth-options.js'

/** Tokens that say themselves who they are of. */
export interface JwtAuthOptions extends TokenAuthOptions {
  /** Who may issue tokens, exactly as their `iss` says it. */
  readonly issuer: string | readonly string[]
  /**
   * The keys of the issuer: where they are, the keys themselves, or a function that finds one. Only with one issuer.
   * Default: found through the metadata of each issuer, when first needed.
   */
  readonly jwks?: string | JSONWebKeySet | JWTVerifyGetKey | undefined
  /** The algorithms that tokens may be signed with: asymmetric ones. Default: all of RS, PS, ES and EdDSA. */
  readonly algorithms?: readonly string[] | undefined
  /** How long a verified token is taken without looking again, in milliseconds, and never after it expired. Default: ten minutes. */
  readonly cacheMs?: number | undefined
}

/** The algorithms in force where none are given. */
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

/** What is not asymmetric would make a secret of public keys. */
const algorithms: OptionCheck = (path, value) => {
  const all: readonly unknown[] = Array.isArray(value) ? value : []
  if (all.length > 0 && all.every((name) => tokenAlgorithms.includes(String(name)))) return
  throw mustBe(path, `some of ${tokenAlgorithms.join(', ')}`)
}

/** The checks of these options. */
export const jwtAuthChecks = {
  ...tokenAuthChecks,
  issuer: issuers,
  jwks: optional(jwks),
  algorithms: optional(algorithms),
  cacheMs: optional(wholeNumber),
}
