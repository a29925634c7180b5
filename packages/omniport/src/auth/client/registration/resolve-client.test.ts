import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createFakeApplication } from '../fixtures/fake-application.js'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer, fetchOf } from '../fixtures/fake-authorization-server.js'
import { createFakeBrowser } from '../fixtures/fake-browser.js'
import { createTokenSource } from '../grants/create-token-source.js'

const document = 'https://app.example/client.json'

function registrations(server: ReturnType<typeof createFakeAuthorizationServer>) {
  return server.requestsTo('/register').map(({ body }) => JSON.parse(body) as Record<string, unknown>)
}

describe('which client it is', () => {
  test('one that was registered beforehand goes before all others', async () => {
    verifies('AUTH-20')
    const clients = { mine: { secret: 'pass:word' } }
    const server = createFakeAuthorizationServer({ clients, knowsDocuments: true })
    const options = {
      clientId: 'mine',
      clientSecret: 'pass:word',
      issuer: 'https://as.example',
      clientMetadataUrl: document,
    }
    await createTokenSource(createFakeAuthServices(server, options)).obtain(fakeRequest(server))
    expect(server.requestsTo('/authorize')[0]?.form.get('client_id')).toBe('mine')
    expect(server.requestsTo('/register')).toEqual([])
  })

  test('a document goes before a registration where the server knows such', async () => {
    verifies('AUTH-20', 'AUTH-21', 'AUTH-22')
    const server = createFakeAuthorizationServer({ knowsDocuments: true })
    await createTokenSource(createFakeAuthServices(server, { clientMetadataUrl: document })).obtain(fakeRequest(server))
    expect(server.requestsTo('/token')[0]?.form.get('client_id')).toBe(document)
    expect(server.requestsTo('/register')).toEqual([])
  })

  test('else it is registered, as what it is', async () => {
    verifies('AUTH-20', 'AUTH-24', 'AUTH-25', 'AUTH-26', 'AUTH-50')
    const server = createFakeAuthorizationServer()
    await createTokenSource(createFakeAuthServices(server, { clientMetadataUrl: document })).obtain(fakeRequest(server))
    expect(registrations(server)).toEqual([
      {
        client_name: 'Test client',
        redirect_uris: ['http://127.0.0.1:50001/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
    ])
  })

  test('an application that is reached over the web says so', async () => {
    verifies('AUTH-26')
    const server = createFakeAuthorizationServer()
    await createTokenSource(createFakeAuthServices(server, createFakeApplication(server))).obtain(fakeRequest(server))
    expect(registrations(server)[0]?.['application_type']).toBe('web')
  })

  test('none: the error says what to set up', async () => {
    const server = createFakeAuthorizationServer({ registers: false })
    const services = createFakeAuthServices(server)
    await expect(createTokenSource(services).obtain(fakeRequest(server))).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'https://as.example has no registration endpoint; register it there, and set auth.clientId',
    })
    expect(services.browser.listening.size).toBe(0)
  })

  test('a registration that is refused says why', async () => {
    verifies('AUTH-26')
    const body = { error: 'invalid_redirect_uri', error_description: 'no loopback here' }
    const server = createFakeAuthorizationServer({ registers: () => ({ status: 400, body }) })
    const services = createFakeAuthServices(server)
    await expect(createTokenSource(services).obtain(fakeRequest(server))).rejects.toMatchObject({
      message: 'registration at https://as.example refused: invalid_redirect_uri (no loopback here)',
    })
    expect(services.store.entries.size).toBe(0)
  })

  test('a registration endpoint that is not there is not one that refuses', async () => {
    const body = { jsonrpc: '2.0', error: { code: -32_600, message: 'no MCP endpoint here' } }
    const server = createFakeAuthorizationServer({ registers: () => ({ status: 404, body }) })
    await expect(createTokenSource(createFakeAuthServices(server)).obtain(fakeRequest(server))).rejects.toMatchObject({
      code: 'unauthorized',
      message:
        'registration at https://as.example is not there (HTTP status 404); if nobody can sign in to the server, give a token: auth.token, or --bearer-env of the command',
    })
  })

  test('one that is there, and refuses with 404, says why', async () => {
    const body = { error: 'invalid_client_metadata', error_description: 'no such client' }
    const server = createFakeAuthorizationServer({ registers: () => ({ status: 404, body }) })
    await expect(createTokenSource(createFakeAuthServices(server)).obtain(fakeRequest(server))).rejects.toMatchObject({
      message: 'registration at https://as.example refused: invalid_client_metadata (no such client)',
    })
  })

  test('a secret without the time when it ends is taken', async () => {
    const body = { client_id: 'given', client_secret: 's', token_endpoint_auth_method: 'client_secret_post' }
    const server = createFakeAuthorizationServer({ registers: () => ({ status: 200, body }) })
    await createTokenSource(createFakeAuthServices(server)).obtain(fakeRequest(server))
    expect(server.requestsTo('/token')[0]?.form.get('client_secret')).toBe('s')
  })
})

describe('a registration that is kept', () => {
  test('is used again after a restart, on the same port', async () => {
    const server = createFakeAuthorizationServer()
    const services = createFakeAuthServices(server)
    await createTokenSource(services).obtain(fakeRequest(server))
    const { store } = services
    const next = createFakeAuthServices(server, {}, { store })
    await next.browser.listen({ state: 'x', signal: new AbortController().signal }).then((wait) => wait.close())
    await createTokenSource(next).obtain(fakeRequest(server))
    expect(server.requestsTo('/register').length).toBe(1)
    const urls = server.requestsTo('/authorize').map(({ form }) => form.get('redirect_uri'))
    expect(urls).toEqual(Array(2).fill('http://127.0.0.1:50001/callback'))
  })

  test('is made anew where its port is taken', async () => {
    const server = createFakeAuthorizationServer()
    const services = createFakeAuthServices(server)
    const source = createTokenSource(services)
    await source.obtain(fakeRequest(server))
    services.browser.taken.add(50_001)
    await source.obtain(fakeRequest(server))
    expect(registrations(server).map((metadata) => metadata['redirect_uris'])).toEqual([
      ['http://127.0.0.1:50001/callback'],
      ['http://127.0.0.1:50002/callback'],
    ])
  })

  test('is not used at another issuer', async () => {
    verifies('AUTH-27')
    const first = createFakeAuthorizationServer()
    const registers = () => ({ status: 201, body: { client_id: 'of the other' } })
    const second = createFakeAuthorizationServer({ issuer: 'https://other.example', registers })
    const services = createFakeAuthServices(first, {}, { fetch: fetchOf(first, second) })
    const { browser } = createFakeAuthServices(second)
    await createTokenSource(services).obtain(fakeRequest(first))
    await createTokenSource({ ...services, browser }).obtain(fakeRequest(second))
    expect(second.requestsTo('/register').length).toBe(1)
    const ids = [second.requestsTo('/authorize'), second.requestsTo('/token')].flat()
    expect(ids.map(({ form }) => form.get('client_id'))).toEqual(['of the other', 'of the other'])
  })

  test('is made anew where the server has forgotten it', async () => {
    const server = createFakeAuthorizationServer()
    const services = createFakeAuthServices(server)
    const source = createTokenSource(services)
    const { refreshToken } = await source.obtain(fakeRequest(server))
    server.forgetClient('client-1')
    // No token can be had for what is left of it, and it is given up.
    expect(await source.refresh(String(refreshToken), fakeRequest(server))).toBeUndefined()
    const tokens = await source.obtain(fakeRequest(server))
    expect(server.tokens.has(tokens.accessToken)).toBe(true)
    expect(server.requestsTo('/register').length).toBe(2)
  })

  test('is made anew where the last person who was sent off with it did not come back', async () => {
    const server = createFakeAuthorizationServer()
    const services = createFakeAuthServices(server)
    await createTokenSource(services).obtain(fakeRequest(server))
    server.forgetClient('client-1')
    // Only the user sees the error, on a page.
    const away = createFakeAuthServices(
      server,
      {},
      { store: services.store, browser: createFakeBrowser(() => undefined) },
    )
    const gone = new AbortController()
    const lost = createTokenSource(away).obtain(fakeRequest(server, { signal: gone.signal }))
    await expect.poll(() => away.browser.opened.length).toBe(1)
    gone.abort(new Error('enough'))
    await expect(lost).rejects.toThrow('enough')
    const next = createFakeAuthServices(server, {}, { store: services.store })
    const tokens = await createTokenSource(next).obtain(fakeRequest(server))
    expect(server.tokens.get(tokens.accessToken)).toMatchObject({ clientId: 'client-1' })
    expect(server.requestsTo('/register').length).toBe(2)
  })

  test('stays where the person comes back, whatever they decide', async () => {
    let isDenied = false
    const authorize = () => (isDenied ? { error: 'access_denied' } : undefined)
    const server = createFakeAuthorizationServer({ authorize })
    const source = createTokenSource(createFakeAuthServices(server))
    await source.obtain(fakeRequest(server))
    isDenied = true
    await expect(source.obtain(fakeRequest(server))).rejects.toThrow('access_denied')
    isDenied = false
    await source.obtain(fakeRequest(server))
    expect(server.requestsTo('/register').length).toBe(1)
  })

  test('is made anew where the server refuses it for a code', async () => {
    let isForgotten = false
    const refused = { status: 401, body: { error: 'invalid_client' }, headers: { 'www-authenticate': 'Basic' } }
    const token = (form: URLSearchParams) => (isForgotten && form.get('client_id') === 'client-1' ? refused : undefined)
    const server = createFakeAuthorizationServer({ token })
    const services = createFakeAuthServices(server)
    const source = createTokenSource(services)
    await source.obtain(fakeRequest(server))
    isForgotten = true
    const tokens = await source.obtain(fakeRequest(server))
    expect(server.tokens.get(tokens.accessToken)).toMatchObject({ clientId: 'client-2' })
    expect(services.browser.listening.size).toBe(0)
  })

  test('one that is new is not made twice where it is refused', async () => {
    const token = () => ({ status: 401, body: { error: 'invalid_client' } })
    const server = createFakeAuthorizationServer({ token })
    const services = createFakeAuthServices(server)
    await expect(createTokenSource(services).obtain(fakeRequest(server))).rejects.toThrow('invalid_client')
    expect(server.requestsTo('/register').length).toBe(1)
    expect(services.store.entries.size).toBe(0)
  })

  test('is made anew when its secret has expired', async () => {
    const body = (id: string) => ({ client_id: id, client_secret: 's', client_secret_expires_at: 100 })
    let count = 0
    const registers = () => ({ status: 201, body: body(`c${++count}`) })
    const server = createFakeAuthorizationServer({ registers })
    const services = createFakeAuthServices(server)
    const source = createTokenSource(services)
    await source.obtain(fakeRequest(server))
    await source.obtain(fakeRequest(server))
    expect(count).toBe(1)
    services.runtime.advance(100_000)
    await source.obtain(fakeRequest(server))
    expect(count).toBe(2)
  })

  test('two who come at once register once', async () => {
    const server = createFakeAuthorizationServer()
    const services = createFakeAuthServices(server, createFakeApplication(server))
    const source = createTokenSource(services)
    await Promise.all([source.obtain(fakeRequest(server)), source.obtain(fakeRequest(server))])
    expect(server.requestsTo('/register').length).toBe(1)
  })
})

describe('a client that was registered beforehand', () => {
  test('stays with the issuer that first gave it tokens', async () => {
    verifies('AUTH-27')
    const clients = { mine: { secret: 's3cret' } }
    const first = createFakeAuthorizationServer({ issuer: 'https://mcp.example', clients })
    const second = createFakeAuthorizationServer({ issuer: 'https://evil.example', clients })
    const options = { clientId: 'mine', clientSecret: 's3cret', grant: 'client_credentials' } as const
    const services = createFakeAuthServices(first, options, { fetch: fetchOf(first, second) })
    await createTokenSource(services).obtain(fakeRequest(first))
    await expect(createTokenSource(services).obtain(fakeRequest(second))).rejects.toMatchObject({
      code: 'unauthorized',
      message:
        'the MCP server now names https://evil.example for its tokens, but auth.clientId belongs to https://mcp.example',
    })
    await expect(createTokenSource(services).refresh('r', fakeRequest(second))).rejects.toThrow('belongs to')
    expect(second.requests).toEqual([])
  })

  test('is not used elsewhere than at the issuer that is named', async () => {
    verifies('AUTH-27')
    const server = createFakeAuthorizationServer({ issuer: 'https://evil.example' })
    const options = { clientId: 'mine', clientSecret: 's', issuer: 'https://as.example' }
    const obtaining = createTokenSource(createFakeAuthServices(server, options)).obtain(fakeRequest(server))
    await expect(obtaining).rejects.toThrow('auth.clientId belongs to https://as.example')
    expect(server.requests).toEqual([])
  })

  test.each([
    ['https://as.example', 'https://mcp.example/mcp'],
    ['https://evil.mcp.example', 'https://mcp.example/mcp'],
    ['https://example', 'https://mcp.example/mcp'],
    ['https://mcp.example.evil.example', 'https://mcp.example/mcp'],
    ['http://127.0.0.1:9', 'https://mcp.example/mcp'],
    ['https://as.example', 'http://localhost:1/mcp'],
  ])('has its secret sent to %s for the sake of %s only if that is named', async (issuer, serverUrl) => {
    verifies('AUTH-27')
    const clients = { mine: { secret: 's3cret' } }
    const server = createFakeAuthorizationServer({ issuer, clients })
    const options = { clientId: 'mine', clientSecret: 's3cret', grant: 'client_credentials' } as const
    const parts = { serverUrl: new URL(serverUrl) }
    const source = createTokenSource(createFakeAuthServices(server, options, parts))
    const why = `the MCP server names ${issuer} for its tokens, on another host: if auth.clientId is registered there, set auth.issuer: '${issuer}'`
    await expect(source.obtain(fakeRequest(server))).rejects.toMatchObject({ code: 'unauthorized', message: why })
    await expect(source.refresh('r', fakeRequest(server))).rejects.toThrow(why)
    expect(server.requests).toEqual([])
    const named = createFakeAuthServices(server, { ...options, issuer }, parts)
    if (issuer.startsWith('https:')) await createTokenSource(named).obtain(fakeRequest(server))
  })

  test.each([
    ['https://mcp.example', 'https://mcp.example/mcp'],
    ['https://mcp.example:8443/tenant', 'https://mcp.example/mcp'],
    ['http://localhost:9', 'http://127.0.0.1:1/mcp'],
  ])('has its secret sent to %s for the sake of %s', async (issuer, serverUrl) => {
    const server = createFakeAuthorizationServer({ issuer, clients: { mine: { secret: 's3cret' } } })
    const options = { clientId: 'mine', clientSecret: 's3cret', grant: 'client_credentials' } as const
    const services = createFakeAuthServices(server, options, { serverUrl: new URL(serverUrl) })
    await createTokenSource(services).obtain(fakeRequest(server))
    expect(server.requestsTo('/token')).toHaveLength(1)
  })

  test('goes on with the issuer that it has had tokens of', async () => {
    const server = createFakeAuthorizationServer({ clients: { mine: { secret: 's3cret' } } })
    const options = { clientId: 'mine', clientSecret: 's3cret', grant: 'client_credentials' } as const
    const services = createFakeAuthServices(server, options)
    const key = JSON.stringify(['client-issuer', 'https://mcp.example/mcp', 'mine'])
    await services.store.set(key, 'https://as.example')
    expect(await createTokenSource(services).obtain(fakeRequest(server))).toMatchObject({ type: 'bearer' })
  })
})
