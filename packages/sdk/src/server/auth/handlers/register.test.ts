import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeServers, serve } from '../../../../test/express-servers.js'
import { InvalidClientMetadataError } from '../errors.js'
import { type ClientRegistrationHandlerOptions, clientRegistrationHandler } from './register.js'

afterEach(async () => {
  vi.restoreAllMocks()
  await closeServers()
})

const metadata = { redirect_uris: ['https://app.example/'], client_name: 'app' }
const now = 1_700_000_000

async function open(options: Partial<ClientRegistrationHandlerOptions> = {}, registerClient?: () => never) {
  const stored: object[] = []
  const clientsStore = {
    getClient: () => undefined,
    registerClient: async (client: object) => {
      registerClient?.()
      stored.push(client)
      return { ...client, stored: true } as never
    },
  }
  const origin = await serve(clientRegistrationHandler({ clientsStore, ...options }))
  vi.spyOn(Date, 'now').mockReturnValue(now * 1000 + 999)
  const register = (body: unknown = metadata) =>
    fetch(origin, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { origin, register, stored }
}

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
const secret = expect.stringMatching(/^[0-9a-f]{64}$/)

describe('a client that registers', () => {
  test('gets an id and a secret for 30 days', async () => {
    const { register, stored } = await open()
    const response = await register()
    const client = {
      ...metadata,
      ...{ client_id: uuid, client_id_issued_at: now },
      ...{ client_secret: secret, client_secret_expires_at: now + 2_592_000 },
    }
    expect([response.status, await response.json()]).toEqual([201, { ...client, stored: true }])
    expect([response.headers.get('cache-control'), response.headers.get('access-control-allow-origin')]).toEqual([
      'no-store',
      '*',
    ])
    expect(stored).toEqual([client])
  })

  test.each([
    [60, now + 60],
    [1, now + 1],
    [0, 0],
    [-1, 0],
  ])('gets a secret for %i seconds', async (clientSecretExpirySeconds, expiresAt) => {
    const { register } = await open({ clientSecretExpirySeconds })
    expect(await (await register()).json()).toMatchObject({ client_secret_expires_at: expiresAt })
  })

  test('gets no secret where it is public', async () => {
    const { register, stored } = await open()
    const response = await register({ ...metadata, token_endpoint_auth_method: 'none' })
    expect(await response.json()).not.toHaveProperty('client_secret')
    const members = ['client_secret', 'client_secret_expires_at']
    expect(members.map((name) => [name in (stored[0] ?? {}), Reflect.get(stored[0] ?? {}, name)])).toEqual([
      [true, undefined],
      [true, undefined],
    ])
  })

  test('gets its id from the store where that makes them', async () => {
    const { register, stored } = await open({ clientIdGeneration: false })
    await register()
    expect(Object.keys(stored[0] ?? {})).toEqual([
      ...['redirect_uris', 'client_name', 'client_secret', 'client_secret_expires_at'],
    ])
  })

  test.each([[{}], [{ redirect_uris: ['javascript:alert(1)'] }], [{ ...metadata, client_uri: 'nothing' }]])(
    'is refused with %j',
    async (body) => {
      const { register, stored } = await open()
      const response = await register(body)
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_client_metadata' }])
      expect(stored).toEqual([])
    },
  )

  test('is refused with the error of the store', async () => {
    const { register } = await open({}, () => {
      throw new InvalidClientMetadataError('no more')
    })
    expect(await (await register()).json()).toEqual({
      error: 'invalid_client_metadata',
      error_description: 'no more',
    })
  })
})

describe('the endpoint', () => {
  test('needs a store that registers', () => {
    expect(() => clientRegistrationHandler({ clientsStore: { getClient: () => undefined } })).toThrow(
      new Error('Client registration store does not support registering clients'),
    )
  })

  test('takes POST alone', async () => {
    const { origin } = await open()
    const response = await fetch(origin, { method: 'PUT' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('takes 20 requests in an hour', async () => {
    const { register } = await open()
    vi.restoreAllMocks()
    const { headers } = await register()
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-reset')]).toEqual(['20', '3600'])
  })

  test('refuses requests beyond its limit', async () => {
    const { register } = await open({ rateLimit: { max: 1 } })
    await register()
    const response = await register()
    expect([response.status, await response.json()]).toEqual([
      429,
      {
        error: 'too_many_requests',
        error_description: 'You have exceeded the rate limit for client registration requests',
      },
    ])
  })
})
