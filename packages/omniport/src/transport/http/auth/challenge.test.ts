import { describe, expect, test } from 'vitest'
import type { Authenticate, Denied } from './authenticate.js'
import { toChallenge } from './challenge.js'

const challengeOf = (denied: Denied, more: Partial<Authenticate> = {}) => {
  const auth: Authenticate = Object.assign(() => denied, more)
  const { status, headers, error } = toChallenge(denied, auth)
  return { status, challenge: headers['www-authenticate'], error: error.toObject() }
}

describe('a denial that says nothing of itself', () => {
  test.each<[Denied['denied'], number, string, string]>([
    ['missing', 401, 'Bearer', 'Unauthorized: the credentials are missing'],
    [
      'invalid',
      401,
      'Bearer error="invalid_token", error_description="the credentials are invalid"',
      'Unauthorized: the credentials are invalid',
    ],
    [
      'expired',
      401,
      'Bearer error="invalid_token", error_description="the credentials are expired"',
      'Unauthorized: the credentials are expired',
    ],
    [
      'proof',
      401,
      'Bearer error="invalid_dpop_proof", error_description="the proof of possession does not hold"',
      'Unauthorized: the proof of possession does not hold',
    ],
    [
      'malformed',
      400,
      'Bearer error="invalid_request", error_description="the credentials are malformed"',
      'Bad request: the credentials are malformed',
    ],
    [
      'scope',
      403,
      'Bearer scope="a", error="insufficient_scope", error_description="more has to be granted for this"',
      'Forbidden: more has to be granted for this',
    ],
  ])('%s', (denied, status, challenge, message) => {
    const given = denied === 'scope' ? { denied, scopes: ['a'] } : { denied }
    expect(challengeOf(given)).toEqual({ status, challenge, error: { code: -32600, message } })
  })
})

test('a description is shown in the challenge and in the error', () => {
  const { challenge, error } = challengeOf({ denied: 'invalid', description: 'the "token"\\\n ends \u00fc' })
  expect(challenge).toBe(`Bearer error="invalid_token", error_description="the 'token''? ends ?"`)
  expect(error.message).toBe("Unauthorized: the 'token''? ends ?")
})

test('a description of missing credentials is not part of the challenge', () => {
  expect(challengeOf({ denied: 'missing', description: 'send a token' })).toEqual({
    status: 401,
    challenge: 'Bearer',
    error: { code: -32600, message: 'Unauthorized: send a token' },
  })
})

test('a description has 2,048 characters at most', () => {
  const { error } = challengeOf({ denied: 'invalid', description: 'x'.repeat(2_049) })
  expect(error.message).toBe(`Unauthorized: ${'x'.repeat(2_048)}`)
})

describe('scopes', () => {
  const scopeOf = (scopes: readonly string[]) => challengeOf({ denied: 'missing' }, { scopes }).challenge

  test('that every request takes are named, but not where the credentials cannot be read', () => {
    expect(scopeOf(['a', 'b:c'])).toBe('Bearer scope="a b:c"')
    expect(challengeOf({ denied: 'malformed' }, { scopes: ['a'] }).challenge).not.toContain('scope')
    expect(challengeOf({ denied: 'scope', scopes: ['x'] }, { scopes: ['a'] }).challenge).toContain('scope="x"')
  })

  test('are named once, and only those that a resource can have', () => {
    expect(scopeOf(['a', 'a', 'offline_access', 'b"', 'c\\', 'd e', '\u00fc', '', '!~', 'b'])).toBe(
      'Bearer scope="a !~ b"',
    )
    expect(scopeOf(['offline_access'])).toBe('Bearer')
    expect(scopeOf([])).toBe('Bearer')
  })

  test('are named whole, as far as 2,048 characters go', () => {
    const [long, rest] = ['x'.repeat(2_046), 'y']
    expect(scopeOf([long, rest])).toBe(`Bearer scope="${long} ${rest}"`)
    expect(scopeOf([long, 'yy', 'z'])).toBe(`Bearer scope="${long}"`)
    expect(scopeOf(['x'.repeat(2_049)])).toBe('Bearer')
  })
})

test('a challenge names the metadata of the resource', () => {
  const metadata = { resource: 'https://mcp.example/mcp?a', authorization_servers: ['https://as.example'] }
  expect(challengeOf({ denied: 'missing' }, { metadata, scopes: ['a'] }).challenge).toBe(
    'Bearer resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp?a", scope="a"',
  )
})

describe('schemes', () => {
  const schemes = [{ scheme: 'Bearer', params: { realm: 'a "b"' } }, { scheme: 'DPoP' }]

  test('are offered in their order, each with its parameters first', () => {
    expect(challengeOf({ denied: 'missing' }, { schemes, scopes: ['a'] }).challenge).toBe(
      `Bearer realm="a 'b'", scope="a", DPoP scope="a"`,
    )
  })

  test('of which a proof that does not hold takes only that of proofs', () => {
    const { challenge } = challengeOf({ denied: 'proof', description: 'x' }, { schemes })
    expect(challenge).toBe('DPoP error="invalid_dpop_proof", error_description="x"')
    const [bearer] = schemes
    const other = challengeOf({ denied: 'proof', description: 'x' }, { schemes: bearer === undefined ? [] : [bearer] })
    expect(other.challenge).toBe(`Bearer realm="a 'b'", error="invalid_dpop_proof", error_description="x"`)
  })
})
