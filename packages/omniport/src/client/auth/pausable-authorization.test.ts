import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { connect } from '../connect.js'
import { initialized } from '../fixtures/fake-server.js'
import { connectTo, startConnecting } from '../http/fixtures/connect-to.js'
import { type Answer, FakeWeb } from '../http/fixtures/fake-web.js'
import { answer, empty } from '../http/fixtures/replies.js'
import { modernServer } from '../http/fixtures/servers.js'

/** A person who gives a token when a test says so. */
function person() {
  let give: (token: string) => void = () => {}
  let refuse: (reason: unknown) => void = () => {}
  let onAsked = () => {}
  let count = 0
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve
  })
  const token = () => {
    count += 1
    onAsked()
    return new Promise<string>((resolve, reject) => {
      give = resolve
      refuse = reject
    })
  }
  return {
    token,
    asked,
    give: (text: string) => give(text),
    refuse: (reason: unknown) => refuse(reason),
    count: () => count,
  }
}

const guarded =
  (server: Answer): Answer =>
  (request) =>
    request.headers.get('authorization') === 'Bearer good' ? server(request) : empty(401)

const legacy: Answer = (request) =>
  request.message.method === 'initialize'
    ? answer(request, initialized({}, request.message.params?.['protocolVersion']))
    : empty(request.message.method === 'server/discover' ? 404 : 202)

const longMs = 240_000

describe('a person who takes four minutes', () => {
  test('does not make a modern server a legacy one', async () => {
    const { token, asked, give } = person()
    const { connecting, runtime, web } = startConnecting(guarded(modernServer()), { auth: { token } })
    await asked
    await runtime.advance(longMs)
    give('good')
    const client = await connecting
    expect([client.revision, web.log]).toEqual(['2026-07-28', ['POST server/discover']])
    await client.close()
  })

  test('may be asked during the handshake of a revision that is given', async () => {
    const { token, asked, give } = person()
    const { connecting, runtime } = startConnecting(guarded(legacy), { auth: { token }, revision: '2025-11-25' })
    await asked
    await runtime.advance(longMs)
    give('good')
    const client = await connecting
    expect(client.revision).toBe('2025-11-25')
    await client.close()
  })

  test('may be asked during a call, whose time goes on afterwards', async () => {
    let valid = 'good'
    let isSilent = false
    const inner = modernServer()
    const server: Answer = (request) => {
      if (request.headers.get('authorization') !== `Bearer ${valid}`) return empty(401)
      return isSilent ? new Promise(() => {}) : inner(request)
    }
    const people = [person(), person()]
    let turn = 0
    const token = () => {
      turn += 1
      return people[turn - 1]?.token() ?? 'none'
    }
    const [first, second] = people
    const { connecting, runtime } = startConnecting(server, { auth: { token }, timeoutMs: 10_000 })
    await first?.asked
    first?.give('good')
    const client = await connecting
    valid = 'better'
    isSilent = true
    const call = client.listTools().then(
      () => 'answered',
      (reason: { code: string }) => reason.code,
    )
    await second?.asked
    await runtime.advance(longMs)
    second?.give('better')
    await runtime.advance(9_999)
    expect(await Promise.race([call, settled().then(() => 'waiting')])).toBe('waiting')
    await runtime.advance(2)
    expect(await call).toBe('timeout')
    await client.close()
  })
})

test('credentials that cannot be had are no sign of an old server', async () => {
  const { token, asked, refuse } = person()
  const { connecting, web } = startConnecting(guarded(modernServer()), { auth: { token } })
  await asked
  refuse(new Error('declined'))
  await expect(connecting).rejects.toMatchObject({ code: 'unauthorized', message: 'auth.token failed' })
  expect(web.log).toEqual([])
})

test('giving up connecting ends the wait', async () => {
  const { token, asked } = person()
  const controller = new AbortController()
  const { connecting } = startConnecting(guarded(modernServer()), { auth: { token }, signal: controller.signal })
  await asked
  controller.abort(new Error('enough'))
  await expect(connecting).rejects.toThrow('enough')
})

test('a token that is refused for good is an error that says so', async () => {
  const { connecting, web, url } = startConnecting(guarded(modernServer()), { auth: { token: 'bad' } })
  await expect(connecting).rejects.toMatchObject({
    code: 'unauthorized',
    status: 401,
    message: `${url} refuses the token of auth.token`,
  })
  expect(web.log).toEqual(['POST server/discover'])
})

test('all requests of a session carry the token', async () => {
  const { client, web } = await connectTo(guarded(legacy), { auth: { token: 'good' } })
  await settled()
  await client.close()
  expect(new Set(web.requests.map(({ headers }) => headers.get('authorization')))).toEqual(new Set(['Bearer good']))
  expect(web.log).toContain('GET')
})

test.each<[string, object]>([
  ['connect: auth must be an object, got "a"', 'a' as never],
  ['connect: auth has no option "tokens". The options are token, clientId,', { tokens: 'a' }],
  ['connect: auth.token must be a function, or a text of visible ASCII characters', { token: 'a secret' }],
  ['connect: auth.clientId must be a string, got 1', { clientId: 1 }],
  ['connect: auth.privateKey.key must be a key, got undefined', { privateKey: {} }],
  ['connect: auth.grant must be "authorization_code", "client_credentials",', { grant: 'implicit' }],
  ['connect: auth.store.set must be a function, got undefined', { store: { get: () => {} } }],
  ['connect: auth.scopes[0] must be a string, got 1', { scopes: [1] }],
  ['connect: auth.token is all that is needed: there is no use for auth.scopes beside it', { token: 'a', scopes: [] }],
  ['auth.grant client_credentials needs auth.clientId', { grant: 'client_credentials' }],
  ['auth.redirectUrl needs auth.redirected', { redirectUrl: 'http://127.0.0.1:1/callback' }],
])('%s', async (message, auth) => {
  const { connecting, web } = startConnecting(modernServer(), { auth })
  await expect(connecting).rejects.toThrow(message)
  await expect(connecting).rejects.toThrow(TypeError)
  expect(web.requests).toEqual([])
})

test('credentials come from one side', async () => {
  const { connecting } = startConnecting(modernServer(), {
    auth: { token: 'a' },
    headers: { Authorization: 'Bearer b' },
  })
  await expect(connecting).rejects.toEqual(
    new TypeError('connect: target.headers has an authorization, and so has auth: give one of them'),
  )
})

test('a server that is not reached over HTTP is asked for no token', async () => {
  verifies('AUTH-02', 'CC-01')
  const message =
    'connect: auth is for http: and https: addresses; other servers are given their credentials as they start'
  for (const target of [{ command: 'node' }, { serve: async () => undefined }]) {
    await expect(connect(target as never, { auth: {} })).rejects.toEqual(new TypeError(message))
  }
})

test('what a server is is remembered for one principal', async () => {
  const webs = ['one', 'two', 'one'].map((token) => ({ token, web: new FakeWeb(legacy) }))
  for (const { token, web } of webs) {
    const client = await connect('http://principals.test/mcp', { fetch: web.fetch, auth: { token } })
    await client.close()
  }
  expect(webs.map(({ web }) => web.log[0])).toEqual(['POST server/discover', 'POST server/discover', 'POST initialize'])
})
