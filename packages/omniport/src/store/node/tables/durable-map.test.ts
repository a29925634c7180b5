import { describe, expect, test } from 'vitest'
import { DurableMap } from './durable-map.js'
import { createJournaled, type Journaled } from './fixtures/journaled.js'

function open(journaled: Journaled = createJournaled()) {
  const ended: string[] = []
  const map = new DurableMap<string>({
    ...journaled.services,
    name: 'names',
    encode: (value) => JSON.stringify(value),
    decode: ([value]) => (typeof value === 'string' ? value : undefined),
    onEnd: (key) => ended.push(key),
  })
  return {
    ...journaled,
    map,
    ended,
    set: (key: string, value: string, ttlMs = 10) => map.set(key, { value, ttlMs }, () => value),
  }
}

/** The length of the record of such an entry. */
function bytesOf(key: string, value: string, expiresAt: number): number {
  return JSON.stringify(['names', 'set', key, expiresAt, value]).length
}

describe('a change', () => {
  test('is planned at once, and there when it is written', async () => {
    const { map, set } = open()
    const written = set('a', 'A')
    expect([map.get('a'), map.planned('a')]).toEqual([undefined, 'A'])
    expect(await written).toBe('A')
    expect([map.get('a'), map.planned('a')]).toEqual(['A', 'A'])
  })

  test('that follows another builds on it', async () => {
    const { map } = open()
    const seen = () => [map.get('a'), map.planned('a')]
    const changes = ['A', 'B'].map((value) => map.set('a', { value, ttlMs: 10 }, seen))
    expect(map.planned('a')).toBe('B')
    expect(await Promise.all(changes)).toEqual([
      ['A', 'B'],
      ['B', 'B'],
    ])
  })

  test('that deletes is planned, too', async () => {
    const { map, set, ended } = open()
    await set('a', 'A')
    const deleted = map.delete('a', () => 'gone')
    expect([map.get('a'), map.planned('a'), ended]).toEqual(['A', undefined, []])
    expect(await deleted).toBe('gone')
    expect([map.get('a'), ended]).toEqual([undefined, ['a']])
  })

  test('that is planned ends in its time, to the millisecond', async () => {
    const { clock, map, set } = open()
    const written = set('a', 'A')
    clock.advance(9)
    expect(map.planned('a')).toBe('A')
    clock.advance(1)
    expect(map.planned('a')).toBeUndefined()
    await written
    expect(map.get('a')).toBeUndefined()
  })

  test('that is rolled back is forgotten', async () => {
    const { map, set, refuse } = open()
    await set('a', 'A')
    refuse()
    const written = set('a', 'B')
    const refused = expect(written).rejects.toMatchObject({ name: 'StoreUnavailable' })
    expect(map.planned('a')).toBe('B')
    map.rollBack()
    expect(map.planned('a')).toBe('A')
    await refused
    expect(map.get('a')).toBe('A')
  })
})

describe('what changes nothing', () => {
  test('waits for what it saw', async () => {
    const { map, set, records } = open()
    void set('a', 'A')
    const unchanged = map.unchanged('a', 5)
    expect(records).toEqual([])
    expect(await unchanged).toBe(5)
    expect(records).toHaveLength(1)
  })

  test('returns at once where nothing is planned, and writes nothing', async () => {
    const { map, set, records } = open()
    await set('a', 'A')
    expect(map.unchanged('a', 5)).toBe(5)
    expect(records).toHaveLength(1)
  })
})

describe('bytes', () => {
  test('are counted while an entry is there', async () => {
    const { clock, map, set, services } = open()
    const end = clock.now() + 10
    await set('a', 'A')
    await set('b', 'B')
    expect(services.budget.used).toBe(bytesOf('a', 'A', end) + bytesOf('b', 'B', end))
    await set('a', 'AAA')
    expect(services.budget.used).toBe(bytesOf('a', 'AAA', end) + bytesOf('b', 'B', end))
    await map.delete('a', () => {})
    expect(services.budget.used).toBe(bytesOf('b', 'B', end))
    clock.advance(10)
    expect(services.budget.used).toBe(0)
  })

  test('have a limit, up to which an entry may be replaced', async () => {
    const end = createJournaled().clock.now() + 10
    const maxBytes = 2 * bytesOf('a', 'A', end)
    const { map, set } = open(createJournaled({ maxBytes }))
    await set('a', 'A')
    await set('b', 'B')
    await set('a', 'C')
    const message = `stores: at most ${maxBytes} bytes are stored; raise maxBytes or try later`
    expect(() => set('a', 'CC')).toThrow(expect.objectContaining({ code: 'limit', message }))
    expect(() => set('c', '')).toThrow(expect.objectContaining({ code: 'limit', message }))
    expect([map.planned('a'), map.planned('c')]).toEqual(['C', undefined])
  })
})

describe('what is read after a restart', () => {
  test('is what was written', async () => {
    const before = open()
    await before.set('a', 'A')
    await before.set('b', 'B')
    await before.map.delete('a', () => {})
    await before.set('c', 'C', 30)
    before.clock.advance(10)
    const after = open(createJournaled({ restarted: before }))
    expect(after.replay(after.map, before.records)).toEqual([true, true, true, true])
    expect([...after.map.values()]).toEqual([['c', 'C']])
    expect(after.services.budget.used).toBe('"C"'.length)
    expect([...after.map.records()]).toEqual([before.records.at(-1)])
  })

  test('of two records of an entry the later one counts, even if its time is over', async () => {
    const { clock, map, services } = open()
    const now = clock.now()
    expect(map.replay(['names', 'set', 'a', now + 10, 'A'])).toBe(true)
    expect(map.replay(['names', 'set', 'a', now, 'B'])).toBe(true)
    expect([map.get('a'), services.budget.used]).toEqual([undefined, 0])
  })

  test.each([
    ['no key', ['names', 'set', 5, 10, 'A']],
    ['another change', ['names', 'put', 'a', 10, 'A']],
    ['no time', ['names', 'set', 'a', '10', 'A']],
    ['no value', ['names', 'set', 'a', 10]],
    ['a time of a deletion', ['names', 'delete', 'a', 10]],
  ])('is not understood with %s', (_what, record) => {
    const { map } = open()
    expect(map.replay(record)).toBe(false)
  })

  test('the journal finds it by its name', () => {
    expect(open().map.name).toBe('names')
  })
})

test.each([
  ['at the end of what is read', (map: DurableMap<string>) => map.finishReplay()],
  ['when that is asked for', (map: DurableMap<string>) => map.expire()],
])('an entry whose time is over while others are read is ended %s', (_when, act) => {
  const time = { now: 0 }
  const { services } = createJournaled()
  const ended: string[] = []
  const map = new DurableMap<string>({
    ...services,
    clock: { now: () => time.now, after: () => () => {} },
    ...{ name: 'names', encode: JSON.stringify, decode: ([value]) => String(value), onEnd: (key) => ended.push(key) },
  })
  map.replay(['names', 'set', 'a', 10, 'A'])
  map.replay(['names', 'set', 'b', 11, 'B'])
  time.now = 10
  act(map)
  expect([ended, [...map.values()], services.budget.used]).toEqual([['a'], [['b', 'B']], '"B"'.length])
})

test('entries whose time is over are ended even before a timer fires', async () => {
  const time = { now: 0 }
  const { services } = createJournaled()
  const ended: string[] = []
  const map = new DurableMap<string>({
    ...services,
    clock: { now: () => time.now, after: () => () => {} },
    ...{ name: 'names', encode: JSON.stringify, decode: () => undefined, onEnd: (key) => ended.push(key) },
  })
  await map.set('a', { value: 'A', ttlMs: 10 }, () => {})
  await map.set('b', { value: 'B', ttlMs: 10 }, () => {})
  time.now = 10
  map.expire()
  expect(ended.toSorted()).toEqual(['a', 'b'])
  expect(services.budget.used).toBe(0)
})
