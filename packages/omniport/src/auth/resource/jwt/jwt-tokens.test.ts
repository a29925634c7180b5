import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { audience, createIssuer, type Issuer, issuer } from '../fixtures/create-issuer.js'
import { jwtAuth } from './jwt-auth.js'
import type { JwtAuthOptions } from './jwt-auth-options.js'

let source: Issuer
beforeAll(async () => {
  source = await createIssuer()
})

function authOf(options: Partial<JwtAuthOptions> = {}) {
  const { fetch, runtime } = source
  const auth = jwtAuth({ issuer, audience, fetch, runtime, ...options })
  return {
    auth,
    send: async (token: string) => auth({ method: 'POST', headers: new Headers({ authorization: `Bearer ${token}` }) }),
  }
}

const invalid = (description: string) => ({ denied: 'invalid', description })
const foreign = invalid('the token is from another issuer, or is not a signed JWT')
const notValid = invalid('the token is not valid')

describe('the type of a token', () => {
  test.each(['JWT', 'jwt', 'at+jwt', 'application/jwt', 'application/at+jwt', 'AT+JWT'])('may be %s', async (typ) => {
    expect(await authOf().send(await source.sign({}, { typ }))).toMatchObject({ id: 'ada' })
  })

  test('may be absent', async () => {
    const token = await source.sign({}, { typ: undefined } as never)
    expect(await authOf().send(token)).toMatchObject({ id: 'ada' })
  })

  test.each(['id+jwt', 'xjwt', 'jwtx', 'application/xjwt', 'x/jwt', 'atjwt', ''])('cannot be %j', async (typ) => {
    expect(await authOf().send(await source.sign({}, { typ }))).toEqual(foreign)
  })
})

describe('a token is refused', () => {
  test.each<[string, Readonly<Record<string, unknown>>, object]>([
    ['without an end', { exp: undefined }, invalid('the token has a bad exp')],
    ['before its time', { nbf: 1_900_000_000 }, invalid('the token has a bad nbf')],
    ['for another audience', { aud: 'x' }, invalid('the token is for another audience')],
    ['after its end', { exp: 1_700_000_000 }, { denied: 'expired' }],
    ['with an end that is text', { exp: 'soon' }, invalid('the token has a bad exp')],
  ])('%s', async (_, claims, denied) => {
    expect(await authOf().send(await source.sign(claims))).toEqual(denied)
  })

  test('with an algorithm that is not accepted here', async () => {
    expect(await authOf({ algorithms: ['RS256'] }).send(await source.sign())).toEqual(foreign)
    expect(await authOf({ algorithms: ['RS256', 'ES256'] }).send(await source.sign())).toMatchObject({ id: 'ada' })
  })

  test('with claims that are none', async () => {
    const [header, , signature] = (await source.sign()).split('.')
    const payload = Buffer.from('[]').toString('base64url')
    expect(await authOf().send(`${header}.${payload}.${signature}`)).toEqual(foreign)
  })

  test('with a header that says what nobody understands', async () => {
    const token = await source.sign({}, { crit: ['b64'], b64: true })
    const [, payload, signature] = token.split('.')
    const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'first', crit: ['x'], x: 1 })).toString('base64url')
    expect(await authOf().send(`${header}.${payload}.${signature}`)).toEqual(notValid)
    const malformed = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'first', crit: [] })).toString('base64url')
    expect(await authOf().send(`${malformed}.${payload}.${signature}`)).toEqual(notValid)
  })

  test('where several keys may be meant', async () => {
    const pairs = [
      await generateKeyPair('ES256', { extractable: true }),
      await generateKeyPair('ES256', { extractable: true }),
    ]
    const keys = await Promise.all(
      pairs.map(async ({ publicKey }) => ({ ...(await exportJWK(publicKey)), alg: 'ES256' })),
    )
    const claims = { iss: issuer, aud: audience, sub: 'ada', exp: 1_900_000_000 }
    const [pair] = pairs
    if (pair === undefined) throw new Error('two were made')
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(pair.privateKey)
    const unknown = invalid('the token is signed with an unknown key')
    expect(await authOf({ jwks: { keys } }).send(token)).toEqual(unknown)
    expect(await authOf({ jwks: { keys: [] } }).send(token)).toEqual(unknown)
  })
})

test('keys may be given for one issuer, in a list or twice', () => {
  const { auth } = authOf({ issuer: [issuer], jwks: { keys: [] } })
  const twice = authOf({ issuer: [issuer, issuer], jwks: { keys: [] } }).auth
  const servers = [auth, twice].map(({ metadata }) => metadata?.authorization_servers)
  expect(servers).toEqual([[issuer], [issuer]])
})

test('a token is known for ten minutes where nothing is said', async () => {
  const own = await createIssuer()
  const { fetch, runtime } = own
  const principal = vi.fn((given) => given)
  const { send } = authOf({ fetch, runtime, principal })
  const token = await own.sign({ exp: 1_900_000_000 })
  await send(token)
  own.advance(599_999)
  await send(token)
  expect(principal).toHaveBeenCalledTimes(1)
  own.advance(1)
  await send(token)
  expect(principal).toHaveBeenCalledTimes(2)
})

test('the clocks may differ by as much as is said', async () => {
  const now = Math.floor(source.runtime.now() / 1_000)
  const token = await source.sign({ exp: now - 3 })
  expect(await authOf().send(token)).toMatchObject({ id: 'ada', expiresAt: (now + 2) * 1_000 })
  expect(await authOf({ clockToleranceSeconds: 0 }).send(token)).toEqual({ denied: 'expired' })
  const late = await source.sign({ exp: now - 8 })
  expect(await authOf().send(late)).toEqual({ denied: 'expired' })
  expect(await authOf({ clockToleranceSeconds: 60 }).send(late)).toMatchObject({ expiresAt: (now + 52) * 1_000 })
})
