import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { LimitOptions } from '../../../../protocol/limits/limit-options.js'
import { createMemoryBus } from '../../../../store/memory/memory-bus.js'
import { createMemorySessions } from '../../../../store/memory/memory-records.js'
import type { Stores } from '../../../../store/stores.js'
import { openLegacySettings } from '../fixtures/legacy-settings.js'
import type { HttpSession } from './http-session.js'
import { SessionMessages } from './session-messages.js'
import { SessionTable } from './session-table.js'

const record = { revision: '2025-11-25', client: { name: 'c', capabilities: {} } } as const
const ada = { principal: { id: 'ada', scopes: [], claims: {} }, owner: 'principal ada' }
const bob = { principal: { id: 'bob', scopes: [], claims: {} }, owner: 'principal bob' }
const nobody = { principal: undefined, owner: 'network 10.0.0.1' }

function open(limits?: LimitOptions, stores: Stores = {}) {
  const opened = openLegacySettings(stores, { ...(limits && { limits }) })
  const table = new SessionTable(opened.settings)
  const begin = async (client: typeof ada | typeof nobody = ada) => {
    const session = table.create(record, client)
    await table.establish(session)
    return session
  }
  const reasonOf = (session: HttpSession) => (session.signal.reason as Error | undefined)?.message
  return { ...opened, table, begin, reasonOf, used: opened.settings.budgets.anonymous }
}

/** Keeps a session busy. */
function serve(session: HttpSession): void {
  const options = { serve: () => new Promise<never>(() => {}), exchange: () => undefined, reply: () => {} }
  session.inFlightRequests.start({ jsonrpc: '2.0', id: 1, method: 'x' }, options)
}

const refused = (status: number, limit: string, max: number) =>
  expect.objectContaining({
    status,
    message: `Too many at once: the limit ${limit} is ${max}`,
    headers: { 'retry-after': '1' },
  })

test('a session has the id, the client and the time of its beginning', async () => {
  const { table, begin, runtime } = open()
  runtime.advance(5)
  const session = await begin()
  expect(session).toMatchObject({ ...record, principal: ada.principal, createdAt: 5, isIntroduced: true })
  expect([session.id, table.size]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), 1])
  expect([table.isShared, table.find(session.id, ada)]).toEqual([false, session])
})

test('a session is found by its principal only', async () => {
  const { table, begin } = open()
  const [ofAda, ofNobody] = [await begin(), await begin(nobody)]
  expect([table.find(ofAda.id, bob), table.find(ofAda.id, nobody), table.find(ofNobody.id, ada)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect([table.find(ofNobody.id, nobody), await table.find('0'.repeat(32), ada)]).toEqual([ofNobody, undefined])
})

describe('the time of a session', () => {
  test('ends when it was never used', async () => {
    const { begin, runtime, reasonOf } = open({ sessionOpenMs: 1_000, sessionIdleMs: 4_000 })
    const session = await begin()
    runtime.advance(999)
    expect(session.isOver).toBe(false)
    runtime.advance(251)
    expect([reasonOf(session), runtime.timers]).toEqual(['The session expired', 0])
  })

  test('ends when it is asked for too late, before anybody has looked', async () => {
    const { table, begin, runtime, reasonOf } = open({ sessionOpenMs: 1_000, sessionIdleMs: 1_000 })
    const session = await begin()
    runtime.advance(120)
    table.find(session.id, ada)
    runtime.advance(1_000)
    expect([table.find(session.id, ada), reasonOf(session)]).toEqual([undefined, 'The session expired'])
  })

  test('begins again with each use, and each touch', async () => {
    const { table, begin, runtime } = open({ sessionIdleMs: 1_000 })
    const session = await begin()
    for (let times = 0; times < 5; times += 1) {
      runtime.advance(900)
      if (times % 2 === 0) table.find(session.id, ada)
      else table.touch(session)
    }
    expect(table.find(session.id, ada)).toBe(session)
    runtime.advance(1_000)
    expect(await table.find(session.id, ada)).toBeUndefined()
    table.touch(session)
    expect(table.size).toBe(0)
  })

  test('does not end while it is busy, but when it is old', async () => {
    const { table, begin, runtime, reasonOf } = open({ sessionIdleMs: 1_000, sessionMs: 5_000 })
    const session = await begin()
    serve(session)
    runtime.advance(4_900)
    expect(table.find(session.id, ada)).toBe(session)
    runtime.advance(350)
    expect(reasonOf(session)).toBe('The session expired')
  })
})

describe('where there are as many as may be', () => {
  test('of one principal, another one is refused to it', async () => {
    const { table, begin } = open({ sessionsPerPrincipal: 2 })
    const [first] = [await begin(), await begin()]
    expect(() => table.create(record, ada)).toThrow(refused(429, 'sessionsPerPrincipal', 2))
    await begin(bob)
    await table.delete(first)
    expect((await begin()).isOver).toBe(false)
  })

  test('one that was never used makes room, then one that is idle, of the owner with most', async () => {
    const { table, begin, reasonOf } = open({ sessions: 3 })
    const [first, second] = [await begin(), await begin()]
    for (const { id } of [first, second]) table.find(id, ada)
    const unused = await begin(bob)
    const third = await begin(nobody)
    expect([reasonOf(unused), first.isOver]).toEqual(['The session made room for another one', false])
    table.find(third.id, nobody)
    await begin(bob)
    expect([first.isOver, second.isOver, third.isOver, table.size]).toEqual([true, false, false, 3])
  })

  test('and all are busy, or new, another one is refused', async () => {
    const { table, begin } = open({ sessions: 2 })
    const busy = await begin()
    table.find(busy.id, ada)
    serve(busy)
    table.create(record, ada)
    expect(() => table.create(record, bob)).toThrow(refused(503, 'sessions', 2))
  })

  test('one whose initialize failed makes room', () => {
    const { table, reasonOf } = open({ sessions: 1 })
    const failed = table.create(record, ada)
    table.discard(failed)
    expect([reasonOf(failed), table.size]).toEqual(['initialize failed', 0])
    expect(table.create(record, ada).isOver).toBe(false)
  })
})

describe('the memory of anonymous sessions', () => {
  const large = { ...record, client: { capabilities: { a: 'x'.repeat(20_000) } } }

  test('is counted until they end, that of principals is not', async () => {
    const { table, begin, used, reasonOf } = open()
    await begin()
    expect(used.used).toBe(0)
    const session = await begin(nobody)
    expect(used.used).toBeGreaterThan(4 * 1024)
    expect(used.used).toBeLessThan(5 * 1024)
    await table.delete(session)
    expect([used.used, reasonOf(session)]).toEqual([0, 'The client ended the session'])
  })

  test('is freed by ending sessions that do nothing', () => {
    const { table, reasonOf } = open({ anonymousBytes: 100_000 })
    const sessions = [1, 2].map(() => table.create(large, nobody))
    for (const session of sessions) void table.establish(session)
    void table.establish(table.create(large, nobody))
    const [first, second] = sessions
    expect([first && reasonOf(first), second?.isOver]).toEqual(['The session made room for another one', false])
  })

  test('is freed of what sessions take beyond a half of it, and not of the half', () => {
    const measured = open()
    measured.table.create(large, nobody)
    const bytes = measured.used.used
    const createBesideOther = (anonymousBytes: number) => {
      const { table, settings, reasonOf } = open({ anonymousBytes })
      const session = table.create(large, nobody)
      void table.establish(session)
      settings.budgets.anonymous.add(anonymousBytes - 2 * bytes + 1)
      return { create: () => table.create(large, nobody), reason: () => reasonOf(session) }
    }
    const half = createBesideOther(2 * bytes)
    expect(half.create).toThrow(`Too much at once: the limit anonymousBytes is ${2 * bytes} bytes`)
    expect(half.reason()).toBeUndefined()
    const more = createBesideOther(2 * bytes - 1)
    more.create()
    expect(more.reason()).toBe('The session made room for another one')
  })

  test('is not freed for others than sessions, which may have the rest', () => {
    const { table, settings } = open({ anonymousBytes: 100_000 })
    settings.budgets.anonymous.add(80_000)
    expect(() => table.create(large, nobody)).toThrow(
      expect.objectContaining({
        status: 503,
        message: 'Too much at once: the limit anonymousBytes is 100000 bytes',
        headers: { 'retry-after': '1' },
      }),
    )
    expect(table.create(large, ada).isOver).toBe(false)
  })
})

describe('the end of the table', () => {
  test('ends every session when its requests have ended', async () => {
    const { table, begin, reasonOf, runtime } = open()
    const session = await begin()
    serve(session)
    let isClosed = false
    const closing = table.close().then(() => {
      isClosed = true
    })
    await settled()
    expect([isClosed, session.isOver]).toEqual([false, false])
    session.inFlightRequests.cancel(1, 'enough')
    await closing
    expect([reasonOf(session), table.size, runtime.timers]).toEqual(['The server is closing', 0, 0])
  })
})

describe('a table that shares its sessions', () => {
  const share = () => {
    const { runtime } = openLegacySettings()
    return { bus: createMemoryBus(), sessions: createMemorySessions({ clock: runtime }) }
  }

  test('is told of the end of one by another node', async () => {
    const stores = share()
    const { begin, reasonOf, runtime } = open({}, stores)
    const session = await begin()
    const other = { ...runtime, randomBytes: (length: number) => new Uint8Array(length).fill(0xee) }
    await new SessionMessages(stores.bus, other).publish(session.id, { type: 'ended' })
    await settled()
    expect(reasonOf(session)).toBe('The session ended on another node')
  })

  test('takes one back that made room only where there is room, or something idle makes it', async () => {
    const { table, begin, reasonOf } = open({ sessions: 2 }, share())
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.push((await begin(nobody)).id)
    expect(table.size).toBe(2)
    const found: HttpSession[] = []
    for (const id of ids) found.push((await table.find(id, nobody)) as HttpSession)
    expect([found.map(({ id }) => id), table.size]).toEqual([ids, 2])
    expect(found.slice(0, 3).map(reasonOf)).toEqual(Array(3).fill('The session made room for another one'))
    for (const session of found.slice(3)) serve(session)
    await expect(table.find(ids[0] ?? '', nobody)).rejects.toThrow(refused(503, 'sessions', 2))
  })

  test('takes those of another node up to the limit of a principal, and of memory', async () => {
    const stores = share()
    const { begin } = open({}, stores)
    const other = open({ sessionsPerPrincipal: 1, anonymousBytes: 10_000 }, stores)
    const [first, second] = [await begin(ada), await begin(ada)]
    expect((await other.table.find(first.id, ada))?.id).toBe(first.id)
    await expect(other.table.find(second.id, ada)).rejects.toThrow(refused(429, 'sessionsPerPrincipal', 1))
    const anonymous = [await begin(nobody), await begin(nobody), await begin(nobody)]
    for (const { id } of anonymous) expect((await other.table.find(id, nobody))?.id).toBe(id)
    expect([other.table.size, other.used.used <= 10_000]).toEqual([3, true])
  })

  test('counts nothing of a session that is not of who asks for it', async () => {
    const stores = share()
    const session = await open({}, stores).begin(nobody)
    const other = open({}, stores)
    expect(await other.table.find(session.id, ada)).toBeUndefined()
    expect([other.table.size, other.used.used]).toEqual([0, 0])
  })

  test('logs what cannot be saved', async () => {
    const stores = share()
    const error = new Error('away')
    const failing = { ...stores.sessions, get: () => Promise.reject(error), update: () => Promise.reject(error) }
    const sessions = { ...failing, create: stores.sessions.create.bind(stores.sessions), replace: failing.update }
    const { table, begin, logger } = open({}, { ...stores, sessions: sessions as typeof stores.sessions })
    const session = await begin()
    session.logLevel = 'error'
    await table.trySave(session)
    expect(logger.errors).toEqual([{ message: 'A session could not be saved', error }])
    await expect(table.save(session)).rejects.toBe(error)
    expect(table.isShared).toBe(true)
  })
})
