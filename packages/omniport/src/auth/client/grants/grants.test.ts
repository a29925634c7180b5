import { decodeJwt, decodeProtectedHeader, exportJWK, exportPKCS8, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { AuthOptions } from '../auth-options.js'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer, fetchOf } from '../fixtures/fake-authorization-server.js'
import type { AssertionRequest } from '../grant-options.js'
import { createTokenSource } from './create-token-source.js'

const resource = 'https://mcp.example/mcp'
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

describe('a client on its own', () => {
  const options: AuthOptions = {
    grant: 'client_credentials',
    clientId: 'test-client_1.a',
    clientSecret: 'p:a ss/wörd%+',
    issuer: 'https://as.example',
  }

  test('proves itself by Basic, form-encoded', async () => {
    verifies('CC-02', 'CC-04')
    const clients = { 'test-client_1.a': { secret: 'p:a ss/wörd%+' } }
    const server = createFakeAuthorizationServer({ clients, registers: false })
    const tokens = await createTokenSource(createFakeAuthServices(server, options)).obtain(
      fakeRequest(server, { scopes: ['a', 'b'] }),
    )
    expect(tokens).toEqual({ accessToken: 'access-2', type: 'bearer', expiresAt: 3_600_000, scopes: ['a', 'b'] })
    const [request] = server.requests
    expect(Object.fromEntries(request?.form ?? [])).toEqual({
      grant_type: 'client_credentials',
      client_id: 'test-client_1.a',
      resource,
      scope: 'a b',
    })
    const basic = atob(request?.headers.get('authorization')?.slice('Basic '.length) ?? '')
    expect(basic).toBe('test-client_1.a:p%3Aa%20ss%2Fw%C3%B6rd%25%2B')
  })

  test.each([
    ['only in the content', ['client_secret_post'], 'p:a ss/wörd%+'],
    ['in neither way it names', ['tls_client_auth'], null],
    ['in a way it does not name', undefined, null],
    ['in both ways', ['client_secret_post', 'client_secret_basic'], null],
  ])('the server takes secrets %s', async (_, methods, inContent) => {
    verifies('CC-02')
    const method = inContent === null ? 'client_secret_basic' : 'client_secret_post'
    const clients = { 'test-client_1.a': { secret: 'p:a ss/wörd%+', method } }
    const metadata = { token_endpoint_auth_methods_supported: methods }
    const server = createFakeAuthorizationServer({ clients, metadata })
    await createTokenSource(createFakeAuthServices(server, options)).obtain(fakeRequest(server))
    expect(server.requests[0]?.form.get('client_secret')).toBe(inContent)
    expect(server.requests[0]?.headers.has('authorization')).toBe(inContent === null)
  })

  test.each([
    ['PEM, P-256', 'ES256', 'pem'],
    ['PEM, RSA', 'RS256', 'pem'],
    ['PEM, Ed25519', 'EdDSA', 'pem'],
    ['a JWK', 'ES384', 'jwk'],
    ['a JWK, RSA', 'PS256', 'jwk'],
    ['a key of WebCrypto', 'ES256', 'key'],
  ])('proves itself by %s', async (_, alg, form) => {
    verifies('CC-02', 'CC-03', 'CC-04')
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
    const jwk = { ...(await exportJWK(privateKey)), kid: 'k1' } as JsonWebKey // as it was exported
    const key = form === 'pem' ? await exportPKCS8(privateKey) : form === 'jwk' ? jwk : privateKey
    const clients = { robot: { method: 'private_key_jwt', publicKey } }
    const server = createFakeAuthorizationServer({ clients })
    const privateKeyOption = alg === 'PS256' ? { key, alg } : { key }
    const services = createFakeAuthServices(server, {
      grant: 'client_credentials',
      clientId: 'robot',
      privateKey: privateKeyOption,
    })
    services.runtime.advance(5_000_000)
    await createTokenSource(services).obtain(fakeRequest(server))
    const request = server.requests[0]
    const assertion = request?.form.get('client_assertion') ?? ''
    expect(decodeProtectedHeader(assertion)).toEqual({ alg, ...(form === 'jwk' ? { kid: 'k1' } : {}) })
    expect(decodeJwt(assertion)).toEqual({
      iss: 'robot',
      sub: 'robot',
      aud: 'https://as.example',
      iat: 5000,
      nbf: 5000,
      exp: 5060,
      jti: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(request?.headers.has('authorization')).toBe(false)
  })

  test.each([
    ['no key', { key: 'secret text' }],
    ['a key for another algorithm', { key: { kty: 'EC' }, alg: 'RS256' }],
    ['a key of no known algorithm', { key: { kty: 'oct', k: 'AAAA' } }],
  ])('%s: a mistake of the program', async (_, privateKey) => {
    const server = createFakeAuthorizationServer()
    const source = createTokenSource(
      createFakeAuthServices(server, { grant: 'client_credentials', clientId: 'c', privateKey }),
    )
    const reason = await source.obtain(fakeRequest(server)).catch((error: unknown) => error)
    expect(reason).toBeInstanceOf(TypeError)
    expect(String(reason)).toMatch(/^TypeError: auth.privateKey /)
    expect(String(reason)).not.toContain('secret text')
  })

  test('a key of WebCrypto has one algorithm, and signs', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const server = createFakeAuthorizationServer()
    const obtain = (key: CryptoKey, alg?: string) => {
      const options: AuthOptions = { grant: 'client_credentials', clientId: 'c', privateKey: { key, alg } }
      return createTokenSource(createFakeAuthServices(server, options)).obtain(fakeRequest(server))
    }
    await expect(obtain(privateKey, 'RS256')).rejects.toThrow('auth.privateKey is a key for ES256, not RS256')
    await expect(obtain(publicKey)).rejects.toThrow('auth.privateKey is not a private key for signing')
  })
})

describe('an employee', () => {
  const grant = { type: 'enterprise', tokenEndpoint: 'https://idp.example/token', clientId: 'at-idp' } as const
  const options: AuthOptions = {
    clientId: 'at-as',
    clientSecret: 'as-secret',
    issuer: 'https://as.example',
    grant: { ...grant, subjectToken: async () => 'the-id-token' },
  }
  const clients = { 'at-as': { secret: 'as-secret' } }

  test('the identity provider vouches for them at the authorization server', async () => {
    verifies('EMA-01', 'EMA-02', 'EMA-06')
    const idp = createFakeAuthorizationServer({ issuer: 'https://idp.example', clients: { 'at-idp': {} } })
    const isAssertionGood = (text: string) => idp.tokens.has(text)
    const server = createFakeAuthorizationServer({ clients, isAssertionGood, registers: false })
    const services = createFakeAuthServices(server, options, { fetch: fetchOf(idp, server) })
    const tokens = await createTokenSource(services).obtain(fakeRequest(server, { scopes: ['mail'] }))
    expect(tokens).toMatchObject({ type: 'bearer', scopes: ['mail'] })
    expect(idp.requests.map(({ url, form }) => [url, Object.fromEntries(form)])).toEqual([
      [
        'https://idp.example/token',
        {
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
          audience: 'https://as.example',
          resource,
          scope: 'mail',
          subject_token: 'the-id-token',
          subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
          client_id: 'at-idp',
        },
      ],
    ])
    const [request] = server.requests
    expect(Object.fromEntries(request?.form ?? [])).toEqual({
      grant_type: jwtBearer,
      client_id: 'at-as',
      assertion: expect.stringMatching(/^access-/),
      resource,
      scope: 'mail',
    })
    expect(request?.headers.get('authorization')).toBe(`Basic ${btoa('at-as:as-secret')}`)
  })

  test.each([
    ['refuses', { status: 400, body: { error: 'invalid_grant' } }, 'https://idp.example refused: invalid_grant'],
    [
      'gives something else',
      { status: 200, body: { access_token: 'x', issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' } },
      'the identity provider https://idp.example did not return an ID-JAG',
    ],
  ])('where it %s, the authorization server is not asked', async (_, reply, message) => {
    const idp = createFakeAuthorizationServer({ issuer: 'https://idp.example', token: () => reply })
    const server = createFakeAuthorizationServer({ clients })
    const services = createFakeAuthServices(server, options, { fetch: fetchOf(idp, server) })
    const obtaining = createTokenSource(services).obtain(fakeRequest(server))
    await expect(obtaining).rejects.toMatchObject({ code: 'unauthorized', message })
    expect(server.requests).toEqual([])
  })
})

describe('the caller of a gateway', () => {
  const options: AuthOptions = {
    clientId: 'gateway',
    clientSecret: 'as-secret',
    issuer: 'https://as.example',
    grant: { type: 'token-exchange', subjectToken: () => 'caller-token', audience: 'notes' },
  }
  const clients = { gateway: { secret: 'as-secret' } }

  test('their token is exchanged for one for the MCP server', async () => {
    verifies('SEC-05')
    const server = createFakeAuthorizationServer({ clients, registers: false })
    const services = createFakeAuthServices(server, options)
    const tokens = await createTokenSource(services).obtain(fakeRequest(server, { scopes: ['mail'] }))
    expect(tokens).toMatchObject({ accessToken: 'access-2', type: 'bearer', scopes: ['mail'] })
    expect(server.requests.map(({ form }) => Object.fromEntries(form))).toEqual([
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        client_id: 'gateway',
        subject_token: 'caller-token',
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        audience: 'notes',
        resource,
        scope: 'mail',
      },
    ])
    expect(server.requests[0]?.headers.get('authorization')).toBe(`Basic ${btoa('gateway:as-secret')}`)
  })

  test('a server that gives the same token back is not believed', async () => {
    verifies('SEC-05')
    const body = { access_token: 'caller-token', token_type: 'Bearer' }
    const server = createFakeAuthorizationServer({ clients, token: () => ({ status: 200, body }) })
    const obtaining = createTokenSource(createFakeAuthServices(server, options)).obtain(fakeRequest(server))
    await expect(obtaining).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'https://as.example returned the token of the caller, which is not for the MCP server',
    })
  })

  test('their token goes to no other authorization server than the one that is named', async () => {
    const server = createFakeAuthorizationServer({ issuer: 'https://evil.example', clients })
    const obtaining = createTokenSource(createFakeAuthServices(server, options)).obtain(fakeRequest(server))
    await expect(obtaining).rejects.toMatchObject({ code: 'unauthorized' })
    expect(server.requests).toEqual([])
  })

  test.each<[Partial<AuthOptions>, string]>([
    [{ issuer: undefined, clientSecret: undefined }, 'auth.grant token-exchange needs auth.clientId and auth.issuer'],
    [
      { grant: { type: 'token-exchange', subjectToken: '' } },
      'auth.grant.subjectToken must be a function, or a string',
    ],
  ])('%j is a mistake of the program', (wrong, message) => {
    const server = createFakeAuthorizationServer({ clients })
    expect(() => createTokenSource(createFakeAuthServices(server, { ...options, ...wrong }))).toThrow(message)
  })
})

describe('a workload', () => {
  test('its platform vouches for it, each time anew', async () => {
    const asked: AssertionRequest[] = []
    const assertion = (request: AssertionRequest) => `jwt-${asked.push(request)}`
    const server = createFakeAuthorizationServer({ registers: false })
    const source = createTokenSource(createFakeAuthServices(server, { grant: { type: 'jwt-bearer', assertion } }))
    const request = fakeRequest(server, { scopes: ['run'] })
    await source.obtain(request)
    await source.obtain(request)
    const { signal } = request
    expect(asked).toEqual(Array(2).fill({ audience: 'https://as.example', resource, scopes: ['run'], signal }))
    expect(server.requests.map(({ form }) => Object.fromEntries(form))).toEqual(
      ['jwt-1', 'jwt-2'].map((jwt) => ({ grant_type: jwtBearer, assertion: jwt, resource, scope: 'run' })),
    )
  })

  test('names itself where it has a name', async () => {
    const server = createFakeAuthorizationServer({ clients: { workload: {} } })
    const options: AuthOptions = { clientId: 'workload', grant: { type: 'jwt-bearer', assertion: () => 'jwt' } }
    await createTokenSource(createFakeAuthServices(server, options)).obtain(fakeRequest(server))
    expect(server.requests[0]?.form.get('client_id')).toBe('workload')
  })

  test.each(['invalid_grant', 'invalid_scope', 'unauthorized_client'])('%s is final', async (error) => {
    const server = createFakeAuthorizationServer({ token: () => ({ status: 400, body: { error } }) })
    const options: AuthOptions = { grant: { type: 'jwt-bearer', assertion: () => 'jwt' } }
    const obtaining = createTokenSource(createFakeAuthServices(server, options)).obtain(fakeRequest(server))
    await expect(obtaining).rejects.toMatchObject({ message: `https://as.example refused: ${error}` })
    expect(server.requests.length).toBe(1)
  })

  test('a platform that does not answer, or gives nothing, is told', async () => {
    const server = createFakeAuthorizationServer()
    const gone = new AbortController()
    const obtain = (assertion: () => string | Promise<string>) =>
      createTokenSource(createFakeAuthServices(server, { grant: { type: 'jwt-bearer', assertion } })).obtain(
        fakeRequest(server, { signal: gone.signal }),
      )
    await expect(obtain(() => Promise.reject(new Error('x')))).rejects.toThrow('auth.grant.assertion failed')
    await expect(obtain(() => '')).rejects.toThrow('auth.grant.assertion must return a string that is not empty')
    const waiting = obtain(() => new Promise(() => {}))
    gone.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    expect(server.requests).toEqual([])
  })
})
