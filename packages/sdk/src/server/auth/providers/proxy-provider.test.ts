import type { Response as ExpressResponse } from 'express'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { inOrder } from '../../../../test/prepared-fetch.js'
import { ServerError } from '../errors.js'
import { ProxyOAuthServerProvider, type ProxyOptions } from './proxyProvider.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const endpoints = {
  authorizationUrl: 'https://as.example/authorize?old=1',
  tokenUrl: 'https://as.example/token',
  revocationUrl: 'https://as.example/revoke',
  registrationUrl: 'https://as.example/register',
}
const open = { client_id: 'c', redirect_uris: [] }
const secret = { ...open, client_secret: 's' }
const tokens = { access_token: 't', token_type: 'Bearer' }
const info = { token: 't', clientId: 'c', scopes: [] }

function create(options: Partial<ProxyOptions> = {}, ...responses: Response[]) {
  const { fetch, sent } = inOrder(...responses)
  const provider = new ProxyOAuthServerProvider({
    ...{ endpoints, fetch },
    verifyAccessToken: async (token) => ({ ...info, token }),
    getClient: async (id) => ({ ...open, client_id: id }),
    ...options,
  })
  return { provider, sent }
}

/** A failure that tells when it is dropped. */
function failure() {
  const dropped = vi.fn()
  return { dropped, response: new Response(new ReadableStream({ cancel: dropped }), { status: 503 }) }
}

describe('a person', () => {
  async function redirected(params: Partial<Parameters<ProxyOAuthServerProvider['authorize']>[1]>) {
    const { provider } = create()
    const redirect = vi.fn()
    const all = { redirectUri: 'https://app.example/', codeChallenge: 'x', ...params }
    await provider.authorize(open, all, { redirect } as unknown as ExpressResponse)
    const url = new URL(redirect.mock.calls[0]?.[0])
    return [url.origin + url.pathname, Object.fromEntries(url.searchParams)]
  }

  const params = {
    ...{ client_id: 'c', response_type: 'code', redirect_uri: 'https://app.example/' },
    ...{ code_challenge: 'x', code_challenge_method: 'S256' },
  }

  test('is sent to the other server', async () => {
    expect(await redirected({})).toEqual(['https://as.example/authorize', params])
    expect(await redirected({ scopes: [], state: '' })).toEqual(['https://as.example/authorize', params])
  })

  test('is sent there with all that was asked for', async () => {
    const more = { state: 's', scopes: ['a', 'b'], resource: new URL('https://r.example/') }
    expect(await redirected(more)).toEqual([
      'https://as.example/authorize',
      { ...params, state: 's', scope: 'a b', resource: 'https://r.example/' },
    ])
  })
})

describe('a code', () => {
  test('is exchanged by the other server, which checks its verifier', async () => {
    const { provider, sent } = create({}, Response.json({ ...tokens, issuer: 'https://x.example/', more: 1 }))
    expect(provider.skipLocalPkceValidation).toBe(true)
    expect(await provider.challengeForAuthorizationCode(open, 'code')).toBe('')
    expect(await provider.exchangeAuthorizationCode(open, 'code')).toEqual(tokens)
    expect(sent).toMatchObject([
      {
        ...{ method: 'POST', url: endpoints.tokenUrl, body: 'grant_type=authorization_code&client_id=c&code=code' },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ])
  })

  test('is exchanged with all that is given', async () => {
    const { provider, sent } = create({}, Response.json(tokens))
    const resource = new URL('https://r.example/')
    await provider.exchangeAuthorizationCode(secret, 'code', 'verifier', 'https://app.example/', resource)
    expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
      ...{ grant_type: 'authorization_code', client_id: 'c', client_secret: 's', code: 'code' },
      ...{ code_verifier: 'verifier', redirect_uri: 'https://app.example/', resource: 'https://r.example/' },
    })
  })

  test('that is refused is a failure', async () => {
    const { dropped, response } = failure()
    const { provider } = create({}, response)
    await expect(provider.exchangeAuthorizationCode(open, 'code')).rejects.toThrow(
      new ServerError('Token exchange failed: 503'),
    )
    expect(dropped).toHaveBeenCalledOnce()
  })

  test('that is answered with no tokens is an error', async () => {
    const { provider } = create({}, Response.json({ access_token: 't' }))
    await expect(provider.exchangeAuthorizationCode(open, 'code')).rejects.toMatchObject({ name: 'ZodError' })
  })
})

describe('a refresh token', () => {
  test('is exchanged by the other server', async () => {
    const { provider, sent } = create({}, Response.json(tokens), Response.json(tokens))
    expect(await provider.exchangeRefreshToken(open, 'r', [])).toEqual(tokens)
    await provider.exchangeRefreshToken(secret, 'r', ['a', 'b'], new URL('https://r.example/'))
    expect(sent.map(({ url, body }) => [url, Object.fromEntries(new URLSearchParams(body))])).toEqual([
      [endpoints.tokenUrl, { grant_type: 'refresh_token', client_id: 'c', refresh_token: 'r' }],
      [
        endpoints.tokenUrl,
        {
          ...{ grant_type: 'refresh_token', client_id: 'c', refresh_token: 'r', client_secret: 's' },
          ...{ scope: 'a b', resource: 'https://r.example/' },
        },
      ],
    ])
  })

  test('that is refused is a failure', async () => {
    const { provider } = create({}, failure().response)
    await expect(provider.exchangeRefreshToken(open, 'r')).rejects.toThrow(new ServerError('Token refresh failed: 503'))
  })
})

describe('a token', () => {
  test('is checked as the program does', async () => {
    expect(await create().provider.verifyAccessToken('x')).toEqual({ ...info, token: 'x' })
  })

  test('is revoked by the other server', async () => {
    const { provider, sent } = create({}, new Response('ok'), new Response('ok'))
    await provider.revokeToken?.(open, { token: 't' })
    await provider.revokeToken?.(secret, { token: 't', token_type_hint: 'refresh_token' })
    expect(sent.map(({ method, url, body }) => [method, url, Object.fromEntries(new URLSearchParams(body))])).toEqual([
      ['POST', endpoints.revocationUrl, { token: 't', client_id: 'c' }],
      [
        'POST',
        endpoints.revocationUrl,
        { token: 't', client_id: 'c', client_secret: 's', token_type_hint: 'refresh_token' },
      ],
    ])
  })

  test('that cannot be revoked is a failure', async () => {
    const { dropped, response } = failure()
    const { provider } = create({}, response)
    await expect(provider.revokeToken?.(open, { token: 't' })).rejects.toThrow(
      new ServerError('Token revocation failed: 503'),
    )
    expect(dropped).toHaveBeenCalledOnce()
  })

  test('is not revoked where the other server has no endpoint for it', () => {
    const { authorizationUrl, tokenUrl } = endpoints
    expect(create({ endpoints: { authorizationUrl, tokenUrl } }).provider.revokeToken).toBeUndefined()
  })
})

describe('a client', () => {
  test('is found as the program does', async () => {
    expect(await create().provider.clientsStore.getClient('x')).toMatchObject({ client_id: 'x' })
  })

  test('is registered by the other server', async () => {
    const { provider, sent } = create({}, Response.json({ ...open, issuer: 'https://x.example/' }))
    expect(await provider.clientsStore.registerClient?.({ redirect_uris: ['https://app.example/'] })).toEqual(open)
    expect(sent).toMatchObject([
      {
        ...{ method: 'POST', url: endpoints.registrationUrl, body: '{"redirect_uris":["https://app.example/"]}' },
        headers: { 'content-type': 'application/json' },
      },
    ])
  })

  test('that is refused is a failure', async () => {
    const { provider } = create({}, failure().response)
    await expect(provider.clientsStore.registerClient?.({ redirect_uris: [] })).rejects.toThrow(
      new ServerError('Client registration failed: 503'),
    )
  })

  test('is not registered where the other server has no endpoint for it', () => {
    const { authorizationUrl, tokenUrl } = endpoints
    const { clientsStore } = create({ endpoints: { authorizationUrl, tokenUrl } }).provider
    expect(Object.keys(clientsStore)).toEqual(['getClient'])
  })
})

test('requests are sent with the global `fetch` by default', async () => {
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(tokens))
  const { provider } = create({ fetch: undefined } as unknown as Partial<ProxyOptions>)
  await provider.exchangeRefreshToken(open, 'r')
  expect(spy.mock.calls[0]?.[0]).toBe(endpoints.tokenUrl)
})
