import { afterEach, describe, expect, test } from 'vitest'
import { closeServers, serve } from '../../../test/express-servers.js'
import type { OAuthServerProvider } from './provider.js'
import { createOAuthMetadata, getOAuthProtectedResourceMetadataUrl, mcpAuthMetadataRouter } from './router.js'

afterEach(closeServers)

const createProvider = (more: object = {}) =>
  ({ clientsStore: { getClient: () => undefined }, ...more }) as unknown as OAuthServerProvider

const issuerUrl = new URL('https://as.example/')

describe('the metadata of the authorization server', () => {
  test('have what the provider has', () => {
    const provider = createProvider()
    expect(createOAuthMetadata({ provider, issuerUrl })).toEqual({
      issuer: 'https://as.example/',
      service_documentation: undefined,
      authorization_endpoint: 'https://as.example/authorize',
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint: 'https://as.example/token',
      token_endpoint_auth_methods_supported: ['client_secret_post', 'none'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      scopes_supported: undefined,
      revocation_endpoint: undefined,
      revocation_endpoint_auth_methods_supported: undefined,
      registration_endpoint: undefined,
    })
  })

  test('have what else there is', () => {
    const provider = createProvider({
      revokeToken: async () => {},
      clientsStore: { getClient: () => undefined, registerClient: () => undefined },
    })
    const more = {
      baseUrl: new URL('https://base.example/'),
      serviceDocumentationUrl: new URL('https://docs.example/'),
      scopesSupported: ['a'],
    }
    expect(createOAuthMetadata({ provider, issuerUrl, ...more })).toMatchObject({
      service_documentation: 'https://docs.example/',
      authorization_endpoint: 'https://base.example/authorize',
      token_endpoint: 'https://base.example/token',
      scopes_supported: ['a'],
      revocation_endpoint: 'https://base.example/revoke',
      revocation_endpoint_auth_methods_supported: ['client_secret_post'],
      registration_endpoint: 'https://base.example/register',
    })
  })

  test.each([
    ['http://as.example/', 'Issuer URL must be HTTPS'],
    ['https://as.example/#x', 'Issuer URL must not have a fragment: https://as.example/#x'],
    ['https://as.example/?x', 'Issuer URL must not have a query string: https://as.example/?x'],
  ])('are not those of %s', (issuer, message) => {
    const provider = createProvider()
    expect(() => createOAuthMetadata({ provider, issuerUrl: new URL(issuer) })).toThrow(new Error(message))
  })

  test.each(['http://localhost/', 'http://127.0.0.1:3000/'])('may be those of %s', (issuer) => {
    const provider = createProvider()
    expect(createOAuthMetadata({ provider, issuerUrl: new URL(issuer) }).issuer).toBe(issuer)
  })
})

test.each([
  ['https://a.example/mcp', 'https://a.example/.well-known/oauth-protected-resource/mcp'],
  ['https://a.example/', 'https://a.example/.well-known/oauth-protected-resource'],
])('the metadata of %s are at %s', (url, address) => {
  expect(getOAuthProtectedResourceMetadataUrl(new URL(url))).toBe(address)
})

test('a server that relies on another one says so', async () => {
  const oauthMetadata = { issuer: 'https://as.example/' } as Parameters<
    typeof mcpAuthMetadataRouter
  >[0]['oauthMetadata']
  const origin = await serve(
    mcpAuthMetadataRouter({
      ...{ oauthMetadata, resourceServerUrl: new URL('https://a.example/mcp'), resourceName: 'A' },
      ...{ scopesSupported: ['a'], serviceDocumentationUrl: new URL('https://docs.example/') },
    }),
  )
  expect(await (await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`)).json()).toEqual({
    resource: 'https://a.example/mcp',
    authorization_servers: ['https://as.example/'],
    scopes_supported: ['a'],
    resource_name: 'A',
    resource_documentation: 'https://docs.example/',
  })
  expect(await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json()).toEqual(oauthMetadata)
})
