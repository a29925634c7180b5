import { decodeJwt, decodeProtectedHeader, exportPKCS8, generateKeyPair } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ClientCredentialsProvider,
  createPrivateKeyJwtAuth,
  PrivateKeyJwtProvider,
  StaticPrivateKeyJwtProvider,
} from './auth-extensions.js'

let warnings: unknown[][]
beforeEach(() => {
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((...given) => void warnings.push(given))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const expectedIssuer = 'https://as.example/'
const fetchedAt = 'https://as.example/token'

async function authenticate(provider: PrivateKeyJwtProvider | StaticPrivateKeyJwtProvider) {
  const params = new URLSearchParams()
  await provider.addClientAuthentication(new Headers(), params, fetchedAt)
  return Object.fromEntries(params)
}

describe('a client with a secret', () => {
  test('has its credentials, and says how it uses them', () => {
    const provider = new ClientCredentialsProvider({ clientId: 'c', clientSecret: 's', expectedIssuer })
    expect(provider.clientInformation()).toEqual({ client_id: 'c', client_secret: 's', issuer: expectedIssuer })
    expect(provider.clientMetadata).toEqual({
      client_name: 'client-credentials-client',
      redirect_uris: [],
      grant_types: ['client_credentials'],
      token_endpoint_auth_method: 'client_secret_basic',
    })
    expect('addClientAuthentication' in provider).toBe(false)
    expect(warnings).toEqual([])
  })

  test('has the name and the scope that are given', () => {
    const options = { clientId: 'c', clientSecret: 's', expectedIssuer, clientName: 'n', scope: 'a b' }
    expect(new ClientCredentialsProvider(options).clientMetadata).toMatchObject({ client_name: 'n', scope: 'a b' })
  })
})

describe('a client with a key', () => {
  test('signs an assertion', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const options = { clientId: 'c', privateKey: await exportPKCS8(privateKey), algorithm: 'ES256', expectedIssuer }
    const provider = new PrivateKeyJwtProvider(options)
    expect(provider.clientInformation()).toEqual({ client_id: 'c', issuer: expectedIssuer })
    expect(provider.clientMetadata).toMatchObject({
      client_name: 'private-key-jwt-client',
      token_endpoint_auth_method: 'private_key_jwt',
    })
    const { client_assertion: assertion = '', client_assertion_type: type } = await authenticate(provider)
    expect(type).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'ES256', typ: 'JWT' })
    const { iat = 0, exp, ...claims } = decodeJwt(assertion)
    expect(claims).toEqual({ iss: 'c', sub: 'c', aud: fetchedAt, jti: expect.any(String) })
    expect(exp).toBe(iat + 300)
  })

  test('signs it for the time that is given', async () => {
    const privateKey = { kty: 'oct', k: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA' }
    const options = { clientId: 'c', privateKey, algorithm: 'HS256', jwtLifetimeSeconds: 60, expectedIssuer }
    const { client_assertion: assertion = '' } = await authenticate(new PrivateKeyJwtProvider(options))
    const { iat = 0, exp } = decodeJwt(assertion)
    expect(exp).toBe(iat + 60)
  })
})

test('a client with an assertion of somebody else sends it as it is', async () => {
  const provider = new StaticPrivateKeyJwtProvider({ clientId: 'c', jwtBearerAssertion: 'a.b.c', expectedIssuer })
  expect(provider.clientInformation()).toEqual({ client_id: 'c', issuer: expectedIssuer })
  expect(provider.clientMetadata).toMatchObject({
    client_name: 'static-private-key-jwt-client',
    token_endpoint_auth_method: 'private_key_jwt',
  })
  expect(await authenticate(provider)).toEqual({
    client_assertion: 'a.b.c',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  })
})

test('the function that signs is exported by itself', () => {
  expect(createPrivateKeyJwtAuth).toBeTypeOf('function')
})
