import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { sha256Base64Url } from '../../sha256-base64url.js'
import { DpopProofs, dpopAlgorithms } from './dpop-proofs.js'

const resource = 'https://mcp.example/mcp'
const token = 'token-of-ada'

let privateKey: CryptoKey
let jwk: JWK
let boundTo: string
beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  privateKey = pair.privateKey
  jwk = await exportJWK(pair.publicKey)
  boundTo = await calculateJwkThumbprint(jwk)
})

/** Checks at the time of 0, with five seconds of tolerance. */
function setUp() {
  const runtime = createManualRuntime()
  const proofs = new DpopProofs({ runtime, toleranceSeconds: 5, resource })
  const now = runtime.now() / 1_000
  const check = async (claims: object, url: string | undefined = 'http://10.0.0.1/mcp?a=b') => {
    const ath = await sha256Base64Url(token)
    const proof = await new SignJWT({ htm: 'POST', htu: resource, iat: now, jti: 'one', ath, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .sign(privateKey)
    return checkText(proof, url)
  }
  const checkText = async (dpop: string, url: string | undefined = resource) => {
    const request = { method: 'POST', headers: new Headers({ dpop }), ...(url !== '' && { url }) }
    return (await proofs.check(request, { token, boundTo }))?.description
  }
  return { now, check, checkText }
}

describe('a proof', () => {
  const another = 'the proof is for another request'
  const stale = 'the proof is too old, or from the future'

  test.each<[string, object, string | undefined]>([
    ['with a query', { htu: `${resource}?a#b` }, undefined],
    ['for no URL', { htu: 'mcp' }, another],
    ['for another scheme', { htu: 'http://mcp.example/mcp' }, another],
    ['for another port', { htu: 'https://mcp.example:444/mcp' }, another],
    ['for a path below', { htu: `${resource}/a` }, another],
    ['for another method', { htm: 'post' }, another],
    ['without a method', { htm: undefined }, another],
    ['for another token', { ath: 'x' }, 'the proof is for another token'],
    ['without a token', { ath: undefined }, 'the proof is for another token'],
    ['with an empty id', { jti: '' }, 'the proof has no jti'],
    ['with an id of 256 characters', { jti: 'x'.repeat(256) }, undefined],
    ['with an id of 257 characters', { jti: 'x'.repeat(257) }, 'the proof has no jti'],
    ['without an id', { jti: undefined }, 'the proof has no jti'],
    ['without a time', { iat: undefined }, stale],
  ])('%s', async (_, claims, why) => {
    expect(await setUp().check(claims)).toBe(why)
  })

  test.each<[number, string | undefined]>([
    [-65, undefined],
    [-66, stale],
    [5, undefined],
    [6, stale],
  ])('of %i seconds from now', async (seconds, why) => {
    const { now, check } = setUp()
    expect(await check({ iat: now + seconds })).toBe(why)
  })

  test.each(['', 'no URL'])('is for no request with the URL %j', async (url) => {
    expect(await setUp().check({}, url)).toBe(another)
  })

  test('has 8,192 characters at most', async () => {
    const { checkText } = setUp()
    expect(await checkText('x'.repeat(8_192))).toBe('the proof is not valid')
    expect(await checkText('x'.repeat(8_193))).toBe('the proof is too long')
    expect(await checkText('')).toBe('the proof is not valid')
  })
})

test('proofs are signed with keys of two halves', () => {
  expect(dpopAlgorithms.join(' ')).toBe('ES256 ES384 ES512 PS256 RS256 EdDSA Ed25519')
})
