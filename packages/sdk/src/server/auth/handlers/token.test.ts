import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { closeServers, form, serve } from '../../../../test/express-servers.js'
import { InvalidGrantError } from '../errors.js'
import type { OAuthServerProvider } from '../provider.js'
import { type TokenHandlerOptions, tokenHandler } from './token.js'

afterEach(closeServers)

const tokens = { access_token: 't', token_type: 'Bearer' }
const client = { client_id: 'c', redirect_uris: [] }
const challenge = createHash('sha256').update('the-verifier').digest('base64url')

async function open(more: object = {}, options: Partial<TokenHandlerOptions> = {}) {
  const seen: unknown[][] = []
  const provider = {
    clientsStore: { getClient: async (id: string) => (id === 'c' ? client : undefined) },
    challengeForAuthorizationCode: async (...given: unknown[]) => {
      seen.push(['challenge', ...given])
      return challenge
    },
    exchangeAuthorizationCode: async (...given: unknown[]) => {
      seen.push(['code', ...given])
      return tokens
    },
    exchangeRefreshToken: async (...given: unknown[]) => {
      seen.push(['refresh', ...given])
      return tokens
    },
    ...more,
  } as unknown as OAuthServerProvider
  const origin = await serve(tokenHandler({ provider, ...options }))
  const ask = (fields: Record<string, string>) => fetch(origin, form({ client_id: 'c', ...fields }))
  return { seen, origin, ask }
}

const code = { grant_type: 'authorization_code', code: 'x', code_verifier: 'the-verifier' }
const refresh = { grant_type: 'refresh_token', refresh_token: 'r' }

describe('an authorization code', () => {
  test('is exchanged once its verifier was checked', async () => {
    const { seen, ask } = await open()
    const response = await ask({ ...code, redirect_uri: 'https://app.example/', resource: 'https://r.example/' })
    expect([response.status, await response.json()]).toEqual([200, tokens])
    expect([response.headers.get('cache-control'), response.headers.get('access-control-allow-origin')]).toEqual([
      'no-store',
      '*',
    ])
    expect(seen).toEqual([
      ['challenge', client, 'x'],
      ['code', client, 'x', undefined, 'https://app.example/', new URL('https://r.example/')],
    ])
  })

  test('needs no address and no resource', async () => {
    const { seen, ask } = await open()
    await ask(code)
    expect(seen[1]).toEqual(['code', client, 'x', undefined, undefined, undefined])
  })

  test('is refused with another verifier', async () => {
    const { seen, ask } = await open()
    const response = await ask({ ...code, code_verifier: 'other' })
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'code_verifier does not match the challenge' },
    ])
    expect(seen).toHaveLength(1)
  })

  test('is exchanged with its verifier where another server checks it', async () => {
    const { seen, ask } = await open({ skipLocalPkceValidation: true })
    expect((await ask({ ...code, code_verifier: 'other' })).status).toBe(200)
    expect(seen).toEqual([['code', client, 'x', 'other', undefined, undefined]])
  })

  test.each([
    ['no code', { code_verifier: 'v' }],
    ['no verifier', { code: 'x' }],
    ['a resource that is no address', { ...code, resource: 'nothing' }],
  ])('is refused with %s', async (_, fields) => {
    const { seen, ask } = await open()
    const response = await ask({ grant_type: 'authorization_code', ...fields })
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }])
    expect(seen).toEqual([])
  })

  test('is refused with the error of the provider', async () => {
    const exchangeAuthorizationCode = async () => {
      throw new InvalidGrantError('used')
    }
    const { ask } = await open({ exchangeAuthorizationCode })
    expect(await (await ask(code)).json()).toEqual({ error: 'invalid_grant', error_description: 'used' })
  })
})

describe('a refresh token', () => {
  test('is exchanged', async () => {
    const { seen, ask } = await open()
    const response = await ask({ ...refresh, scope: 'a b', resource: 'https://r.example/' })
    expect([response.status, await response.json()]).toEqual([200, tokens])
    expect(seen).toEqual([['refresh', client, 'r', ['a', 'b'], new URL('https://r.example/')]])
  })

  test('needs no scope and no resource', async () => {
    const { seen, ask } = await open()
    await ask(refresh)
    expect(seen).toEqual([['refresh', client, 'r', undefined, undefined]])
  })

  test.each([
    ['no token', {}],
    ['a resource that is no address', { ...refresh, resource: 'nothing' }],
  ])('is refused with %s', async (_, fields) => {
    const { ask } = await open()
    const response = await ask({ grant_type: 'refresh_token', ...fields })
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }])
  })
})

describe('a request for tokens', () => {
  test('names its grant', async () => {
    const { ask } = await open()
    expect(await (await ask({})).json()).toMatchObject({ error: 'invalid_request' })
    expect(await (await ask({ grant_type: 'client_credentials' })).json()).toEqual({
      error: 'unsupported_grant_type',
      error_description: 'The grant type is not supported by this authorization server.',
    })
  })

  test('is of a client that is known', async () => {
    const { ask, seen } = await open()
    const response = await ask({ ...code, client_id: 'd' })
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'invalid_client', error_description: 'Invalid client_id' },
    ])
    expect(seen).toEqual([])
  })

  test('fails without a reason where the provider fails', async () => {
    const exchangeRefreshToken = () => Promise.reject(new Error('secret of the server'))
    const { ask } = await open({ exchangeRefreshToken })
    const response = await ask(refresh)
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'server_error', error_description: 'Internal Server Error' },
    ])
  })

  test('is a POST', async () => {
    const { origin } = await open()
    const response = await fetch(origin)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('is one of 50 in a quarter of an hour', async () => {
    const { ask } = await open()
    const response = await ask(refresh)
    expect([response.headers.get('ratelimit-limit'), response.headers.get('ratelimit-reset')]).toEqual(['50', '900'])
  })

  test('beyond the limit is refused, unless there is none', async () => {
    const limited = await open({}, { rateLimit: { max: 1 } })
    await limited.ask(refresh)
    const response = await limited.ask(refresh)
    expect([response.status, await response.json()]).toEqual([
      429,
      { error: 'too_many_requests', error_description: 'You have exceeded the rate limit for token requests' },
    ])
    const unlimited = await open({}, { rateLimit: false })
    expect((await unlimited.ask(refresh)).headers.get('ratelimit-limit')).toBeNull()
  })
})
