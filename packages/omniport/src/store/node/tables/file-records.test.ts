import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { recordsContract } from '../../contracts/records.contract.js'
import { FileRecords } from './file-records.js'
import { createJournaled, type Journaled } from './fixtures/journaled.js'

describe('the contract', () => {
  const clock = createManualRuntime()
  const pass = async (ms: number) => clock.advance(ms)
  const create = () => new FileRecords({ ...createJournaled().services, clock, name: 'sessions' })
  test.each(recordsContract({ create, pass }).map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

function open(journaled: Journaled = createJournaled()) {
  const events: unknown[][] = []
  const records = new FileRecords({
    ...journaled.services,
    name: 'sessions',
    onCreate: (id, owner) => events.push(['created', id, owner]),
    onEnd: (id) => events.push(['ended', id]),
  })
  return { ...journaled, store: records, events, written: journaled.records }
}

test('a record is written with its versions and its owner', async () => {
  const { store, clock, written } = open()
  const end = clock.now() + 10
  await store.create('a', { owner: 'me', x: 1 }, 10)
  await store.replace('a', 1, { owner: 'you' }, 20)
  await store.create('b', [null], 10)
  await store.delete('b')
  expect(written).toEqual([
    `["sessions","set","a",${end},1,1,"me",{"owner":"me","x":1}]`,
    `["sessions","set","a",${end + 10},2,1,"me",{"owner":"you"}]`,
    `["sessions","set","b",${end},3,3,null,[null]]`,
    '["sessions","delete","b"]',
  ])
})

test('after a restart the versions go on', async () => {
  const before = open()
  await before.store.create('a', { x: 1 }, 10)
  const after = open(createJournaled({ restarted: before }))
  expect(after.replay(after.store.table, before.written)).toEqual([true])
  expect(await after.store.get('a')).toEqual({ value: { x: 1 }, version: 1 })
  expect(await after.store.replace('a', 1, { x: 2 }, 10)).toBe(true)
  expect(await after.store.get('a')).toEqual({ value: { x: 2 }, version: 1_000 })
  expect(after.events).toEqual([])
})

test('of several changes at once the first one counts', async () => {
  const { store } = open()
  expect(await Promise.all([store.create('a', 1, 10), store.create('a', 2, 10)])).toEqual([true, false])
  expect(await Promise.all([store.replace('a', 1, 3, 10), store.replace('a', 1, 4, 10)])).toEqual([true, false])
  expect(await Promise.all([store.delete('a'), store.delete('a')])).toEqual([true, false])
  expect(await store.get('a')).toBeUndefined()
})

test.each<[unknown, string | undefined]>([
  [{ owner: 'me' }, 'me'],
  [{ owner: 5 }, undefined],
  [{}, undefined],
  [Object.create({ owner: 'me' }), undefined],
  [Object.assign(['me'], { owner: 'me' }), undefined],
  [['owner'], undefined],
  [null, undefined],
])('the owner of %j is %s', async (value, owner) => {
  const { store, events } = open()
  await store.create('a', value as never, 10)
  expect(events).toEqual([['created', 'a', owner]])
})

test('the end of a record is told once, and ends its lease', async () => {
  const { store, clock, events } = open()
  await store.create('a', 1, 10)
  expect(await store.lease('a', 'one', 100)).toEqual({ node: 'one', fence: 2, expiresAt: clock.now() + 100 })
  await store.delete('a')
  await store.create('a', 1, 10)
  expect(await store.lease('a', 'two', 100)).toMatchObject({ node: 'two', fence: 4 })
  clock.advance(10)
  expect(events.map(([event]) => event)).toEqual(['created', 'ended', 'created', 'ended'])
  expect(await store.lease('a', 'two', 100)).toBeUndefined()
})

test('a lease is renewed by its node alone, with the same fence, until it ends', async () => {
  const { store, clock } = open()
  await store.create('a', 1, 100)
  const now = clock.now()
  expect(await store.lease('a', 'one', 10)).toEqual({ node: 'one', fence: 2, expiresAt: now + 10 })
  clock.advance(9)
  expect(await store.lease('a', 'two', 10)).toBeUndefined()
  expect(await store.lease('a', 'one', 10)).toEqual({ node: 'one', fence: 2, expiresAt: now + 19 })
  clock.advance(10)
  expect(await store.lease('a', 'one', 10)).toEqual({ node: 'one', fence: 3, expiresAt: now + 29 })
})

test('what JSON cannot carry is refused by name', async () => {
  const { store } = open()
  const failure = new TypeError('records: a value must be a JSON value, got undefined')
  await expect(store.create('a', undefined as never, 10)).rejects.toThrow(failure)
  await store.create('a', 1, 10)
  await expect(store.replace('a', 1, undefined as never, 10)).rejects.toThrow(failure)
})

test.each([
  ['a version that is no whole number', [1.5, 1, null, {}]],
  ['a creation that is no whole number', [1, '1', null, {}]],
  ['an owner that is no text', [1, 1, 5, {}]],
  ['too many fields', [1, 1, null, {}, {}]],
  ['too few', [1, 1, null]],
])('a record with %s is not understood', (_what, fields) => {
  const { store, clock } = open()
  expect(store.table.replay(['sessions', 'set', 'a', clock.now() + 10, ...fields])).toBe(false)
})
