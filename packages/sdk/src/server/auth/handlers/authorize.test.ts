import type { Response as ExpressResponse } from 'express'
import { afterEach, describe, expect, test } from 'vitest'
import { closeServers, serve } from '../../../../test/express-servers.js'
import type { OAuthClientInformationFull } from '../../../shared/auth.js'
import { AccessDeniedError } from '../errors.js'
import type { AuthorizationParams, OAuthServerProvider } from '../provider.js'
import { type AuthorizationHandlerOptions, authorizationHandler, redirectUriMatches } from './authorize.js'

afterEach(closeServers)

const clients: Readonly<Record<string, Partial<OAuthClientInformationFull>>> = {
  one: { redirect_uris: ['https://app.example/back?x=1'] },
  two: { redirect_uris: ['https://app.example/a', 'http://127.0.0.1/b'] },
  'without addresses': { redirect_uris: [] },
}

function createProvider(authorize?: () => never) {
  const flows: [string, AuthorizationParams][] = []
  const provider = {
    clientsStore: {
      getClient: async (id: string) => (Object.hasOwn(clients, id) ? { client_id: id, ...clients[id] } : undefined),
    },
    authorize: async (client: OAuthClientInformationFull, params: AuthorizationParams, res: ExpressResponse) => {
      authorize?.()
      flows.push([client.client_id, params])
      res.end('asked')
    },
  } as unknown as OAuthServerProvider
  return { provider, flows }
}

describe('authorization', () => {
  const valid = { client_id: 'one', response_type: 'code', code_challenge: 'c', code_challenge_method: 'S256' }

  async function ask(params: Readonly<Record<string, string>>, init: RequestInit = {}, authorize?: () => never) {
    const { provider, flows } = createProvider(authorize)
    const origin = await serve(authorizationHandler({ provider }))
    const query = init.method === 'POST' ? '' : `?${new URLSearchParams(params)}`
    const body = init.method === 'POST' ? { body: new URLSearchParams(params) } : {}
    const response = await fetch(`${origin}/${query}`, { redirect: 'manual', ...init, ...body })
    return { response, flows, text: await response.text() }
  }

  test.each(['GET', 'POST'])('is begun by %s, and nobody keeps the answer', async (method) => {
    const { response, flows, text } = await ask(
      { ...valid, scope: 'a b', state: 's', resource: 'https://r.example/' },
      { method },
    )
    expect([response.status, text, response.headers.get('cache-control')]).toEqual([200, 'asked', 'no-store'])
    expect(flows).toEqual([
      [
        'one',
        {
          ...{ state: 's', scopes: ['a', 'b'], redirectUri: 'https://app.example/back?x=1', codeChallenge: 'c' },
          resource: new URL('https://r.example/'),
        },
      ],
    ])
  })

  test('has defaults', async () => {
    const { flows } = await ask({ ...valid, client_id: 'two', redirect_uri: 'http://127.0.0.1:5000/b' })
    expect(flows).toEqual([
      [
        'two',
        {
          scopes: [],
          redirectUri: 'http://127.0.0.1:5000/b',
          codeChallenge: 'c',
          state: undefined,
          resource: undefined,
        },
      ],
    ])
  })

  test.each<[string, object, string]>([
    ['no client', { client_id: 'none' }, 'Invalid client_id'],
    ['no client that is named', { client_id: undefined }, 'Invalid input'],
    [
      'no address at all',
      { client_id: 'without addresses' },
      'redirect_uri must be specified when client has multiple registered URIs',
    ],
    [
      'no address among several',
      { client_id: 'two' },
      'redirect_uri must be specified when client has multiple registered URIs',
    ],
    ['an address that is not registered', { redirect_uri: 'https://evil.example/' }, 'Unregistered redirect_uri'],
    ['what is no address', { redirect_uri: 'nothing' }, 'redirect_uri must be a valid URL'],
  ])('tells the browser itself of %s', async (_what, more, message) => {
    const params = Object.entries({ ...valid, ...more }).filter(([, value]) => value !== undefined)
    const { response, text, flows } = await ask(Object.fromEntries(params))
    expect([response.status, flows]).toEqual([400, []])
    expect(text).toContain(message)
  })

  test.each<[string, object, string]>([
    ['another type', { response_type: 'token' }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['another method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no type', { response_type: undefined }, 'invalid_request'],
    ['no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a resource that is no address', { resource: 'nothing' }, 'invalid_request'],
  ])('goes back with %s', async (_what, more, error) => {
    const params = Object.entries({ ...valid, state: 's', ...more }).filter(([, value]) => value !== undefined)
    const { response } = await ask(Object.fromEntries(params))
    const location = new URL(response.headers.get('location') ?? '')
    expect([response.status, location.origin + location.pathname]).toEqual([302, 'https://app.example/back'])
    expect(['x', 'error', 'state'].map((name) => location.searchParams.get(name))).toEqual(['1', error, 's'])
  })

  test('goes back with the error of the provider', async () => {
    const refuse = () => {
      throw new AccessDeniedError('No', 'https://docs.example/')
    }
    const { response } = await ask(valid, {}, refuse)
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ x: '1', error: 'access_denied', error_description: 'No', error_uri: 'https://docs.example/' },
    })
  })

  test('goes back without a reason where the provider fails', async () => {
    const fail = () => {
      throw new Error('secret of the server')
    }
    const { response } = await ask(valid, {}, fail)
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ x: '1', error: 'server_error', error_description: 'Internal Server Error' },
    })
  })

  test('goes back without a state that is no text', async () => {
    const { provider } = createProvider()
    const origin = await serve(authorizationHandler({ provider }))
    const query = new URLSearchParams([...Object.entries(valid), ['state', 'a'], ['state', 'b']])
    const response = await fetch(`${origin}/?${query}`, { redirect: 'manual' })
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['invalid_request', null])
  })

  test('takes no other method, and is not for scripts of pages', async () => {
    const { response } = await ask(valid, { method: 'DELETE' })
    const names = ['allow', 'access-control-allow-origin']
    expect([response.status, ...names.map((name) => response.headers.get(name))]).toEqual([405, 'GET, POST', null])
  })

  test('is one of 100 requests in a quarter of an hour', async () => {
    const { headers } = (await ask(valid)).response
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-reset')]).toEqual(['100', '900'])
  })

  test.each<[AuthorizationHandlerOptions['rateLimit'], number]>([
    [{ max: 1 }, 429],
    [false, 200],
  ])('with the limit %j is answered a second time with %i', async (rateLimit, status) => {
    const { provider } = createProvider()
    const origin = await serve(authorizationHandler({ provider, ...(rateLimit !== undefined && { rateLimit }) }))
    const address = `${origin}/?${new URLSearchParams(valid)}`
    await fetch(address)
    const response = await fetch(address)
    expect(response.status).toBe(status)
    expect((await response.text()).includes('You have exceeded the rate limit for authorization requests')).toBe(
      status === 429,
    )
  })
})

test.each([
  ['https://a.example/b', 'https://a.example/b', true],
  ['https://a.example/c', 'https://a.example/b', false],
  ['https://a.example:1/b', 'https://a.example/b', false],
  ['http://localhost:1/b', 'http://localhost/b', true],
  ['http://127.0.0.1:1/b?c', 'http://127.0.0.1:2/b?c', true],
  ['http://[::1]:1/b', 'http://[::1]/b', true],
  ['http://localhost:1/c', 'http://localhost/b', false],
  ['http://localhost:1/b?c', 'http://localhost/b', false],
  ['https://localhost:1/b', 'http://localhost/b', false],
  ['http://127.0.0.1:1/b', 'http://localhost/b', false],
  ['http://a.example:1/b', 'http://a.example/b', false],
  ['nothing', 'http://localhost/b', false],
])('%s matches %s: %s', (requested, registered, expected) => {
  expect(redirectUriMatches(requested, registered)).toBe(expected)
})
