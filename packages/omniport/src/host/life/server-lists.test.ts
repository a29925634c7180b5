import { describe, expect, test } from 'vitest'
import type { Client } from '../../client/client.js'
import { settled, VirtualRuntime } from '../../client/fixtures/virtual-runtime.js'
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
  let tell = () => {}
  const isChanged = new Promise<void>((resolve) => {
    tell = resolve
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
  tell()
  await settled()
  expect(changed).toEqual(['tools'])
  expect(await lists.get(client, 'tools')).not.toBe(first)
  expect(counts.tools).toBe(2)
})

describe('of one list', () => {
  test('one request is for all who ask until it is answered, and after that nobody asks again', async () => {
    const { asked, get } = await beginSlowly()
    const both = [get(), get()]
    asked[0]?.answer('a')
    expect(await Promise.all([...both, get()])).toEqual(['a', 'a', 'a'])
    expect(asked.length).toBe(1)
  })

  test('one more request is for all who ask after changes that came before any of them', async () => {
    const { asked, get, tell } = await beginSlowly()
    const before = get()
    asked[0]?.answer('a')
    expect(await before).toBe('a')
    await tell('tools', 10)
    expect(asked.length).toBe(1)
    const after = [get(), get()]
    asked[1]?.answer('b')
    expect(await Promise.all([...after, get()])).toEqual(['b', 'b', 'b'])
    expect(asked.length).toBe(2)
  })

  test('one request is in flight and one is promised, however many changes are told meanwhile', async () => {
    const reloads: Promise<string>[] = []
    const { asked, told, get, tell } = await beginSlowly(() => {
      reloads.push(Promise.resolve().then(get)) // nothing waits for it
    })
    const before = get()
    await tell('tools', 4_000)
    const after = [get(), get()]
    expect([asked.length, reloads.length]).toEqual([1, 1])
    asked[0]?.answer('a')
    expect(await before).toBe('a')
    await settled()
    expect([asked.length, told.length]).toEqual([2, 2])
    asked[1]?.answer('b')
    expect(await Promise.all([...after, ...reloads, get()])).toEqual(['b', 'b', 'b', 'b', 'b'])
    expect(asked.length).toBe(2)
  })

  test('what is promised is asked for when the one in flight fails as well', async () => {
    const { asked, get, tell } = await beginSlowly()
    const before = get()
    await tell('tools', 3)
    const after = [get(), get()]
    asked[0]?.fail('first')
    expect(await before).toBe('first')
    await settled()
    const late = get()
    asked[1]?.fail('second')
    expect(await Promise.all([...after, late])).toEqual(['second', 'second', 'second'])
    expect(asked.length).toBe(2)
    const again = get()
    asked[2]?.answer('c')
    expect(await again).toBe('c')
  })

  test('a change while what was promised is in flight promises one more', async () => {
    const { asked, get, tell } = await beginSlowly()
    const all = [get()]
    await tell('tools')
    all.push(get())
    asked[0]?.answer('a')
    await settled()
    await tell('tools')
    all.push(get(), get())
    asked[1]?.answer('b')
    await settled()
    asked[2]?.answer('c')
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'c'])
    expect(asked.length).toBe(3)
  })

  test('nobody gets what was on its way when it was reset', async () => {
    const { lists, asked, told, get } = await beginSlowly()
    const before = get()
    lists.reset()
    lists.reset()
    const after = [get(), get()]
    expect(asked.length).toBe(1)
    asked[0]?.answer('a')
    expect(await before).toBe('a')
    await settled()
    asked[1]?.answer('b')
    expect(await Promise.all([...after, get()])).toEqual(['b', 'b', 'b'])
    expect([asked.length, told]).toEqual([2, []])
  })

  test('what was on its way when it was reset is not taken from a cache either', async () => {
    const { lists, asked, get } = await beginSlowly()
    const before = get()
    lists.reset()
    asked[0]?.answer('a')
    expect(await before).toBe('a')
    const after = get()
    asked[1]?.answer('b')
    expect(await after).toBe('b')
    lists.reset()
    const last = get()
    asked[2]?.answer('c')
    expect(await last).toBe('c')
    expect(asked.map(({ fresh }) => fresh)).toEqual([false, true, false])
  })

  test('a request on one connection holds up nobody on the next', async () => {
    const { client, lists, asked, told, get, tell } = await beginSlowly()
    const all = [get()]
    await tell('tools', 2)
    all.push(get())
    const next = slowConnection()
    const getNext = () => named(lists.get(next.client, 'tools'))
    lists.attach(next.client)
    await settled()
    const both = [getNext(), getNext()]
    next.asked[0]?.answer('next')
    expect(await Promise.all(both)).toEqual(['next', 'next'])
    asked[0]?.fail('closed')
    await settled()
    asked[1]?.fail('closed')
    expect(await Promise.all(all)).toEqual(['closed', 'closed'])
    expect(told).toEqual(['tools'])
    // Nor does who comes late change what is kept.
    const late = named(lists.get(client, 'tools'))
    asked[2]?.fail('closed')
    expect([await late, await getNext(), next.asked.length]).toEqual(['closed', 'next', 1])
  })

  test('nothing is kept when the connection is over, and no changes are told', async () => {
    const { lists, asked, told, get, tell } = await beginSlowly()
    const before = get()
    await tell('tools', 2)
    lists.detach()
    asked[0]?.answer('a')
    expect(await before).toBe('a')
    await tell('tools', 2)
    expect(told).toEqual(['tools'])
    const after = get()
    asked[1]?.answer('b')
    expect(await after).toBe('b')
  })
})

describe('a change is told', () => {
  test('each time, while nobody waits for a list', async () => {
    const { told, tell } = await beginSlowly()
    await tell('prompts', 3)
    expect(told).toEqual(['prompts', 'prompts', 'prompts'])
  })

  test('once more when a list of its type has come that was in flight, and others at once', async () => {
    const { client, lists, asked, told, tell } = await beginSlowly()
    const all = [named(lists.get(client, 'resourceTemplates')), named(lists.get(client, 'resources'))]
    await tell('resources', 5)
    await tell('prompts', 2)
    expect(told).toEqual(['resources', 'prompts', 'prompts'])
    asked[0]?.answer('a')
    await tell('resources')
    expect(told.length).toBe(3)
    asked[1]?.answer('b')
    expect(await Promise.all(all)).toEqual(['a', 'b'])
    await settled()
    expect(told).toEqual(['resources', 'prompts', 'prompts', 'resources'])
  })

  test('once more when all is done that the last one set off, if there was one since', async () => {
    const ends: (() => void)[] = []
    const { told, tell } = await beginSlowly(() => new Promise<void>((resolve) => ends.push(resolve)))
    await tell('tools', 4_000)
    expect(told).toEqual(['tools'])
    ends[0]?.()
    await settled()
    expect(told).toEqual(['tools', 'tools'])
    ends[1]?.()
    await settled()
    expect(told).toEqual(['tools', 'tools'])
    await tell('tools')
    expect(told).toEqual(['tools', 'tools', 'tools'])
  })

  test('of the next connection, whatever is not done of the last one', async () => {
    const ends: (() => void)[] = []
    const { lists, told, tell } = await beginSlowly(() => new Promise<void>((resolve) => ends.push(resolve)))
    await tell('tools', 2)
    const next = slowConnection()
    lists.attach(next.client)
    next.changes.push({ type: 'tools' })
    await settled()
    expect(told).toEqual(['tools', 'tools'])
    ends[0]?.()
    await settled()
    expect(told).toEqual(['tools', 'tools'])
  })
})
