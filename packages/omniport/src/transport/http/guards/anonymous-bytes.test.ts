import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, initializeRequest, post } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { resource } from '../../../server/resources/resource.js'
import type { ByteBudget } from '../../../values/memory/byte-budget.js'
import type { HttpOptions } from '../http-options.js'

const full = {
  code: -32603,
  message: 'Too much at once: the limit anonymousBytes is 100000 bytes',
  data: { retryAfterSeconds: 1, limit: 'anonymousBytes' },
}
const auth: HttpOptions['auth'] = ({ headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} })

describe.each(httpShells)('$shell: what anonymous callers leave', ({ open }) => {
  let shell: OpenShell
  let anonymous: ByteBudget
  afterEach(() => shell.close())
  const start = async (options: HttpOptions = {}) => {
    const pages = resource({ uri: 'test:pages/{+path}', read: () => 'text' })
    const defined = defineHttpServer({ limits: { anonymousBytes: 100_000 }, resources: { pages } })
    anonymous = defined.server.environment.budgets?.anonymous as ByteBudget
    shell = await open(defined.server, options)
    return defined
  }
  const big = { experimental: { big: 'x'.repeat(20_000) } }

  test('are sessions, until they end; beyond the limit those that do nothing make room, the oldest first', async () => {
    await start()
    const sessions = [
      await beginSession(shell, { capabilities: big }),
      await beginSession(shell, { capabilities: big }),
    ]
    expect(anonymous.used).toBeGreaterThan(88_000)
    sessions.push(await beginSession(shell, { capabilities: big }))
    const statuses = await Promise.all(sessions.map(async (session) => (await session.request('ping')).status))
    expect([statuses, anonymous.used < 100_000]).toEqual([[404, 200, 200], true])
    for (const session of sessions) await session.delete()
    expect(anonymous.used).toBe(0)
  })

  test('that sessions do not take cannot be freed by ending these: there are no more', async () => {
    await start()
    const session = await beginSession(shell)
    anonymous.add(95_000)
    const refused = await post(shell, initializeRequest('2025-11-25', big))
    expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).error]).toEqual([503, '1', full])
    expect((await session.request('ping')).status).toBe(200)
  })

  test('of sessions is gone when nobody uses them', async () => {
    const { runtime } = await start()
    await beginSession(shell, { capabilities: big })
    runtime.advance(600_000)
    expect(anonymous.used).toBe(0)
  })

  test('are the subscriptions of sessions, until these end', async () => {
    await start()
    const session = await beginSession(shell)
    const before = anonymous.used
    const uri = (n: number) => `test:pages/${n}${'x'.repeat(20_000)}`
    const subscribe = async (n: number) =>
      (await (await session.request('resources/subscribe', { uri: uri(n) })).json()).error
    expect([await subscribe(1), await subscribe(2), await subscribe(2), await subscribe(3)]).toEqual([
      undefined,
      undefined,
      undefined,
      full,
    ])
    expect(anonymous.used - before).toBe(2 * (64 + 2 * uri(1).length))
    await session.request('resources/unsubscribe', { uri: uri(1) })
    expect(anonymous.used - before).toBe(64 + 2 * uri(1).length)
    await session.delete()
    expect(anonymous.used).toBe(0)
  })

  test('over the older endpoints is what is kept of a client, until its stream closes', async () => {
    await start()
    const reader = new SseReader(await shell.send({ method: 'GET', path: '/sse', headers: { accept: '*/*' } }))
    const path = (await reader.next())?.data ?? ''
    await post(shell, initializeRequest('2024-11-05', big), { path })
    await reader.next()
    expect(anonymous.used).toBeGreaterThan(40_000)
    await reader.cancel()
    await expect.poll(() => anonymous.used).toBe(0)
  })

  test('does not count what principals leave', async () => {
    await start({ auth })
    await beginSession(shell, { capabilities: big, headers: { 'x-user': 'ann' } })
    expect(anonymous.used).toBe(0)
  })

  test('has a bound for each client', async () => {
    await start()
    const refused = await post(shell, initializeRequest('2025-11-25', { x: 'x'.repeat(132_000) }))
    expect([refused.status, (await refused.json()).error]).toMatchObject([
      400,
      { code: -32602, message: expect.stringMatching(/the limit peerBytes is 262144$/) },
    ])
    expect(anonymous.used).toBe(0)
  })
})
