import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { createMemoryAuthStore } from '../../auth/memory-auth-store.js'
import { authValues } from './auth-values.js'

const names =
  'token, clientId, clientSecret, issuer, privateKey, clientMetadataUrl, clientName, redirectUrl, redirected, open, scopes, grant, dpop, store, personMs, allowPrivateNetwork'
const grants = `"authorization_code", "client_credentials", or { type: 'enterprise' | 'jwt-bearer' | 'token-exchange', … }`
const noop = () => {}

describe('auth may have', () => {
  test.each<[string, object]>([
    ['nothing', {}],
    ['members that are undefined', { token: undefined, clientId: undefined, grant: undefined }],
    ['a token', { token: '!token~' }],
    ['a token beside what is undefined', { token: 'a', clientId: undefined }],
    ['a function for the token', { token: noop }],
    [
      'a client',
      {
        ...{ clientId: '', clientSecret: '', issuer: 'a', clientMetadataUrl: 'b', clientName: 'c', redirectUrl: 'd' },
        ...{ redirected: noop, open: noop, scopes: ['a'], dpop: true, personMs: 0, allowPrivateNetwork: false },
        store: createMemoryAuthStore(),
      },
    ],
    ['a key of PEM', { privateKey: { key: 'pem', alg: 'ES256', kid: 'k' } }],
    ['a key that is an object', { privateKey: { key: { kty: 'EC' }, alg: undefined } }],
    ['the grant of a user', { grant: 'authorization_code' }],
    ['the grant of a client', { grant: 'client_credentials' }],
    ['the grant of a company', { grant: { type: 'enterprise' } }],
    ['the grant of a platform', { grant: { type: 'jwt-bearer' } }],
    ['the grant of a caller', { grant: { type: 'token-exchange' } }],
  ])('%s', (_name, value) => {
    expect(() => authValues('auth', value)).not.toThrow()
  })
})

describe('auth may not have', () => {
  test.each<[string, unknown, string]>([
    ['no members', 'token', 'auth must be an object, got "token"'],
    ['another member', { tokens: 'a' }, `auth has no option "tokens". The options are ${names}`],
    ['a member of all objects', { toString: noop }, `auth has no option "toString". The options are ${names}`],
    [
      'anything beside a token',
      { token: 'a', dpop: undefined, scopes: [] },
      'auth.token is all that is needed: there is no use for auth.scopes beside it',
    ],
    [
      'what becomes of a variable that is not set',
      { token: `${undefined}` },
      'auth.token is "undefined": the variable that it comes from is probably not set',
    ],
    [
      'what becomes of a variable without a value',
      { token: `${null}` },
      'auth.token is "null": the variable that it comes from is probably not set',
    ],
    ['a number for an id', { clientId: 7 }, 'auth.clientId must be a string, got 7'],
    ['a number for a secret', { clientSecret: 7 }, 'auth.clientSecret must be a string'],
    ['a number for an issuer', { issuer: 7 }, 'auth.issuer must be a string, got 7'],
    ['a number for a document', { clientMetadataUrl: 7 }, 'auth.clientMetadataUrl must be a string, got 7'],
    ['a number for a name', { clientName: 7 }, 'auth.clientName must be a string, got 7'],
    ['a number for an address', { redirectUrl: 7 }, 'auth.redirectUrl must be a string, got 7'],
    ['a text for a function', { redirected: 'a' }, 'auth.redirected must be a function, got "a"'],
    ['a text for another', { open: 'a' }, 'auth.open must be a function, got "a"'],
    ['a text for scopes', { scopes: 'a b' }, 'auth.scopes must be an array of strings, got "a b"'],
    ['a number among scopes', { scopes: ['a', 7] }, 'auth.scopes[1] must be a string, got 7'],
    ['a text for a flag', { dpop: 'yes' }, 'auth.dpop must be true or false, got "yes"'],
    ['a number for a flag', { allowPrivateNetwork: 1 }, 'auth.allowPrivateNetwork must be true or false, got 1'],
    ['half a time', { personMs: 0.5 }, 'auth.personMs must be a whole number of milliseconds, 0 or more, got 0.5'],
    ['a store of text', { store: 'file' }, 'auth.store must be an object, got "file"'],
    ['another grant', { grant: 'password' }, `auth.grant must be ${grants}, got "password"`],
    ['a grant of another type', { grant: { type: 'password' } }, `auth.grant must be ${grants}, got an object`],
    ['no grant', { grant: null }, `auth.grant must be ${grants}, got null`],
    ['a key of text', { privateKey: 'pem' }, 'auth.privateKey must be an object, got "pem"'],
    ['a key without one', { privateKey: {} }, 'auth.privateKey.key must be a key, got undefined'],
    ['a key that is a number', { privateKey: { key: 7 } }, 'auth.privateKey.key must be PEM, a JWK, or a CryptoKey'],
    ['a key that is null', { privateKey: { key: null } }, 'auth.privateKey.key must be PEM, a JWK, or a CryptoKey'],
    [
      'an algorithm that is a number',
      { privateKey: { key: 'a', alg: 7 } },
      'auth.privateKey.alg must be a string, got 7',
    ],
    ['a key id that is a number', { privateKey: { key: 'a', kid: 7 } }, 'auth.privateKey.kid must be a string, got 7'],
    [
      'a key with another member',
      { privateKey: { key: 'a', algorithm: 'b' } },
      'auth.privateKey has no option "algorithm". The options are key, alg, kid',
    ],
  ])('%s', (_name, value, message) => {
    expect(thrownBy(() => authValues('auth', value))).toEqual(new TypeError(message))
  })

  test.each(['get', 'set', 'delete', 'exclusive'])('a store without %s', (name) => {
    const store = { ...createMemoryAuthStore(), [name]: undefined }
    expect(thrownBy(() => authValues('auth', { store }))).toEqual(
      new TypeError(`auth.store.${name} must be a function, got undefined`),
    )
  })

  test.each([7, '', 'a b', 'a\n', ' a', 'ä', null])('the token %j, which no error shows', (token) => {
    expect(thrownBy(() => authValues('connect: auth', { token }))).toEqual(
      new TypeError('connect: auth.token must be a function, or a text of visible ASCII characters'),
    )
  })
})
