import { afterEach, describe, expect, test, vi } from 'vitest'
import { createHost } from '../../packages/omniport/src/host/create-host.js'
import type { Session } from '../../packages/omniport/src/protocol/exchange/session.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { Entry } from '../../packages/omniport/src/server/definitions/entry.js'
import { ChangePublisher } from '../../packages/omniport/src/server/notifications/change-publisher.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { createMemoryBus } from '../../packages/omniport/src/store/memory/memory-bus.js'
import { type Owned, OwnedEntries } from '../../packages/omniport/src/transport/http/guards/owned-entries.js'
import { createHttpSettings } from '../../packages/omniport/src/transport/http/http-settings.js'
import { createLegacySettings } from '../../packages/omniport/src/transport/http/legacy/legacy-settings.js'
import { SessionTable } from '../../packages/omniport/src/transport/http/legacy/sessions/session-table.js'
import { connectRaw, type RawConnection } from '../support/connect-raw.js'
import { defineHttpServer } from '../support/http-server.js'

// Counts of what is done where something grows. They do not depend on the machine.

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a server of 10, 1,000 and 10,000 tools', () => {
  const sizes = [10, 1_000, 10_000]

  test('answers a call with as many looks at definitions', async () => {
    const looks = await looksOf(sizes, true, (client) => client.request('tools/call', { name: 'tool-7' }))
    expect(looks).toEqual([looks[0], looks[0], looks[0]])
    expect(looks[0]).toBeLessThanOrEqual(2)
  })

  test('answers a list again without a look at any definition', async () => {
    expect(await looksOf(sizes, true, (client) => client.request('tools/list'))).toEqual([0, 0, 0])
  })

  test('looks at each definition a fixed number of times where callers see different ones, and encodes none again', async () => {
    const encode = vi.spyOn(Entry.prototype, 'encode')
    const looks = await looksOf(sizes, false, (client) => client.request('tools/list'))
    expect(looks.map((count, at) => count / Number(sizes[at]))).toEqual([1, 1, 1])
    expect(encode).toHaveBeenCalledTimes(10 + 1_000 + 10_000)
  })
})

test('a session is opened and found among 10,000 with as many looks at the clock as among 10, and all have one timer', async () => {
  const { table, runtime, open } = openTable(20_000)
  const counts: number[] = []
  const now = vi.spyOn(runtime, 'now')
  for (const size of [10, 1_000, 10_000]) {
    while (table.size < size) await open()
    now.mockClear()
    await open()
    counts.push(now.mock.calls.length, runtime.timers)
  }
  await table.close()
  const [first] = counts
  expect(counts).toEqual([first, 1, first, 1, first, 1])
})

test.each([[10], [1_000]])('where there are %i sessions and no room, one more looks at one of them', async (size) => {
  const { table, open } = openTable(size)
  for (let each = 0; each < size; each += 1) await open()
  const looks = vi.fn()
  const { find } = OwnedEntries.prototype
  const counted = function (this: OwnedEntries<Owned>, mayGo: (entry: Owned) => boolean) {
    return find.call(this, (entry) => {
      looks()
      return mayGo(entry)
    })
  }
  vi.spyOn(OwnedEntries.prototype, 'find').mockImplementation(counted)
  expect((await open())?.id).toMatch(/^[0-9a-f]{32}$/)
  expect([table.size, looks.mock.calls.length]).toEqual([size, 1])
  await table.close()
})

test.each([[1], [100], [1_000]])(
  'a change of a resource reaches %i subscribers with one look at each',
  async (count) => {
    const publisher = new ChangePublisher(createMemoryBus(), 'changes')
    const subscribers = Array.from({ length: count }, (_, at) =>
      createSubscriber(at % 2 === 0 ? 'note://a' : 'note://b'),
    )
    for (const { session } of subscribers) publisher.addSession(session, [])
    publisher.publish({ type: 'resource', uri: 'note://a' })
    publisher.publish({ type: 'resource', uri: 'note://a' })
    for (let each = 0; each < 3; each += 1) await Promise.resolve()
    publisher.close()
    const sum = (name: 'looks' | 'notified') => subscribers.reduce((total, subscriber) => total + subscriber[name](), 0)
    expect([sum('looks'), sum('notified')]).toEqual([count, Math.ceil(count / 2)])
  },
)

test.each([[1], [10], [100]])('of a host of %i servers a call asks one, and a known catalogue none', async (count) => {
  const asked: string[] = []
  const server = createServer({
    name: 'many',
    version: '1.0.0',
    ttlMs: 60_000,
    tools: { add: tool({ run: () => 'done' }) },
    use: [
      (next) => (message, exchange) => {
        asked.push(message.method)
        return next(message, exchange)
      },
    ],
  })
  const servers = Object.fromEntries(Array.from({ length: count }, (_, at) => [`server-${at}`, server]))
  await using host = createHost({ servers, policy: () => 'allow' })
  const [first] = await host.tools()
  expect(asked.filter((method) => method === 'tools/list')).toHaveLength(count)
  asked.length = 0
  await host.tools()
  expect(asked).toEqual([])
  await host.callTool(String(first?.name), {})
  expect(asked).toEqual(['tools/call'])
})

/** Sessions of one anonymous client. `open` opens one and uses it. */
function openTable(sessions: number) {
  const { server, runtime } = defineHttpServer()
  const limits = { sessions, anonymousBytes: 200_000_000 }
  const table = new SessionTable(createLegacySettings(createHttpSettings(server, { limits })))
  const client = { principal: undefined, owner: 'network 127.0.0.1' }
  const open = async () => {
    const session = table.create({ revision: '2025-11-25', client: { capabilities: {} } }, client)
    await table.establish(session)
    return table.find(session.id, client)
  }
  return { table, runtime, open }
}

/** The looks at definitions that the second of two equal requests takes, of servers of some sizes. */
async function looksOf(
  sizes: readonly number[],
  isSeenByAll: boolean,
  ask: (client: RawConnection) => Promise<{ readonly result?: unknown }>,
): Promise<readonly number[]> {
  const spies = [vi.spyOn(Entry.prototype, 'varies', 'get'), vi.spyOn(Entry.prototype, 'isVisible')]
  const counts: number[] = []
  const visible = isSeenByAll ? {} : { visible: () => true }
  for (const size of sizes) {
    const define = (_: unknown, at: number) => [`tool-${at}`, tool({ ...visible, run: () => 'done' })]
    const tools = Object.fromEntries(Array.from({ length: size }, define))
    await using server = createServer({ name: 'many', version: '1.0.0', tools })
    const client = await connectRaw(server, { revision: '2026-07-28' })
    await ask(client)
    for (const spy of spies) spy.mockClear()
    const { result } = await ask(client)
    expect(Object.keys(result as object)).toContain('resultType')
    counts.push(spies.reduce((sum, { mock }) => sum + mock.calls.length, 0))
    client.close()
  }
  return counts
}

/** A session that counts how often its subscriptions are looked at, and what it is notified of. */
function createSubscriber(uri: string) {
  const subscriptions = new Set([uri])
  const has = vi.spyOn(subscriptions, 'has')
  const notify = vi.fn()
  const session = { subscriptions, notify, onEnd: () => {} } as Partial<Session> as Session
  return { session, looks: () => has.mock.calls.length, notified: () => notify.mock.calls.length }
}
