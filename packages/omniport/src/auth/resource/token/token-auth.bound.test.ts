import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import { sha256Base64Url } from '../../sha256-base64url.js'
import { createTokenAuth, type VerifiedToken } from './token-auth.js'
import type { TokenAuthOptions } from './token-auth-options.js'

const audience = 'https://mcp.example/mcp'
const issuer = 'https://as.example'
const invalid = (description: string) => ({ denied: 'invalid', description })

function authOf(
  verified: Partial<VerifiedToken> | { readonly denied: 'expired' },
  options: Partial<TokenAuthOptions> = {},
) {
  const runtime = createManualRuntime()
  const token = { claims: { sub: 'ada' }, expiresAt: 5_000_000, until: 1_000_000, ...verified }
  const verifier = { issuers: [issuer], verify: async () => ('denied' in verified ? verified : token) }
  const auth = createTokenAuth(verifier, { audience, runtime, ...options })
  const send = async (authorization: string, dpop?: string) => {
    const headers = new Headers({ authorization, ...(dpop !== undefined && { dpop }) })
    return auth({ method: 'POST', url: 'http://10.0.0.1/mcp', headers })
  }
  return { auth, send, runtime }
}

/** The key of a client. */
async function createKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  let count = 0
  return {
    claims: { sub: 'ada', cnf: { jkt: await calculateJwkThumbprint(jwk) } },
    prove: async (htu: string, iat: number) => {
      count += 1
      const ath = await sha256Base64Url('abc')
      return new SignJWT({ htm: 'POST', htu, iat, jti: `${count}`, ath })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .sign(privateKey)
    },
  }
}

describe('a token that is bound to a key', () => {
  test('is admitted with its proof, made for the URL that is published', async () => {
    const { claims, prove } = await createKey()
    const resource = 'https://public.example/mcp'
    const { send, runtime } = authOf({ claims }, { dpop: true, audience: 'mcp', resource })
    const now = runtime.now() / 1_000
    expect(await send('DPoP abc', await prove(resource, now))).toMatchObject({ id: 'ada', claims })
    expect(await send('DPoP abc', await prove('https://mcp.example/mcp', now))).toEqual({
      ...{ denied: 'proof', description: 'the proof is for another request' },
    })
    const own = authOf({ claims }, { dpop: 'required' })
    expect(await own.send('DPoP abc', await prove(audience, now))).toMatchObject({ id: 'ada' })
  })

  test('has the difference of clocks that is given for its proofs', async () => {
    const { claims, prove } = await createKey()
    const usual = authOf({ claims }, { dpop: true })
    const exact = authOf({ claims }, { dpop: true, clockToleranceSeconds: 0 })
    const soon = usual.runtime.now() / 1_000 + 4
    expect(await usual.send('DPoP abc', await prove(audience, soon))).toMatchObject({ id: 'ada' })
    expect(await exact.send('DPoP abc', await prove(audience, soon))).toMatchObject({ denied: 'proof' })
  })

  test('needs its proof also where it names nobody', async () => {
    const { claims, prove } = await createKey()
    const { send, runtime } = authOf({ claims }, { dpop: true, principal: () => undefined })
    expect(await send('Bearer abc')).toEqual(invalid('the token is bound to a key and needs a proof'))
    const proof = await prove(audience, runtime.now() / 1_000)
    expect(await send('DPoP abc', proof)).toEqual(invalid('the token names no known principal'))
  })

  test.each([[null], [[]], [{}]])('is refused where it is bound to %j', async (cnf) => {
    const { send } = authOf({ claims: { sub: 'ada', cnf } }, { dpop: true })
    expect(await send('Bearer abc')).toEqual(invalid('the token is bound to a key, but proofs are not checked here'))
  })
})

test('a token that is denied is so in any scheme', async () => {
  const { send } = authOf({ denied: 'expired' }, { dpop: 'required' })
  expect([await send('DPoP abc'), await send('Bearer abc')]).toEqual([{ denied: 'expired' }, { denied: 'expired' }])
})

test('a principal cannot be changed in any part, also one that replaces another', async () => {
  const claims = { sub: 'ada', empty: null, count: 5, flag: false, text: 'a', list: [null, { deep: { x: [1] } }] }
  const own = (await authOf({ claims }).send('Bearer abc')) as Principal
  const given = { id: 'bob', scopes: ['a'], claims: { team: 'x' } }
  const replaced = (await authOf({}, { principal: () => given }).send('Bearer abc')) as Principal
  expect([own, own.scopes, own.claims, claims.list, claims.list[1]].map(Object.isFrozen)).toEqual(Array(5).fill(true))
  expect(Object.isFrozen((claims.list[1] as { deep: { x: object } }).deep.x)).toBe(true)
  expect([replaced, replaced.scopes, replaced.claims].map(Object.isFrozen)).toEqual([true, true, true])
  expect([replaced, given.scopes.push('b')]).toEqual([{ ...given, scopes: ['a'], expiresAt: 5_000_000 }, 2])
})

describe('what is published', () => {
  const algorithms = ['ES256', 'ES384', 'ES512', 'PS256', 'RS256', 'EdDSA', 'Ed25519']
  const dpopScheme = { scheme: 'DPoP', params: { algs: algorithms.join(' ') } }
  const metadata = { resource: audience, authorization_servers: [issuer], bearer_methods_supported: ['header'] }

  test.each<[Partial<TokenAuthOptions>, object, readonly object[]]>([
    [{}, {}, [{ scheme: 'Bearer' }]],
    [{ dpop: false, scopes: [] }, {}, [{ scheme: 'Bearer' }]],
    [{ dpop: true }, { dpop_signing_alg_values_supported: algorithms }, [{ scheme: 'Bearer' }, dpopScheme]],
    [
      { dpop: 'required' },
      { dpop_signing_alg_values_supported: algorithms, dpop_bound_access_tokens_required: true },
      [dpopScheme],
    ],
    [{ scopes: ['a'] }, { scopes_supported: ['a'] }, [{ scheme: 'Bearer' }]],
    [
      { scopes: ['a'], metadata: { scopes_supported: ['a', 'b'] } },
      { scopes_supported: ['a', 'b'] },
      [{ scheme: 'Bearer' }],
    ],
  ])('with %j', (options, more, schemes) => {
    const { auth } = authOf({}, options)
    expect([auth.metadata, auth.schemes, auth.scopes]).toStrictEqual([
      { ...metadata, ...more },
      schemes,
      options.scopes ?? [],
    ])
  })

  test.each(['http://a.example', 'HTTPS://A.example/b?c', 'https://a.example:8443/'])('may be at %s', (resource) => {
    expect(authOf({}, { resource }).auth.metadata?.resource).toBe(resource)
  })

  test.each([
    'xhttps://a.example',
    'ftp://a.example',
    'https:a.example',
    'https://?a',
    'https://#',
    'https:// a',
    'https://a.example/b c',
    'https://a.example/#',
    'https://[',
    ' https://a.example',
    'https://a.example\n',
  ])('cannot be at %j', (resource) => {
    expect(() => authOf({}, { resource })).toThrow(new TypeError('resource must be an https or http URL'))
  })
})
