import { afterEach, describe, expect, test } from 'vitest'
import { closeServers, form, serve } from '../../../test/express-servers.js'
import type { OAuthServerProvider } from './provider.js'
import { mcpAuthMetadataRouter, mcpAuthRouter } from './router.js'

afterEach(closeServers)

const issuerUrl = new URL('https://as.example/')

/** A provider that registers, and revokes, what it is asked to. */
function createProvider(more: object = {}) {
  return {
    clientsStore: { getClient: () => undefined, registerClient: (client: object) => client },
    revokeToken: async () => {},
    ...more,
  } as unknown as OAuthServerProvider
}

const redirect = { redirect_uris: ['https://app.example/'] }
const register = (origin: string) =>
  fetch(`${origin}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(redirect),
  })

describe('an authorization server', () => {
  test('serves all of its endpoints', async () => {
    const origin = await serve(mcpAuthRouter({ provider: createProvider(), issuerUrl }))
    expect((await fetch(`${origin}/authorize`)).status).toBe(400)
    expect(await (await fetch(`${origin}/token`, form({ client_id: 'c' }))).json()).toMatchObject({
      error: 'invalid_client',
    })
    expect(await (await fetch(`${origin}/revoke`, form({ client_id: 'c' }))).json()).toMatchObject({
      error: 'invalid_client',
    })
    expect((await register(origin)).status).toBe(201)
  })

  test('has no endpoints for what its provider does not do', async () => {
    const provider = createProvider({ clientsStore: { getClient: () => undefined }, revokeToken: undefined })
    const origin = await serve(mcpAuthRouter({ provider, issuerUrl }))
    expect((await register(origin)).status).toBe(404)
    expect((await fetch(`${origin}/revoke`, form({ client_id: 'c' }))).status).toBe(404)
  })

  test('passes the options of each endpoint on', async () => {
    const rateLimit = { max: 1 }
    const origin = await serve(
      mcpAuthRouter({
        ...{ provider: createProvider(), issuerUrl },
        ...{ authorizationOptions: { rateLimit }, tokenOptions: { rateLimit } },
        ...{ revocationOptions: { rateLimit }, clientRegistrationOptions: { clientIdGeneration: false } },
      }),
    )
    for (const path of ['/authorize', '/token', '/revoke']) {
      const send = async () => (await fetch(`${origin}${path}`, form({}))).status
      expect([path, await send(), await send()]).toEqual([path, 400, 429])
    }
    expect(await (await register(origin)).json()).not.toHaveProperty('client_id')
  })

  test('serves its endpoints at the root, whatever the path of its base', async () => {
    const baseUrl = new URL('https://as.example/deep/')
    const origin = await serve(mcpAuthRouter({ provider: createProvider(), issuerUrl, baseUrl }))
    expect((await fetch(`${origin}/authorize`)).status).toBe(400)
  })

  test.each([
    [{}, 'https://as.example/', '/.well-known/oauth-protected-resource'],
    [{ baseUrl: new URL('https://base.example/') }, 'https://base.example/', '/.well-known/oauth-protected-resource'],
    [
      { baseUrl: new URL('https://base.example/'), resourceServerUrl: new URL('https://a.example/mcp') },
      'https://a.example/mcp',
      '/.well-known/oauth-protected-resource/mcp',
    ],
  ])('says with %j which server it protects', async (options, resource, path) => {
    const origin = await serve(mcpAuthRouter({ provider: createProvider(), issuerUrl, ...options }))
    expect(await (await fetch(`${origin}${path}`)).json()).toEqual({
      resource,
      authorization_servers: ['https://as.example/'],
    })
  })

  test('says what else is known of that server', async () => {
    const origin = await serve(
      mcpAuthRouter({
        ...{ provider: createProvider(), issuerUrl, scopesSupported: ['a'], resourceName: 'A' },
        serviceDocumentationUrl: new URL('https://docs.example/'),
      }),
    )
    expect(await (await fetch(`${origin}/.well-known/oauth-protected-resource`)).json()).toEqual({
      resource: 'https://as.example/',
      authorization_servers: ['https://as.example/'],
      scopes_supported: ['a'],
      resource_name: 'A',
      resource_documentation: 'https://docs.example/',
    })
    expect(await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json()).toMatchObject({
      ...{ issuer: 'https://as.example/', service_documentation: 'https://docs.example/', scopes_supported: ['a'] },
    })
  })
})

test.each([
  ['http://as.example/', 'Issuer URL must be HTTPS'],
  ['https://as.example/?a', 'Issuer URL must not have a query string: https://as.example/?a'],
])('the metadata of %s are not served', (issuer, message) => {
  const oauthMetadata = { issuer } as Parameters<typeof mcpAuthMetadataRouter>[0]['oauthMetadata']
  const resourceServerUrl = new URL('https://a.example/')
  expect(() => mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl })).toThrow(new Error(message))
})
