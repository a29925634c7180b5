import { afterEach, describe, expect, test, vi } from 'vitest'
import { implementations } from './implementations.js'
import { createProvider } from './recording-provider.js'
import { type RecordingServer, type Routes, startRecordingServer } from './recording-server.js'

let server: RecordingServer

afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const tokens = { access_token: 'at', token_type: 'Bearer', expires_in: 3600, refresh_token: 'rt' }
const registered = { client_id: 'c1', client_secret: 's1', redirect_uris: ['http://localhost:1/callback'] }

/** An MCP server at `/mcp` whose authorization server is beside it, with everything. */
function everything(origin: string, overrides: Routes = {}): Routes {
  return {
    'GET /.well-known/oauth-protected-resource/mcp': {
      json: { resource: `${origin}/mcp`, authorization_servers: [`${origin}/as`], scopes_supported: ['read', 'write'] },
    },
    'GET /.well-known/oauth-authorization-server/as': { json: metadata(origin) },
    'POST /as/register': { status: 201, json: registered },
    'POST /as/token': { json: tokens },
    ...overrides,
  }
}

function metadata(origin: string, overrides: object = {}): object {
  return {
    issuer: `${origin}/as`,
    authorization_endpoint: `${origin}/as/authorize`,
    token_endpoint: `${origin}/as/token`,
    registration_endpoint: `${origin}/as/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    ...overrides,
  }
}

async function start(overrides: (origin: string) => Routes = () => ({})): Promise<string> {
  server = await startRecordingServer((origin) => everything(origin, overrides(origin)))
  return `${server.origin}/mcp`
}

const discovery = ['GET /.well-known/oauth-protected-resource/mcp', 'GET /.well-known/oauth-authorization-server/as']

describe.each(implementations)('auth of %s', (_, sdk) => {
  test('a client without anything finds the server, registers and is sent there', async () => {
    const serverUrl = await start()
    const redirected: URL[] = []
    const provider = createProvider({
      state: () => 'state-1',
      redirectToAuthorization: (url: URL) => void redirected.push(url),
    })
    expect(await sdk.auth(provider, { serverUrl })).toBe('REDIRECT')
    expect(server.lines()).toEqual([...discovery, 'POST /as/register'])
    expect(server.requests.slice(0, 2).map(({ headers }) => headers['mcp-protocol-version'])).toEqual([
      sdk.LATEST_PROTOCOL_VERSION,
      sdk.LATEST_PROTOCOL_VERSION,
    ])
    expect(JSON.parse(server.requests[2]?.body ?? '')).toEqual({ ...provider.clientMetadata, scope: 'read write' })
    expect(provider.calls).toEqual([
      ['clientInformation'],
      ['saveClientInformation', { ...registered, issuer: `${server.origin}/as` }],
      ['tokens'],
      ['saveCodeVerifier', 'string'],
    ])
    const { searchParams, pathname } = redirected[0] ?? new URL('http://none')
    expect(pathname).toBe('/as/authorize')
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'c1',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:1/callback',
      state: 'state-1',
      scope: 'read write',
      resource: `${server.origin}/mcp`,
    })
  })

  test('a code is exchanged with the stored client and verifier', async () => {
    const serverUrl = await start()
    const provider = createProvider({
      stored: { client: { ...registered, issuer: `${server.origin}/as/` }, verifier: 'v1' },
    })
    expect(await sdk.auth(provider, { serverUrl, authorizationCode: 'code-1' })).toBe('AUTHORIZED')
    expect(server.lines()).toEqual([...discovery, 'POST /as/token'])
    const { body, headers } = server.requests[2] ?? { body: '', headers: {} }
    expect(headers.authorization).toBe(`Basic ${btoa('c1:s1')}`)
    expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      grant_type: 'authorization_code',
      code: 'code-1',
      code_verifier: 'v1',
      redirect_uri: 'http://localhost:1/callback',
      resource: `${server.origin}/mcp`,
    })
    expect(provider.stored.tokens).toEqual({ ...tokens, issuer: `${server.origin}/as` })
    expect(provider.calls.map(([name]) => name)).toEqual([
      ...['clientInformation', 'clientInformation', 'codeVerifier', 'saveTokens'],
    ])
  })

  test('a code without a client is an error', async () => {
    const serverUrl = await start()
    await expect(sdk.auth(createProvider(), { serverUrl, authorizationCode: 'x' })).rejects.toThrow(
      'Existing OAuth client information is required when exchanging an authorization code',
    )
  })

  test('tokens are refreshed; a client and tokens without an issuer are bound to the one that took them', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const serverUrl = await start(() => ({
      'POST /as/token': { json: { access_token: 'new', token_type: 'Bearer' } },
    }))
    const provider = createProvider({ stored: { client: registered, tokens } })
    expect(await sdk.auth(provider, { serverUrl })).toBe('AUTHORIZED')
    const issuer = `${server.origin}/as`
    expect(provider.stored.tokens).toEqual({
      access_token: 'new',
      token_type: 'Bearer',
      refresh_token: 'rt',
      issuer,
    })
    expect(provider.stored.client).toEqual({ ...registered, issuer })
    expect(provider.calls.map(([name]) => name)).toEqual([
      ...['clientInformation', 'tokens', 'saveClientInformation', 'saveTokens'],
    ])
    expect(Object.fromEntries(new URLSearchParams(server.requests[2]?.body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'rt',
      resource: `${server.origin}/mcp`,
    })
    expect(warn.mock.calls).toEqual([[expect.stringContaining("stored OAuth tokens have no 'issuer' property")]])
  })

  test.each([
    ['invalid_grant', 400, 'tokens', ['POST /as/token'], 'REDIRECT'],
    ['invalid_client', 401, 'all', ['POST /as/token', 'POST /as/register'], 'REDIRECT'],
    ['unauthorized_client', 400, 'all', ['POST /as/token', 'POST /as/register'], 'REDIRECT'],
  ])('a refresh refused with %s invalidates and begins anew', async (error, status, scope, extra, result) => {
    const serverUrl = await start(() => ({
      'POST /as/token': { status, json: { error, error_description: 'no' } },
    }))
    const issuer = `${server.origin}/as`
    const provider = createProvider({
      stored: { client: { ...registered, issuer }, tokens: { ...tokens, issuer } },
    })
    expect(await sdk.auth(provider, { serverUrl })).toBe(result)
    expect(server.lines()).toEqual([...discovery, extra[0], ...discovery, ...extra.slice(1)])
    expect(provider.calls.filter(([name]) => name === 'invalidateCredentials')).toEqual([
      ['invalidateCredentials', scope],
    ])
  })

  test.each([
    ['a server error', 500, { error: 'server_error' }, 'REDIRECT'],
    ['what is no error of OAuth', 503, 'down', 'REDIRECT'],
  ])('a refresh that ends in %s sends the person to the server', async (_name, status, json, result) => {
    const serverUrl = await start(() => ({ 'POST /as/token': { status, json } }))
    const issuer = `${server.origin}/as`
    const stored = { client: { ...registered, issuer }, tokens: { ...tokens, issuer } }
    expect(await sdk.auth(createProvider({ stored }), { serverUrl })).toBe(result)
    expect(server.lines()).toEqual([...discovery, 'POST /as/token'])
  })

  test('another refusal of a refresh is thrown', async () => {
    const json = { error: 'invalid_scope', error_description: 'too much', error_uri: 'http://e/1' }
    const serverUrl = await start(() => ({ 'POST /as/token': { status: 400, json } }))
    const issuer = `${server.origin}/as`
    const stored = { client: { ...registered, issuer }, tokens: { ...tokens, issuer } }
    const error = await sdk.auth(createProvider({ stored }), { serverUrl }).catch((reason) => reason)
    expect(error).toBeInstanceOf(sdk.InvalidScopeError)
    expect(error).toMatchObject({ name: 'InvalidScopeError', message: 'too much', errorUri: 'http://e/1' })
  })

  test('credentials of another server are not presented: tokens are left alone, a client registers again', async () => {
    const serverUrl = await start()
    const issuer = 'https://elsewhere.example'
    const stored = { client: { ...registered, issuer }, tokens: { ...tokens, issuer } }
    expect(await sdk.auth(createProvider({ stored }), { serverUrl })).toBe('REDIRECT')
    expect(server.lines()).toEqual([...discovery, 'POST /as/register'])
  })

  test('a client of another server that cannot register again is an error', async () => {
    const serverUrl = await start()
    const provider = createProvider({
      stored: { client: { ...registered, issuer: 'https://elsewhere.example' } },
      saveClientInformation: undefined as never,
    })
    await expect(sdk.auth(provider, { serverUrl })).rejects.toThrow(
      `OAuth client information is bound to authorization server https://elsewhere.example and is not presented to ${server.origin}/as.`,
    )
  })

  test('a server without metadata of its own is its own authorization server, at the old addresses', async () => {
    server = await startRecordingServer(() => ({
      'POST /register': { status: 201, json: registered },
      'POST /token': { json: tokens },
    }))
    const provider = createProvider()
    const serverUrl = `${server.origin}/mcp`
    expect(await sdk.auth(provider, { serverUrl })).toBe('REDIRECT')
    expect(await sdk.auth(provider, { serverUrl, authorizationCode: 'c' })).toBe('AUTHORIZED')
    const tried = [
      'GET /.well-known/oauth-protected-resource/mcp',
      'GET /.well-known/oauth-protected-resource',
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/openid-configuration',
    ]
    expect(server.lines()).toEqual([...tried, 'POST /register', ...tried, 'POST /token'])
  })

  test('metadata of OpenID Connect do as well', async () => {
    const serverUrl = await start((origin) => ({
      'GET /.well-known/oauth-authorization-server/as': { status: 404 },
      'GET /as/.well-known/openid-configuration': {
        json: metadata(origin, {
          jwks_uri: `${origin}/jwks`,
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        }),
      },
    }))
    expect(await sdk.auth(createProvider(), { serverUrl, scope: 'openid offline_access' })).toBe('REDIRECT')
    expect(server.lines()).toEqual([
      ...discovery,
      'GET /.well-known/openid-configuration/as',
      'GET /as/.well-known/openid-configuration',
      'POST /as/register',
    ])
    expect(JSON.parse(server.requests.at(-1)?.body ?? '')).toMatchObject({ scope: 'openid offline_access' })
  })

  test('a failing server of metadata is an error', async () => {
    const serverUrl = await start(() => ({ 'GET /.well-known/oauth-authorization-server/as': { status: 502 } }))
    await expect(sdk.auth(createProvider(), { serverUrl })).rejects.toThrow(
      `HTTP 502 trying to load OAuth metadata from ${server.origin}/.well-known/oauth-authorization-server/as`,
    )
  })

  test('metadata about another resource is an error', async () => {
    const serverUrl = await start((origin) => ({
      'GET /.well-known/oauth-protected-resource/mcp': {
        json: { resource: 'https://other.example/mcp', authorization_servers: [`${origin}/as`] },
      },
    }))
    await expect(sdk.auth(createProvider(), { serverUrl })).rejects.toThrow(
      `Protected resource https://other.example/mcp does not match expected ${serverUrl} (or origin)`,
    )
  })

  test('the id may be the address of a document about the client', async () => {
    const serverUrl = await start((origin) => ({
      'GET /.well-known/oauth-authorization-server/as': {
        json: metadata(origin, { client_id_metadata_document_supported: true }),
      },
    }))
    const provider = createProvider({ clientMetadataUrl: 'https://app.example/client.json' })
    expect(await sdk.auth(provider, { serverUrl })).toBe('REDIRECT')
    expect(server.lines()).toEqual(discovery)
    expect(provider.stored.client).toEqual({
      client_id: 'https://app.example/client.json',
      issuer: `${server.origin}/as`,
    })
    const bad = createProvider({ clientMetadataUrl: 'http://app.example/' })
    await expect(sdk.auth(bad, { serverUrl })).rejects.toThrow(sdk.InvalidClientMetadataError)
  })

  test('what discovery found is stored, and used instead of it', async () => {
    const serverUrl = await start()
    const saved: object[] = []
    const provider = createProvider({
      discoveryState: () => saved[0] as never,
      saveDiscoveryState: (state) => void saved.push(state),
    })
    await sdk.auth(provider, { serverUrl, resourceMetadataUrl: new URL(`${server.origin}${discovery[0]?.slice(4)}`) })
    expect(saved).toEqual([
      {
        authorizationServerUrl: `${server.origin}/as`,
        resourceMetadataUrl: `${server.origin}/.well-known/oauth-protected-resource/mcp`,
        resourceMetadata: expect.objectContaining({ resource: serverUrl }),
        authorizationServerMetadata: expect.objectContaining({ issuer: `${server.origin}/as` }),
      },
    ])
    await sdk.auth(provider, { serverUrl })
    expect(server.lines()).toEqual([...discovery, 'POST /as/register'])
    expect(saved).toHaveLength(1)
    Reflect.deleteProperty(saved[0] ?? {}, 'authorizationServerMetadata')
    await sdk.auth(provider, { serverUrl })
    expect(server.lines().slice(3)).toEqual([discovery[1]])
    expect(saved).toHaveLength(2)
  })

  test('every request goes through the given fetch, and redirects to another origin are not followed', async () => {
    const serverUrl = await start(() => ({
      'POST /as/register': { status: 307, headers: { location: 'http://127.0.0.1:1/steal?code=1' } },
    }))
    const seen: string[] = []
    const fetchFn = (url: string | URL, init?: RequestInit) => {
      seen.push(`${init?.method ?? 'GET'} ${new URL(url).pathname}`)
      return fetch(url, init)
    }
    await expect(sdk.auth(createProvider(), { serverUrl, fetchFn })).rejects.toThrow(
      'HTTP 307: Redirect to http://127.0.0.1:1/steal not followed',
    )
    expect(seen).toEqual(server.lines())
  })

  test('providers may prepare the request, authenticate the client and choose the resource', async () => {
    const serverUrl = await start()
    const provider = createProvider({
      redirectUrl: undefined as never,
      stored: { client: registered },
      prepareTokenRequest: (scope?: string) => new URLSearchParams({ grant_type: 'custom', scope: scope ?? 'none' }),
      addClientAuthentication: (headers: Headers, params: URLSearchParams, url: string | URL) => {
        headers.set('x-own', '1')
        params.set('endpoint', new URL(url).pathname)
      },
      validateResourceURL: async (url: string | URL, resource?: string) =>
        new URL(`${resource}?from=${new URL(url).port}`),
    })
    expect(await sdk.auth(provider, { serverUrl })).toBe('AUTHORIZED')
    const request = server.requests.at(-1)
    expect(request?.headers['x-own']).toBe('1')
    expect(request?.headers.authorization).toBe(undefined)
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'custom',
      scope: 'none',
      endpoint: '/as/token',
      resource: `${serverUrl}?from=${new URL(serverUrl).port}`,
    })
  })

  test('programs without a person use their credentials', async () => {
    const serverUrl = await start()
    const expectedIssuer = `${server.origin}/as`
    const provider = new sdk.ClientCredentialsProvider({
      clientId: 'id',
      clientSecret: 'sec',
      scope: 'a b',
      expectedIssuer,
    })
    expect(await sdk.auth(provider, { serverUrl })).toBe('AUTHORIZED')
    const request = server.requests.at(-1)
    expect(request?.headers.authorization).toBe(`Basic ${btoa('id:sec')}`)
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'a b',
      resource: serverUrl,
    })
    expect(provider.tokens()).toEqual({ ...tokens, issuer: expectedIssuer })
    const elsewhere = new sdk.ClientCredentialsProvider({
      clientId: 'id',
      clientSecret: 'sec',
      expectedIssuer: 'https://elsewhere.example',
    })
    await expect(sdk.auth(elsewhere, { serverUrl })).rejects.toThrow('is not presented to')
  })

  test('programs may sign a JWT', async () => {
    const serverUrl = await start()
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    const provider = new sdk.PrivateKeyJwtProvider({
      clientId: 'id',
      privateKey: (await crypto.subtle.exportKey('jwk', privateKey)) as Record<string, unknown>,
      algorithm: 'ES256',
      expectedIssuer: `${server.origin}/as`,
    })
    expect(await sdk.auth(provider, { serverUrl })).toBe('AUTHORIZED')
    const params = new URLSearchParams(server.requests.at(-1)?.body)
    expect(params.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    const [header, claims] = (params.get('client_assertion') ?? '').split('.').map((part) => {
      return part.length > 0 ? part : '{}'
    })
    expect(JSON.parse(atob(header ?? ''))).toEqual({ alg: 'ES256', typ: 'JWT' })
    expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toEqual({
      iss: 'id',
      sub: 'id',
      aud: `${server.origin}/as`,
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
    })
    const fixed = new sdk.StaticPrivateKeyJwtProvider({
      clientId: 'id',
      jwtBearerAssertion: 'a.b.c',
      expectedIssuer: `${server.origin}/as`,
    })
    await sdk.auth(fixed, { serverUrl })
    expect(new URLSearchParams(server.requests.at(-1)?.body).get('client_assertion')).toBe('a.b.c')
  })
})
