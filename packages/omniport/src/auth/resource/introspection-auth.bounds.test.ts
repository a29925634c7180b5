import { describe, expect, test } from 'vitest'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { type IntrospectionAuthOptions, introspectionAuth } from './introspection-auth.js'

const audience = 'https://mcp.example/mcp'
const issuer = 'https://as.example'
const endpoint = `${issuer}/look`
const good = { active: true, sub: 'ada', aud: audience, exp: 1_060 }
const ada = expect.objectContaining({ id: 'ada' })

/** Tokens are looked up at the time of 1,000 seconds. */
function setUp(answer: () => Response | Promise<Response>, options: Partial<IntrospectionAuthOptions> = {}) {
  let now = 1_000_000
  const sent: [url: string, init: RequestInit | undefined][] = []
  const auth = introspectionAuth({
    ...{ issuer, audience, endpoint, clientId: 'id', clientSecret: 'secret' },
    runtime: { ...defaultRuntime, now: () => now },
    fetch: async (url, init) => {
      sent.push([String(url), init])
      return answer()
    },
    ...options,
  })
  const send = async (token = 'token-of-ada') =>
    auth({ method: 'POST', headers: new Headers({ authorization: `Bearer ${token}` }) })
  const advance = (ms: number) => {
    now += ms
  }
  return { auth, sent, send, advance }
}

const answering = (change: object, options?: Partial<IntrospectionAuthOptions>) =>
  setUp(() => Response.json({ ...good, ...change }), options)

describe('a token that is looked up', () => {
  const notYet = { denied: 'invalid', description: 'the token is not valid yet' }
  const odd = { denied: 'invalid', description: 'the token is not an access token' }
  const elsewhere = { denied: 'invalid', description: 'the token is for another audience' }

  test.each<[string, object, unknown]>([
    ['ended five seconds ago', { exp: 995 }, { denied: 'expired' }],
    ['ends within the difference of clocks', { exp: 996 }, ada],
    ['has no end', { exp: undefined }, ada],
    ['ends some time', { exp: 'soon' }, { denied: 'expired' }],
    ['begins in five seconds', { nbf: 1_005 }, ada],
    ['begins in six', { nbf: 1_006 }, notYet],
    ['begins some time', { nbf: 'soon' }, notYet],
    ['is of this issuer', { iss: issuer }, ada],
    ['is for several audiences', { aud: ['a', audience] }, ada],
    ['is for others', { aud: ['a', 'b'] }, elsewhere],
    ['is for null', { aud: null }, elsewhere],
    ['is called an access token', { token_type: 'access_token' }, ada],
    ['is of a type that ends so', { token_type: 'xbearer' }, odd],
    ['is of a type that begins so', { token_type: 'bearerx' }, odd],
  ])('%s', async (_, change, expected) => {
    expect(await answering(change).send()).toEqual(expected)
  })

  test('has the difference of clocks that is given', async () => {
    const options = { clockToleranceSeconds: 0 }
    expect(await answering({ exp: 1_000 }, options).send()).toEqual({ denied: 'expired' })
    expect(await answering({ exp: 1_001 }, options).send()).toMatchObject({ id: 'ada', expiresAt: 1_001_000 })
    expect(await answering({ nbf: 1_001 }, options).send()).toEqual(notYet)
  })

  test('is not that of another audience, whatever is allowed', async () => {
    expect(await answering({ aud: 'x' }, { allowWithoutAudience: true }).send()).toEqual(elsewhere)
    expect(await answering({ aud: undefined }, { allowWithoutAudience: false }).send()).toEqual(elsewhere)
  })

  test.each<[number | undefined, number]>([
    [undefined, 10_000],
    [50, 50],
  ])('is known for as long as %j says', async (cacheMs, ms) => {
    const { send, advance, sent } = answering({}, { cacheMs })
    await send()
    advance(ms - 1)
    await send()
    expect(sent).toHaveLength(1)
    advance(1)
    await send()
    expect(sent).toHaveLength(2)
  })
})

test('the authorization server is asked with a form, as this server', async () => {
  const { sent, send } = answering({})
  await send('a+b')
  expect(sent).toMatchObject([
    [
      endpoint,
      {
        method: 'POST',
        body: 'token=a%2Bb&token_type_hint=access_token',
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${btoa('id:secret')}`,
        },
      },
    ],
  ])
})

test.each<[string, () => Response]>([
  ['a list', () => Response.json([])],
  ['null', () => Response.json(null)],
  ['404', () => new Response('', { status: 404 })],
])('an answer that is %s is none', async (_, answer) => {
  await expect(setUp(answer).send()).rejects.toMatchObject({
    ...{ code: 'unreachable', message: 'as.example did not answer with an introspection response' },
  })
})

test('64 are looked up at once, of which 48 were not known before', async () => {
  const ends: (() => void)[] = []
  const { send } = setUp(() => new Promise((resolve) => ends.push(() => resolve(Response.json(good)))))
  const waiting = Array.from({ length: 48 }, (_, index) => send(`token-${index}`))
  await expect(send('one-more')).rejects.toMatchObject({
    ...{ code: 'limit', message: 'At most 48 tokens are looked up at once (maxConcurrentRequests)' },
  })
  for (const end of ends) end()
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => ada))
})

test('the issuer is published', () => {
  expect(answering({}).auth.metadata?.authorization_servers).toEqual([issuer])
})

test.each<[object, string]>([
  [{ issuer: 'http://as.example' }, 'issuer must be an https: URL, or an http: URL of this machine'],
  [{ endpoint: 'look' }, 'endpoint must be an https: URL, or an http: URL of this machine'],
  [{ clientId: '' }, 'clientId must be a string that is not empty'],
  [{ clientSecret: 5 }, 'clientSecret must be a string that is not empty'],
  [{ cacheMs: -1 }, 'cacheMs must be a whole number, 0 or more'],
  [{ refusedMs: 0.5 }, 'refusedMs must be a whole number, 0 or more'],
  [{ maxConcurrentRequests: 0 }, 'maxConcurrentRequests must be a whole number, 1 or more'],
  [{ allowWithoutAudience: 'yes' }, 'allowWithoutAudience must be true or false'],
  [{ audience: '' }, 'audience must be a string that is not empty'],
])('an option that cannot be used is named: %j', (options, problem) => {
  expect(() => answering({}, options)).toThrow(new TypeError(`introspectionAuth: ${problem}`))
})
