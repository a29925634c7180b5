import type { CryptoKey, JWK } from 'jose'
import type { AddClientAuthentication } from './provider.js'

/** Options of `createPrivateKeyJwtAuth`. */
export interface PrivateKeyJwtOptions {
  issuer: string
  subject: string
  /** PKCS #8 in PEM, a JWK, or the secret of an HS algorithm. */
  privateKey: string | Uint8Array | Record<string, unknown>
  alg: string
  /** Default: the issuer of the authorization server, or else its token endpoint. */
  audience?: string | URL | undefined
  /** Default: 300. */
  lifetimeSeconds?: number | undefined
  /** More claims; those of this function win. */
  claims?: Record<string, unknown> | undefined
}

/**
 * Makes a function that authenticates the client with a JWT that it signs anew for each request: `private_key_jwt`. It is the
 * `addClientAuthentication` of a provider. It rejects with an Error for an algorithm or a key that cannot be used.
 *
 * spec: RFC 7523 section 2.2
 */
export function createPrivateKeyJwtAuth(options: PrivateKeyJwtOptions): AddClientAuthentication {
  const { issuer, subject, alg, lifetimeSeconds = 300 } = options
  return async (_headers, params, url, metadata) => {
    if (typeof globalThis.crypto === 'undefined') {
      throw new TypeError('crypto is not available: private_key_jwt needs the Web Crypto API of Node.js 20 or later')
    }
    const { SignJWT } = await import('jose')
    const now = Math.floor(Date.now() / 1000)
    const assertion = await new SignJWT({ ...options.claims })
      .setProtectedHeader({ alg, typ: 'JWT' })
      .setIssuer(issuer)
      .setSubject(subject)
      .setAudience(String(options.audience ?? metadata?.issuer ?? url))
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeSeconds)
      .setJti(crypto.randomUUID())
      .sign(await importKey(options.privateKey, alg))
    setAssertion(params, assertion)
  }
}

/** Makes a function that authenticates the client with a JWT that was signed elsewhere. */
export function createStaticJwtAuth(assertion: string): AddClientAuthentication {
  return async (_headers, params) => setAssertion(params, assertion)
}

function setAssertion(params: URLSearchParams, assertion: string): void {
  params.set('client_assertion', assertion)
  params.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
}

async function importKey(key: PrivateKeyJwtOptions['privateKey'], alg: string): Promise<CryptoKey | Uint8Array> {
  const { importJWK, importPKCS8 } = await import('jose')
  if (typeof key !== 'string' && !(key instanceof Uint8Array)) return importJWK(key as JWK, alg)
  if (alg.startsWith('HS')) return typeof key === 'string' ? new TextEncoder().encode(key) : key
  const isKnown = ['RS', 'ES', 'PS'].some((family) => alg.startsWith(family))
  if (typeof key === 'string' && !isKnown) throw new Error(`Unsupported algorithm ${alg}`)
  return importPKCS8(typeof key === 'string' ? key : new TextDecoder().decode(key), alg)
}
