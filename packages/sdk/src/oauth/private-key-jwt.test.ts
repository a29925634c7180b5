import { decodeJwt, decodeProtectedHeader, exportJWK, exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AuthorizationServerMetadata } from '../shared/auth.js'
import { createPrivateKeyJwtAuth, createStaticJwtAuth, type PrivateKeyJwtOptions } from './private-key-jwt.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const url = new URL('https://as.example/token')
const secret = 'a secret of at least thirty-two bytes'

async function sign(options: Partial<PrivateKeyJwtOptions> = {}, metadata?: object) {
  const authenticate = createPrivateKeyJwtAuth({
    ...{ issuer: 'c', subject: 'd', privateKey: secret, alg: 'HS256' },
    ...options,
  })
  const params = new URLSearchParams('a=b')
  await authenticate(new Headers(), params, url, metadata as AuthorizationServerMetadata)
  expect([params.get('a'), params.get('client_assertion_type')]).toEqual([
    'b',
    'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  ])
  return params.get('client_assertion') ?? ''
}

describe('an assertion', () => {
  test('has its claims', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_999)
    const assertion = await sign()
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(decodeJwt(assertion)).toEqual({
      ...{ iss: 'c', sub: 'd', aud: url.href, iat: 1_700_000_000, exp: 1_700_000_300 },
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(decodeJwt(await sign()).jti).not.toBe(decodeJwt(assertion).jti)
  })

  test('has other claims, which are not those of its own', async () => {
    const assertion = decodeJwt(await sign({ claims: { iss: 'x', more: 1 }, lifetimeSeconds: 5 }))
    expect(assertion).toMatchObject({ iss: 'c', more: 1, exp: (assertion.iat ?? 0) + 5 })
  })

  test.each<[string, Partial<PrivateKeyJwtOptions>, object | undefined, string]>([
    ['the endpoint', {}, undefined, 'https://as.example/token'],
    ['the issuer', {}, { issuer: 'https://as.example/' }, 'https://as.example/'],
    ['whom the program says', { audience: new URL('https://x.example/') }, { issuer: 'y' }, 'https://x.example/'],
  ])('is for %s', async (_, options, metadata, audience) => {
    expect(decodeJwt(await sign(options, metadata)).aud).toBe(audience)
  })

  test('is signed with a secret, as text or bytes', async () => {
    const key = new TextEncoder().encode(secret)
    expect((await jwtVerify(await sign(), key)).payload.iss).toBe('c')
    expect((await jwtVerify(await sign({ privateKey: key }), key)).payload.iss).toBe('c')
  })

  test('is signed with a key, as text, bytes or a JWK', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const pem = await exportPKCS8(privateKey)
    for (const key of [pem, new TextEncoder().encode(pem), (await exportJWK(privateKey)) as Record<string, unknown>]) {
      const assertion = await sign({ privateKey: key, alg: 'ES256' })
      expect((await jwtVerify(assertion, publicKey)).payload.iss).toBe('c')
    }
  })

  test.each(['none', 'XS256', 'EdDSA'])('is not signed with %s', async (alg) => {
    await expect(sign({ alg })).rejects.toThrow(new Error(`Unsupported algorithm ${alg}`))
  })

  test.each(['RS256', 'PS256', 'ES256'])('of %s needs a key', async (alg) => {
    await expect(sign({ alg })).rejects.toThrow(/PKCS8|PKCS#8/)
  })
})

test('an assertion of somebody else is sent as it is', async () => {
  const params = new URLSearchParams()
  await createStaticJwtAuth('a.b.c')(new Headers(), params, url)
  expect(Object.fromEntries(params)).toEqual({
    client_assertion: 'a.b.c',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  })
})
