import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { Denied } from '../../../transport/http/auth/authenticate.js'
import { createTokenAuth, type VerifiedToken } from './token-auth.js'
import type { TokenAuthOptions } from './token-auth-options.js'

const audience = 'https://mcp.example/mcp'
const issuer = 'https://as.example'
const bound = { sub: 'ada', cnf: { jkt: 'thumbprint' } }
const invalid = (description: string) => ({ denied: 'invalid', description })

interface Setting {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly verified?: VerifiedToken | Denied
  readonly issuers?: readonly string[]
  readonly options?: Partial<TokenAuthOptions>
}

/** Authenticates tokens that are all verified as having these claims, valid and cached for a second. */
function setUp({ claims = { sub: 'ada' }, verified, issuers = [issuer], options = {} }: Setting = {}) {
  const runtime = createManualRuntime()
  const asked: string[] = []
  const verifier = {
    issuers,
    verify: async (token: string) => {
      asked.push(token)
      return verified ?? { claims, expiresAt: 5_000, until: 1_000 }
    },
  }
  const auth = createTokenAuth(verifier, { audience, runtime, ...options })
  const authenticate = (value = 'Bearer abc') =>
    auth({ method: 'POST', url: audience, headers: new Headers({ authorization: value }) })
  return { runtime, asked, auth, authenticate }
}

describe('a token', () => {
  test('is verified once while it is cached, for all who come meanwhile', async () => {
    const { authenticate, asked, runtime } = setUp()
    const [one, other] = await Promise.all([authenticate(), authenticate()])
    expect([one, await authenticate(), asked]).toEqual([other, other, ['abc']])
    runtime.advance(999)
    await authenticate()
    expect(asked).toHaveLength(1)
    runtime.advance(1)
    await authenticate()
    expect(asked).toHaveLength(2)
  })

  test('that is denied is looked at again each time', async () => {
    const { authenticate, asked } = setUp({ verified: { denied: 'expired' } })
    expect([await authenticate(), await authenticate(), asked.length]).toEqual([
      { denied: 'expired' },
      { denied: 'expired' },
      2,
    ])
  })

  test('must be there', () => {
    expect(setUp().authenticate('Basic abc')).toEqual({ denied: 'missing' })
  })
})

describe('the principal of a token', () => {
  test('has its claims, its scopes and its end, and cannot be changed', async () => {
    const claims = { sub: 'ada', scope: 'a b', deep: { list: [1] } }
    const principal = await setUp({ claims }).authenticate()
    expect(principal).toEqual({ id: 'ada', scopes: ['a', 'b'], claims, expiresAt: 5_000 })
    expect([principal, claims.deep, claims.deep.list].map(Object.isFrozen)).toEqual([true, true, true])
  })

  test.each([
    ['its subject', { sub: 'ada', client_id: 'c', azp: 'z' }, 'ada'],
    ['its client', { client_id: 'c', azp: 'z' }, 'c'],
    ['its party', { sub: '', azp: 'z' }, 'z'],
  ])('is named by %s', async (_name, claims, id) => {
    expect(await setUp({ claims }).authenticate()).toMatchObject({ id })
  })

  test('has its issuer in its name where there are several', async () => {
    const claims = { sub: 'ada', iss: issuer }
    const auth = setUp({ claims, issuers: [issuer, 'https://other.example'] })
    expect(await auth.authenticate()).toMatchObject({ id: `${issuer} ada` })
  })

  test.each([[{}], [{ sub: 5 }], [{ sub: '' }]])('is none where the claims name nobody: %j', async (claims) => {
    expect(await setUp({ claims }).authenticate()).toEqual(invalid('the token names no known principal'))
  })

  test('may be replaced, and may end earlier then', async () => {
    const principal: TokenAuthOptions['principal'] = (given) => ({ ...given, id: `my ${given.id}`, expiresAt: 4_000 })
    expect(await setUp({ options: { principal } }).authenticate()).toMatchObject({ id: 'my ada', expiresAt: 4_000 })
    const later: TokenAuthOptions['principal'] = (given) => ({ ...given, expiresAt: 6_000 })
    expect(await setUp({ options: { principal: later } }).authenticate()).toMatchObject({ expiresAt: 5_000 })
  })

  test('may be denied', async () => {
    const denied = setUp({ options: { principal: () => undefined } })
    expect(await denied.authenticate()).toEqual(invalid('the token names no known principal'))
  })

  test('has no end where the token has none', async () => {
    const verified = { claims: { sub: 'ada' }, expiresAt: Number.POSITIVE_INFINITY, until: 1_000 }
    expect(await setUp({ verified }).authenticate()).toEqual({ id: 'ada', scopes: [], claims: { sub: 'ada' } })
  })

  test.each([
    ['text', { scope: ' a  b ' }, ['a', 'b']],
    ['a list', { scope: ['a', '', 5, 'b'] }, ['a', 'b']],
    ['text of another name', { scp: 'a b' }, ['a', 'b']],
    ['a list of another name', { scp: ['a'] }, ['a']],
    ['both', { scope: 'a', scp: 'b' }, ['a']],
    ['something else', { scope: 5 }, []],
  ])('has its scopes as %s', async (_name, claims, scopes) => {
    expect(await setUp({ claims: { sub: 'ada', ...claims } }).authenticate()).toMatchObject({ scopes })
  })

  test('needs the scopes of the server, which others may contain', async () => {
    const options = { scopes: ['read'], implies: { admin: ['read', 'write'] } }
    const lacking = setUp({ claims: { sub: 'ada', scope: 'write' }, options })
    expect(await lacking.authenticate()).toEqual({ denied: 'scope', scopes: ['read'] })
    const admin = setUp({ claims: { sub: 'ada', scope: 'admin' }, options })
    expect(await admin.authenticate()).toMatchObject({ scopes: ['admin', 'read', 'write'] })
  })
})

describe('a token that is bound to a key', () => {
  const unchecked = invalid('the token is bound to a key, but proofs are not checked here')

  test('is refused where proofs are not checked', async () => {
    expect(await setUp({ claims: bound }).authenticate()).toEqual(unchecked)
  })

  test.each([
    ['to something else', { cnf: { 'x5t#S256': 'a' } }],
    ['to several things', { cnf: { jkt: 'a', kid: 'b' } }],
    ['to a number', { cnf: { jkt: 5 } }],
    ['to no object', { cnf: 'a' }],
  ])('is refused where it is bound %s', async (_name, cnf) => {
    expect(await setUp({ claims: { sub: 'ada', ...cnf }, options: { dpop: true } }).authenticate()).toEqual(unchecked)
  })

  test('needs a proof', async () => {
    const { authenticate } = setUp({ claims: bound, options: { dpop: true } })
    expect(await authenticate()).toEqual(invalid('the token is bound to a key and needs a proof'))
    expect(await authenticate('DPoP abc')).toMatchObject({ denied: 'proof' })
  })

  test('is what a scheme for such tokens is for', async () => {
    const { authenticate } = setUp({ options: { dpop: true } })
    expect(await authenticate('DPoP abc')).toEqual(invalid('the token is not bound to a key'))
    expect(await authenticate()).toMatchObject({ id: 'ada' })
  })

  test('may be required', async () => {
    const { authenticate } = setUp({ options: { dpop: 'required' } })
    expect(await authenticate()).toEqual(invalid('the token must be bound to a key'))
  })
})

describe('what is published', () => {
  const algs = 'dpop_signing_alg_values_supported'

  test('names the resource and its issuers', () => {
    const { auth } = setUp()
    expect(auth.metadata).toEqual({
      resource: audience,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
    })
    expect([auth.scopes, auth.schemes]).toEqual([[], [{ scheme: 'Bearer' }]])
  })

  test('names scopes, proofs, and what the operator adds', () => {
    const { auth } = setUp({ options: { scopes: ['a'], dpop: 'required', metadata: { resource_name: 'R' } } })
    expect(auth.metadata).toMatchObject({
      scopes_supported: ['a'],
      dpop_bound_access_tokens_required: true,
      resource_name: 'R',
    })
    expect(auth.metadata).toHaveProperty(algs)
    expect(auth.schemes?.map(({ scheme }) => scheme)).toEqual(['DPoP'])
    const { auth: optional } = setUp({ options: { dpop: true } })
    expect(optional.schemes?.map(({ scheme }) => scheme)).toEqual(['Bearer', 'DPoP'])
    expect(optional.metadata).not.toHaveProperty('dpop_bound_access_tokens_required')
  })

  test('is nothing without an issuer', () => {
    expect(setUp({ issuers: [] }).auth.metadata).toBeUndefined()
  })

  test.each([
    [{ audience: 'mcp' }, 'resource, where the audience is not a URL, must be an https or http URL'],
    [{ audience: 'mcp', resource: 'x' }, 'resource must be an https or http URL'],
    [{ resource: 'https://a.example/#b' }, 'resource must be an https or http URL'],
    [{ resource: 'https:///a' }, 'resource must be an https or http URL'],
  ])('needs a URL: %j', (options, message) => {
    expect(() => setUp({ options })).toThrow(new TypeError(message))
  })

  test('may have another URL than the audience', () => {
    expect(setUp({ options: { audience: 'mcp', resource: 'http://a.example/b' } }).auth.metadata).toMatchObject({
      resource: 'http://a.example/b',
    })
  })
})
