import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, describe, expect, test } from 'vitest'
import { implementations, type Sdk } from './implementations.js'
import { createProvider } from './recording-provider.js'
import { type RecordingServer, startRecordingServer } from './recording-server.js'

const servers: Server[] = []
let upstream: RecordingServer | undefined

afterEach(async () => {
  await upstream?.close()
  upstream = undefined
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

type ServerProvider = Parameters<Sdk['mcpAuthRouter']>[0]['provider']
type FullClient = Awaited<ReturnType<NonNullable<ServerProvider['clientsStore']['registerClient']>>>

/** An authorization server in memory that says what it was asked. */
class MemoryProvider {
  readonly asked: unknown[][] = []
  readonly clients = new Map<string, FullClient>()
  readonly #challenges = new Map<string, string>()
  readonly #sdk: Sdk
  readonly clientsStore = {
    getClient: (id: string) => this.clients.get(id),
    registerClient: (given: object) => {
      const client = given as FullClient
      this.clients.set(client.client_id, client)
      return client
    },
  }

  constructor(sdk: Sdk) {
    this.#sdk = sdk
  }

  authorize: ServerProvider['authorize'] = async (_client, params, res) => {
    const { codeChallenge, redirectUri, state, scopes, resource } = params
    this.asked.push(['authorize', state, scopes, resource?.href])
    if (scopes?.includes('forbidden')) throw new this.#sdk.AccessDeniedError('not you')
    if (scopes?.includes('broken')) throw new Error('secret detail')
    this.#challenges.set('code-1', codeChallenge)
    const url = new URL(redirectUri)
    url.searchParams.set('code', 'code-1')
    if (state) url.searchParams.set('state', state)
    res.redirect(url.href)
  }

  challengeForAuthorizationCode: ServerProvider['challengeForAuthorizationCode'] = async (_client, code) =>
    this.#challenges.get(code) ?? ''

  exchangeAuthorizationCode: ServerProvider['exchangeAuthorizationCode'] = async (client, ...rest) => {
    this.asked.push(['code', client.client_name, ...rest.map(String)])
    return { access_token: 'at', token_type: 'bearer', refresh_token: 'rt' }
  }

  exchangeRefreshToken: ServerProvider['exchangeRefreshToken'] = async (client, ...rest) => {
    this.asked.push(['refresh', client.client_name, ...rest.map(String)])
    return { access_token: 'at2', token_type: 'bearer' }
  }

  revokeToken: NonNullable<ServerProvider['revokeToken']> = async (_client, request) => {
    this.asked.push(['revoke', request])
  }

  verifyAccessToken: ServerProvider['verifyAccessToken'] = async (token) => {
    if (token === 'bad') throw new this.#sdk.InvalidTokenError('"no"\n')
    if (token === 'broken') throw new Error('secret detail')
    const expiresAt = { old: 1, endless: Number.NaN }[token] ?? Date.now() / 1000 + 60
    const resource = token === 'elsewhere' ? { resource: new URL('https://elsewhere.example/') } : {}
    return { token, clientId: 'c', scopes: ['read'], expiresAt, ...resource }
  }
}

async function listen(app: express.Express): Promise<string> {
  const server = await new Promise<Server>((resolve) => {
    const started = app.listen(0, '127.0.0.1', () => resolve(started))
  })
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server of everything: authorization and a resource. */
async function start(sdk: Sdk, options: Partial<Parameters<Sdk['mcpAuthRouter']>[0]> = {}) {
  const provider = new MemoryProvider(sdk)
  const app = express()
  const origin = await listen(app)
  const resourceServerUrl = new URL(`${origin}/mcp`)
  const shared = { provider, resourceServerUrl, scopesSupported: ['read'], resourceName: 'Test' }
  app.use(sdk.mcpAuthRouter({ issuerUrl: new URL(origin), ...shared, ...options }))
  const guard = sdk.requireBearerAuth({
    verifier: provider,
    requiredScopes: ['read'],
    resourceMetadataUrl: sdk.getOAuthProtectedResourceMetadataUrl(resourceServerUrl),
  })
  app.get('/mcp', guard, (req, res) => void res.json(req.auth))
  app.get('/bound', sdk.requireBearerAuth({ verifier: provider, expectedResource: resourceServerUrl }), (_req, res) => {
    res.json('in')
  })
  app.get('/more', sdk.requireBearerAuth({ verifier: provider, requiredScopes: ['read', 'write'] }), (_req, res) => {
    res.json('in')
  })
  return { provider, origin }
}

const form = (params: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(params) })

describe.each(implementations)('the authorization server of %s', (_, sdk) => {
  test.each(implementations)('takes a client of %s through the whole flow', async (_name, clientSdk) => {
    const { provider, origin } = await start(sdk)
    let code = ''
    const client = createProvider({
      state: () => 'st',
      redirectToAuthorization: async (url: URL) => {
        const reply = await fetch(url, { redirect: 'manual' })
        const { searchParams } = new URL(reply.headers.get('location') ?? '')
        expect(searchParams.get('state')).toBe('st')
        code = searchParams.get('code') ?? ''
      },
    })
    const serverUrl = `${origin}/mcp`
    expect(await clientSdk.auth(client, { serverUrl })).toBe('REDIRECT')
    expect(await clientSdk.auth(client, { serverUrl, authorizationCode: code })).toBe('AUTHORIZED')
    expect(await clientSdk.auth(client, { serverUrl })).toBe('AUTHORIZED')
    expect(provider.asked).toEqual([
      ['authorize', 'st', ['read'], serverUrl],
      ['code', 'tester', 'code-1', 'undefined', 'http://localhost:1/callback', serverUrl],
      ['refresh', 'tester', 'rt', 'undefined', serverUrl],
    ])
    expect(client.stored.tokens).toMatchObject({ access_token: 'at2', refresh_token: 'rt', issuer: `${origin}/` })
    const [registered] = provider.clients.values()
    expect(registered).toMatchObject({
      client_name: 'tester',
      client_id: expect.stringMatching(/^[\da-f-]{36}$/),
      client_secret: expect.stringMatching(/^[\da-f]{64}$/),
    })
    expect((registered?.client_secret_expires_at ?? 0) - (registered?.client_id_issued_at ?? 0)).toBe(30 * 24 * 3600)
  })

  test('publishes what clients look for', async () => {
    const { origin } = await start(sdk)
    const prm = await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`)
    expect(await prm.json()).toEqual({
      resource: `${origin}/mcp`,
      authorization_servers: [`${origin}/`],
      scopes_supported: ['read'],
      resource_name: 'Test',
    })
    const metadata = await fetch(`${origin}/.well-known/oauth-authorization-server`)
    expect(metadata.headers.get('access-control-allow-origin')).toBe('*')
    expect(await metadata.json()).toEqual({
      issuer: `${origin}/`,
      authorization_endpoint: `${origin}/authorize`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint: `${origin}/token`,
      token_endpoint_auth_methods_supported: ['client_secret_post', 'none'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      scopes_supported: ['read'],
      revocation_endpoint: `${origin}/revoke`,
      revocation_endpoint_auth_methods_supported: ['client_secret_post'],
      registration_endpoint: `${origin}/register`,
    })
  })

  test('answers pages of other origins', async () => {
    const { origin } = await start(sdk)
    const headers = { 'access-control-request-headers': 'content-type,mcp-protocol-version' }
    const reply = await fetch(`${origin}/token`, { method: 'OPTIONS', headers })
    expect(reply.status).toBe(204)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
      'access-control-allow-headers': 'content-type,mcp-protocol-version',
      vary: 'Access-Control-Request-Headers',
    })
  })

  const registered = { client_id: 'c', client_secret: 's', redirect_uris: ['http://127.0.0.1:5/cb'] }

  test.each<[string, RequestInit, number, object]>([
    ['/token', { method: 'GET' }, 405, { error: 'method_not_allowed' }],
    ['/token', form({}), 400, { error: 'invalid_request' }],
    ['/token', form({ client_id: 'x' }), 400, { error: 'invalid_client', error_description: 'Invalid client_id' }],
    ['/token', form({ client_id: 'c' }), 400, { error_description: 'Client secret is required' }],
    ['/token', form({ client_id: 'c', client_secret: 't' }), 400, { error_description: 'Invalid client_secret' }],
    ['/token', form({ client_id: 'old', client_secret: 's' }), 400, { error_description: 'Client secret has expired' }],
    ['/token', form({ client_id: 'c', client_secret: 's' }), 400, { error: 'invalid_request' }],
    [
      '/token',
      form({ client_id: 'c', client_secret: 's', grant_type: 'client_credentials' }),
      400,
      {
        error: 'unsupported_grant_type',
        error_description: 'The grant type is not supported by this authorization server.',
      },
    ],
    [
      '/token',
      form({ client_id: 'c', client_secret: 's', grant_type: 'authorization_code', code: 'x', code_verifier: 'v' }),
      400,
      { error: 'invalid_grant', error_description: 'code_verifier does not match the challenge' },
    ],
    [
      '/token',
      form({ client_id: 'c', client_secret: 's', grant_type: 'refresh_token', refresh_token: 'r', scope: 'a b' }),
      200,
      { access_token: 'at2' },
    ],
    ['/revoke', form({ client_id: 'c', client_secret: 's', token: 't', token_type_hint: 'h' }), 200, {}],
    ['/revoke', form({ client_id: 'c', client_secret: 's' }), 400, { error: 'invalid_request' }],
    ['/register', { method: 'POST', body: '{}' }, 400, { error: 'invalid_client_metadata' }],
    ['/authorize?client_id=nobody', {}, 400, { error: 'invalid_client' }],
    [
      '/authorize?client_id=c&redirect_uri=http://evil.example/',
      {},
      400,
      { error_description: 'Unregistered redirect_uri' },
    ],
    [
      '/authorize?client_id=two',
      {},
      400,
      { error_description: 'redirect_uri must be specified when client has multiple registered URIs' },
    ],
    ['/authorize', { method: 'PUT' }, 405, { error: 'method_not_allowed' }],
  ])('%s answers %o with %d', async (path, init, status, body) => {
    const { provider, origin } = await start(sdk)
    provider.clients.set('c', registered)
    provider.clients.set('old', { ...registered, client_secret_expires_at: 1 })
    provider.clients.set('two', { ...registered, redirect_uris: ['http://a/', 'http://b/'] })
    const reply = await fetch(`${origin}${path}`, init)
    expect(await reply.json()).toMatchObject(body)
    expect(reply.status).toBe(status)
  })

  test.each([
    ['scope=forbidden', { error: 'access_denied', error_description: 'not you', state: 'st' }],
    ['scope=broken', { error: 'server_error', error_description: 'Internal Server Error', state: 'st' }],
    ['code_challenge_method=plain', { error: 'invalid_request' }],
  ])('an authorization with %s goes back with its error', async (query, error) => {
    const { provider, origin } = await start(sdk)
    provider.clients.set('c', registered)
    const params = 'client_id=c&redirect_uri=http://127.0.0.1:7777/cb&response_type=code&code_challenge=x&state=st'
    const method = query.startsWith('code') ? '' : '&code_challenge_method=S256'
    const reply = await fetch(`${origin}/authorize?${params}${method}&${query}`, { redirect: 'manual' })
    expect(reply.status).toBe(302)
    const url = new URL(reply.headers.get('location') ?? '')
    expect(url.host).toBe('127.0.0.1:7777')
    expect(Object.fromEntries(url.searchParams)).toMatchObject(error)
  })

  test('limits the rate of requests, unless told otherwise', async () => {
    const { origin } = await start(sdk, {
      tokenOptions: { rateLimit: { max: 2 } },
      revocationOptions: { rateLimit: false },
    })
    const statuses = []
    for (let n = 0; n < 3; n += 1) statuses.push((await fetch(`${origin}/token`, form({}))).status)
    expect(statuses).toEqual([400, 400, 429])
    const refused = await fetch(`${origin}/token`, form({}))
    expect(refused.headers.get('ratelimit-limit')).toBe('2')
    expect(await refused.json()).toEqual({
      error: 'too_many_requests',
      error_description: 'You have exceeded the rate limit for token requests',
    })
    expect((await fetch(`${origin}/revoke`, form({}))).headers.has('ratelimit-limit')).toBe(false)
  })

  test.each([
    [undefined, 401, 'Missing Authorization header'],
    ['Basic x', 401, "Invalid Authorization header format, expected 'Bearer TOKEN'"],
    ['Bearer old', 401, 'Token has expired'],
    ['Bearer endless', 401, 'Token has no expiration time'],
  ])('a request with %s is refused with a challenge', async (authorization, status, problem) => {
    const { origin } = await start(sdk)
    const reply = await fetch(`${origin}/mcp`, { headers: authorization === undefined ? {} : { authorization } })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${problem}", scope="read", ` +
        `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    )
    expect(await reply.json()).toEqual({ error: 'invalid_token', error_description: problem })
  })

  test('a request with a token gets in, if the token is good for it', async () => {
    const { origin } = await start(sdk)
    const get = (path: string, token: string) =>
      fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await get('/mcp', 't')).json()).toMatchObject({ token: 't', clientId: 'c', scopes: ['read'] })
    const more = await get('/more', 't')
    expect(more.status).toBe(403)
    expect(more.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", error_description="Insufficient scope", scope="read write"',
    )
    expect((await get('/bound', 't')).status).toBe(401)
    expect((await get('/bound', 'elsewhere')).status).toBe(401)
    const broken = await get('/mcp', 'broken')
    expect(broken.status).toBe(500)
    expect(await broken.json()).toEqual({ error: 'server_error', error_description: 'Internal Server Error' })
  })

  test.each([
    ['http://example.com/', 'Issuer URL must be HTTPS'],
    ['https://example.com/#a', 'Issuer URL must not have a fragment: https://example.com/#a'],
    ['https://example.com/?a', 'Issuer URL must not have a query string: https://example.com/?a'],
  ])('the issuer %s is refused', (issuer, problem) => {
    const provider = new MemoryProvider(sdk)
    expect(() => sdk.mcpAuthRouter({ provider, issuerUrl: new URL(issuer) })).toThrow(problem)
  })

  test.each([
    ['http://localhost:1/a', 'http://localhost:2/a', true],
    ['http://127.0.0.1:1/a?b=1', 'http://127.0.0.1/a?b=1', true],
    ['http://localhost:1/a', 'http://127.0.0.1:1/a', false],
    ['http://localhost:1/a', 'http://localhost:1/b', false],
    ['https://example.com:1/', 'https://example.com:2/', false],
    ['app:/cb', 'app:/cb', true],
    ['no url', 'http://localhost/', false],
  ])('the redirect URI %s matches %s: %s', (requested, known, matches) => {
    expect(sdk.redirectUriMatches(requested, known)).toBe(matches)
  })

  test('a proxy passes everything on', async () => {
    upstream = await startRecordingServer(() => ({
      'POST /token': [{ json: { access_token: 'up', token_type: 'Bearer', issuer: 'no' } }, { status: 500 }],
      'POST /revoke': {},
      'POST /register': { json: { ...registered, client_id: 'new' } },
    }))
    const { origin } = upstream
    const proxy = new sdk.ProxyOAuthServerProvider({
      endpoints: {
        authorizationUrl: `${origin}/authorize`,
        tokenUrl: `${origin}/token`,
        revocationUrl: `${origin}/revoke`,
        registrationUrl: `${origin}/register`,
      },
      verifyAccessToken: async (token) => ({ token, clientId: 'c', scopes: [] }),
      getClient: async (id) => ({ ...registered, client_id: id }),
    })
    const resource = new URL('https://r.example/')
    expect(proxy.skipLocalPkceValidation).toBe(true)
    expect(await proxy.exchangeAuthorizationCode(registered, 'c1', 'v1', 'http://cb/', resource)).toEqual({
      access_token: 'up',
      token_type: 'Bearer',
    })
    await expect(proxy.exchangeRefreshToken(registered, 'r1', ['a', 'b'], resource)).rejects.toThrow(
      'Token refresh failed: 500',
    )
    await proxy.revokeToken?.(registered, { token: 't', token_type_hint: 'h' })
    expect(await proxy.clientsStore.registerClient?.(registered)).toMatchObject({ client_id: 'new' })
    expect(await proxy.clientsStore.getClient('x')).toMatchObject({ client_id: 'x' })
    expect(await proxy.verifyAccessToken('t')).toMatchObject({ token: 't' })
    const sent = upstream.requests.map(
      ({ body }) => body.startsWith('{') || Object.fromEntries(new URLSearchParams(body)),
    )
    const client = { client_id: 'c', client_secret: 's' }
    expect(sent).toEqual([
      {
        ...client,
        grant_type: 'authorization_code',
        code: 'c1',
        code_verifier: 'v1',
        redirect_uri: 'http://cb/',
        resource: resource.href,
      },
      { ...client, grant_type: 'refresh_token', refresh_token: 'r1', scope: 'a b', resource: resource.href },
      { ...client, token: 't', token_type_hint: 'h' },
      true,
    ])
  })
})

describe('what is better than in the official SDK', () => {
  const [, [, replacement]] = implementations as [[string, Sdk], [string, Sdk]]

  test('the state goes back with every error', async () => {
    const { provider, origin } = await start(replacement)
    provider.clients.set('c', { client_id: 'c', redirect_uris: ['http://127.0.0.1/cb'] })
    const reply = await fetch(`${origin}/authorize?client_id=c&state=st`, { redirect: 'manual' })
    const { searchParams } = new URL(reply.headers.get('location') ?? '')
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['invalid_request', 'st'])
  })

  test('the text of an error stays inside its quotes', async () => {
    const { origin } = await start(replacement)
    const reply = await fetch(`${origin}/mcp`, { headers: { authorization: 'Bearer bad' } })
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toContain(`error_description="'no'?"`)
  })
})
