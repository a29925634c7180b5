import { importJWK, importPKCS8, type JWK } from 'jose'
import type { ClientKey } from '../auth-options.js'

/** A private key and its signing algorithm. */
export interface SigningKey {
  readonly key: CryptoKey
  readonly alg: string
  readonly kid: string | undefined
}

/** @throws TypeError if it is not a private key for signing, or not for the given algorithm. */
export async function importClientKey({ key, alg, kid }: ClientKey): Promise<SigningKey> {
  if (typeof key === 'string') return { ...(await importPem(key, alg)), kid }
  if (key instanceof CryptoKey) return { key: assertSigningKey(key), alg: algOfKey(key, alg), kid }
  const jwk = key as JWK // `importJWK` checks all members
  const name = alg ?? jwk.alg ?? algOfJwk(jwk)
  if (name === undefined) throw keyError('is a JWK whose algorithm is not known: set auth.privateKey.alg')
  const imported = await importJWK(jwk, name).catch(() => undefined)
  if (!(imported instanceof CryptoKey)) throw keyError(`is not a key for ${name}`)
  return { key: assertSigningKey(imported), alg: name, kid: kid ?? jwk.kid }
}

async function importPem(pem: string, alg: string | undefined): Promise<Pick<SigningKey, 'key' | 'alg'>> {
  for (const name of alg === undefined ? pemAlgorithms : [alg]) {
    const key = await importPKCS8(pem, name).catch(() => undefined)
    if (key !== undefined) return { key, alg: name }
  }
  throw keyError(`is not a PKCS #8 key${alg === undefined ? '' : ` for ${alg}`}`)
}

/** The algorithms to try for a key in PEM; it fits only one of them. */
const pemAlgorithms = ['ES256', 'RS256', 'EdDSA', 'ES384', 'ES512']

function algOfJwk({ kty, crv }: JWK): string | undefined {
  if (kty === 'RSA') return 'RS256'
  return crv === undefined ? undefined : algOfCurve.get(crv)
}

const algOfCurve = new Map([
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
  ['P-521', 'ES512'],
  ['Ed25519', 'EdDSA'],
])

function assertSigningKey(key: CryptoKey): CryptoKey {
  if (key.type === 'private' && key.usages.includes('sign')) return key
  throw keyError('is not a private key for signing')
}

/** The algorithm of a WebCrypto key, which is fixed. */
function algOfKey({ algorithm }: CryptoKey, alg: string | undefined): string {
  const { name, namedCurve, hash } = algorithm as EcKeyAlgorithm & RsaHashedKeyAlgorithm // their members may be missing
  const bits = hash?.name.replace('SHA-', '')
  const fits = new Map([
    ['ECDSA', algOfCurve.get(namedCurve)],
    ['RSASSA-PKCS1-v1_5', `RS${bits}`],
    ['RSA-PSS', `PS${bits}`],
    ['Ed25519', 'EdDSA'],
  ]).get(name)
  if (fits === undefined) throw keyError(`has an algorithm that is not supported: ${name}`)
  const isEd = fits === 'EdDSA' && alg === 'Ed25519'
  if (alg !== undefined && alg !== fits && !isEd) throw keyError(`is a key for ${fits}, not ${alg}`)
  return alg ?? fits
}

function keyError(reason: string): TypeError {
  return new TypeError(`auth.privateKey ${reason}`)
}
