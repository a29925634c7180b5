import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { type IntrospectionAuthOptions, introspectionAuth } from './introspection-auth.js'

const audience = 'https://mcp.example/mcp'
const issuer = 'https://as.example'
const good = { active: true, sub: 'ada', scope: 'read write', aud: [audience], exp: 1_060 }

function setUp(answer: unknown, options: Partial<IntrospectionAuthOptions> = {}) {
  let now = 1_000_000
  const sent: { readonly url: string; readonly init: RequestInit | undefined }[] = []
  const auth = introspectionAuth({
    issuer,
    audience,
    clientId: 'mcp server',
    clientSecret: 's:1',
    runtime: { ...defaultRuntime, now: () => now },
    fetch: async (url, init) => {
      sent.push({ url: String(url), init })
      if (String(url).includes('well-known')) return Response.json({ issuer, introspection_endpoint: `${issuer}/look` })
      return typeof answer === 'number' ? new Response('', { status: answer }) : Response.json(answer)
    },
    ...options,
  })
  const send = (token = 't') => auth({ method: 'POST', headers: new Headers({ authorization: `Bearer ${token}` }) })
  const advance = (ms: number) => {
    now += ms
  }
  return { auth, sent, send, advance }
}

describe('introspectionAuth', () => {
  test('asks the authorization server as itself, and takes its word for a while', async () => {
    verifies('AUTH-40')
    const { sent, send, advance } = setUp({ ...good, echo: 't' })
    const principal = { id: 'ada', scopes: ['read', 'write'], claims: good, expiresAt: 1_065_000 }
    expect([await send(), send()]).toEqual([principal, principal])
    expect(sent.map(({ url }) => url)).toEqual([`${issuer}/.well-known/oauth-authorization-server`, `${issuer}/look`])
    expect(sent[1]?.init).toMatchObject({
      method: 'POST',
      body: 'token=t&token_type_hint=access_token',
      headers: { authorization: `Basic ${btoa('mcp%20server:s%3A1')}` },
    })
    advance(10_000)
    expect([await send(), sent.length]).toEqual([principal, 3])
  })

  test.each<readonly [string, object, object]>([
    ['not active', { active: false }, { denied: 'invalid', description: 'the token is not active' }],
    ['active in words only', { active: 'true' }, { denied: 'invalid', description: 'the token is not active' }],
    ['expired', { exp: 994 }, { denied: 'expired' }],
    ['without a time that can be read', { exp: 'soon' }, { denied: 'expired' }],
    ['not yet valid', { nbf: 1_010 }, { denied: 'invalid', description: 'the token is not valid yet' }],
    [
      'of another issuer',
      { iss: 'https://b.example' },
      { denied: 'invalid', description: 'the token is from another issuer' },
    ],
    ['for another audience', { aud: 'x' }, { denied: 'invalid', description: 'the token is for another audience' }],
    [
      'a refresh token',
      { token_type: 'refresh_token' },
      { denied: 'invalid', description: 'the token is not an access token' },
    ],
    ['of an odd type', { token_type: null }, { denied: 'invalid', description: 'the token is not an access token' }],
    ['for nobody said', { aud: undefined }, { denied: 'invalid', description: 'the token is for another audience' }],
  ])('refuses a token that is %s', async (_name, change, denied) => {
    verifies('AUTH-41')
    expect(await setUp({ ...good, ...change }).send()).toEqual(denied)
  })

  test.each(['Bearer', 'bearer', 'DPoP'])('takes a token of the type %s', async (type) => {
    expect(await setUp({ ...good, token_type: type }).send()).toMatchObject({ id: 'ada' })
  })

  test('what says no end has none', async () => {
    const { send } = setUp({ ...good, exp: undefined })
    const { exp: _, ...claims } = good
    expect(await send()).toStrictEqual({ id: 'ada', scopes: ['read', 'write'], claims })
  })

  test('is asked again when the token has ended, however long its word is good', async () => {
    const { sent, send, advance } = setUp(good, { cacheMs: 600_000 })
    await send()
    advance(64_999)
    expect([await send(), sent.length]).toEqual([expect.objectContaining({ id: 'ada' }), 2])
    advance(1)
    expect([await send(), sent.length]).toEqual([{ denied: 'expired' }, 3])
  })

  test('takes what says nothing of the audience only where that is wanted', async () => {
    const { send } = setUp({ ...good, aud: undefined }, { allowWithoutAudience: true, endpoint: `${issuer}/look` })
    expect(await send()).toMatchObject({ id: 'ada' })
  })

  test.each([500, [], 'x'])('an answer of %j is an error of the server, which says no token', async (answer) => {
    const { send } = setUp(answer)
    const error = await Promise.resolve(send('sekret')).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'unreachable', message: expect.not.stringContaining('sekret') })
  })

  test.each([
    ['has characters that no token has', 'Bearer a,b'],
    ['has characters beyond ASCII', 'Bearer ü'],
    ['has something after its padding', 'Bearer a=b'],
    ['is two tokens', 'Bearer a b'],
    ['is longer than any token', `Bearer ${'a'.repeat(16_385)}`],
    ['is empty', 'Bearer '],
  ])('what %s is not looked up', async (_, authorization) => {
    const { auth, sent } = setUp(good)
    const headers = new Headers()
    const header = () => authorization
    expect(await auth({ method: 'POST', headers, header })).toMatchObject({ denied: 'malformed' })
    expect(sent).toEqual([])
  })

  test('a refusal is cached for a short time', async () => {
    const { sent, send, advance } = setUp({ active: false }, { endpoint: `${issuer}/look` })
    const refusal = { denied: 'invalid', description: 'the token is not active' }
    expect([await send('x'), await send('x'), sent.length]).toEqual([refusal, refusal, 1])
    advance(4_999)
    expect([await send('x'), await send('y'), sent.length]).toEqual([refusal, refusal, 2])
    advance(1)
    expect([await send('x'), sent.length]).toEqual([refusal, 3])
  })

  test('a refusal is not cached where that is not wanted', async () => {
    const { sent, send } = setUp({ active: false }, { endpoint: `${issuer}/look`, refusedMs: 0 })
    await send('x')
    await send('x')
    expect(sent.length).toBe(2)
  })

  test('cached refusals take limited memory, and no place of valid tokens', async () => {
    const answers = (token: string) => (token === 'valid' ? good : { active: false })
    const { sent, send } = setUp(good, {
      endpoint: `${issuer}/look`,
      fetch: async (url, init) => {
        sent.push({ url: String(url), init })
        return Response.json(answers(new URLSearchParams(String(init?.body)).get('token') ?? ''))
      },
    })
    await send('valid')
    const junk = Array.from({ length: 80 }, (_, index) => `${index}`.padEnd(16_000, 'x'))
    for (const token of junk) await send(token)
    const asked = sent.length
    await send('valid')
    for (const token of junk.slice(-60)) await send(token)
    expect(sent.length).toBe(asked)
    await send(String(junk[0]))
    expect(sent.length).toBe(asked + 1)
  })

  test('only so many requests are under way, a part of them for tokens that were valid before', async () => {
    const asked: ((answer: Response) => void)[] = []
    const fetch = () => new Promise<Response>((resolve) => void asked.push(resolve))
    const { send, advance } = setUp(good, { fetch, endpoint: `${issuer}/look`, maxConcurrentRequests: 8 })
    const known = ['a', 'b'].map(send)
    for (const answer of asked) answer(Response.json(good))
    await Promise.all(known)
    advance(10_000)
    const junk = Array.from({ length: 6 }, (_, index) => send(`junk${index}`))
    const refusal = Promise.resolve(send('more')).catch((reason: unknown) => reason)
    const again = [send('junk0'), send('a'), send('b')]
    expect(asked.length).toBe(10)
    for (const answer of asked) answer(Response.json(good))
    expect(await refusal).toMatchObject({ code: 'limit' })
    expect(await Promise.all([...junk, ...again])).toEqual(Array(9).fill(expect.objectContaining({ id: 'ada' })))
    const later = send('more')
    asked.at(-1)?.(Response.json(good))
    expect(await later).toMatchObject({ id: 'ada' })
  })

  test('only so many tokens are verified at once', async () => {
    const asked: ((answer: Response) => void)[] = []
    const fetch = () => new Promise<Response>((resolve) => void asked.push(resolve))
    const { send } = setUp(good, { fetch, endpoint: `${issuer}/look`, maxConcurrentRequests: 1_000_000 })
    const waiting = Array.from({ length: 4_096 }, (_, index) => send(`t${index}`))
    await expect(send('another')).rejects.toMatchObject({ code: 'limit' })
    const again = send('t0')
    for (const answer of asked) answer(Response.json({ ...good, active: false }))
    for (const outcome of await Promise.all([again, ...waiting])) expect(outcome).toMatchObject({ denied: 'invalid' })
    const later = send('another')
    asked.at(-1)?.(Response.json(good))
    expect([asked.length, await later]).toEqual([4_097, expect.objectContaining({ id: 'ada' })])
  })

  test('a request that failed makes room', async () => {
    const { send } = setUp(500, { maxConcurrentRequests: 1 })
    await expect(send('a')).rejects.toMatchObject({ code: 'unreachable' })
    await expect(send('b')).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('what it cannot use is named', () => {
    expect(() => setUp(good, { clientSecret: '' })).toThrow('introspectionAuth: clientSecret must be')
    expect(() => setUp(good, { maxConcurrentRequests: 0 })).toThrow(
      'introspectionAuth: maxConcurrentRequests must be a whole number, 1 or more',
    )
    expect(() => setUp(good, { endpoint: 'http://as.example' })).toThrow(
      'introspectionAuth: endpoint must be an https: URL',
    )
  })
})
