import { inspect } from 'node:util'
import { generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { AuthOptions } from '../auth-options.js'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import { createTokenSource } from '../grants/create-token-source.js'

const public_ = new Set(['grant_type', 'resource', 'scope', 'client_id', 'redirect_uri', 'audience'])
const { privateKey } = await generateKeyPair('ES256')
const clients = { mine: { secret: 'the secret/of mine' } }
const own = { clientId: 'mine', clientSecret: 'the secret/of mine', issuer: 'https://as.example' }

describe('an error tells no secrets, though the server repeats all that it was sent', () => {
  test.each<readonly [string, AuthOptions]>([
    ['a person', { dpop: true }],
    ['a person, with a client of its own', own],
    ['a client', { ...own, grant: 'client_credentials' }],
    ['a client with a key', { grant: 'client_credentials', clientId: 'mine', privateKey: { key: privateKey } }],
    ['a workload', { grant: { type: 'jwt-bearer', assertion: () => 'the.workload.jwt' } }],
    [
      'an employee',
      {
        clientId: 'mine',
        grant: {
          type: 'enterprise',
          tokenEndpoint: 'https://as.example/token',
          clientId: 'c',
          clientSecret: 'idp secret',
          subjectToken: 'the.id.token',
        },
      },
    ],
  ])('%s', async (_, options) => {
    verifies('AUTH-57', 'CC-05', 'EMA-06')
    const server = createFakeAuthorizationServer({
      clients,
      token: (form) => {
        const messages = `${[...form.values()].join(' ')} ${form} ${server.requests.at(-1)?.headers.get('authorization')}`
        // What refuses a refresh token is no error: others are got. What is out of order is one.
        const status = form.get('grant_type') === 'refresh_token' ? 503 : 400
        return { status, body: { error: `bad ${form.get('code')}`, error_description: messages } }
      },
    })
    const source = createTokenSource(createFakeAuthServices(server, options))
    const errors = [
      await source.obtain(fakeRequest(server)).catch((error: unknown) => error),
      await source.refresh('the.refresh.token', fakeRequest(server)).catch((error: unknown) => error),
    ]
    const sent = server
      .requestsTo('/token')
      .flatMap(({ form, headers }) => [
        ...[...form].filter(([name]) => !public_.has(name) && !name.endsWith('_type')).map(([, value]) => value),
        ...(headers.get('authorization')?.split(' ').slice(1) ?? []),
      ])
    const secrets = [...sent, 'the secret/of mine', 'idp secret', 'the.id.token', 'the.workload.jwt']
    const printed = errors.map((error) => inspect(error, { depth: 9, showHidden: true }))
    for (const text of printed) {
      expect(secrets.filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)))).toEqual([])
    }
    const refused = expect.stringContaining('https://as.example refused: bad')
    expect(printed).toEqual([refused, refused])
  })
})
