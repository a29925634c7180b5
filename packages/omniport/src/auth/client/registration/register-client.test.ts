import { describe, expect, test } from 'vitest'
import type { AuthServices } from '../auth-services.js'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import type { FakeReply, FakeServerOptions } from '../fixtures/fake-options.js'
import { OAuthRefusal } from '../token-endpoint/oauth-refusal.js'
import { registerClient } from './register-client.js'

const loopback = 'http://127.0.0.1:50001/callback'

/** Registers at a server, and returns what was sent and what came of it. */
async function register(
  serverOptions: FakeServerOptions = {},
  {
    options = {},
    redirectUrl = loopback,
    scopes,
  }: { options?: AuthServices['options']; redirectUrl?: string; scopes?: readonly string[] } = {},
) {
  const fake = createFakeAuthorizationServer(serverOptions)
  const services = createFakeAuthServices(fake, options)
  const { server } = fakeRequest(fake).authorization
  const { signal } = new AbortController()
  const registration = await registerClient(services, { server, redirectUrl, scopes, signal })
  const [sent] = fake.requestsTo('/register')
  return { registration, sent: JSON.parse(sent?.body ?? '{}') as Record<string, unknown> }
}

const replies = (status: number, body: unknown, metadata: FakeServerOptions['metadata'] = {}): FakeServerOptions => ({
  registers: (): FakeReply => ({ status, body }),
  metadata,
})

describe('a client tells the server', () => {
  test('what it is', async () => {
    const { sent } = await register({}, { scopes: ['a', 'b'], redirectUrl: 'https://app.example/back' })
    expect(sent).toEqual({
      client_name: 'Test client',
      redirect_uris: ['https://app.example/back'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'a b',
      application_type: 'web',
    })
  })

  test.each(['http://localhost:1/callback', 'http://[::1]:1/callback', 'http://127.0.0.1/callback'])(
    'that it is a program on this machine: %s',
    async (redirectUrl) => {
      expect((await register({}, { redirectUrl })).sent['application_type']).toBe('native')
    },
  )

  test.each<[string, unknown, readonly string[]]>([
    ['has refresh tokens', ['refresh_token'], ['authorization_code', 'refresh_token']],
    ['has none', ['authorization_code'], ['authorization_code']],
    ['says nothing about them', undefined, ['authorization_code', 'refresh_token']],
    ['says nothing that makes sense', 'refresh', ['authorization_code', 'refresh_token']],
  ])('its grants, where the server %s', async (_name, listed, grants) => {
    const { sent } = await register({ metadata: { grant_types_supported: listed } })
    expect(sent['grant_types']).toEqual(grants)
  })

  test.each<[readonly string[] | undefined, string]>([
    [['client_secret_post', 'client_secret_basic'], 'client_secret_basic'],
    [['client_secret_post'], 'client_secret_post'],
    [['private_key_jwt'], 'none'],
    [undefined, 'client_secret_basic'],
  ])('how it authenticates, where the server lists %j', async (listed, method) => {
    const { sent } = await register({ metadata: { token_endpoint_auth_methods_supported: listed } })
    expect(sent['token_endpoint_auth_method']).toBe(method)
  })

  test('that it binds its tokens, where both sides can do that', async () => {
    const isBound = async (dpop: boolean, server: FakeServerOptions) =>
      (await register(server, { options: { dpop } })).sent['dpop_bound_access_tokens']
    expect([
      await isBound(true, { dpop: 'bound' }),
      await isBound(true, {}),
      await isBound(false, { dpop: 'bound' }),
    ]).toEqual([true, undefined, undefined])
  })
})

describe('a registration has', () => {
  const id = { client_id: 'given' }
  const common = { issuer: 'https://as.example', clientId: 'given', redirectUrl: loopback }

  test('the id alone, where the server sends no more', async () => {
    const { registration } = await register(replies(201, id))
    expect(registration).toEqual({ ...common, method: 'none' })
    expect(Object.keys(registration)).toEqual(['issuer', 'clientId', 'method', 'redirectUrl'])
  })

  test('all that the server sends, and the scopes that were named', async () => {
    const body = {
      ...id,
      client_secret: 's',
      token_endpoint_auth_method: 'client_secret_post',
      client_secret_expires_at: 2_000,
    }
    const { registration } = await register(replies(200, body), { scopes: ['a'] })
    expect(registration).toEqual({
      ...common,
      method: 'client_secret_post',
      clientSecret: 's',
      secretExpiresAt: 2_000_000,
      scopes: ['a'],
    })
  })

  test.each([0, null, undefined, -1, 'soon'])('a secret that does not expire: %j', async (expires) => {
    const { registration } = await register(
      replies(201, { ...id, client_secret: 's', client_secret_expires_at: expires }),
    )
    expect(registration).toEqual({ ...common, method: 'client_secret_basic', clientSecret: 's' })
    expect('secretExpiresAt' in registration).toBe(false)
  })

  test.each([null, '', 1, 's'.repeat(8_193)])(
    'no secret, where the server sends none that can be used',
    async (secret) => {
      const { registration } = await register(
        replies(201, {
          ...id,
          client_secret: secret,
          client_secret_expires_at: 2_000,
          token_endpoint_auth_method: null,
        }),
      )
      expect(registration).toEqual({ ...common, method: 'none' })
      expect(Object.keys(registration)).toEqual(['issuer', 'clientId', 'method', 'redirectUrl'])
    },
  )

  test('a secret of any length up to 8,192, and the method that the server takes secrets with', async () => {
    const secret = 's'.repeat(8_192)
    const metadata = { token_endpoint_auth_methods_supported: ['none', 'client_secret_post'] }
    const body = { ...id, client_secret: secret, token_endpoint_auth_method: '' }
    const { registration } = await register(replies(201, body, metadata))
    expect(registration).toEqual({ ...common, method: 'client_secret_post', clientSecret: secret })
  })

  test('the method that it asked for, where the server names none', async () => {
    const metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
    expect((await register(replies(201, id, metadata))).registration.method).toBe('client_secret_post')
  })

  test('what a server with an error that is none sends', async () => {
    for (const error of [null, '', false])
      expect((await register(replies(201, { ...id, error }))).registration.clientId).toBe('given')
  })
})

describe('a registration is refused', () => {
  const source = 'registration at https://as.example'
  const notThere = `${source} is not there (HTTP status 404); if nobody can sign in to the server, give a token: auth.token, or --bearer-env of the command`

  test.each<[string, FakeServerOptions, object]>([
    [
      'with an error of the server',
      replies(400, { error: 'invalid_redirect_uri', error_description: 'not this one' }),
      { code: 'unauthorized', message: `${source} refused: invalid_redirect_uri (not this one)`, status: 400 },
    ],
    [
      'with an error in a reply of success',
      replies(200, { error: 'invalid_client_metadata', client_id: 'given' }),
      { code: 'unauthorized', message: `${source} refused: invalid_client_metadata`, status: 200 },
    ],
    [
      'for now',
      replies(503, { error: 'temporarily_unavailable' }),
      { code: 'unreachable', message: `${source} refused: temporarily_unavailable`, status: 503 },
    ],
    [
      'with an error and 404',
      replies(404, { error: 'not_found' }),
      { code: 'unauthorized', message: `${source} refused: not_found`, status: 404 },
    ],
    ['where nothing is', replies(404, {}), { code: 'unauthorized', message: notThere, status: 404 }],
    ['where something else is', replies(404, ['no']), { code: 'unauthorized', message: notThere, status: 404 }],
    ['without a word', replies(400, {}), { message: `${source} answered with HTTP status 400`, status: 400 }],
    [
      'though the reply has an id',
      replies(500, { client_id: 'given' }),
      { code: 'unreachable', message: `${source} answered with HTTP status 500`, status: 500 },
    ],
    ['without an id', replies(201, {}), { message: `${source} answered without a client_id`, status: 201 }],
    ['with an empty id', replies(201, { client_id: '' }), { message: `${source} answered without a client_id` }],
    ['with another id', replies(201, { client_id: 7 }), { message: `${source} answered without a client_id` }],
    ['with a text', replies(201, 'given'), { message: `${source} answered without a client_id` }],
  ])('%s', async (_name, server, expected) => {
    const reason = await register(server).catch((caught: unknown) => caught)
    expect(reason).toBeInstanceOf(OAuthRefusal)
    expect(reason).toMatchObject(expected)
  })

  test('by a server with a long name, which is cut off', async () => {
    const issuer = `https://as.example/${'a'.repeat(300)}`
    await expect(register({ issuer, ...replies(201, {}) })).rejects.toThrow(
      `registration at ${issuer.slice(0, 256)}… answered without a client_id`,
    )
  })
})
