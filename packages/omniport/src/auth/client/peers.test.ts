import { describe, expect, test } from 'vitest'
import { createFakeAuthServices, fakeRequest } from './fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from './fixtures/fake-authorization-server.js'
import type { FakeServerOptions } from './fixtures/fake-options.js'
import { keycloakServer, pythonSdkServer, strictBasicServer } from './fixtures/peer-servers.js'
import { createTokenSource } from './grants/create-token-source.js'

const scopes = ['read', 'write']

function setUp(server: FakeServerOptions) {
  const fake = createFakeAuthorizationServer(server)
  const services = createFakeAuthServices(fake)
  const source = createTokenSource(services)
  const registrations = () =>
    fake.requestsTo('/register').map(({ body }) => JSON.parse(body) as Readonly<Record<string, unknown>>)
  return { fake, services, source, registrations }
}

describe('a user signs in, and their tokens are refreshed,', () => {
  test.each<readonly [string, FakeServerOptions]>([
    ['the Python SDK', pythonSdkServer()],
    ['the Python SDK 1.x', pythonSdkServer('unauthorized_client')],
    ['workers-oauth-provider', strictBasicServer()],
    ['Okta', strictBasicServer(401)],
    ['the TypeScript SDK', { metadata: { token_endpoint_auth_methods_supported: ['client_secret_post', 'none'] } }],
  ])('at a server like %s', async (_, peer) => {
    const { fake, source } = setUp(peer)
    const request = fakeRequest(fake, { scopes })
    const tokens = await source.obtain(request)
    expect(tokens).toMatchObject({ type: 'bearer', scopes })
    const fresh = await source.refresh(String(tokens.refreshToken), request)
    expect(fake.tokens.has(String(fresh?.accessToken))).toBe(true)
    expect(fresh?.refreshToken).not.toBe(tokens.refreshToken)
  })
})

describe('a server that grants only the scopes a client was registered with', () => {
  test('gets a second registration that names them, which is used from then on', async () => {
    const { fake, source, registrations } = setUp(pythonSdkServer())
    await source.obtain(fakeRequest(fake, { scopes }))
    await source.obtain(fakeRequest(fake, { scopes: ['read'] }))
    expect(registrations().map(({ scope }) => scope)).toEqual([undefined, 'read write'])
    const ids = fake.requestsTo('/authorize').map(({ form }) => form.get('client_id'))
    expect(ids).toEqual(['client-1', 'client-2', 'client-2'])
  })

  test('gets another one for more scopes', async () => {
    const { fake, source, registrations } = setUp(pythonSdkServer())
    await source.obtain(fakeRequest(fake, { scopes: ['read'] }))
    const tokens = await source.obtain(fakeRequest(fake, { scopes }))
    expect(tokens.scopes).toEqual(scopes)
    expect(registrations().map(({ scope }) => scope)).toEqual([undefined, 'read', 'read write'])
  })

  test('gets no third one if it refuses them still', async () => {
    const { fake, services, source, registrations } = setUp({ authorize: () => ({ error: 'invalid_scope' }) })
    const obtaining = source.obtain(fakeRequest(fake, { scopes }))
    await expect(obtaining).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('invalid_scope'),
    })
    await expect(source.obtain(fakeRequest(fake, { scopes }))).rejects.toThrow('invalid_scope')
    expect(registrations().map(({ scope }) => scope)).toEqual([undefined, 'read write'])
    expect(services.browser.listening.size).toBe(0)
  })

  test('gets none for a client of the options, or without scopes', async () => {
    const authorize = () => ({ error: 'invalid_scope' })
    const fake = createFakeAuthorizationServer({ authorize, clients: { mine: {} } })
    const own = createTokenSource(createFakeAuthServices(fake, { clientId: 'mine' }))
    await expect(own.obtain(fakeRequest(fake, { scopes }))).rejects.toThrow('invalid_scope')
    expect(fake.requestsTo('/register')).toEqual([])
    const registered = createTokenSource(createFakeAuthServices(fake))
    await expect(registered.obtain(fakeRequest(fake))).rejects.toThrow('invalid_scope')
    expect(fake.requestsTo('/register').length).toBe(1)
  })
})

describe('an answer to a registration', () => {
  const secret = { client_id: 'given', client_secret: 's' }
  test.each<readonly [string, object, Readonly<Record<string, unknown>>]>([
    ['has status 200', { status: 200, body: { client_id: 'given' } }, { clientId: 'given', method: 'none' }],
    [
      'has nulls',
      { status: 201, body: { client_id: 'given', client_secret: null, error: null, token_endpoint_auth_method: null } },
      { clientId: 'given', method: 'none' },
    ],
    ['has a secret and no method', { status: 201, body: secret }, { clientSecret: 's', method: 'client_secret_basic' }],
    [
      'has a secret and an empty method',
      { status: 201, body: { ...secret, token_endpoint_auth_method: '' } },
      { clientSecret: 's', method: 'client_secret_basic' },
    ],
    [
      'has a secret that is not wanted',
      { status: 201, body: { ...secret, token_endpoint_auth_method: 'none' } },
      { method: 'none' },
    ],
    [
      'says when as text',
      { status: 201, body: { ...secret, client_secret_expires_at: '60' } },
      { secretExpiresAt: 60_000 },
    ],
  ])('%s', async (_, reply, expected) => {
    const { fake, services, source } = setUp({ registers: () => reply as { status: number; body: unknown } })
    expect(await source.obtain(fakeRequest(fake))).toMatchObject({ type: 'bearer' })
    const key = JSON.stringify(['client', 'https://as.example', 'https://mcp.example/mcp', 'loopback'])
    expect(await services.store.get(key)).toMatchObject(expected)
  })

  test.each([0, null, '', 'never', undefined])('says %j, which is no time: the secret does not expire', async (at) => {
    const reply = { status: 201, body: { ...secret, client_secret_expires_at: at } }
    const { fake, services, source, registrations } = setUp({ registers: () => reply })
    await source.obtain(fakeRequest(fake))
    services.runtime.advance(3_155_760_000_000)
    await source.obtain(fakeRequest(fake))
    expect(registrations().length).toBe(1)
  })

  test('has a secret and no method, where secrets are taken in the body only', async () => {
    const metadata = { token_endpoint_auth_methods_supported: ['client_secret_post', 'none'] }
    const { fake, source } = setUp({ metadata, registers: () => ({ status: 201, body: secret }) })
    await source.obtain(fakeRequest(fake))
    expect(fake.requestsTo('/token')[0]?.form.get('client_secret')).toBe('s')
  })
})

describe('a client that the server does not know any more', () => {
  test.each([
    ['the Python SDK 1.x', 401, 'unauthorized_client'],
    ['FastMCP', 401, 'invalid_client'],
    ['metamcp', 400, 'invalid_client'],
  ])('is forgotten, as a server like %s says it', async (_, status, error) => {
    let isForgotten = false
    const refusal = { status, body: { error } }
    const { fake, source, registrations } = setUp({ token: () => (isForgotten ? refusal : undefined) })
    const { refreshToken } = await source.obtain(fakeRequest(fake))
    isForgotten = true
    expect(await source.refresh(String(refreshToken), fakeRequest(fake))).toBeUndefined()
    isForgotten = false
    await source.obtain(fakeRequest(fake))
    expect(registrations().length).toBe(2)
  })

  test('is an error where it is one of the options, and the user is not asked', async () => {
    const fake = createFakeAuthorizationServer(keycloakServer())
    const options = { clientId: 'mine', clientSecret: 'wrong', issuer: 'https://as.example' }
    const refreshing = createTokenSource(createFakeAuthServices(fake, options)).refresh(
      'the refresh token',
      fakeRequest(fake),
    )
    await expect(refreshing).rejects.toThrow('https://as.example refused: unauthorized_client (Invalid client or')
  })

  test('is not meant by a refresh token that is no longer valid, with status 401 as FastMCP has it', async () => {
    let isExpired = false
    const refusal = { status: 401, body: { error: 'invalid_grant' } }
    const { fake, source, registrations } = setUp({ token: () => (isExpired ? refusal : undefined) })
    const { refreshToken } = await source.obtain(fakeRequest(fake))
    isExpired = true
    expect(await source.refresh(String(refreshToken), fakeRequest(fake))).toBeUndefined()
    isExpired = false
    await source.obtain(fakeRequest(fake))
    expect(registrations().length).toBe(1)
  })
})
