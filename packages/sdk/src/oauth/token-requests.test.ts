import { describe, expect, test, vi } from 'vitest'
import { MemoryProvider } from '../../test/memory-provider.js'
import { inOrder } from '../../test/prepared-fetch.js'
import { InvalidGrantError } from '../server/auth/errors.js'
import type { AuthorizationServerMetadata } from '../shared/auth.js'
import {
  exchangeAuthorization,
  fetchToken,
  prepareAuthorizationCodeRequest,
  refreshAuthorization,
} from './token-requests.js'

const issuer = 'https://as.example/'
const client = { client_id: 'c' }
const tokens = { access_token: 't', token_type: 'Bearer' }
const success = (more: object = {}) => Response.json({ ...tokens, ...more })
const metadata = (more: object) => ({ issuer, ...more }) as AuthorizationServerMetadata
const bodyOf = (sent: readonly { body: string | undefined }[]) => Object.fromEntries(new URLSearchParams(sent[0]?.body))

const code = { authorizationCode: 'x', codeVerifier: 'v', redirectUri: 'https://app.example/' }
const codeFields = {
  grant_type: 'authorization_code',
  code: 'x',
  code_verifier: 'v',
  redirect_uri: 'https://app.example/',
}

describe('a code', () => {
  test('is exchanged', async () => {
    const { fetch, sent } = inOrder(success({ issuer: 'https://x.example/' }))
    const options = { ...code, clientInformation: client, fetchFn: fetch }
    expect(await exchangeAuthorization('https://as.example/deep', options)).toEqual(tokens)
    expect(sent).toMatchObject([
      {
        ...{ method: 'POST', url: 'https://as.example/token' },
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      },
    ])
    expect(bodyOf(sent)).toEqual({ ...codeFields, client_id: 'c' })
  })

  test('is exchanged where the metadata say, for a resource, by the method that the server has', async () => {
    const { fetch, sent } = inOrder(success())
    await exchangeAuthorization(issuer, {
      ...{
        ...code,
        fetchFn: fetch,
        resource: 'https://a.example',
        clientInformation: { ...client, client_secret: 's' },
      },
      metadata: metadata({
        token_endpoint: 'https://as.example/t',
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      }),
    })
    expect(sent[0]?.url).toBe('https://as.example/t')
    expect(bodyOf(sent)).toEqual({ ...codeFields, resource: 'https://a.example', client_id: 'c', client_secret: 's' })
  })

  test('is exchanged with the secret in a header where nothing is known', async () => {
    const { fetch, sent } = inOrder(success())
    const clientInformation = { ...client, client_secret: 's' }
    await exchangeAuthorization(issuer, { ...code, clientInformation, fetchFn: fetch, metadata: metadata({}) })
    expect(sent[0]?.headers['authorization']).toBe(`Basic ${btoa('c:s')}`)
  })

  test('is exchanged with the authentication of the provider, and no other', async () => {
    const { fetch, sent } = inOrder(success())
    const seen: unknown[][] = []
    const given = metadata({})
    await exchangeAuthorization(issuer, {
      ...{ ...code, clientInformation: { ...client, client_secret: 's' }, fetchFn: fetch, metadata: given },
      addClientAuthentication: (headers, params, ...rest) => {
        seen.push(rest)
        headers.set('x-own', '1')
        params.set('own', '2')
      },
    })
    expect(seen).toEqual([[new URL('https://as.example/token'), given]])
    expect(sent[0]?.headers).toMatchObject({ 'x-own': '1' })
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
    expect(bodyOf(sent)).toEqual({ ...codeFields, own: '2' })
  })

  test('that is refused is an error', async () => {
    const { fetch } = inOrder(Response.json({ error: 'invalid_grant', error_description: 'used' }, { status: 400 }))
    await expect(exchangeAuthorization(issuer, { ...code, clientInformation: client, fetchFn: fetch })).rejects.toThrow(
      new InvalidGrantError('used'),
    )
  })

  test('that is answered with no tokens is an error', async () => {
    const { fetch } = inOrder(Response.json({}))
    await expect(
      exchangeAuthorization(issuer, { ...code, clientInformation: client, fetchFn: fetch }),
    ).rejects.toMatchObject({ name: 'ZodError' })
  })

  test('is prepared for a request', () => {
    const params = prepareAuthorizationCodeRequest('x', 'v', new URL('https://app.example/'))
    expect(Object.fromEntries(params)).toEqual(codeFields)
  })
})

describe('a refresh token', () => {
  test('is exchanged, and stays where there is no new one', async () => {
    const { fetch, sent } = inOrder(success(), success({ refresh_token: 'new' }))
    const options = { clientInformation: client, refreshToken: 'r', fetchFn: fetch }
    expect(await refreshAuthorization(issuer, options)).toEqual({ ...tokens, refresh_token: 'r' })
    expect(await refreshAuthorization(issuer, options)).toEqual({ ...tokens, refresh_token: 'new' })
    expect(bodyOf(sent)).toEqual({ grant_type: 'refresh_token', refresh_token: 'r', client_id: 'c' })
  })

  test('is exchanged with the global `fetch` by default', async () => {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => success())
    const options = { clientInformation: client, refreshToken: 'r' }
    expect(await refreshAuthorization(issuer, options)).toMatchObject(tokens)
    spy.mockRestore()
  })
})

describe('the tokens of a provider', () => {
  test('are those for its code', async () => {
    const { fetch, sent } = inOrder(success())
    const provider = new MemoryProvider({ client })
    expect(await fetchToken(provider, issuer, { authorizationCode: 'x', fetchFn: fetch })).toEqual(tokens)
    expect(bodyOf(sent)).toEqual({
      ...codeFields,
      ...{ code_verifier: 'the-verifier', redirect_uri: 'https://app.example/back', client_id: 'c' },
    })
  })

  test('are those that it prepares for', async () => {
    const { fetch, sent } = inOrder(success())
    const scopes: unknown[] = []
    const provider = Object.assign(new MemoryProvider({ client }), {
      clientMetadata: { redirect_uris: [], scope: 'a' },
      prepareTokenRequest: (scope?: string) => {
        scopes.push(scope)
        return new URLSearchParams({ grant_type: 'own' })
      },
    })
    const resource = new URL('https://a.example/')
    await fetchToken(provider, new URL(issuer), {
      resource,
      fetchFn: fetch,
      metadata: metadata({ token_endpoint: 'https://as.example/t' }),
    })
    expect([scopes, sent[0]?.url]).toEqual([['a'], 'https://as.example/t'])
    expect(bodyOf(sent)).toEqual({ grant_type: 'own', client_id: 'c', resource: 'https://a.example/' })
  })

  test('are asked for with a client that it gets to know meanwhile, or its own authentication', async () => {
    const { fetch, sent } = inOrder(success())
    const provider: MemoryProvider = Object.assign(new MemoryProvider(), {
      prepareTokenRequest: async () => {
        provider.client = client
        return new URLSearchParams({ grant_type: 'own' })
      },
      addClientAuthentication: (_: Headers, params: URLSearchParams) => params.set('own', '1'),
    })
    await fetchToken(provider, issuer, { fetchFn: fetch })
    expect(bodyOf(sent)).toEqual({ grant_type: 'own', own: '1' })
    const other = inOrder(success())
    const learning: MemoryProvider = Object.assign(new MemoryProvider(), {
      prepareTokenRequest: async () => {
        learning.client = client
        return new URLSearchParams({ grant_type: 'own' })
      },
    })
    await fetchToken(learning, issuer, { fetchFn: other.fetch })
    expect(bodyOf(other.sent)).toEqual({ grant_type: 'own', client_id: 'c' })
  })

  test('need a code', async () => {
    await expect(fetchToken(new MemoryProvider({ client }), issuer)).rejects.toThrow(
      new Error('Either provider.prepareTokenRequest() or authorizationCode is required'),
    )
  })

  test('need the address that the browser came back to', async () => {
    const provider = Object.assign(new MemoryProvider({ client }), { redirectUrl: undefined })
    await expect(fetchToken(provider, issuer, { authorizationCode: 'x' })).rejects.toThrow(
      new Error('redirectUrl is required for authorization_code flow'),
    )
  })

  test('are not asked of another authorization server', async () => {
    const { fetch, sent } = inOrder()
    const provider = new MemoryProvider({ client: { ...client, issuer: 'https://b.example/' } })
    await expect(fetchToken(provider, issuer, { authorizationCode: 'x', fetchFn: fetch })).rejects.toThrow(
      /^OAuth client information is bound to authorization server https:\/\/b\.example\/ /,
    )
    expect(sent).toEqual([])
  })
})
