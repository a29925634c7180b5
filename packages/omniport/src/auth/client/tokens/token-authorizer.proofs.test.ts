import { describe, expect, test } from 'vitest'
import type { DpopProver } from '../dpop/dpop-prover.js'
import { authorized, forever, idleProver, refusal, request, sentBy, setUp } from './fixtures/authority.js'
import { toUnauthorized } from './token-authorizer.js'

/** A prover that writes down what it is told and asked. */
function recorder() {
  const nonces: unknown[] = []
  const proven: unknown[] = []
  const prover: DpopProver = {
    ...idleProver,
    noteNonce: (...nonce) => void nonces.push(nonce),
    proof: async (...proof) => `proof ${proven.push(proof)}`,
  }
  return { nonces, proven, prover }
}

const headerOf = (values: Readonly<Record<string, string>>) => (name: string) => values[name]

describe('a token that is bound to a key', () => {
  test('is sent with a proof for the request and the token', async () => {
    const { prover, proven } = recorder()
    const { authorizer } = setUp({}, prover)
    expect(await authorized(authorizer)).toEqual({ authorization: 'DPoP t1', dpop: 'proof 1' })
    expect(proven).toEqual([[request, 't1']])
  })

  test('may be a bearer token of a server that binds none', async () => {
    const { prover, proven } = recorder()
    const { authorizer, authority } = setUp({}, prover)
    authority.type = 'bearer'
    expect([await authorized(authorizer), proven]).toEqual([{ authorization: 'Bearer t1' }, []])
  })

  test('has the challenge of its scheme, where there is another', async () => {
    const { authorizer, authority } = setUp({}, recorder().prover)
    const sent = await authorized(authorizer)
    const challenge = 'Bearer error="invalid_token", DPoP error="insufficient_scope", scope="a"'
    expect(await authorizer.recover(refusal(sent, { status: 403, challenge }), forever)).toBe(true)
    expect(authority.log.at(-1)).toBe('obtain https://as.example a')
  })

  test('is sent again with the nonce that the server wants, and no other is got', async () => {
    const { authorizer, authority } = setUp({}, recorder().prover)
    const sent = await authorized(authorizer)
    const wants = { 'www-authenticate': 'DPoP error="use_dpop_nonce"' }
    const nonce = { ...wants, 'dpop-nonce': 'n' }
    expect(await authorizer.recover({ ...refusal(sent), header: headerOf(nonce) }, forever)).toBe(true)
    expect(authority.log).toEqual(['obtain https://as.example undefined'])
    expect(await authorizer.recover({ ...refusal(sent), header: headerOf(wants) }, forever)).toBe(true)
    expect(authority.log.slice(1)).toEqual(['refresh https://as.example r1'])
  })

  test('is renewed where a nonce comes with another error', async () => {
    const { authorizer, authority } = setUp({}, recorder().prover)
    const sent = await authorized(authorizer)
    const header = headerOf({ 'www-authenticate': 'DPoP error="invalid_token"', 'dpop-nonce': 'n' })
    expect(await authorizer.recover({ ...refusal(sent), header }, forever)).toBe(true)
    expect(authority.log.slice(1)).toEqual(['refresh https://as.example r1'])
  })
})

describe('a reply', () => {
  test('tells the nonce for the next proofs to its address', () => {
    const { prover, nonces } = recorder()
    const { authorizer } = setUp({}, prover)
    authorizer.onReply({ url: request.url, header: headerOf({ 'dpop-nonce': 'n' }) })
    authorizer.onReply({ url: request.url, header: headerOf({}) })
    expect(nonces).toEqual([[request.url, 'n']])
  })

  test('tells nothing to who has no key', () => {
    const { authorizer } = setUp()
    expect(() => authorizer.onReply({ url: request.url, header: headerOf({ 'dpop-nonce': 'n' }) })).not.toThrow()
  })
})

test('a request that ends the session does not wait for a new token', async () => {
  const { authorizer, authority, pass } = setUp()
  authority.expiresIn = 3_600
  await authorized(authorizer)
  pass(3_580_000)
  const sent = await authorizer.headers({ ...request, method: 'DELETE' }, forever)
  expect([sent, authority.log.length]).toEqual([{ authorization: 'Bearer t1' }, 1])
  expect(await sentBy(authorizer)).toEqual({ authorization: 'Bearer t2' })
})

test('a token without a refresh token is sent until it is refused', async () => {
  const { authorizer, authority, pass } = setUp()
  const obtain = authority.obtain.bind(authority)
  authority.expiresIn = 60
  authority.obtain = async (asked) => ({ ...(await obtain(asked)), refreshToken: undefined })
  await authorized(authorizer)
  pass(120_000)
  expect([await sentBy(authorizer), authority.log.length]).toEqual([{ authorization: 'Bearer t1' }, 1])
})

describe('a failure of this side', () => {
  const { signal } = new AbortController()
  const services = { serverUrl: new URL('https://mcp.example/mcp?a=b') }
  const messageOf = (reason: unknown) => (toUnauthorized(reason, { services, signal }) as Error).message

  test.each<[unknown, string]>([
    [{ code: 'ENOSPC' }, 'internal error (ENOSPC)'],
    [{ code: `E_${'1'.repeat(62)}` }, `internal error (E_${'1'.repeat(62)})`],
    [{ code: `E_${'1'.repeat(63)}` }, 'internal error'],
    [{ code: 'enospc' }, 'internal error'],
    [{ code: ' E' }, 'internal error'],
    [{ code: 'E ' }, 'internal error'],
    [{ code: '' }, 'internal error'],
    [{ code: 5 }, 'internal error'],
    [undefined, 'internal error'],
    [null, 'internal error'],
    ['auth.token', 'internal error'],
    [new Error('auth.token is wrong'), 'internal error'],
    [new TypeError('auth.token is wrong'), 'auth.token is wrong'],
    [new TypeError('the auth.token is wrong'), 'internal error'],
  ])('%j is named so: %s', (reason, explanation) => {
    expect(messageOf(reason)).toBe(`No access to https://mcp.example/mcp: ${explanation}`)
  })
})
