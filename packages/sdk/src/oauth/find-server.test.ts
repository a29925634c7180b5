import { describe, expect, test } from 'vitest'
import { MemoryProvider } from '../../test/memory-provider.js'
import { byAddress } from '../../test/prepared-fetch.js'
import { findServer } from './find-server.js'
import type { OAuthDiscoveryState } from './provider.js'

const serverUrl = 'https://a.example/mcp'
const metadata = {
  ...{ issuer: 'https://other.example/', authorization_endpoint: 'https://as.example/authorize' },
  ...{ token_endpoint: 'https://as.example/token', response_types_supported: ['code'] },
}
const resourceMetadata = { resource: serverUrl, authorization_servers: ['https://as.example/'] }

/** A provider that stored this, and an internet where all documents are. */
function create(stored?: Partial<OAuthDiscoveryState>) {
  const saved: OAuthDiscoveryState[] = []
  const provider = Object.assign(new MemoryProvider(), {
    discoveryState: () => stored as OAuthDiscoveryState | undefined,
    saveDiscoveryState: (state: OAuthDiscoveryState) => void saved.push(state),
  })
  const { fetch, addresses } = byAddress({
    'https://a.example/.well-known/oauth-protected-resource/mcp': () => Response.json(resourceMetadata),
    'https://b.example/meta': () => Response.json(resourceMetadata),
    'https://as.example/.well-known/oauth-authorization-server': () => Response.json(metadata),
  })
  return { provider, saved, fetch, addresses }
}

const found = { url: 'https://as.example/', issuer: 'https://as.example/', metadata, resourceMetadata }

describe('the authorization server', () => {
  test('is found, and stored', async () => {
    const { provider, saved, fetch } = create()
    expect(await findServer(provider, { serverUrl, fetchFn: fetch })).toEqual(found)
    expect(saved).toStrictEqual([
      {
        authorizationServerUrl: 'https://as.example/',
        resourceMetadataUrl: undefined,
        resourceMetadata,
        authorizationServerMetadata: metadata,
      },
    ])
  })

  test('is found by a provider that stores nothing', async () => {
    const { fetch } = create()
    expect(await findServer(new MemoryProvider(), { serverUrl, fetchFn: fetch })).toEqual(found)
  })

  test.each([
    ['as the server names it', { resourceMetadataUrl: new URL('https://b.example/meta') }, undefined],
    ['as it was stored', {}, { resourceMetadataUrl: 'https://b.example/meta' }],
    [
      'as the server names it now',
      { resourceMetadataUrl: new URL('https://b.example/meta') },
      { resourceMetadataUrl: 'https://c.example/meta' },
    ],
  ])('is found by the address of its metadata, %s', async (_, options, stored) => {
    const { provider, saved, fetch, addresses } = create(stored)
    await findServer(provider, { serverUrl, fetchFn: fetch, ...options })
    expect(addresses()[0]).toBe('GET https://b.example/meta')
    expect(saved).toMatchObject([{ resourceMetadataUrl: 'https://b.example/meta' }])
  })

  test('that was stored is used, and nothing is fetched or stored', async () => {
    const stored = {
      ...{ authorizationServerUrl: 'https://stored.example', resourceMetadata },
      authorizationServerMetadata: metadata,
    }
    const { provider, saved, fetch, addresses } = create(stored)
    expect(await findServer(provider, { serverUrl, fetchFn: fetch })).toEqual({
      ...found,
      url: 'https://stored.example',
      issuer: 'https://stored.example',
    })
    expect([saved, addresses()]).toEqual([[], []])
  })

  test.each<[string, Partial<OAuthDiscoveryState>, string]>([
    ['its metadata', { resourceMetadata }, 'GET https://as.example/.well-known/oauth-authorization-server'],
    [
      'those of the resource',
      { authorizationServerMetadata: metadata },
      'GET https://a.example/.well-known/oauth-protected-resource/mcp',
    ],
  ])('that was stored without %s is completed, and stored', async (_, stored, address) => {
    const all = { authorizationServerUrl: 'https://as.example/', ...stored }
    const { provider, saved, fetch, addresses } = create(all)
    expect(await findServer(provider, { serverUrl, fetchFn: fetch })).toEqual(found)
    expect(addresses()).toEqual([address])
    expect(saved).toMatchObject([
      { authorizationServerUrl: 'https://as.example/', resourceMetadata, authorizationServerMetadata: metadata },
    ])
  })

  test('that has no metadata is not stored again', async () => {
    const { provider, saved } = create({ authorizationServerUrl: 'https://as.example/' })
    await findServer(provider, { serverUrl, fetchFn: byAddress({}).fetch })
    expect(saved).toEqual([])
  })
})
