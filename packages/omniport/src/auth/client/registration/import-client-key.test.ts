import { exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { importClientKey } from './import-client-key.js'

const algorithms = ['ES256', 'RS256', 'EdDSA', 'ES384', 'ES512'] as const
type Algorithm = (typeof algorithms)[number]

const keys = new Map<string, { readonly key: CryptoKey; readonly publicKey: CryptoKey }>()

beforeAll(async () => {
  for (const alg of algorithms) {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
    keys.set(alg, { key: privateKey, publicKey })
  }
})

function pairOf(alg: Algorithm) {
  const pair = keys.get(alg)
  if (pair === undefined) throw new Error(`no ${alg}`)
  return pair
}

const pemOf = (alg: Algorithm) => exportPKCS8(pairOf(alg).key)
/** Without `alg`. */
const jwkOf = async (alg: Algorithm, more: JWK = {}) =>
  ({ ...(await exportJWK(pairOf(alg).key)), ...more }) as JsonWebKey
const refusal = (reason: string) => new TypeError(`auth.privateKey ${reason}`)

describe('a key', () => {
  test.each(algorithms)('for %s is known in each form by what it is', async (alg) => {
    for (const key of [await pemOf(alg), await jwkOf(alg), pairOf(alg).key]) {
      const imported = await importClientKey({ key, kid: 'k' })
      expect([imported.alg, imported.kid, imported.key.type, imported.key.usages]).toEqual([
        alg,
        'k',
        'private',
        ['sign'],
      ])
    }
  })

  test('may have no id', async () => {
    for (const key of [await pemOf('ES256'), await jwkOf('ES256'), pairOf('ES256').key])
      expect((await importClientKey({ key })).kid).toBeUndefined()
  })

  test('may be for another algorithm than the usual one, where that is said', async () => {
    for (const key of [await pemOf('RS256'), await jwkOf('RS256')]) {
      const { alg, key: imported } = await importClientKey({ key, alg: 'PS384' })
      expect([alg, imported.algorithm]).toMatchObject(['PS384', { name: 'RSA-PSS', hash: { name: 'SHA-384' } }])
    }
  })
})

describe('a JWK', () => {
  test('has its algorithm and id, unless others are given', async () => {
    const key = await jwkOf('RS256', { alg: 'RS512', kid: 'own' })
    expect(await importClientKey({ key })).toMatchObject({ alg: 'RS512', kid: 'own' })
    expect(await importClientKey({ key, alg: 'RS384', kid: 'other' })).toMatchObject({ alg: 'RS384', kid: 'other' })
  })

  test.each<[string, JsonWebKey]>([
    ['of a secret', { kty: 'oct', k: 'AAAA' }],
    ['of an unknown curve', { kty: 'EC', crv: 'secp256k1', x: 'AA', y: 'AA', d: 'AA' }],
    ['of nothing', {}],
  ])('%s has no algorithm that is known', async (_name, key) => {
    await expect(importClientKey({ key })).rejects.toThrow(
      refusal('is a JWK whose algorithm is not known: set auth.privateKey.alg'),
    )
  })

  test.each<[string, JsonWebKey, string]>([
    ['that is broken', { kty: 'EC', crv: 'P-256' }, 'ES256'],
    ['of a secret', { kty: 'oct', k: 'AAAA', alg: 'HS256' }, 'HS256'],
  ])('%s is no key', async (_name, key, alg) => {
    await expect(importClientKey({ key })).rejects.toThrow(refusal(`is not a key for ${alg}`))
  })

  test('without its private part cannot sign', async () => {
    const key = (await exportJWK(pairOf('ES256').publicKey)) as JsonWebKey
    await expect(importClientKey({ key })).rejects.toThrow(refusal('is not a private key for signing'))
  })
})

describe('a text', () => {
  test('that is no PEM is no key', async () => {
    await expect(importClientKey({ key: 'secret' })).rejects.toThrow(refusal('is not a PKCS #8 key'))
  })

  test('of a key for another algorithm is no key for it', async () => {
    await expect(importClientKey({ key: await pemOf('ES256'), alg: 'ES384' })).rejects.toThrow(
      refusal('is not a PKCS #8 key for ES384'),
    )
  })
})

describe('a key of WebCrypto', () => {
  const rsa = (name: string, hash: string, usages: KeyUsage[] = ['sign']) =>
    exportPKCS8(pairOf('RS256').key).then((pem) => {
      const der = Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')
      return crypto.subtle.importKey('pkcs8', der, { name, hash }, false, usages)
    })

  test.each([
    ['RSASSA-PKCS1-v1_5', 'SHA-384', 'RS384'],
    ['RSASSA-PKCS1-v1_5', 'SHA-512', 'RS512'],
    ['RSA-PSS', 'SHA-256', 'PS256'],
    ['RSA-PSS', 'SHA-512', 'PS512'],
  ])('for %s with %s is for %s', async (name, hash, alg) => {
    const key = await rsa(name, hash)
    expect(await importClientKey({ key })).toEqual({ key, alg, kid: undefined })
    expect(await importClientKey({ key, alg })).toEqual({ key, alg, kid: undefined })
  })

  test('for Ed25519 goes by both names', async () => {
    const { key } = pairOf('EdDSA')
    expect((await importClientKey({ key, alg: 'EdDSA' })).alg).toBe('EdDSA')
    expect((await importClientKey({ key, alg: 'Ed25519' })).alg).toBe('Ed25519')
    await expect(importClientKey({ key, alg: 'ES256' })).rejects.toThrow(refusal('is a key for EdDSA, not ES256'))
  })

  test('is for its algorithm alone', async () => {
    const { key } = pairOf('ES256')
    await expect(importClientKey({ key, alg: 'Ed25519' })).rejects.toThrow(refusal('is a key for ES256, not Ed25519'))
  })

  test('that cannot sign is refused', async () => {
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
    const noSigning = refusal('is not a private key for signing')
    await expect(importClientKey({ key: privateKey })).rejects.toThrow(noSigning)
    await expect(importClientKey({ key: pairOf('ES256').publicKey })).rejects.toThrow(noSigning)
    const secret = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    await expect(importClientKey({ key: secret })).rejects.toThrow(noSigning)
  })
})
