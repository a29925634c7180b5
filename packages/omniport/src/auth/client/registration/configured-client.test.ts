import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import type { AuthServices } from '../auth-services.js'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import type { FakeServerOptions } from '../fixtures/fake-options.js'
import { configuredClient } from './configured-client.js'
import type { OAuthClient } from './oauth-client.js'

const document = 'https://app.example/client.json'

/** The client of these options at a server, and what a token request of it has. */
async function configure(options: AuthServices['options'], serverOptions: FakeServerOptions = {}) {
  const server = createFakeAuthorizationServer(serverOptions)
  const services = createFakeAuthServices(server, options)
  const { authorization } = fakeRequest(server)
  const client = await configuredClient(services, authorization)
  const sent = async ({ auth, metadata }: OAuthClient) => {
    const body = new URLSearchParams()
    const headers = new Headers()
    await auth(authorization.server, metadata, body, headers)
    return { ...Object.fromEntries(body), ...Object.fromEntries(headers) }
  }
  return { client, services, request: client === undefined ? undefined : await sent(client) }
}

describe('the client of the options', () => {
  test('with a secret sends it as the server wants it', async () => {
    const { client, request } = await configure({ clientId: 'c', clientSecret: 's', clientMetadataUrl: document })
    expect(client).toMatchObject({ metadata: { client_id: 'c' }, secrets: ['s'], isStored: false })
    expect(request).toEqual({ client_id: 'c', authorization: `Basic ${btoa('c:s')}` })
    const metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
    const posting = await configure({ clientId: 'c', clientSecret: 's' }, { metadata })
    expect(posting.request).toEqual({ client_id: 'c', client_secret: 's' })
  })

  test('without a secret names itself', async () => {
    const { client, request } = await configure({ clientId: 'c' })
    expect([client?.secrets, request]).toEqual([[], { client_id: 'c' }])
  })

  test('is its document, where the server takes such', async () => {
    const { client, request } = await configure({ clientMetadataUrl: document }, { knowsDocuments: true })
    expect(client).toMatchObject({ metadata: { client_id: document }, secrets: [], isStored: false })
    expect(request).toEqual({ client_id: document })
  })

  test.each<[string, AuthServices['options'], FakeServerOptions]>([
    ['the options have none', {}, { knowsDocuments: true }],
    ['the server takes no documents', { clientMetadataUrl: document }, {}],
    [
      'the server does not say so plainly',
      { clientMetadataUrl: document },
      { metadata: { client_id_metadata_document_supported: 'true' } },
    ],
  ])('is none where %s', async (_name, options, server) => {
    expect((await configure(options, server)).client).toBeUndefined()
  })
})

describe('a client with a key', () => {
  const keyOf = async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    return { ...(await exportJWK(privateKey)) } as JsonWebKey
  }

  /** The assertion of a token request. */
  function assertionOf(request: Record<string, string> | undefined) {
    const assertion = request?.['client_assertion'] ?? ''
    return { header: decodeProtectedHeader(assertion), claims: decodeJwt(assertion) }
  }

  test.each<[string, AuthServices['options'], FakeServerOptions]>([
    ['c', { clientId: 'c' }, {}],
    [document, { clientMetadataUrl: document }, { knowsDocuments: true }],
  ])('signs that it is %s, for a minute', async (id, options, server) => {
    const key = await keyOf()
    const { request, services, client } = await configure({ ...options, privateKey: { key, kid: 'k' } }, server)
    const { header, claims } = assertionOf(request)
    const now = Math.floor(services.runtime.now() / 1000)
    expect(request).toMatchObject({
      client_id: id,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
    expect(header).toEqual({ alg: 'ES256', kid: 'k' })
    expect(claims).toEqual({
      ...{ iss: id, sub: id, aud: 'https://as.example', iat: now, nbf: now, exp: now + 60 },
      jti: expect.stringMatching(/^[\w-]{20,}$/),
    })
    expect([client?.authWithoutId, client?.secrets]).toEqual([undefined, []])
  })

  test('names no key where it has no name, and signs each time anew', async () => {
    const key = await keyOf()
    const { client, services } = await configure({ clientId: 'c', privateKey: { key } })
    services.runtime.advance(7_999)
    const ids = new Set<unknown>()
    for (let count = 0; count < 2; count += 1) {
      const body = new URLSearchParams()
      await client?.auth({ issuer: 'https://as.example' }, { client_id: 'c' }, body, new Headers())
      const { header, claims } = assertionOf(Object.fromEntries(body))
      expect([header, claims.iat]).toEqual([{ alg: 'ES256' }, 7])
      ids.add(claims.jti)
    }
    expect(ids.size).toBe(2)
  })

  test('that cannot sign is a mistake of the program', async () => {
    await expect(configure({ clientId: 'c', privateKey: { key: 'pem' } })).rejects.toThrow(
      new TypeError('auth.privateKey is not a PKCS #8 key'),
    )
  })
})
