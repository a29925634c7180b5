import { describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { audience, createIssuer, type Issuer, issuer } from '../fixtures/create-issuer.js'
import { jwtAuth } from './jwt-auth.js'
import type { JwtAuthOptions } from './jwt-auth-options.js'

const jwks = `${issuer}/jwks`
const oauth = 'https://as.example/.well-known/oauth-authorization-server/tenant'
const openid = 'https://as.example/.well-known/openid-configuration/tenant'
const appended = 'https://as.example/tenant/.well-known/openid-configuration'

function authOf({ fetch, runtime }: Issuer, options: Partial<JwtAuthOptions> = {}) {
  const auth = jwtAuth({ issuer, audience, fetch, runtime, ...options })
  return (token: string) => auth({ method: 'POST', headers: new Headers({ authorization: `Bearer ${token}` }) })
}

describe('keys', () => {
  test('are looked for once, when first needed, and tokens are verified once', async () => {
    const source = await createIssuer()
    const principal = vi.fn((given) => given)
    const auth = authOf(source, { principal })
    expect(source.fetched).toEqual([])
    const token = await source.sign()
    const [first, second] = await Promise.all([auth(token), auth(token)])
    expect([first, principal.mock.calls.length]).toEqual([second, 1])
    const result = auth(token)
    expect([result, result instanceof Promise]).toEqual([first, false])
    await auth(await source.sign({ jti: 'other' }))
    expect([principal.mock.calls.length, source.fetched]).toEqual([2, [oauth, jwks]])
  })

  test('a token is looked at again after a while, and not taken when it expired', async () => {
    verifies('AUTH-40')
    const source = await createIssuer()
    const principal = vi.fn((given) => given)
    const auth = authOf(source, { principal, cacheMs: 60_000 })
    const token = await source.sign()
    expect(await auth(token)).toMatchObject({ id: 'ada' })
    source.advance(59_999)
    await auth(token)
    expect(principal).toHaveBeenCalledTimes(1)
    source.advance(1)
    await auth(token)
    expect(principal).toHaveBeenCalledTimes(2)
    source.advance(244_999 - 60_000 + 60_000)
    expect(await auth(token)).toMatchObject({ id: 'ada' })
    source.advance(1)
    expect(await auth(token)).toEqual({ denied: 'expired' })
  })

  test('only so many tokens are kept', async () => {
    const source = await createIssuer()
    const principal = vi.fn((given) => given)
    const auth = authOf(source, { principal, cacheEntries: 1 })
    const tokens = [await source.sign({ jti: 'a' }), await source.sign({ jti: 'b' })]
    for (const token of [...tokens, ...tokens]) await auth(token)
    expect(principal).toHaveBeenCalledTimes(4)
  })

  test('that are not known are looked for again, but not at every turn', async () => {
    const source = await createIssuer()
    vi.useFakeTimers({ toFake: ['Date'], now: source.runtime.now() })
    try {
      const auth = authOf(source)
      await auth(await source.sign())
      await source.rotate('second')
      const token = await source.sign()
      const unknown = { denied: 'invalid', description: 'the token is signed with an unknown key' }
      expect([await auth(token), await auth(token)]).toEqual([unknown, unknown])
      expect(source.fetched).toEqual([oauth, jwks])
      vi.advanceTimersByTime(31_000)
      expect(await auth(token)).toMatchObject({ id: 'ada' })
      expect(source.fetched).toEqual([oauth, jwks, jwks])
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    ['as OpenID says, path inserted', openid],
    ['as OpenID says, path appended', appended],
  ])('are found %s', async (_name, url) => {
    verifies('AUTH-17')
    const source = await createIssuer()
    source.published.set(oauth, 403)
    source.published.set(url, { issuer, jwks_uri: jwks })
    expect(await authOf(source)(await source.sign())).toMatchObject({ id: 'ada' })
    expect(source.fetched.slice(-2)).toEqual([url, jwks])
  })

  test('are asked for in a way that follows no redirect', async () => {
    const source = await createIssuer()
    const fetch = vi.fn(source.fetch)
    await authOf({ ...source, fetch })(await source.sign())
    expect(fetch.mock.calls.map(([, init]) => init?.redirect)).toEqual(['manual', 'manual'])
  })

  test('are not looked for elsewhere while the issuer asks to come again', async () => {
    const source = await createIssuer()
    source.published.set(oauth, 429).set(openid, { issuer, jwks_uri: jwks })
    await expect(authOf(source)(await source.sign())).rejects.toMatchObject({ code: 'unreachable' })
    expect(source.fetched).toEqual([oauth])
  })

  test.each<readonly [string, object | string | number, RegExp]>([
    ['of another issuer', { issuer: 'https://evil.example', jwks_uri: jwks }, /names another issuer than/],
    ['that is no JSON', '<html>', /not JSON/],
    ['that is not served', 500, /HTTP status 500/],
    ['that is too large', `"${'x'.repeat(600_000)}"`, /larger than/],
    ['that is too large in bytes', `"${'\u00e9'.repeat(300_000)}"`, /larger than/],
    ['that leads elsewhere', 302, /HTTP status 302/],
  ])(
    'metadata %s is an error of the server, not of the token; nobody is asked again at once',
    async (_name, found, why) => {
      const source = await createIssuer()
      source.published.set(oauth, found)
      const auth = authOf(source)
      await expect(auth(await source.sign())).rejects.toMatchObject({
        code: 'unreachable',
        message: expect.stringMatching(why),
      })
      await expect(auth(await source.sign())).rejects.toMatchObject({ code: 'unreachable' })
      expect(source.fetched).toHaveLength(1)
      source.advance(5_000)
      source.published.set(oauth, { issuer, jwks_uri: jwks })
      expect(await auth(await source.sign())).toMatchObject({ id: 'ada' })
    },
  )

  test('that cannot be fetched are an error of the server', async () => {
    const source = await createIssuer()
    source.published.set(jwks, 503)
    await expect(authOf(source)(await source.sign())).rejects.toMatchObject({ code: 'unreachable' })
  })

  test.each<readonly [string, object | string | number]>([
    ['what is no set of keys', { error: 'busy' }],
    ['an array', []],
    ['keys that are none', { keys: ['a'] }],
  ])('that are %s are an error of the server; nobody is asked again at once', async (_name, found) => {
    const source = await createIssuer()
    const good = source.published.get(jwks) ?? {}
    source.published.set(jwks, found)
    const auth = authOf(source)
    for (const jti of ['a', 'b']) {
      await expect(auth(await source.sign({ jti }))).rejects.toMatchObject({ code: 'unreachable' })
    }
    expect(source.fetched).toEqual([oauth, jwks])
    source.advance(5_000)
    source.published.set(jwks, good)
    expect(await auth(await source.sign())).toMatchObject({ id: 'ada' })
  })

  test.each(['http://as.example/jwks', 'jwks', 1, undefined])('at %j are an error of the server', async (address) => {
    const source = await createIssuer()
    source.published.set(oauth, { issuer, jwks_uri: address })
    const auth = authOf(source)
    for (const jti of ['a', 'b']) {
      await expect(auth(await source.sign({ jti }))).rejects.toMatchObject({ code: 'unreachable' })
    }
    expect(source.fetched).toEqual([oauth])
    source.advance(5_000)
    source.published.set(oauth, { issuer, jwks_uri: jwks })
    expect(await auth(await source.sign())).toMatchObject({ id: 'ada' })
  })

  test('nothing is fetched for a token that cannot be valid', async () => {
    const source = await createIssuer()
    const token = await source.sign({ iss: 'https://evil.example' })
    expect(await authOf(source)(token)).toMatchObject({ denied: 'invalid' })
    expect(source.fetched).toEqual([])
  })

  test('are taken as given: an address, a set, or a function', async () => {
    const source = await createIssuer()
    const set = source.published.get(jwks) as { readonly keys: [] }
    const token = await source.sign()
    const first = authOf(source, { jwks: set })
    expect([await first(token), source.fetched]).toEqual([expect.objectContaining({ id: 'ada' }), []])
    expect(await authOf(source, { jwks })(token)).toMatchObject({ id: 'ada' })
    expect(source.fetched).toEqual([jwks])
    const find = vi.fn(() => Promise.reject(new Error('no key')))
    await expect(authOf(source, { jwks: find })(token)).rejects.toThrow('no key')
  })
})

describe('the principal', () => {
  test.each([
    ['sub', {}, 'ada', ['mcp']],
    ['client_id', { sub: undefined, scope: 'a  b' }, 'app', ['a', 'b']],
    ['azp', { sub: undefined, client_id: undefined, azp: 'web', scope: undefined, scp: ['a', 'b'] }, 'web', ['a', 'b']],
    ['sub, with scopes in scp', { scope: undefined, scp: 'a b' }, 'ada', ['a', 'b']],
    ['sub, with no scopes', { scope: undefined }, 'ada', []],
  ])('is named by %s', async (_name, claims, id, scopes) => {
    const source = await createIssuer()
    expect(await authOf(source)(await source.sign(claims))).toMatchObject({ id, scopes, claims: { iss: issuer } })
  })

  test('names the issuer where there are several', async () => {
    const source = await createIssuer()
    const auth = authOf(source, { issuer: [issuer, 'https://other.example'] })
    expect(await auth(await source.sign())).toMatchObject({ id: `${issuer} ada` })
  })

  test('has the scopes that its scopes contain, which count where scopes are needed', async () => {
    verifies('AUTH-49')
    const source = await createIssuer()
    const implies = { admin: ['write'], write: ['read', 'admin'], constructor: ['x'] }
    const auth = authOf(source, { implies, scopes: ['read'] })
    expect(await auth(await source.sign({ scope: 'admin' }))).toMatchObject({ scopes: ['admin', 'write', 'read'] })
    expect(await auth(await source.sign({ scope: 'toString' }))).toEqual({ denied: 'scope', scopes: ['read'] })
  })

  test('can be replaced, or refused', async () => {
    const source = await createIssuer()
    const auth = authOf(source, {
      principal: async (own) => (own.id === 'ada' ? { ...own, id: 'a', scopes: ['b'] } : undefined),
    })
    expect(await auth(await source.sign())).toMatchObject({ id: 'a', scopes: ['b'] })
    expect(await auth(await source.sign({ sub: 'bob' }))).toMatchObject({ denied: 'invalid' })
  })
})

test.each<readonly [object, RegExp]>([
  [{ audience: undefined }, /^jwtAuth: audience must be/],
  [{ audience: 'api' }, /resource, where the audience is not a URL, must be/],
  [{ resource: 'https://a.example/#b' }, /^resource must be/],
  [{ issuer: undefined }, /^jwtAuth: issuer must be/],
  [{ issuer: [] }, /^jwtAuth: issuer must be an issuer/],
  [{ issuer: 'http://as.example' }, /^jwtAuth: issuer must be an https: URL/],
  [{ algorithms: ['HS256'] }, /^jwtAuth: algorithms must be/],
  [{ algorithms: ['none'] }, /^jwtAuth: algorithms must be/],
  [{ algorithms: [] }, /^jwtAuth: algorithms must be/],
  [{ jwks: {} }, /^jwtAuth: jwks must be/],
  [{ jwks, issuer: [issuer, 'https://b.example'] }, /^jwtAuth: jwks is for one issuer/],
  [{ scopes: 'mcp' }, /^jwtAuth: scopes must be/],
  [{ implies: { a: 'b' } }, /^jwtAuth: implies\.a must be/],
  [{ dpop: 'yes' }, /^jwtAuth: dpop must be/],
  [{ cacheMs: -1 }, /^jwtAuth: cacheMs must be/],
  [{ audiences: [] }, /^jwtAuth: there is no option "audiences"/],
])('an option that cannot be used is named: %j', (options, message) => {
  expect(() => jwtAuth({ issuer, audience, ...options } as JwtAuthOptions)).toThrow(
    expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(message) }),
  )
})
