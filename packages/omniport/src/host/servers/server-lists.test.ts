import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Client } from '../../client/client.js'
import { beginSlowly, named, slowConnection } from './fixtures/slow-lists.js'
import { ServerLists } from './server-lists.js'

/** A connection that counts how often it is asked for tools; without changes it does not announce any. */
function connection(changes?: AsyncIterable<{ readonly type: 'tools' | 'prompts' | 'resources' }>) {
  const counts = { tools: 0 }
  const listening = changes && Object.assign(changes, { filter: { tools: true } })
  const client = {
    revision: '2025-11-25',
    listTools: async () => {
      counts.tools += 1
      return [{ name: 'x', inputSchema: { type: 'object' } }]
    },
    listen: () => (listening === undefined ? Promise.reject(new Error('It cannot')) : Promise.resolve(listening)),
  }
  return { client: client as object as Client, counts }
}

function begin() {
  const runtime = new VirtualRuntime()
  const changed: string[] = []
  const options = { runtime, refreshMs: 1_000, onChange: (type: string) => changed.push(type), report: () => {} }
  return { runtime, changed, lists: new ServerLists(options) }
}

test('a list of which no change would be heard is asked for again after a while', async () => {
  const { runtime, lists } = begin()
  const { client, counts } = connection()
  lists.attach(client)
  await settled()
  const first = await lists.get(client, 'tools')
  expect(await lists.get(client, 'tools')).toBe(first)
  await runtime.advance(999)
  expect(await lists.get(client, 'tools')).toBe(first)
  await runtime.advance(1)
  expect(await lists.get(client, 'tools')).not.toBe(first)
  expect(counts.tools).toBe(2)
})

test('a list that is announced to be another is asked for again, and only then', async () => {
  const { runtime, changed, lists } = begin()
  let notify = () => {}
  const isChanged = new Promise<void>((resolve) => {
    notify = resolve
  })
  const changes = (async function* () {
    await isChanged
    yield { type: 'tools' as const }
    await new Promise<never>(() => {})
  })()
  const { client, counts } = connection(changes)
  lists.attach(client)
  await settled()
  const first = await lists.get(client, 'tools')
  await runtime.advance(1_000_000)
  expect(await lists.get(client, 'tools')).toBe(first)
  notify()
  await settled()
  expect(changed).toEqual(['tools'])
  expect(await lists.get(client, 'tools')).not.toBe(first)
  expect(counts.tools).toBe(2)
})

describe('of one list', () => {
  test('one request is for all who ask until it is answered, and after that nobody asks again', async () => {
    const { requested, get } = await beginSlowly()
    const both = [get(), get()]
    requested[0]?.answer('a')
    expect(await Promise.all([...both, get()])).toEqual(['a', 'a', 'a'])
    expect(requested.length).toBe(1)
  })

  test('one more request is for all who ask after changes that came before any of them', async () => {
    const { requested, get, notify } = await beginSlowly()
    const before = get()
    requested[0]?.answer('a')
    expect(await before).toBe('a')
    await notify('tools', 10)
    expect(requested.length).toBe(1)
    const after = [get(), get()]
    requested[1]?.answer('b')
    expect(await Promise.all([...after, get()])).toEqual(['b', 'b', 'b'])
    expect(requested.length).toBe(2)
  })

  test('one request is in flight and one is promised, however many changes are told meanwhile', async () => {
    const reloads: Promise<string>[] = []
    const { requested, reported, get, notify } = await beginSlowly(() => {
      reloads.push(Promise.resolve().then(get)) // nothing waits for it
    })
    const before = get()
    await notify('tools', 4_000)
    const after = [get(), get()]
    expect([requested.length, reloads.length]).toEqual([1, 1])
    requested[0]?.answer('a')
    expect(await before).toBe('a')
    await settled()
    expect([requested.length, reported.length]).toEqual([2, 2])
    requested[1]?.answer('b')
    expect(await Promise.all([...after, ...reloads, get()])).toEqual(['b', 'b', 'b', 'b', 'b'])
    expect(requested.length).toBe(2)
  })

  test('what is promised is asked for when the one in flight fails as well', async () => {
    const { requested, get, notify } = await beginSlowly()
    const before = get()
    await notify('tools', 3)
    const after = [get(), get()]
    requested[0]?.fail('first')
    expect(await before).toBe('first')
    await settled()
    const late = get()
    requested[1]?.fail('second')
    expect(await Promise.all([...after, late])).toEqual(['second', 'second', 'second'])
    expect(requested.length).toBe(2)
    const again = get()
    requested[2]?.answer('c')
    expect(await again).toBe('c')
  })

  test('a change while what was promised is in flight promises one more', async () => {
    const { requested, get, notify } = await beginSlowly()
    const all = [get()]
    await notify('tools')
    all.push(get())
    requested[0]?.answer('a')
    await settled()
    await notify('tools')
    all.push(get(), get())
    requested[1]?.answer('b')
    await settled()
    requested[2]?.answer('c')
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'c'])
    expect(requested.length).toBe(3)
  })

  test('nobody gets what was on its way when it was reset', async () => {
    const { lists, requested, reported, get } = await beginSlowly()
    const before = get()
    lists.reset()
    lists.reset()
    const after = [get(), get()]
    expect(requested.length).toBe(1)
    requested[0]?.answer('a')
    expect(await before).toBe('a')
    await settled()
    requested[1]?.answer('b')
    expect(await Promise.all([...after, get()])).toEqual(['b', 'b', 'b'])
    expect([requested.length, reported]).toEqual([2, []])
  })

  test('what was on its way when it was reset is not taken from a cache either', async () => {
    const { lists, requested, get } = await beginSlowly()
    const before = get()
    lists.reset()
    requested[0]?.answer('a')
    expect(await before).toBe('a')
    const after = get()
    requested[1]?.answer('b')
    expect(await after).toBe('b')
    lists.reset()
    const last = get()
    requested[2]?.answer('c')
    expect(await last).toBe('c')
    expect(requested.map(({ fresh }) => fresh)).toEqual([false, true, false])
  })

  test('a request on one connection holds up nobody on the next', async () => {
    const { client, lists, requested, reported, get, notify } = await beginSlowly()
    const all = [get()]
    await notify('tools', 2)
    all.push(get())
    const next = slowConnection()
    const getNext = () => named(lists.get(next.client, 'tools'))
    lists.attach(next.client)
    await settled()
    const both = [getNext(), getNext()]
    next.requested[0]?.answer('next')
    expect(await Promise.all(both)).toEqual(['next', 'next'])
    requested[0]?.fail('closed')
    await settled()
    requested[1]?.fail('closed')
    expect(await Promise.all(all)).toEqual(['closed', 'closed'])
    expect(reported).toEqual(['tools'])
    // Nor does who comes late change what is kept.
    const late = named(lists.get(client, 'tools'))
    requested[2]?.fail('closed')
    expect([await late, await getNext(), next.requested.length]).toEqual(['closed', 'next', 1])
  })

  test('nothing is kept when the connection is over, and no changes are told', async () => {
    const { lists, requested, reported, get, notify } = await beginSlowly()
    const before = get()
    await notify('tools', 2)
    lists.detach()
    requested[0]?.answer('a')
    expect(await before).toBe('a')
    await notify('tools', 2)
    expect(reported).toEqual(['tools'])
    const after = get()
    requested[1]?.answer('b')
    expect(await after).toBe('b')
  })
})

describe('a change is told', () => {
  test('each time, while nobody waits for a list', async () => {
    const { reported, notify } = await beginSlowly()
    await notify('prompts', 3)
    expect(reported).toEqual(['prompts', 'prompts', 'prompts'])
  })

  test('once more when a list of its type has come that was in flight, and others at once', async () => {
    const { client, lists, requested, reported, notify } = await beginSlowly()
    const all = [named(lists.get(client, 'resourceTemplates')), named(lists.get(client, 'resources'))]
    await notify('resources', 5)
    await notify('prompts', 2)
    expect(reported).toEqual(['resources', 'prompts', 'prompts'])
    requested[0]?.answer('a')
    await notify('resources')
    expect(reported.length).toBe(3)
    requested[1]?.answer('b')
    expect(await Promise.all(all)).toEqual(['a', 'b'])
    await settled()
    expect(reported).toEqual(['resources', 'prompts', 'prompts', 'resources'])
  })

  test('once more when all is done that the last one set off, if there was one since', async () => {
    const ends: (() => void)[] = []
    const { reported, notify } = await beginSlowly(() => new Promise<void>((resolve) => ends.push(resolve)))
    await notify('tools', 4_000)
    expect(reported).toEqual(['tools'])
    ends[0]?.()
    await settled()
    expect(reported).toEqual(['tools', 'tools'])
    ends[1]?.()
    await settled()
    expect(reported).toEqual(['tools', 'tools'])
    await notify('tools')
    expect(reported).toEqual(['tools', 'tools', 'tools'])
  })

  test('of the next connection, whatever is not done of the last one', async () => {
    const ends: (() => void)[] = []
    const { lists, reported, notify } = await beginSlowly(() => new Promise<void>((resolve) => ends.push(resolve)))
    await notify('tools', 2)
    const next = slowConnection()
    lists.attach(next.client)
    next.changes.push({ type: 'tools' })
    await settled()
    expect(reported).toEqual(['tools', 'tools'])
    ends[0]?.()
    await settled()
    expect(reported).toEqual(['tools', 'tools'])
  })
})
