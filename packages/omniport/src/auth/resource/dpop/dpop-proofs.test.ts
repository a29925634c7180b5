import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { sha256Base64Url } from '../../sha256-base64url.js'
import { audience, createIssuer, type Issuer, issuer } from '../fixtures/create-issuer.js'
import { jwtAuth } from '../jwt/jwt-auth.js'

type Claims = Readonly<Record<string, unknown>>

interface Client {
  readonly thumbprint: string
  proof(token: string, claims?: Claims, header?: object): Promise<string>
}

async function createClient(source: Issuer): Promise<Client> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  let count = 0
  return {
    thumbprint: await calculateJwkThumbprint(jwk),
    proof: async (token, claims, header) => {
      count += 1
      const iat = Math.floor(source.runtime.now() / 1_000)
      const own = { htm: 'POST', htu: audience, iat, jti: `${count}`, ath: await sha256Base64Url(token), ...claims }
      const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
      return new SignJWT(given as JWTPayload)
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
        .sign(privateKey)
    },
  }
}

describe('a token that is bound to a key', () => {
  let source: Issuer
  let client: Client
  let token: string
  beforeEach(async () => {
    source = await createIssuer()
    client = await createClient(source)
    token = await source.sign({ cnf: { jkt: client.thumbprint } })
  })
  const authOf = (dpop: boolean | 'required' = true) => {
    const { fetch, runtime } = source
    const auth = jwtAuth({ issuer, audience, dpop, fetch, runtime })
    const send = async (scheme: string, proof?: string, given = token) => {
      const headers = new Headers({ authorization: `${scheme} ${given}`, ...(proof !== undefined && { dpop: proof }) })
      const outcome = await auth({ method: 'POST', url: 'http://10.0.0.1/mcp?a=b', headers })
      return 'id' in outcome ? outcome.id : outcome.description
    }
    return { auth, send }
  }

  test('is taken with its proof, each proof once', async () => {
    const { send } = authOf()
    const proof = await client.proof(token)
    expect(await send('DPoP', proof)).toBe('ada')
    expect(await send('DPoP', proof)).toBe('the proof was used before')
    source.advance(65_001)
    expect(await send('DPoP', proof)).toBe('the proof is too old, or from the future')
    expect(await send('DPoP', await client.proof(token))).toBe('ada')
  })

  test('is taken with a proof of a fast clock, once for as long as that is fresh', async () => {
    const { send } = authOf()
    const long = await source.sign({ cnf: { jkt: client.thumbprint }, exp: 1_900_000_000 })
    const proof = await client.proof(long, { iat: 1_800_000_005 })
    expect(await send('DPoP', proof, long)).toBe('ada')
    source.advance(70_000)
    expect(await send('DPoP', proof, long)).toBe('the proof was used before')
    source.advance(1)
    expect(await send('DPoP', proof, long)).toBe('the proof is too old, or from the future')
  })

  test('is refused with a proof for a list of addresses', async () => {
    const { send } = authOf()
    expect(await send('DPoP', await client.proof(token, { htu: [audience] }))).toBe('the proof is for another request')
  })

  test('is refused as a Bearer token, with a proof or without', async () => {
    const { send } = authOf()
    const bound = 'the token is bound to a key and needs a proof'
    expect([await send('Bearer'), await send('Bearer', await client.proof(token))]).toEqual([bound, bound])
  })

  test('is refused where it is bound to something else as well', async () => {
    const both = await source.sign({ cnf: { jkt: client.thumbprint, 'x5t#S256': 'x' } })
    expect(await authOf().send('DPoP', await client.proof(both), both)).toMatch(/not checked here/)
  })

  test('is refused where nobody checks proofs', async () => {
    expect(await authOf(false).send('DPoP', await client.proof(token))).toMatch(/not checked here/)
  })

  test.each<readonly [string, Claims, object, RegExp]>([
    ['another method', { htm: 'GET' }, {}, /another request/],
    ['another path', { htu: 'https://mcp.example/other' }, {}, /another request/],
    ['another server', { htu: 'https://evil.example/mcp' }, {}, /another request/],
    ['no server', { htu: undefined }, {}, /another request/],
    ['another token', { ath: 'x' }, {}, /another token/],
    ['no token', { ath: undefined }, {}, /another token/],
    ['the past', { iat: 1_799_999_000 }, {}, /too old/],
    ['the future', { iat: 1_800_000_010 }, {}, /from the future/],
    ['no time', { iat: undefined }, {}, /too old/],
    ['no id', { jti: undefined }, {}, /no jti/],
    ['a long id', { jti: 'x'.repeat(300) }, {}, /no jti/],
    ['another type', {}, { typ: 'jwt' }, /not valid/],
    ['no key', {}, { jwk: undefined }, /not valid/],
  ])('is refused with a proof of %s', async (_name, claims, header, why) => {
    expect(await authOf().send('DPoP', await client.proof(token, claims, header))).toMatch(why)
  })

  test('is refused with the proof of another key, what is no proof, and no proof', async () => {
    const other = await createClient(source)
    const { send } = authOf()
    expect(await send('DPoP', await other.proof(token))).toBe('the proof is signed with another key')
    expect(await send('DPoP', 'x.y.z')).toBe('the proof is not valid')
    const both = [await client.proof(token), await client.proof(token)].join(', ')
    expect(await send('DPoP', both)).toBe('the proof is not valid')
    expect(await send('DPoP')).toBe('the DPoP proof is missing')
  })

  test('and one that is not, are told apart', async () => {
    verifies('AUTH-13')
    const plain = await source.sign()
    const both = authOf()
    expect([await both.send('Bearer', undefined, plain), await both.send('DPoP', 'x', plain)]).toEqual([
      'ada',
      'the token is not bound to a key',
    ])
    const { auth, send } = authOf('required')
    expect(await send('Bearer', undefined, plain)).toBe('the token must be bound to a key')
    expect([auth.schemes?.map(({ scheme }) => scheme), auth.metadata?.dpop_bound_access_tokens_required]).toEqual([
      ['DPoP'],
      true,
    ])
  })
})
