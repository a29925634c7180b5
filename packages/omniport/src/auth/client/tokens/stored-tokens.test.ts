import { describe, expect, test } from 'vitest'
import { idleProver } from './fixtures/authority.js'
import { isExpired, parseStoredAuthorization, parseStoredTokens } from './stored-tokens.js'

const bearer = { prover: undefined }
const token = { accessToken: 'a', type: 'bearer' } as const

describe('a token that lives from 1,000 to 2,000', () => {
  const stored = { tokens: { ...token, expiresAt: 2_000 }, since: 1_000 }

  test.each([
    [1_999, 0, false],
    [2_000, 0, true],
    [1_899, 100, false],
    [1_900, 100, true],
    [1_499, 500, false],
    [1_500, 500, true],
    [1_499, 10_000, false],
    [1_500, 10_000, true],
  ])('at %i, seen %i ahead, has expired: %s', (now, aheadMs, expected) => {
    expect(isExpired(stored, now, aheadMs)).toBe(expected)
  })

  test('is not seen ahead unless that is wanted', () => {
    expect([isExpired(stored, 1_999), isExpired(stored, 2_000)]).toEqual([false, true])
  })
})

test('a token without an end does not expire', () => {
  expect(isExpired({ tokens: token, since: 0 }, Number.MAX_SAFE_INTEGER, 1)).toBe(false)
})

describe('stored tokens', () => {
  test('are read with all that they have, and nothing else', () => {
    const whole = {
      tokens: { ...token, expiresAt: 0, refreshToken: '', scopes: ['b'] },
      requested: ['b', 'c'],
      since: 0,
    }
    expect(parseStoredTokens({ ...whole, other: 1, tokens: { ...whole.tokens, other: 1 } }, bearer)).toEqual(whole)
  })

  test('lack what has another type', () => {
    const wrong = { tokens: { ...token, expiresAt: '1', refreshToken: 1, scopes: [1] }, requested: 'b', since: 1 }
    const parsed = parseStoredTokens(wrong, bearer)
    expect([parsed, Object.keys(parsed ?? {}), Object.keys(parsed?.tokens ?? {})]).toEqual([
      { tokens: token, since: 1 },
      ['since', 'tokens'],
      ['accessToken', 'type'],
    ])
  })

  test.each([
    ['is no object', 'text'],
    ['is null', null],
    ['is missing', undefined],
    ['has no tokens', { since: 1 }],
    ['has a text for tokens', { tokens: 'a', since: 1 }],
    ['has no access token', { tokens: { type: 'bearer' }, since: 1 }],
    ['has an access token that is no text', { tokens: { ...token, accessToken: 1 }, since: 1 }],
    ['has an empty access token', { tokens: { ...token, accessToken: '' }, since: 1 }],
    ['has an access token with a blank before', { tokens: { ...token, accessToken: ' a' }, since: 1 }],
    ['has an access token with a blank after', { tokens: { ...token, accessToken: 'a ' }, since: 1 }],
    ['has an access token that no header can carry', { tokens: { ...token, accessToken: 'ä' }, since: 1 }],
    ['has no time', { tokens: token }],
    ['has a time that is no number', { tokens: token, since: '1' }],
    ['has no type', { tokens: { accessToken: 'a' }, since: 1 }],
    ['has another type', { tokens: { ...token, type: 'mac' }, since: 1 }],
    ['is bound to a key that there is none of', { tokens: { ...token, type: 'dpop' }, since: 1 }],
  ])('are none where the value %s', (_name, value) => {
    expect(parseStoredTokens(value, bearer)).toBeUndefined()
  })

  test('of both types can be used with a key', () => {
    const types = ['dpop', 'bearer', 'mac'].map((type) => {
      const parsed = parseStoredTokens({ tokens: { ...token, type }, since: 1 }, { prover: idleProver })
      return parsed?.tokens.type
    })
    expect(types).toEqual(['dpop', 'bearer', undefined])
  })
})

describe('a stored authorization', () => {
  const server = { issuer: 'https://as.example', token_endpoint: 'https://as.example/token' }
  const resource = 'https://mcp.example/mcp'

  test('is read with its server', () => {
    expect(parseStoredAuthorization({ resource, server, scopesSupported: ['a'], isAssumed: true, other: 1 })).toEqual({
      resource,
      server,
      scopesSupported: ['a'],
      isAssumed: true,
    })
  })

  test('lacks what has another type', () => {
    for (const given of [{}, { scopesSupported: 'a', isAssumed: 'true' }, { scopesSupported: [1], isAssumed: false }]) {
      expect(parseStoredAuthorization({ resource, server, ...given })).toEqual({
        resource,
        server,
        scopesSupported: undefined,
        isAssumed: false,
      })
    }
  })

  test.each([
    ['is no object', 'text'],
    ['is null', null],
    ['is missing', undefined],
    ['has no server', { resource }],
    ['has a text for a server', { resource, server: 'https://as.example' }],
    ['has a server without an issuer', { resource, server: {} }],
    ['has a server with another issuer', { resource, server: { issuer: 1 } }],
    ['has no resource', { server }],
    ['has a resource that is no text', { resource: 1, server }],
  ])('is none where the value %s', (_name, value) => {
    expect(parseStoredAuthorization(value)).toBeUndefined()
  })
})
