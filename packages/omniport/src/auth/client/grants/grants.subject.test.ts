import { describe, expect, test } from 'vitest'
import type { AuthOptions } from '../auth-options.js'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer, fetchOf } from '../fixtures/fake-authorization-server.js'
import type { FakeServerOptions } from '../fixtures/fake-options.js'
import type { EnterpriseGrantOptions, TokenExchangeGrantOptions } from '../grant-options.js'
import { createTokenSource } from './create-token-source.js'

const failing = () => Promise.reject(new Error('the vault is closed'))
const named = { code: 'unauthorized', message: 'auth.grant.subjectToken failed' }
const empty = { code: 'unauthorized', message: 'auth.grant.subjectToken must return a string that is not empty' }

describe('an employee', () => {
  const clients = { 'at-as': {}, 'at-idp': { secret: 'idp-secret' } }

  /** Obtains tokens by these changes of the grant, and returns what the identity provider got. */
  async function obtain(
    grant: Partial<EnterpriseGrantOptions>,
    { idp = {}, options = { clientId: 'at-as' } }: { idp?: FakeServerOptions; options?: AuthOptions } = {},
  ) {
    const provider = createFakeAuthorizationServer({ issuer: 'https://idp.example', clients, ...idp })
    const server = createFakeAuthorizationServer({ clients })
    const whole: EnterpriseGrantOptions = {
      ...{ type: 'enterprise', tokenEndpoint: 'https://idp.example/token' },
      ...{ clientId: 'at-idp', clientSecret: 'idp-secret', subjectToken: 'the-id-token', ...grant },
    }
    const parts = { fetch: fetchOf(provider, server) }
    const source = createTokenSource(createFakeAuthServices(server, { ...options, grant: whole }, parts))
    const outcome = await source.obtain(fakeRequest(server)).catch((reason: unknown) => reason)
    return { outcome, sent: provider.requests[0], asked: server.requests.length }
  }

  test('may have a text for their token, and a client with a secret', async () => {
    const { outcome, sent } = await obtain({})
    expect(outcome).toMatchObject({ type: 'bearer' })
    expect(sent?.form.get('subject_token')).toBe('the-id-token')
    expect(sent?.headers.get('authorization')).toBe(`Basic ${btoa('at-idp:idp-secret')}`)
  })

  test('may have a token of another type', async () => {
    const { sent } = await obtain({ subjectTokenType: 'urn:ietf:params:oauth:token-type:saml2' })
    expect(sent?.form.get('subject_token_type')).toBe('urn:ietf:params:oauth:token-type:saml2')
  })

  test('whose token cannot be had is told which option that is', async () => {
    expect(await obtain({ subjectToken: failing })).toMatchObject({ outcome: named, asked: 0 })
    expect(await obtain({ subjectToken: () => '' })).toMatchObject({ outcome: empty, asked: 0 })
  })

  test.each([
    ['no assertion', { issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag' }],
    ['an empty one', { issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag', access_token: '' }],
    ['one that is no text', { issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag', access_token: 5 }],
    ['one of no type', { access_token: 'a' }],
  ])('is not let in with %s', async (_, body) => {
    expect(await obtain({}, { idp: { token: () => ({ status: 200, body }) } })).toMatchObject({
      outcome: {
        ...{ code: 'unauthorized', message: 'the identity provider https://idp.example did not return an ID-JAG' },
      },
      asked: 0,
    })
  })

  test('is not let in by a refusal that has the secret of the client', async () => {
    const body = { error: 'invalid_grant', error_description: 'not with idp-secret' }
    const { outcome } = await obtain({}, { idp: { token: () => ({ status: 400, body }) } })
    expect(outcome).toMatchObject({ message: 'https://idp.example refused: invalid_grant (not with ***)' })
  })

  test('needs a client that the authorization server knows', async () => {
    const { outcome, sent } = await obtain({}, { options: { clientMetadataUrl: 'https://app.example/c.json' } })
    expect(outcome).toMatchObject({
      message:
        'https://as.example has no registration endpoint; it does not support client metadata documents either: register it there, and set auth.clientId',
    })
    expect(sent).toBeUndefined()
  })
})

describe('the caller of a gateway', () => {
  async function obtain(grant: Partial<TokenExchangeGrantOptions>) {
    const server = createFakeAuthorizationServer({ clients: { gateway: {} } })
    const options: AuthOptions = {
      ...{ clientId: 'gateway', issuer: 'https://as.example' },
      grant: { type: 'token-exchange', subjectToken: 'caller-token', ...grant },
    }
    const source = createTokenSource(createFakeAuthServices(server, options))
    const outcome = await source.obtain(fakeRequest(server)).catch((reason: unknown) => reason)
    return { outcome, sent: server.requests.map(({ form }) => Object.fromEntries(form)) }
  }

  test('may have a text for their token, and no audience', async () => {
    const type = 'urn:ietf:params:oauth:token-type:jwt'
    const { outcome, sent } = await obtain({ subjectTokenType: type })
    expect(outcome).toMatchObject({ type: 'bearer' })
    expect(sent).toEqual([
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        client_id: 'gateway',
        subject_token: 'caller-token',
        subject_token_type: type,
        requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        resource: 'https://mcp.example/mcp',
      },
    ])
  })

  test('whose token cannot be had is told which option that is', async () => {
    expect(await obtain({ subjectToken: failing })).toEqual({ outcome: expect.objectContaining(named), sent: [] })
    expect(await obtain({ subjectToken: () => '' })).toEqual({ outcome: expect.objectContaining(empty), sent: [] })
  })
})
