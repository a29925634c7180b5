import type { AuthorizationServer } from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { clientAuth, secretMethod, secretMethods } from './client-auth.js'
import type { ClientCredentials } from './oauth-client.js'

const serverWith = (listed?: unknown): AuthorizationServer => ({
  issuer: 'https://as.example',
  token_endpoint_auth_methods_supported: listed as string[],
})

/** What a token request has by this way to authenticate. */
async function sent(auth: ClientCredentials['auth']) {
  const body = new URLSearchParams()
  const headers = new Headers()
  await auth(serverWith(), { client_id: 'a b' }, body, headers)
  return { ...Object.fromEntries(body), ...Object.fromEntries(headers) }
}

const basic = `Basic ${Buffer.from('a%20b:s%3At').toString('base64')}`

describe('the methods of a server', () => {
  test.each([
    [undefined, ['client_secret_basic'], 'client_secret_basic'],
    ['client_secret_post', ['client_secret_basic'], 'client_secret_basic'],
    [['client_secret_post', 'private_key_jwt', 'none'], ['none', 'client_secret_post'], 'client_secret_post'],
    [
      ['client_secret_post', 'client_secret_basic'],
      ['client_secret_basic', 'client_secret_post'],
      'client_secret_basic',
    ],
    [['none'], ['none'], 'client_secret_basic'],
    [[], [], 'client_secret_basic'],
  ])('that lists %j', (listed, methods, ofSecret) => {
    const server = serverWith(listed)
    expect([secretMethods(server), secretMethod(server)]).toEqual([methods, ofSecret])
  })
})

describe('a client', () => {
  test.each([
    ['without a secret', clientAuth('client_secret_basic', undefined), { client_id: 'a b' }],
    ['of the method none', clientAuth('none', 's:t'), { client_id: 'a b' }],
    ['that posts its secret', clientAuth('client_secret_post', 's:t'), { client_id: 'a b', client_secret: 's:t' }],
    ['with Basic', clientAuth('client_secret_basic', 's:t'), { client_id: 'a b', authorization: basic }],
  ])('%s authenticates so', async (_name, { auth }, expected) => {
    expect(await sent(auth)).toEqual(expected)
  })

  test('with Basic alone may leave its id out of the body', async () => {
    const { authWithoutId } = clientAuth('client_secret_basic', 's:t')
    expect(authWithoutId && (await sent(authWithoutId))).toEqual({ authorization: basic })
    expect('authWithoutId' in clientAuth('client_secret_post', 's:t')).toBe(false)
  })

  test('of another method is refused', () => {
    const message =
      'the authorization server requires a client authentication method that is not supported; set auth.clientId and auth.privateKey'
    expect(() => clientAuth('private_key_jwt', 's')).toThrow(expect.objectContaining({ code: 'unauthorized', message }))
  })
})
