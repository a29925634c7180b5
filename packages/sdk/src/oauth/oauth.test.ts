import { describe, expect, test } from 'vitest'
import { InvalidGrantError, ServerError } from '../server/auth/errors.js'
import { extractResourceMetadataUrl, extractWWWAuthenticateParams } from './challenge.js'
import { authenticateClient, type ClientAuthMethod, selectClientAuthMethod } from './client-authentication.js'
import { parseErrorResponse } from './error-response.js'
import { boundElsewhere, boundTo } from './issuer-binding.js'
import type { OAuthClientProvider } from './provider.js'
import { resourceText, selectResourceURL } from './resource.js'

function challenge(header?: string): Response {
  return new Response(null, { status: 401, headers: header === undefined ? {} : { 'www-authenticate': header } })
}

describe('a challenge', () => {
  const url = 'https://a.example/.well-known/x'
  test.each<[string | undefined, object]>([
    [undefined, {}],
    ['', {}],
    ['Basic realm="x"', {}],
    ['Bearer', {}],
    ['Bearer realm="x"', {}],
    [
      `Bearer resource_metadata="${url}", scope="a b", error="invalid_token"`,
      { resourceMetadataUrl: url, scope: 'a b', error: 'invalid_token' },
    ],
    [`bearer resource_metadata=${url}, scope=a, error=x`, { resourceMetadataUrl: url, scope: 'a', error: 'x' }],
    ['Bearer resource_metadata="no address", scope="a"', { scope: 'a' }],
  ])('%s says %j', (header, expected) => {
    const { resourceMetadataUrl, ...others } = extractWWWAuthenticateParams(challenge(header))
    const shown = { ...others, ...(resourceMetadataUrl && { resourceMetadataUrl: resourceMetadataUrl.href }) }
    expect(JSON.parse(JSON.stringify(shown))).toEqual(expected)
  })

  test('has all its members where it is one of bearer tokens', () => {
    expect(Object.keys(extractWWWAuthenticateParams(challenge('Bearer x=y')))).toEqual([
      'resourceMetadataUrl',
      'scope',
      'error',
    ])
    expect(Object.keys(extractWWWAuthenticateParams(challenge('Basic x=y')))).toEqual([])
  })

  test.each([
    [`Bearer resource_metadata="${url}"`, url],
    [`Bearer resource_metadata=${url}`, undefined],
    ['Bearer resource_metadata="x"', undefined],
    [`Basic resource_metadata="${url}"`, undefined],
    [undefined, undefined],
  ])('%s has the metadata at %s', (header, expected) => {
    expect(extractResourceMetadataUrl(challenge(header))?.href).toBe(expected)
  })
})

describe('the client authenticates', () => {
  const secret = { client_id: 'c', client_secret: 's' }
  const open = { client_id: 'c' }
  const registered = (method: string, more: object = secret) => ({ ...more, token_endpoint_auth_method: method })
  test.each<[object, readonly string[], ClientAuthMethod]>([
    [secret, [], 'client_secret_basic'],
    [open, [], 'none'],
    [registered('client_secret_post'), [], 'client_secret_post'],
    [registered('none'), [], 'none'],
    [registered('client_secret_post'), ['client_secret_post', 'client_secret_basic'], 'client_secret_post'],
    [registered('client_secret_post'), ['client_secret_basic'], 'client_secret_basic'],
    [registered('private_key_jwt'), [], 'client_secret_basic'],
    [secret, ['none', 'client_secret_post', 'client_secret_basic'], 'client_secret_basic'],
    [secret, ['none', 'client_secret_post'], 'client_secret_post'],
    [secret, ['none'], 'none'],
    [secret, ['private_key_jwt'], 'client_secret_post'],
    [open, ['client_secret_basic'], 'none'],
    [open, ['client_secret_post', 'none'], 'none'],
  ])('%j at a server with %j by %s', (client, supported, method) => {
    expect(selectClientAuthMethod(client as typeof secret, [...supported])).toBe(method)
  })

  function sent(method: ClientAuthMethod, client: { client_id: string; client_secret?: string }) {
    const request = { headers: new Headers(), params: new URLSearchParams() }
    authenticateClient(method, client, request)
    return [request.headers.get('authorization'), request.params.toString()]
  }

  test('in the header, in the body, or not at all', () => {
    expect(sent('client_secret_basic', secret)).toEqual([`Basic ${btoa('c:s')}`, ''])
    expect(sent('client_secret_post', secret)).toEqual([null, 'client_id=c&client_secret=s'])
    expect(sent('client_secret_post', open)).toEqual([null, 'client_id=c'])
    expect(sent('none', secret)).toEqual([null, 'client_id=c'])
    expect(() => sent('client_secret_basic', open)).toThrow(
      new Error('client_secret_basic authentication requires a client_secret'),
    )
  })
})

describe('the error of an authorization server', () => {
  test('is one of its kind', async () => {
    const error = await parseErrorResponse(
      '{"error":"invalid_grant","error_description":"Gone","error_uri":"https://a/"}',
    )
    expect(error).toBeInstanceOf(InvalidGrantError)
    expect([error.message, error.errorUri]).toEqual(['Gone', 'https://a/'])
  })

  test.each(['{"error":"made_up"}', '{"error":"toString"}'])(
    'of no kind is an error of the server: %s',
    async (body) => {
      const error = await parseErrorResponse(body)
      expect(error).toBeInstanceOf(ServerError)
      expect(error.message).toBe('')
    },
  )

  test('that is none has the status and the text', async () => {
    const error = await parseErrorResponse(new Response('<html>', { status: 502 }))
    expect(error).toBeInstanceOf(ServerError)
    expect(error.message).toMatch(/^HTTP 502: Invalid OAuth error response: SyntaxError: .*\. Raw body: <html>$/)
    expect((await parseErrorResponse('{}')).message).toMatch(/^Invalid OAuth error response: .*Raw body: \{\}$/s)
  })

  test('of a response is read', async () => {
    const error = await parseErrorResponse(new Response('{"error":"invalid_grant"}', { status: 400 }))
    expect(error).toBeInstanceOf(InvalidGrantError)
  })
})

describe('the resource', () => {
  const server = 'https://a.example/mcp#x'
  const anyProvider = {} as OAuthClientProvider
  const metadata = (resource: string) => ({ resource }) as Parameters<typeof selectResourceURL>[2]

  test('is that of the metadata, where it is that of the server', async () => {
    expect((await selectResourceURL(server, anyProvider, metadata('https://a.example/')))?.href).toBe(
      'https://a.example/',
    )
    expect(await selectResourceURL(server, anyProvider)).toBeUndefined()
    await expect(selectResourceURL(server, anyProvider, metadata('https://b.example/'))).rejects.toThrow(
      new Error('Protected resource https://b.example/ does not match expected https://a.example/mcp (or origin)'),
    )
  })

  test('is what the provider chooses', async () => {
    const asked: unknown[] = []
    const provider = {
      validateResourceURL: async (...given: unknown[]) => {
        asked.push(given.map(String))
        return new URL('https://c.example/')
      },
    } as unknown as OAuthClientProvider
    expect((await selectResourceURL(server, provider, metadata('https://b.example/')))?.href).toBe('https://c.example/')
    await selectResourceURL(server, provider)
    expect(asked).toEqual([
      ['https://a.example/mcp', 'https://b.example/'],
      ['https://a.example/mcp', 'undefined'],
    ])
  })

  test('is sent as it is', () => {
    expect([resourceText('https://a.example'), resourceText(new URL('https://a.example'))]).toEqual([
      'https://a.example',
      'https://a.example/',
    ])
  })
})

describe('what is stored is from the authorization server', () => {
  const issuer = 'https://a.example'
  test.each<[object | null | undefined, object | undefined]>([
    [undefined, undefined],
    [null, undefined],
    [{ x: 1 }, { x: 1 }],
    [
      { x: 1, issuer: null },
      { x: 1, issuer: null },
    ],
    [
      { x: 1, issuer: 5 },
      { x: 1, issuer: undefined },
    ],
    [{ issuer: 'https://a.example' }, { issuer: 'https://a.example' }],
    [{ issuer: 'https://A.example/' }, { issuer: 'https://A.example/' }],
    [{ issuer: 'https://a.example//' }, { issuer: 'https://a.example//' }],
    [{ issuer: 'https://a.example/b' }, undefined],
    [{ issuer: 'a.example' }, undefined],
  ])('%j: %j', (stored, expected) => {
    expect(boundTo(stored as { issuer?: string }, issuer)).toEqual(expected)
  })

  test('an issuer that is no address is compared as it is', () => {
    expect(boundTo({ issuer: 'name/' }, 'name')).toEqual({ issuer: 'name/' })
    expect(boundTo({ issuer: 'name' }, 'name/')).toEqual({ issuer: 'name' })
    expect(boundTo({ issuer: 'Name' }, 'name')).toBeUndefined()
  })

  test('or an error says that it is not', () => {
    expect(boundElsewhere({ issuer: 'https://b.example' }, issuer).message).toBe(
      'OAuth client information is bound to authorization server https://b.example and is not presented to https://a.example. Clear the stored client information, or correct `expectedIssuer`, if the authorization server has moved.',
    )
  })
})
