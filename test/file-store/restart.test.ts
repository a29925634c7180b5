import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '../support/virtual-runtime.js'
import { copyFolder, newFolder, openStores } from './support/folders.js'
import { readEvents } from './support/read-events.js'

const minuteMs = 60_000

/** The ways a process ends, and the folder that the next one opens. */
const ends = [
  ['closed', async (folder: string, close: () => Promise<void>) => close().then(() => folder)],
  ['killed', async (folder: string) => copyFolder(folder)],
] as const

describe.each(ends)('stores of a process that was %s', (_, end) => {
  /** Opens stores; `restart` ends their process, and opens what it left. */
  async function open() {
    let folder = newFolder()
    const machine = { clock: new VirtualRuntime() }
    let stores = await openStores(folder, { machine })
    return {
      stores,
      machine,
      restart: async () => {
        const { close } = stores
        folder = await end(folder, close)
        stores = await openStores(folder, { machine })
        return stores
      },
    }
  }

  test('have the records, with their versions', async () => {
    const { stores, restart } = await open()
    for (const id of ['a', '__proto__', '']) await stores.sessions.create(id, { id }, minuteMs)
    await stores.sessions.create('gone', 1, minuteMs)
    const { version = 0 } = (await stores.sessions.get('a')) ?? {}
    await stores.sessions.replace('a', version, { id: 'a2' }, minuteMs)
    await stores.sessions.delete('gone')
    const before = await Promise.all(['a', '__proto__', '', 'gone'].map((id) => stores.sessions.get(id)))
    const { sessions } = await restart()
    expect(await Promise.all(['a', '__proto__', '', 'gone'].map((id) => sessions.get(id)))).toEqual(before)
    expect(await sessions.replace('a', version, 'stale', minuteMs)).toBe(false)
    expect(await sessions.create('a', 'again', minuteMs)).toBe(false)
    expect(await sessions.create('gone', 2, minuteMs)).toBe(true)
    const [{ version: last = 0 } = {}, { version: first = 0 } = {}] = [await sessions.get('gone'), before[0]]
    expect(last).toBeGreaterThan(first)
  })

  test('end records when their time is over, as if there had been no restart', async () => {
    const { stores, restart, machine } = await open()
    await stores.sessions.create('short', 1, 1_000)
    await stores.sessions.create('long', 2, 3_000)
    machine.clock.advanceSync(1_000)
    const { sessions } = await restart()
    expect([await sessions.get('short'), (await sessions.get('long'))?.value]).toEqual([undefined, 2])
    machine.clock.advanceSync(2_000)
    expect(await sessions.get('long')).toBeUndefined()
  })

  test('have no leases, and greater fences', async () => {
    const { stores, restart } = await open()
    await stores.tasks.create('a', { owner: 'me' }, minuteMs)
    const first = await stores.tasks.lease('a', 'one', minuteMs)
    const { tasks } = await restart()
    const second = await tasks.lease('a', 'two', minuteMs)
    expect([first?.node, second?.node]).toEqual(['one', 'two'])
    expect(second?.fence).toBeGreaterThan(first?.fence ?? Number.NaN)
  })

  test('list tasks in the order of their creation', async () => {
    const { stores, restart } = await open()
    for (const id of ['c', 'a', 'b', 'gone']) await stores.tasks.create(id, { owner: 'me' }, minuteMs)
    await stores.tasks.create('other', { owner: 'you' }, minuteMs)
    const { version = 0 } = (await stores.tasks.get('c')) ?? {}
    await stores.tasks.replace('c', version, { owner: 'nobody' }, minuteMs)
    await stores.tasks.delete('gone')
    const { tasks } = await restart()
    await tasks.create('d', { owner: 'me' }, minuteMs)
    expect(await tasks.list('me', undefined, 10)).toEqual(['c', 'a', 'b', 'd'])
    expect(await tasks.list('me', 'a', 10)).toEqual(['b', 'd'])
    expect(await tasks.list('you', undefined, 10)).toEqual(['other'])
  })

  test('give a blob and a value of the inbox once', async () => {
    const { stores, restart } = await open()
    const all = Uint8Array.from({ length: 256 }, (_value, byte) => byte)
    await stores.blobs.put('blob', all, minuteMs)
    await stores.blobs.create('taken', new Uint8Array(1), minuteMs)
    await stores.blobs.take('taken')
    await stores.inbox.put('value', { answer: [1] }, minuteMs)
    await stores.inbox.put('read', 2, minuteMs)
    await stores.inbox.take('read', new AbortController().signal)
    const { blobs, inbox } = await restart()
    expect([await blobs.take('blob'), await blobs.take('blob'), await blobs.get('taken')]).toEqual([
      all,
      undefined,
      undefined,
    ])
    expect(await inbox.take('value', new AbortController().signal)).toEqual({ answer: [1] })
    expect([await inbox.put('value', 3, minuteMs), await inbox.put('read', 3, minuteMs)]).toEqual([false, false])
  })

  test('go on with a stream after the last event that a client has', async () => {
    const { stores, restart } = await open()
    const ids = await stores.eventLog.appendAll?.('s', ['one', { two: 2 }, null])
    await stores.eventLog.append('gone', 1)
    await stores.eventLog.delete('gone')
    const { eventLog } = await restart()
    const third = await eventLog.append('s', 'three')
    expect(await readEvents(eventLog, 's', ids?.[0])).toEqual([{ two: 2 }, null, 'three'])
    expect([ids?.includes(third), await readEvents(eventLog, 'gone')]).toEqual([false, []])
  })

  test('say that events are gone which were dropped', async () => {
    const { stores, restart, machine } = await open()
    const ids = [await stores.eventLog.append('s', 0)]
    for (let event = 1; event <= 1_000; event++) ids.push(await stores.eventLog.append('s', event))
    const again = await restart()
    expect(await readEvents(again.eventLog, 's', ids[0])).toHaveLength(1_000)
    await again.eventLog.append('s', 1_001)
    expect(await readEvents(again.eventLog, 's', ids[0])).toBe('limit')
    machine.clock.advanceSync(5 * minuteMs)
    const { eventLog } = await restart()
    expect([await readEvents(eventLog, 's', ids[1_000]), await readEvents(eventLog, 's')]).toEqual(['limit', []])
    expect(ids).not.toContain(await eventLog.append('s', 'new'))
  })

  test('have the same secret', async () => {
    const { stores, restart } = await open()
    const { secrets } = stores
    expect((await restart()).secrets).toEqual(secrets)
    expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  })
})

describe('after a restart of the machine', () => {
  const boot = (name: string) => ({ boot: async () => name })

  test.each([
    ['a process that was killed', { fsync: false, isClosed: false }, 'limit'],
    ['one that was killed, whose writes are on the disk', { fsync: true, isClosed: false }, [2]],
    ['one that closed its stores', { fsync: false, isClosed: true }, [2]],
  ])('streams of %s: %j: %j', async (_, { fsync, isClosed }, expected) => {
    const folder = newFolder()
    const stores = await openStores(folder, { fsync, machine: boot('before') })
    const ids = await stores.eventLog.appendAll?.('s', [1, 2])
    await stores.sessions.create('a', 1, minuteMs)
    if (isClosed) await stores.close()
    const again = await openStores(copyFolder(folder), { machine: boot('after') })
    expect(await readEvents(again.eventLog, 's', ids?.[0])).toEqual(expected)
    expect((await again.sessions.get('a'))?.value).toBe(1)
    expect(ids).not.toContain(await again.eventLog.append('s', 3))
  })
})
