import { afterEach, describe, expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import type { AuthOptions } from '../../auth/client/auth-options.js'
import { connect } from '../../client/connect.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { startGateway } from '../fixtures/behind.js'
import { createSignIn, type SignInOptions } from './create-sign-in.js'
import type { UpstreamPerson } from './upstream-person.js'

const redirectUrl = 'https://gateway.example/oauth/callback'
const principal = (id: string): Principal => ({ id, scopes: [], claims: {} })
const personOf = (id: string): UpstreamPerson => ({
  principal: principal(id),
  upstream: 'notes',
  openUrl: async () => {},
})

/** Begins a sign-in of `id`, as the authorization code flow does. */
function begin(options: Partial<SignInOptions> = {}, id = 'ann') {
  const signIn = createSignIn({ redirectUrl, verify: 'unverified', ...options })
  const auth = signIn.credentials(personOf(id))
  const stop = new AbortController()
  const redirected = auth?.redirected?.({ state: 'state-1', signal: stop.signal })
  const visit = async (path: string, init?: RequestInit) => {
    const response = await signIn.callback(new Request(new URL(path, redirectUrl), init))
    return [response.status, /<p>(.*)<\/p>/.exec(await response.text())?.[1]]
  }
  return { signIn, auth, redirected, stop, visit }
}

describe('the page of a sign-in', () => {
  test('goes on with the public address that the person came back to, once', async () => {
    const { redirected, visit } = begin()
    const over = [400, 'This sign-in is over, or was never begun. Start it again.']
    expect(await visit('/oauth/callback?state=state-2&code=c')).toEqual(over)
    const inside = 'http://10.0.0.7:8080/oauth/callback?state=state-1&code=c&iss=x'
    expect(await visit(inside)).toEqual([200, 'You can close this page and go back.'])
    expect(await redirected).toBe(`${redirectUrl}?state=state-1&code=c&iss=x`)
    expect(await visit(inside)).toEqual(over)
  })

  test('takes nobody but the caller who was asked', async () => {
    const seen: unknown[] = []
    const { redirected, visit, stop } = begin({
      verify: (request, { id }) => {
        seen.push(id)
        return request.headers.get('cookie') === `user=${id}`
      },
    })
    const path = '/oauth/callback?state=state-1&code=c'
    const refused = await visit(path, { headers: { cookie: 'user=bob' } })
    expect(refused).toEqual([
      403,
      'Another person was asked to sign in here. If it was you, sign in to this site first.',
    ])
    expect((await visit(path, { headers: { cookie: 'user=ann' } }))[0]).toBe(200)
    expect([await redirected, seen]).toEqual([`https://gateway.example${path}`, ['ann', 'ann']])
    stop.abort()
  })

  test('is over when the call is', async () => {
    const { redirected, visit, stop } = begin()
    stop.abort(new Error('gone'))
    await expect(redirected).rejects.toThrow('gone')
    expect((await visit('/oauth/callback?state=state-1&code=c'))[0]).toBe(400)
  })

  test.each([
    ['another method', '/oauth/callback?state=state-1', { method: 'POST' }],
    ['another path', '/oauth/callback/x?state=state-1', {}],
  ])('is not there for %s', async (_name, path, init) => {
    const { visit, redirected, stop } = begin()
    expect(await visit(path, init)).toEqual([404, 'There is no such page.'])
    stop.abort(new Error('over'))
    await expect(redirected).rejects.toThrow('over')
  })
})

test('tokens of callers are kept apart', () => {
  const signIn = createSignIn({ redirectUrl, verify: 'unverified', auth: { clientId: 'gateway' } })
  const storeOf = (id: string) => (signIn.credentials(personOf(id)) as AuthOptions).store
  expect(storeOf('ann')).toBe(storeOf('ann'))
  expect(storeOf('ann')).not.toBe(storeOf('bob'))
  expect(signIn.credentials(personOf('ann'))).toMatchObject({ clientId: 'gateway', redirectUrl })
})

test.each([
  [{}, 'createSignIn: redirectUrl must be a string'],
  [{ redirectUrl }, "createSignIn: verify must be a function or 'unverified'"],
  [{ redirectUrl, verify: true }, "createSignIn: verify must be a function or 'unverified', got true"],
])('the options %j are refused', (options, message) => {
  expect(() => createSignIn(options as never)).toThrow(message)
})

describe('an upstream with credentials of persons', () => {
  const opened: AsyncDisposable[] = []
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]()
  })

  function open() {
    const server = createServer({ name: 'u', version: '1', tools: { add: tool({ run: () => 'added' }) } })
    const seen: string[] = []
    const credentials = ({ principal: { id }, upstream }: UpstreamPerson) => {
      seen.push(`${id} at ${upstream}`)
      return undefined
    }
    const { gateway, logger } = startGateway({ u: { target: server, credentials } })
    opened.push(server, gateway)
    return { gateway, logger, seen }
  }

  test('has a connection for each, with what is given for them', async () => {
    const { gateway, seen } = open()
    for (const id of ['ann', 'bob', 'ann']) {
      await using client = await connect(asPrincipal(gateway, id), { name: 'c', version: '1' })
      await client.callTool('u__add', {})
    }
    expect(seen).toEqual(['ann at u', 'bob at u'])
    expect(gateway.status()).toMatchObject([{ isolation: 'principal', connections: 2 }])
  })

  test('is refused to callers that nobody has authenticated, without harm to others', async () => {
    const { gateway, logger } = open()
    await using nobody = await connect(gateway, { name: 'c', version: '1' })
    await expect(nobody.callTool('u__add', {})).rejects.toMatchObject({
      code: -32603,
      message: 'The upstream "u" failed: "u" is for callers that the gateway has authenticated',
    })
    await using ann = await connect(asPrincipal(gateway, 'ann'), { name: 'c', version: '1' })
    expect((await ann.callTool('u__add', {})).content).toEqual([{ type: 'text', text: 'added' }])
    expect(logger.errors).toEqual([])
  })

  test.each([
    [{ credentials: 'token' }, 'u.credentials must be a function'],
    [
      { credentials: () => undefined, isolation: 'shared' },
      'u.isolation must be "principal", since there are credentials',
    ],
  ])('with the settings %j is refused', (settings, message) => {
    expect(() => startGateway({ u: { target: 'http://127.0.0.1:1/mcp', ...settings } as never })).toThrow(message)
  })
})
