import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import { createFakeApplication } from '../../fixtures/fake-application.js'
import { createFakeAuthServices, fakeRequest } from '../../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../../fixtures/fake-authorization-server.js'
import { createFakeBrowser } from '../../fixtures/fake-browser.js'
import { createTokenSource } from '../create-token-source.js'

const resource = 'https://mcp.example/mcp'

describe('a person agrees in a browser', () => {
  test('tokens come for a code, a verifier and the same resource in each request', async () => {
    verifies('AUTH-31', 'AUTH-52', 'AUTH-53', 'AUTH-56')
    const server = createFakeAuthorizationServer()
    const services = createFakeAuthServices(server)
    const source = createTokenSource(services)
    // As the MCP server spells it: nothing is normalised on the way.
    const request = fakeRequest(server, { resource: 'https://MCP.example/mcp/?a=%7E', scopes: ['read', 'write'] })
    const tokens = await source.obtain(request)
    expect(tokens).toEqual({
      accessToken: expect.stringMatching(/^access-/),
      type: 'bearer',
      expiresAt: 3_600_000,
      refreshToken: expect.stringMatching(/^refresh-/),
      scopes: ['read', 'write'],
    })
    const fresh = await source.refresh(String(tokens.refreshToken), request)
    expect(fresh?.refreshToken).not.toBe(tokens.refreshToken)
    const asked = [server.requestsTo('/authorize'), server.requestsTo('/token')].flat()
    expect(asked.map(({ form }) => form.get('resource'))).toEqual(Array(3).fill('https://MCP.example/mcp/?a=%7E'))
    expect(asked.map(({ url }) => url)[0]).toContain('resource=https%3A%2F%2FMCP.example%2Fmcp%2F%3Fa%3D%257E')
    const { form } = asked[0] ?? {}
    expect(Object.fromEntries(form ?? [])).toEqual({
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: 'http://127.0.0.1:50001/callback',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      resource: 'https://MCP.example/mcp/?a=%7E',
      scope: 'read write',
    })
    expect(services.browser.listening.size).toBe(0)
    expect(services.runtime.timers).toBe(0)
  })

  test('no scopes: none are named', async () => {
    verifies('AUTH-30')
    const server = createFakeAuthorizationServer()
    const tokens = await createTokenSource(createFakeAuthServices(server)).obtain(fakeRequest(server))
    expect(server.requestsTo('/authorize')[0]?.form.has('scope')).toBe(false)
    expect(tokens.scopes).toBeUndefined()
  })

  test('offline access is agreed to in so many words', async () => {
    verifies('AUTH-50')
    const server = createFakeAuthorizationServer({ givesRefreshTokens: false })
    const request = fakeRequest(server, { scopes: ['read', 'offline_access'] })
    const tokens = await createTokenSource(createFakeAuthServices(server)).obtain(request)
    expect(server.requestsTo('/authorize')[0]?.form.get('prompt')).toBe('consent')
    expect(tokens.refreshToken).toBeUndefined()
  })

  test('parameters that the address of the server has are kept', async () => {
    const server = createFakeAuthorizationServer({
      metadata: { authorization_endpoint: 'https://as.example/authorize?tenant=a' },
    })
    await createTokenSource(createFakeAuthServices(server)).obtain(fakeRequest(server))
    expect(server.requestsTo('/authorize')[0]?.form.get('tenant')).toBe('a')
  })
})

describe('PKCE', () => {
  test.each([
    ['is not published', undefined],
    ['has no S256', ['plain']],
    ['is no list', 'S256'],
  ])('it goes no further where support %s', async (_, methods) => {
    verifies('AUTH-53')
    const server = createFakeAuthorizationServer({ metadata: { code_challenge_methods_supported: methods } })
    const services = createFakeAuthServices(server)
    const obtaining = createTokenSource(services).obtain(fakeRequest(server))
    await expect(obtaining).rejects.toMatchObject({ code: 'unauthorized', message: expect.stringContaining('PKCE') })
    expect(server.requests).toEqual([])
    expect(services.browser.opened).toEqual([])
  })

  test('a server that publishes nothing gets S256 all the same', async () => {
    verifies('AUTH-52')
    const server = createFakeAuthorizationServer({ metadata: { code_challenge_methods_supported: undefined } })
    await createTokenSource(createFakeAuthServices(server)).obtain(fakeRequest(server, { isAssumed: true }))
    expect(server.requestsTo('/authorize')[0]?.form.get('code_challenge_method')).toBe('S256')
  })
})

describe('the answer', () => {
  test.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['the issuer with a slash more', { iss: 'https://as.example/' }],
    ['the issuer in other letters', { iss: 'https://AS.example' }],
    ['the issuer with its default port', { iss: 'https://as.example:443' }],
    ['an empty issuer', { iss: '' }],
    ['no issuer where the server says it names it', { iss: null }],
    [
      'another issuer, which the server does not announce',
      { iss: 'https://evil.example', metadata: { authorization_response_iss_parameter_supported: undefined } },
    ],
  ])('%s: the code is not sent anywhere', async (_, options) => {
    verifies('AUTH-33', 'AUTH-34', 'AUTH-35')
    const server = createFakeAuthorizationServer(options)
    const services = createFakeAuthServices(server)
    await expect(createTokenSource(services).obtain(fakeRequest(server))).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringMatching(/^the user was sent to https:\/\/as.example, but the redirect/),
    })
    expect(server.requestsTo('/token')).toEqual([])
    expect(services.browser.listening.size).toBe(0)
  })

  test('no issuer, which was not announced: it goes on', async () => {
    verifies('AUTH-34')
    const metadata = { authorization_response_iss_parameter_supported: undefined }
    const server = createFakeAuthorizationServer({ iss: null, metadata })
    const tokens = await createTokenSource(createFakeAuthServices(server)).obtain(fakeRequest(server))
    expect(server.tokens.has(tokens.accessToken)).toBe(true)
  })

  test('an error from another server is not shown', async () => {
    verifies('AUTH-36')
    const authorize = () => ({ error: 'access_denied', error_description: 'call 555 for help' })
    const server = createFakeAuthorizationServer({ authorize, iss: 'https://evil.example' })
    const reason = await createTokenSource(createFakeAuthServices(server))
      .obtain(fakeRequest(server))
      .catch((error: Error) => error)
    expect(String(reason)).toContain('is from another server')
    expect(String(reason)).not.toMatch(/denied|555/)
  })

  test('an error is told, shortened and without control characters', async () => {
    const authorize = () => ({ error: 'access_denied', error_description: `no\u001b[31m\n${'x'.repeat(1000)}` })
    const server = createFakeAuthorizationServer({ authorize })
    const reason = await createTokenSource(createFakeAuthServices(server))
      .obtain(fakeRequest(server))
      .catch((error: Error) => error)
    const message = reason instanceof Error ? reason.message : ''
    expect(message).toMatch(/^https:\/\/as.example refused: access_denied \(no \[31m x+…\)$/)
    expect(message.length).toBeLessThan(350)
    expect(server.requestsTo('/token')).toEqual([])
  })

  test.each([
    ['another state', 'https://app.example/back?code=c&state=other&iss=https://as.example', 'another request'],
    ['no state', 'https://app.example/back?code=c&iss=https://as.example', 'another request'],
    ['another path', 'https://app.example/other?code=c&state=STATE&iss=https://as.example', 'another address'],
    ['another origin', 'https://evil.example/back?code=c&state=STATE&iss=https://as.example', 'another address'],
    ['two codes', 'https://app.example/back?code=c&code=d&state=STATE&iss=https://as.example', 'more than one code'],
    ['no code', 'https://app.example/back?state=STATE&iss=https://as.example', 'without a code'],
    ['no URL', 'STATE', 'another address'],
  ])('%s: it is refused', async (_, back, text) => {
    verifies('AUTH-56')
    const server = createFakeAuthorizationServer()
    const redirected = async ({ state }: { state: string }) => back.replace('STATE', state)
    const options = { redirectUrl: 'https://app.example/back', redirected, open: () => {} }
    const obtaining = createTokenSource(createFakeAuthServices(server, options)).obtain(fakeRequest(server))
    await expect(obtaining).rejects.toMatchObject({ code: 'unauthorized', message: expect.stringContaining(text) })
    expect(server.requestsTo('/token')).toEqual([])
  })
})

describe('the way back', () => {
  test('an application without a browser hands an address out and gets one in', async () => {
    verifies('AUTH-55')
    const server = createFakeAuthorizationServer()
    const application = createFakeApplication(server, 'https://app.example/back?a=b')
    // Pasted, as people do.
    const redirected = async (wait: { readonly state: string }) => ` ${await application.redirected(wait)}\n`
    const services = createFakeAuthServices(server, { ...application, redirected })
    const tokens = await createTokenSource(services).obtain(fakeRequest(server))
    expect(server.tokens.get(tokens.accessToken)?.resource).toBe(resource)
    expect(server.requestsTo('/token')[0]?.form.get('redirect_uri')).toBe('https://app.example/back?a=b')
  })

  test('an address that no browser may open is not opened', async () => {
    verifies('SEC-13')
    for (const endpoint of ['javascript:alert(1)', 'http://as.example/authorize', 'http://127.0.0.1/authorize']) {
      const server = createFakeAuthorizationServer({ metadata: { authorization_endpoint: endpoint } })
      const services = createFakeAuthServices(server)
      await expect(createTokenSource(services).obtain(fakeRequest(server))).rejects.toMatchObject({
        code: 'unreachable',
      })
      expect(services.browser.opened).toEqual([])
      expect(services.browser.listening.size).toBe(0)
    }
  })

  test('nobody waits any more when it is aborted', async () => {
    const server = createFakeAuthorizationServer()
    const gone = new AbortController()
    const browser = createFakeBrowser(() => {
      gone.abort(new Error('enough'))
      return undefined
    })
    const services = createFakeAuthServices(server, {}, { browser })
    const obtaining = createTokenSource(services).obtain(fakeRequest(server, { signal: gone.signal }))
    await expect(obtaining).rejects.toThrow('enough')
    expect(browser.opened.length).toBe(1)
    expect(browser.listening.size).toBe(0)
    expect(services.runtime.timers).toBe(0)
  })

  test('nobody waits any more when the person stays away', async () => {
    const server = createFakeAuthorizationServer()
    const browser = createFakeBrowser(() => {
      services.runtime.advance(60_000)
      return undefined
    })
    const services = createFakeAuthServices(server, { personMs: 60_000 }, { browser })
    await expect(createTokenSource(services).obtain(fakeRequest(server))).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'no redirect came from https://as.example within 60000 ms',
    })
    expect(browser.listening.size).toBe(0)
  })

  test('the time of the person does not run on when they are back', async () => {
    const server = createFakeAuthorizationServer({
      token: () => {
        services.runtime.advance(120_000)
        return undefined
      },
    })
    const services = createFakeAuthServices(server, { personMs: 60_000 })
    expect(await createTokenSource(services).obtain(fakeRequest(server))).toMatchObject({ type: 'bearer' })
  })

  test('what a person agreed to is not lost to somebody who gives up then', async () => {
    const gone = new AbortController()
    const server = createFakeAuthorizationServer({ token: () => void gone.abort(new Error('enough')) as undefined })
    const fetch: typeof server.fetch = async (input, init) => {
      const reply = await server.fetch(input, init)
      init?.signal?.throwIfAborted()
      return reply
    }
    const source = createTokenSource(createFakeAuthServices(server, {}, { fetch }))
    expect(await source.obtain(fakeRequest(server, { signal: gone.signal }))).toMatchObject({ type: 'bearer' })
  })

  test('an application that does not listen to its signal holds nobody up', async () => {
    const server = createFakeAuthorizationServer()
    const gone = new AbortController()
    const options = {
      redirectUrl: 'https://app.example/back',
      redirected: () => new Promise<string>(() => {}),
      open: () => gone.abort(new Error('enough')),
    }
    const source = createTokenSource(createFakeAuthServices(server, options))
    await expect(source.obtain(fakeRequest(server, { signal: gone.signal }))).rejects.toThrow('enough')
  })

  test('what is known of a browser that cannot be opened is told', async () => {
    const server = createFakeAuthorizationServer()
    const why = new OmniportError('unauthorized', 'no browser could be opened (xdg-open: not found)')
    const services = createFakeAuthServices(server, { open: () => Promise.reject(why) })
    await expect(createTokenSource(services).obtain(fakeRequest(server))).rejects.toBe(why)
  })

  test('an application that gives no address for a person who came back is told so', async () => {
    const server = createFakeAuthorizationServer()
    const redirected = (async () => undefined) as () => Promise<unknown> as () => Promise<string> // what JavaScript lets through
    const options = { redirectUrl: 'https://app.example/back', redirected, open: () => {} }
    const obtaining = createTokenSource(createFakeAuthServices(server, options)).obtain(fakeRequest(server))
    await expect(obtaining).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'auth.redirected must resolve to a string',
    })
  })

  test('a browser that cannot be opened is told at once', async () => {
    const server = createFakeAuthorizationServer()
    const open = () => Promise.reject(new Error('no display'))
    const services = createFakeAuthServices(server, { open })
    await expect(createTokenSource(services).obtain(fakeRequest(server))).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'the authorization server could not be opened for the user',
    })
    expect(services.browser.listening.size).toBe(0)
  })
})
