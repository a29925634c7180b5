import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { advertisesDpop } from './advertises-dpop.js'
import { type TokenPurpose, toTokenSet } from './to-token-set.js'

const server = { issuer: 'https://as.example' }
const bound = { ...server, dpop_signing_alg_values_supported: ['RS256', 'ES256'] }

function read(reply: object, purpose: Partial<TokenPurpose> = {}) {
  const runtime = createManualRuntime()
  runtime.advance(5_000)
  const whole = { server, scopes: undefined, isProven: false, ...purpose }
  return toTokenSet({ access_token: 'abc', ...reply }, whole, { runtime })
}

const bearer = { accessToken: 'abc', type: 'bearer' }

describe('the tokens of a reply', () => {
  test.each([
    ['an access token', {}, {}, bearer],
    ['an id token, which is ignored', { id_token: 'x' }, {}, bearer],
    ['an end', { expires_in: 60 }, {}, { ...bearer, expiresAt: 65_000 }],
    ['an end as text', { expires_in: '60' }, {}, { ...bearer, expiresAt: 65_000 }],
    ['an end that is over', { expires_in: -60 }, {}, { ...bearer, expiresAt: 5_000 }],
    ['an end far away', { expires_in: 1e300 }, {}, { ...bearer, expiresAt: 5_000 + 3_155_760_000_000 }],
    ['an end that is none', { expires_in: 'soon' }, {}, bearer],
    ['an empty end', { expires_in: '' }, {}, bearer],
    ['the end null', { expires_in: null }, {}, bearer],
    ['a refresh token', { refresh_token: 'r' }, { refreshToken: 'old' }, { ...bearer, refreshToken: 'r' }],
    ['no refresh token', {}, { refreshToken: 'old' }, { ...bearer, refreshToken: 'old' }],
    ['an empty refresh token', { refresh_token: '' }, { refreshToken: 'old' }, { ...bearer, refreshToken: 'old' }],
    ['scopes', { scope: 'a  b' }, { scopes: ['c'] }, { ...bearer, scopes: ['a', 'b'] }],
    ['no scopes', {}, { scopes: ['c'] }, { ...bearer, scopes: ['c'] }],
    ['empty scopes', { scope: ' ' }, { scopes: ['c'] }, { ...bearer, scopes: ['c'] }],
    ['scopes with commas', { scope: 'a,b' }, { scopes: ['a', 'b'] }, { ...bearer, scopes: ['a', 'b'] }],
    ['scopes with commas and spaces', { scope: 'a,b c' }, {}, { ...bearer, scopes: ['a,b', 'c'] }],
    ['a scope with a comma', { scope: 'a,b' }, { scopes: ['a,b'] }, { ...bearer, scopes: ['a,b'] }],
  ])('has %s', (_name, reply, purpose, expected) => {
    expect(read(reply, purpose)).toEqual(expected)
  })

  test.each([
    ['is missing', undefined],
    ['is no text', 5],
    ['is empty', ''],
    ['has a space', 'a b'],
    ['has a line break', 'a\nb'],
    ['is beyond ASCII', 'ä'],
    ['is too long', 'x'.repeat(65_537)],
  ])('is refused where it %s', (_name, token) => {
    const message = 'https://as.example returned no access token that can be sent in a header'
    expect(() => read({ access_token: token })).toThrow(expect.objectContaining({ code: 'unauthorized', message }))
  })

  test('may be long', () => {
    expect(read({ access_token: 'x'.repeat(65_536) }).accessToken).toHaveLength(65_536)
  })
})

describe('the type of a token', () => {
  test.each([
    ['Bearer', {}, 'bearer'],
    [null, {}, 'bearer'],
    ['DPoP', { isProven: true }, 'dpop'],
    ['bearer', { isProven: true }, 'bearer'],
    ['bearer', { isProven: false, server: bound }, 'bearer'],
  ])('may be %j', (type, purpose, expected) => {
    expect(read({ token_type: type }, purpose).type).toBe(expected)
  })

  test.each([
    ['mac', {}],
    [5, {}],
    ['', {}],
    ['DPoP', { isProven: false }],
  ])('may not be %j where it was not requested', (type, purpose) => {
    expect(() => read({ token_type: type }, purpose)).toThrow(
      'https://as.example returned a token of a type that was not requested',
    )
  })

  test('may not be bearer where the server says that it binds tokens', () => {
    expect(() => read({ token_type: 'Bearer' }, { isProven: true, server: bound })).toThrow(
      'https://as.example returned a token that is not bound to the key of this client, although it advertises DPoP',
    )
  })
})

test.each([
  [undefined, false],
  ['ES256', false],
  [[], false],
  [['RS256'], false],
  [['RS256', 'ES256'], true],
])('a server that lists %j binds tokens to keys: %s', (listed, isBound) => {
  expect(advertisesDpop({ ...server, dpop_signing_alg_values_supported: listed as string[] })).toBe(isBound)
})
