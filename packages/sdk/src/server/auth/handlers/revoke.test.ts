import { afterEach, describe, expect, test } from 'vitest'
import { closeServers, form, serve } from '../../../../test/express-servers.js'
import type { OAuthServerProvider } from '../provider.js'
import { type RevocationHandlerOptions, revocationHandler } from './revoke.js'

afterEach(closeServers)

const client = { client_id: 'c', redirect_uris: [] }

async function open(options: Partial<RevocationHandlerOptions> = {}, fail?: () => never) {
  const revoked: unknown[][] = []
  const provider = {
    clientsStore: { getClient: async (id: string) => (id === 'c' ? client : undefined) },
    revokeToken: async (...given: unknown[]) => {
      fail?.()
      revoked.push(given)
    },
  } as unknown as OAuthServerProvider
  const origin = await serve(revocationHandler({ provider, ...options }))
  const revoke = (fields: Record<string, string>) => fetch(origin, form({ client_id: 'c', ...fields }))
  return { origin, revoke, revoked }
}

describe('a token', () => {
  test('is revoked', async () => {
    const { revoke, revoked } = await open()
    const response = await revoke({ token: 't', token_type_hint: 'refresh_token' })
    expect([response.status, await response.json()]).toEqual([200, {}])
    expect([response.headers.get('cache-control'), response.headers.get('access-control-allow-origin')]).toEqual([
      'no-store',
      '*',
    ])
    expect(revoked).toEqual([[client, { token: 't', token_type_hint: 'refresh_token' }]])
  })

  test('must be named', async () => {
    const { revoke, revoked } = await open()
    const response = await revoke({})
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }])
    expect(revoked).toEqual([])
  })

  test('is not revoked by a client that is not known', async () => {
    const { revoke, revoked } = await open()
    const response = await revoke({ client_id: 'd', token: 't' })
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_client' }])
    expect(revoked).toEqual([])
  })

  test('is not revoked where the provider fails', async () => {
    const { revoke } = await open({}, () => {
      throw new Error('secret of the server')
    })
    const response = await revoke({ token: 't' })
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'server_error', error_description: 'Internal Server Error' },
    ])
  })
})

describe('the endpoint', () => {
  test('needs a provider that revokes', () => {
    expect(() => revocationHandler({ provider: {} as OAuthServerProvider })).toThrow(
      new Error('Auth provider does not support revoking tokens'),
    )
  })

  test('takes POST alone', async () => {
    const { origin } = await open()
    const response = await fetch(origin)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('takes 50 requests in a quarter of an hour', async () => {
    const { revoke } = await open()
    const { headers } = await revoke({ token: 't' })
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-reset')]).toEqual(['50', '900'])
  })

  test('refuses requests beyond its limit', async () => {
    const { revoke } = await open({ rateLimit: { max: 1 } })
    await revoke({ token: 't' })
    const response = await revoke({ token: 't' })
    expect([response.status, await response.json()]).toEqual([
      429,
      {
        error: 'too_many_requests',
        error_description: 'You have exceeded the rate limit for token revocation requests',
      },
    ])
  })
})
