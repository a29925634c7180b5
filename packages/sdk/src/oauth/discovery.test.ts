import { afterEach, describe, expect, test, vi } from 'vitest'
import { byAddress, createFetch } from '../../test/prepared-fetch.js'
import {
  buildDiscoveryUrls,
  discoverAuthorizationServerMetadata,
  discoverOAuthMetadata,
  discoverOAuthProtectedResourceMetadata,
  discoverOAuthServerInfo,
  findResourceMetadata,
} from './discovery.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const server = 'https://a.example/mcp'
const resourceUrl = 'https://a.example/.well-known/oauth-protected-resource/mcp'
const resource = { resource: server, authorization_servers: ['https://as.example/deep'] }
const oauth = {
  ...{ issuer: 'https://as.example/', authorization_endpoint: 'https://as.example/authorize' },
  ...{ token_endpoint: 'https://as.example/token', response_types_supported: ['code'] },
}
const openId = {
  ...{ ...oauth, jwks_uri: 'https://as.example/jwks' },
  ...{ subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['RS256'] },
}

/** Replies that tell when they are dropped. */
function droppable(status: number) {
  const dropped = vi.fn()
  return { dropped, respond: () => new Response(new ReadableStream({ cancel: dropped }), { status }) }
}

const unreachable = createFetch(() => {
  throw new TypeError('fetch failed')
}).fetch

describe('the metadata of a protected resource', () => {
  test('are those of its path', async () => {
    const { fetch, sent } = byAddress({ [resourceUrl]: () => Response.json(resource) })
    expect(await discoverOAuthProtectedResourceMetadata(server, undefined, fetch)).toEqual(resource)
    expect(sent[0]?.headers).toEqual({ 'mcp-protocol-version': '2025-11-25' })
  })

  test('are where they are said to be, for a revision that is given', async () => {
    const { fetch, sent } = byAddress({ 'https://b.example/meta': () => Response.json(resource) })
    const options = { resourceMetadataUrl: 'https://b.example/meta', protocolVersion: '2025-06-18' }
    expect(await discoverOAuthProtectedResourceMetadata(new URL(server), options, fetch)).toEqual(resource)
    expect(sent[0]?.headers).toEqual({ 'mcp-protocol-version': '2025-06-18' })
  })

  test.each([
    [404, 'Resource server does not implement OAuth 2.0 Protected Resource Metadata.'],
    [500, 'HTTP 500 trying to load well-known OAuth protected resource metadata.'],
  ])('with the status %i are an error', async (status, message) => {
    const { dropped, respond } = droppable(status)
    const { fetch } = byAddress({ 'https://a.example/.well-known/oauth-protected-resource': respond })
    await expect(discoverOAuthProtectedResourceMetadata('https://a.example/', {}, fetch)).rejects.toThrow(
      new Error(message),
    )
    expect(dropped).toHaveBeenCalledOnce()
  })

  test('that cannot be reached are an error', async () => {
    await expect(discoverOAuthProtectedResourceMetadata(server, {}, unreachable)).rejects.toThrow(
      new Error('Resource server does not implement OAuth 2.0 Protected Resource Metadata.'),
    )
  })

  test('that are none are an error, or not there', async () => {
    const { fetch } = byAddress({ [resourceUrl]: () => Response.json({}) })
    await expect(discoverOAuthProtectedResourceMetadata(server, {}, fetch)).rejects.toMatchObject({ name: 'ZodError' })
    expect(await findResourceMetadata(server, undefined, fetch)).toBeUndefined()
  })

  test('can be found at an address that is given', async () => {
    const { fetch } = byAddress({ 'https://b.example/meta': () => Response.json(resource) })
    expect(await findResourceMetadata(server, new URL('https://b.example/meta'), fetch)).toEqual(resource)
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(resource))
    expect(await findResourceMetadata(server, undefined)).toEqual(resource)
    expect(spy).toHaveBeenCalledOnce()
  })
})

describe('the metadata of OAuth alone', () => {
  const at = 'https://as.example/.well-known/oauth-authorization-server'

  test('are those of the issuer, or of an address that is given', async () => {
    const { fetch, sent } = byAddress({ [at]: () => Response.json(oauth) })
    expect(await discoverOAuthMetadata('https://as.example/', undefined, fetch)).toEqual(oauth)
    const options = { authorizationServerUrl: 'https://as.example/', protocolVersion: 'x' }
    expect(await discoverOAuthMetadata('https://b.example/', options, fetch)).toEqual(oauth)
    expect(sent.map(({ headers }) => headers['mcp-protocol-version'])).toEqual(['2025-11-25', 'x'])
  })

  test('need not be there', async () => {
    const { dropped, respond } = droppable(404)
    const { fetch } = byAddress({ [at]: respond })
    expect(await discoverOAuthMetadata('https://as.example/', {}, fetch)).toBeUndefined()
    expect(dropped).toHaveBeenCalledOnce()
    expect(await discoverOAuthMetadata('https://as.example/', {}, unreachable)).toBeUndefined()
  })

  test('with another status are an error', async () => {
    const { fetch } = byAddress({ [at]: () => new Response(null, { status: 403 }) })
    await expect(discoverOAuthMetadata('https://as.example/', {}, fetch)).rejects.toThrow(
      new Error('HTTP 403 trying to load well-known OAuth metadata'),
    )
  })
})

test.each<[string, string[]]>([
  [
    'https://as.example/?x#y',
    [
      'oauth https://as.example/.well-known/oauth-authorization-server',
      'oidc https://as.example/.well-known/openid-configuration',
    ],
  ],
  [
    'https://as.example/deep/',
    [
      'oauth https://as.example/.well-known/oauth-authorization-server/deep',
      'oidc https://as.example/.well-known/openid-configuration/deep',
      'oidc https://as.example/deep/.well-known/openid-configuration',
    ],
  ],
  [
    'https://as.example//b.example/x',
    [
      'oauth https://as.example/.well-known/oauth-authorization-server//b.example/x',
      'oidc https://as.example/.well-known/openid-configuration//b.example/x',
      'oidc https://as.example//b.example/x/.well-known/openid-configuration',
    ],
  ],
])('the metadata of %s may be at %j', (url, expected) => {
  expect(buildDiscoveryUrls(url).map(({ type, url: place }) => `${type} ${place}`)).toEqual(expected)
})

describe('the metadata of an authorization server', () => {
  const places = buildDiscoveryUrls('https://as.example/deep').map(({ url }) => url.href) as [string, string, string]

  test('are those of OAuth first', async () => {
    const { fetch, sent } = byAddress({ [places[0]]: () => Response.json(oauth) })
    expect(await discoverAuthorizationServerMetadata('https://as.example/deep', { fetchFn: fetch })).toEqual(oauth)
    expect(sent.map(({ headers }) => headers)).toEqual([
      { accept: 'application/json', 'mcp-protocol-version': '2025-11-25' },
    ])
  })

  test('may be those of OpenID Connect', async () => {
    const { dropped, respond } = droppable(404)
    const { fetch, sent } = byAddress({ [places[0]]: respond, [places[2]]: () => Response.json(openId) })
    const options = { fetchFn: fetch, protocolVersion: 'x' }
    expect(await discoverAuthorizationServerMetadata('https://as.example/deep', options)).toEqual(openId)
    expect(sent.map(({ headers }) => headers['mcp-protocol-version'])).toEqual(['x', 'x', 'x'])
    expect(dropped).toHaveBeenCalledOnce()
  })

  test('need not be there', async () => {
    expect(await discoverAuthorizationServerMetadata(places[0], { fetchFn: byAddress({}).fetch })).toBeUndefined()
    expect(await discoverAuthorizationServerMetadata(places[0], { fetchFn: unreachable })).toBeUndefined()
  })

  test.each([
    [0, 500, 'HTTP 500 trying to load OAuth metadata from '],
    [1, 503, 'HTTP 503 trying to load OpenID provider metadata from '],
  ])('at place %i with the status %i are an error', async (at, status, message) => {
    const { fetch } = byAddress({ [places[at] ?? '']: () => new Response(null, { status }) })
    await expect(discoverAuthorizationServerMetadata('https://as.example/deep', { fetchFn: fetch })).rejects.toThrow(
      new Error(message + places[at]),
    )
  })

  test('with the status 499 are not there', async () => {
    const { fetch } = byAddress({ [places[0]]: () => new Response(null, { status: 499 }) })
    expect(await discoverAuthorizationServerMetadata('https://as.example/deep', { fetchFn: fetch })).toBeUndefined()
  })

  test.each([
    [0, { ...oauth, token_endpoint: undefined }],
    [1, oauth],
  ])('at place %i are checked', async (at, document) => {
    const { fetch } = byAddress({ [places[at] ?? '']: () => Response.json(document) })
    await expect(
      discoverAuthorizationServerMetadata('https://as.example/deep', { fetchFn: fetch }),
    ).rejects.toMatchObject({ name: 'ZodError' })
  })

  test('are fetched with the global `fetch` by default', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(oauth))
    expect(await discoverAuthorizationServerMetadata('https://as.example/')).toEqual(oauth)
  })
})

describe('the authorization server of a server', () => {
  test('is the one that it names', async () => {
    const { fetch } = byAddress({
      [resourceUrl]: () => Response.json(resource),
      'https://as.example/.well-known/oauth-authorization-server/deep': () => Response.json(oauth),
    })
    expect(await discoverOAuthServerInfo(server, { fetchFn: fetch })).toStrictEqual({
      authorizationServerUrl: 'https://as.example/deep',
      authorizationServerMetadata: oauth,
      resourceMetadata: resource,
    })
  })

  test('is the root of its address where it names none', async () => {
    const { fetch } = byAddress({})
    expect(await discoverOAuthServerInfo(server, { fetchFn: fetch })).toStrictEqual({
      authorizationServerUrl: 'https://a.example/',
      authorizationServerMetadata: undefined,
      resourceMetadata: undefined,
    })
    const empty = byAddress({
      'https://b.example/meta': () => Response.json({ resource: server, authorization_servers: [] }),
    })
    const options = { fetchFn: empty.fetch, resourceMetadataUrl: new URL('https://b.example/meta') }
    expect(await discoverOAuthServerInfo(server, options)).toMatchObject({
      authorizationServerUrl: 'https://a.example/',
      resourceMetadata: { resource: server },
    })
  })

  test('is found with the global `fetch` by default', async () => {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 404 }))
    expect(await discoverOAuthServerInfo(server)).toMatchObject({ authorizationServerUrl: 'https://a.example/' })
    expect(spy.mock.calls.length).toBe(4)
  })
})
