import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { AuthOptions } from '../auth-options.js'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer, type FakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import type { FakeServerOptions } from '../fixtures/fake-options.js'
import { keycloakServer, pythonSdkServer, strictBasicServer } from '../fixtures/peer-servers.js'
import { createTokenSource } from '../grants/create-token-source.js'

const options: AuthOptions = {
  grant: 'client_credentials',
  clientId: 'robot',
  clientSecret: 'secret of robot',
  issuer: 'https://as.example',
}
const clients = { robot: { secret: 'secret of robot' } }

function create(server: FakeServerOptions, given: Partial<AuthOptions> = {}) {
  const fake = createFakeAuthorizationServer({ clients, ...server })
  const services = createFakeAuthServices(fake, { ...options, ...given })
  const obtain = () => createTokenSource(services).obtain(fakeRequest(fake))
  return { fake, services, obtain }
}

/** The id of the client in the body of each token request. */
function idsSent(fake: FakeAuthorizationServer) {
  return fake.requestsTo('/token').map(({ form }) => form.get('client_id'))
}

const key = JSON.stringify(['token-request', 'https://as.example'])

describe('a client with a secret', () => {
  test('has its id in the body beside Basic, which the Python SDK needs', async () => {
    verifies('CC-02')
    const { fake, services, obtain } = create(pythonSdkServer())
    expect(await obtain()).toMatchObject({ type: 'bearer' })
    expect(idsSent(fake)).toEqual(['robot'])
    expect(services.store.entries.has(key)).toBe(false)
  })

  test.each([
    ['workers-oauth-provider', 400],
    ['Okta', 401],
  ])('leaves it out for %s from the first refusal on, after a restart too', async (_, status) => {
    verifies('CC-02')
    const { fake, services, obtain } = create(strictBasicServer(status))
    expect(await obtain()).toMatchObject({ type: 'bearer' })
    expect(await obtain()).toMatchObject({ type: 'bearer' })
    const next = createFakeAuthServices(fake, options, { store: services.store })
    await createTokenSource(next).obtain(fakeRequest(fake))
    expect(idsSent(fake)).toEqual(['robot', null, null, null])
  })

  test('tries the other way for a server that has changed', async () => {
    const { fake, services, obtain } = create(pythonSdkServer())
    await services.store.set(key, 'without client_id')
    await obtain()
    await obtain()
    expect(idsSent(fake)).toEqual([null, 'robot', 'robot'])
    expect(services.store.entries.has(key)).toBe(false)
  })

  test.each<readonly [string, FakeServerOptions, string]>([
    ['the Python SDK', pythonSdkServer(), 'refused: invalid_client (Invalid client_secret)'],
    ['the Python SDK 1.x', pythonSdkServer('unauthorized_client'), 'unauthorized_client (Invalid client_secret)'],
    ['workers-oauth-provider', strictBasicServer(), 'refused: invalid_client (the server says invalid_client)'],
    ['Keycloak', keycloakServer(), 'unauthorized_client (Invalid client or Invalid client credentials)'],
  ])('with the wrong secret is told what %s says of that, after one more try', async (_, peer, message) => {
    const { fake, services, obtain } = create(peer, { clientSecret: 'wrong' })
    await expect(obtain()).rejects.toMatchObject({ code: 'unauthorized', message: expect.stringContaining(message) })
    expect(idsSent(fake)).toEqual(['robot', null])
    expect(services.store.entries.has(key)).toBe(false)
  })

  test.each(['invalid_grant', 'invalid_scope', 'unauthorized_client', 'server_error'])(
    'does not send its request again after %s',
    async (error) => {
      const { fake, obtain } = create({ token: () => ({ status: 400, body: { error } }) })
      await expect(obtain()).rejects.toThrow(error)
      expect(idsSent(fake)).toEqual(['robot'])
    },
  )

  test.each<readonly [string, FakeServerOptions]>([
    ['beside Basic', pythonSdkServer()],
    ['without it', strictBasicServer()],
    ['in the body', { metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] } }],
    ['at no server', keycloakServer()],
  ])('sends its secret once in each request: %s', async (_, peer) => {
    const { fake, obtain } = create({ ...peer, clients: {} })
    await Promise.allSettled([obtain()])
    const sent = fake.requestsTo('/token')
    expect(sent.length).toBeGreaterThan(0)
    for (const { form, headers } of sent) {
      expect([headers.has('authorization'), form.has('client_secret')].filter(Boolean)).toEqual([true])
    }
  })

  test('gets tokens though the store cannot keep what worked', async () => {
    const { fake, services } = create(strictBasicServer())
    const reported: unknown[] = []
    const store = { ...services.store, set: async () => Promise.reject(new Error('full')) }
    const failing = { ...services, store, report: (reason: unknown) => void reported.push(reason) }
    expect(await createTokenSource(failing).obtain(fakeRequest(fake))).toMatchObject({ type: 'bearer' })
    expect(reported).toContainEqual(new Error('full'))
  })
})
