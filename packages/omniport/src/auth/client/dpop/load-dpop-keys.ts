import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { isObject } from '../../../values/json/is-object.js'
import type { AuthServices } from '../auth-services.js'

/** A key pair of P-256 for proofs. */
export interface DpopKeys {
  readonly pair: CryptoKeyPair
  readonly publicJwk: JWK
}

/** Loads the key pair for one MCP server, or creates and stores it. */
export async function loadDpopKeys({ store, serverUrl }: Pick<AuthServices, 'store' | 'serverUrl'>): Promise<DpopKeys> {
  const key = JSON.stringify(['dpop-key', serverUrl.href])
  const stored = await toKeys(await store.get(key))
  if (stored !== undefined) return stored
  return store.exclusive(key, async () => {
    const other = await toKeys(await store.get(key))
    if (other !== undefined) return other
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(privateKey)
    await store.set(key, jwk)
    const made = await toKeys(jwk)
    if (made === undefined) throw new TypeError('this platform does not give P-256 keys as JWK')
    return made
  })
}

/** Undefined if the stored value is not a P-256 key. */
async function toKeys(value: unknown): Promise<DpopKeys | undefined> {
  if (!isObject(value)) return undefined
  const { kty, crv, x, y, d } = value
  if (kty !== 'EC' || crv !== 'P-256') return undefined
  if (typeof x !== 'string' || typeof y !== 'string' || typeof d !== 'string') return undefined
  const publicJwk = { kty, crv, x, y }
  try {
    const privateKey = await importJWK({ ...publicJwk, d }, 'ES256', { extractable: false })
    const publicKey = await importJWK(publicJwk, 'ES256', { extractable: true })
    if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array) return undefined
    return { pair: { privateKey, publicKey }, publicJwk }
  } catch {
    return undefined
  }
}
