import { describe, expect, test } from 'vitest'
import type { AuthServices } from '../../auth-services.js'
import { createFakeAuthServices, fakeRequest } from '../../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../../fixtures/fake-authorization-server.js'
import type { FakeServerOptions } from '../../fixtures/fake-options.js'
import { authorizationUrl } from './authorization-url.js'
import { createPending } from './pending-authorization.js'

/** The URL at which the user agrees. */
async function urlOf(
  serverOptions: FakeServerOptions = {},
  {
    options = {},
    scopes,
    serverUrl = 'https://mcp.example/mcp',
  }: {
    options?: AuthServices['options']
    scopes?: readonly string[]
    serverUrl?: string
  } = {},
) {
  const server = createFakeAuthorizationServer(serverOptions)
  const services = createFakeAuthServices(server, options, { serverUrl: new URL(serverUrl) })
  const request = fakeRequest(server, { scopes })
  const pending = await createPending(services, request.authorization)
  const redirectUrl = 'http://127.0.0.1:1/callback'
  const url = new URL(await authorizationUrl(services, request, { pending, clientId: 'c', redirectUrl }))
  return { url, pending, parameters: Object.fromEntries(url.searchParams) }
}

const at = (authorization_endpoint: unknown): FakeServerOptions => ({ metadata: { authorization_endpoint } })

describe('the address at which the user agrees', () => {
  test('names the client, what it asks for, and what its redirect is checked against', async () => {
    const { url, pending, parameters } = await urlOf({}, { scopes: ['a', 'b'] })
    expect(`${url.origin}${url.pathname}`).toBe('https://as.example/authorize')
    expect(parameters).toEqual({
      response_type: 'code',
      client_id: 'c',
      redirect_uri: 'http://127.0.0.1:1/callback',
      state: pending.state,
      code_challenge: pending.challenge,
      code_challenge_method: 'S256',
      resource: 'https://mcp.example/mcp',
      scope: 'a b',
    })
  })

  test('asks for consent where the client wants to come back without the user', async () => {
    const { parameters } = await urlOf({}, { scopes: ['a', 'offline_access'] })
    expect([parameters['scope'], parameters['prompt']]).toEqual(['a offline_access', 'consent'])
  })

  test('has no scopes where none are asked for', async () => {
    const { parameters } = await urlOf()
    expect(['scope', 'prompt', 'dpop_jkt'].filter((name) => name in parameters)).toEqual([])
  })

  test('has what the endpoint has, but for what the client sets', async () => {
    const { parameters } = await urlOf(at('https://as.example/authorize?tenant=t&state=theirs'))
    expect([parameters['tenant'], parameters['state'] === 'theirs']).toEqual(['t', false])
  })

  test('ties the code to the key of the client, where the server takes proofs', async () => {
    const bound = await urlOf({ dpop: 'bound' }, { options: { dpop: true } })
    expect(bound.parameters['dpop_jkt']).toMatch(/^[\w-]{43}$/)
    expect((await urlOf({ dpop: 'bound' })).parameters).not.toHaveProperty('dpop_jkt')
    const others = { metadata: { dpop_signing_alg_values_supported: ['RS256'] } }
    expect((await urlOf(others, { options: { dpop: true } })).parameters).not.toHaveProperty('dpop_jkt')
  })

  test.each([undefined, 7, 'authorize'])('is none where the server names %j', async (endpoint) => {
    await expect(urlOf(at(endpoint))).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'https://as.example has no valid authorization_endpoint in its metadata',
    })
  })

  test('may be on this machine for a server on this machine', async () => {
    const local = at('http://localhost:9/authorize')
    expect((await urlOf(local, { serverUrl: 'http://127.0.0.1/mcp' })).url.host).toBe('localhost:9')
    await expect(urlOf(local)).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('has an end', async () => {
    await expect(urlOf({}, { scopes: ['x'.repeat(8_192)] })).rejects.toMatchObject({
      code: 'unreachable',
      message: 'refused: an address for the browser is longer than 8192 characters',
    })
  })
})

describe('what a redirect is checked against', () => {
  test('is new for each request, and long enough not to be guessed', async () => {
    const server = createFakeAuthorizationServer()
    const services = createFakeAuthServices(server)
    const { authorization } = fakeRequest(server)
    const [first, second] = [await createPending(services, authorization), await createPending(services, authorization)]
    expect(first.issuer).toBe('https://as.example')
    expect(new Set([first.state, first.verifier, second.state, second.verifier]).size).toBe(4)
    expect([first.state.length, first.verifier.length, first.challenge.length]).toEqual([43, 43, 43])
  })

  test.each([
    [true, true],
    [false, false],
    [undefined, false],
    ['true', false],
  ])('has the issuer where the server says of that: %j', async (announced, expected) => {
    const metadata = { authorization_response_iss_parameter_supported: announced }
    expect((await urlOf({ metadata })).pending.isIssuerSent).toBe(expected)
  })
})
