import { describe, expect, test } from 'vitest'
import type { AuthServices } from '../auth-services.js'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import type { FakeReply, FakeServerOptions } from '../fixtures/fake-options.js'
import { clientAuth } from '../registration/client-auth.js'
import type { OAuthClient } from '../registration/oauth-client.js'
import { callTokenEndpoint } from './call-token-endpoint.js'
import { OAuthRefusal } from './oauth-refusal.js'
import { requestTokens } from './request-tokens.js'

const source = 'https://as.example'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const client = (secret?: string): OAuthClient => ({
  metadata: { client_id: 'mine' },
  ...clientAuth('client_secret_basic', secret),
  secrets: secret === undefined ? [] : [secret],
  isStored: false,
})

/** Calls the token endpoint of a server, and returns what was sent and what came of it. */
async function call(
  serverOptions: FakeServerOptions,
  {
    options = {},
    isProven,
    parameters = { assertion: 'the-assertion' },
    oauthClient = client(),
  }: {
    options?: AuthServices['options']
    isProven?: boolean
    parameters?: Record<string, string>
    oauthClient?: OAuthClient
  } = {},
) {
  const server = createFakeAuthorizationServer({ clients: { mine: {} }, ...serverOptions })
  const services = createFakeAuthServices(server, options)
  const { authorization, signal } = fakeRequest(server)
  const request = { server: authorization.server, oauthClient, grantType, parameters, signal }
  const outcome = await callTokenEndpoint(services, {
    ...request,
    ...(isProven !== undefined && { isProven }),
  }).catch((reason: unknown) => reason)
  return { outcome, requests: server.requestsTo('/token') }
}

const replying = (status: number, body: unknown): FakeServerOptions => ({ token: (): FakeReply => ({ status, body }) })

describe('a token request', () => {
  test('has its grant, its parameters and the client, and comes back with the reply', async () => {
    const { outcome, requests } = await call({ tokens: { extra: 1 } })
    expect(outcome).toMatchObject({ token_type: 'Bearer', expires_in: 3600, extra: 1 })
    expect(requests.map(({ method, form }) => [method, Object.fromEntries(form)])).toEqual([
      ['POST', { grant_type: grantType, assertion: 'the-assertion', client_id: 'mine' }],
    ])
  })

  test('has a proof where that is wanted, and there is a key', async () => {
    const proofOf = async (dpop: boolean, isProven?: boolean) =>
      (await call({}, { options: { dpop }, ...(isProven !== undefined && { isProven }) })).requests[0]?.headers.has(
        'dpop',
      )
    expect([
      await proofOf(true, true),
      await proofOf(true, false),
      await proofOf(true),
      await proofOf(false, true),
    ]).toEqual([true, false, false, false])
  })

  test('is sent again with the nonce that the server wants, once', async () => {
    const { outcome, requests } = await call({ dpop: 'nonce' }, { options: { dpop: true }, isProven: true })
    expect([(outcome as { token_type: string }).token_type, requests.length]).toEqual(['DPoP', 2])
    const refusing = replying(400, { error: 'use_dpop_nonce' })
    const again = await call(refusing, { options: { dpop: true }, isProven: true })
    expect([again.requests.length, again.outcome]).toMatchObject([2, { error: 'use_dpop_nonce' }])
    const without = await call(refusing)
    expect([without.requests.length, without.outcome]).toMatchObject([1, { error: 'use_dpop_nonce' }])
  })
})

describe('a token request is refused', () => {
  test.each<[string, FakeServerOptions, object]>([
    [
      'with an error',
      replying(400, { error: 'invalid_grant', error_description: 'too old' }),
      {
        code: 'unauthorized',
        error: 'invalid_grant',
        status: 400,
        message: `${source} refused: invalid_grant (too old)`,
      },
    ],
    [
      'with an error in a reply of success',
      replying(200, { error: 'invalid_scope', access_token: 'a' }),
      { code: 'unauthorized', error: 'invalid_scope', status: 200, message: `${source} refused: invalid_scope` },
    ],
    [
      'without a word',
      replying(403, {}),
      { code: 'unauthorized', status: 403, message: `${source} answered a token request with HTTP status 403` },
    ],
    [
      'for now',
      replying(503, { access_token: 'a' }),
      { code: 'unreachable', status: 503, message: `${source} answered a token request with HTTP status 503` },
    ],
    [
      'with something else',
      replying(200, ['a']),
      { code: 'unauthorized', message: `${source} answered a token request with something other than a JSON object` },
    ],
  ])('%s', async (_name, server, expected) => {
    const { outcome } = await call(server)
    expect(outcome).toBeInstanceOf(OAuthRefusal)
    expect(outcome).toMatchObject(expected)
  })

  test('without what was secret in it, and with what was not', async () => {
    const repeating: FakeServerOptions = {
      clients: { mine: { secret: 'the-secret-1' } },
      token: (form, headers) => ({
        status: 400,
        body: { error: 'bad', error_description: `${[...form.values()].join(' ')} ${headers.get('authorization')}` },
      }),
    }
    const parameters = {
      ...{ assertion: 'the-assertion', resource: 'the-resource', audience: 'the-audience', scope: 'the-scope' },
      ...{ redirect_uri: 'the-redirect', subject_token: 'the-subject', subject_token_type: 'the-type' },
      ...{ requested_token_type: 'the-requested', client_assertion_type: 'the-assertion-type' },
    }
    const { outcome } = await call(repeating, { parameters, oauthClient: client('the-secret-1') })
    const { message } = outcome as Error
    expect(message).toBe(
      `${source} refused: bad (${['***', 'the-resource', 'the-audience', 'the-scope', 'the-redirect', '***', 'the-type', 'the-requested', '***-type', grantType, 'mine', 'Basic ***'].join(' ')})`,
    )
  })

  test('by a server with a long name, which is cut off', async () => {
    const issuer = `https://as.example/${'a'.repeat(300)}`
    expect((await call({ issuer, ...replying(403, {}) })).outcome).toMatchObject({
      message: `${issuer.slice(0, 256)}… answered a token request with HTTP status 403`,
    })
  })
})

describe('tokens', () => {
  test('are asked for with the resource that they are for, and bound to the key of the client', async () => {
    const server = createFakeAuthorizationServer({ clients: { mine: {} }, dpop: 'bound' })
    const services = createFakeAuthServices(server, { dpop: true })
    const request = fakeRequest(server, { resource: 'https://mcp.example/other', scopes: ['a'] })
    const parameters = { assertion: 'a', resource: 'https://elsewhere.example' }
    const tokens = await requestTokens(services, request, {
      ...{ oauthClient: client(), grantType, parameters, refreshToken: 'r' },
    })
    expect(tokens).toMatchObject({ type: 'dpop', refreshToken: 'r', scopes: ['a'] })
    expect(server.requestsTo('/token')[0]?.form.get('resource')).toBe('https://mcp.example/other')
  })

  test('of who has no key are bearer tokens', async () => {
    const server = createFakeAuthorizationServer({ clients: { mine: {} }, dpop: 'bound' })
    const services = createFakeAuthServices(server)
    const tokens = await requestTokens(services, fakeRequest(server), {
      ...{ oauthClient: client(), grantType, parameters: { assertion: 'a' } },
    })
    expect([tokens.type, 'refreshToken' in tokens]).toEqual(['bearer', false])
  })
})
