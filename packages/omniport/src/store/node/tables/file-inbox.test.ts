import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { inboxContract } from '../../contracts/inbox.contract.js'
import { FileInbox } from './file-inbox.js'
import { createJournaled } from './fixtures/journaled.js'

describe('the contract', () => {
  const clock = createManualRuntime()
  const pass = async (ms: number) => {
    clock.advance(ms)
    await settled(1)
  }
  const create = () => new FileInbox({ ...createJournaled().services, clock })
  test.each(inboxContract({ create, pass }).map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

const { signal } = new AbortController()

test('a value that waits is written, and so is the mark that it was taken', async () => {
  const { clock, services, records } = createJournaled()
  const inbox = new FileInbox(services)
  const end = clock.now() + 10
  expect(await inbox.put('a', { b: 1 }, 10)).toBe(true)
  clock.advance(3)
  expect(await inbox.take('a', signal)).toEqual({ b: 1 })
  expect(records).toEqual([`["inbox","set","a",${end},${end},{"b":1}]`, `["inbox","set","a",${end},${end}]`])
})

test('after a restart it can be taken once, and is refused once it was', async () => {
  const before = createJournaled()
  const inbox = new FileInbox(before.services)
  await inbox.put('a', null, 10)
  await inbox.put('b', 'x', 10)
  await inbox.take('a', signal)
  const after = createJournaled({ restarted: before })
  const restored = new FileInbox(after.services)
  expect(after.replay(restored.table, before.records)).toEqual([true, true, true])
  expect(await restored.put('a', 1, 10)).toBe(false)
  expect(await restored.take('b', signal)).toBe('x')
})

test('the value is there as long as its time, and the mark that it was taken as long as the rest of it', async () => {
  const { clock, services } = createJournaled()
  const inbox = new FileInbox(services)
  await inbox.put('a', 1, 10)
  clock.advance(4)
  await inbox.take('a', signal)
  clock.advance(5)
  expect(await inbox.put('a', 2, 10)).toBe(false)
  clock.advance(1)
  expect(await inbox.put('a', 2, 10)).toBe(true)
})

test('who waits gets the value when it is written, and then it is taken', async () => {
  const { services, records } = createJournaled()
  const inbox = new FileInbox(services)
  const taken = inbox.take('a', signal)
  expect(await inbox.put('a', 5, 10)).toBe(true)
  expect(await taken).toBe(5)
  expect(records).toHaveLength(2)
  expect(await inbox.put('a', 6, 10)).toBe(false)
})

test('a value that another one takes before it is written is not given to who waits', async () => {
  const inbox = new FileInbox(createJournaled().services)
  const leaving = new AbortController()
  const waiting = inbox.take('a', leaving.signal).catch(({ message }: Error) => message)
  const put = inbox.put('a', 1, 10)
  const taken = inbox.take('a', signal)
  expect([await put, await taken, await inbox.put('a', 2, 10)]).toEqual([true, 1, false])
  leaving.abort(new Error('it waits still'))
  expect(await waiting).toBe('it waits still')
})

test('of two values for one id that are put at once, one is refused', async () => {
  const inbox = new FileInbox(createJournaled().services)
  expect(await Promise.all([inbox.put('a', 1, 10), inbox.put('a', 2, 10)])).toEqual([true, false])
  expect(await inbox.take('a', signal)).toBe(1)
})

test('who has the value, or gives up, leaves no listener', async () => {
  const inbox = new FileInbox(createJournaled().services)
  const giving = new AbortController()
  const first = inbox.take('a', giving.signal)
  const waiting = new AbortController()
  const second = inbox.take('a', waiting.signal)
  giving.abort(new Error('enough'))
  await expect(first).rejects.toThrow('enough')
  await inbox.put('a', 1, 10)
  expect(await second).toBe(1)
  expect(getEventListeners(waiting.signal, 'abort')).toEqual([])
})

test('a take that cannot be written is refused, and so is what waits for it', async () => {
  const { services, refuse } = createJournaled()
  const inbox = new FileInbox(services)
  await inbox.put('a', 1, 10)
  refuse()
  await expect(inbox.take('a', signal)).rejects.toMatchObject({ name: 'StoreUnavailable' })
})

test.each([
  ['no time', []],
  ['a text as its time', ['5']],
  ['three fields', [5, 1, 2]],
])('a record with %s is not understood', (_what, fields) => {
  const { clock, services } = createJournaled()
  const { table } = new FileInbox(services)
  expect(table.replay(['inbox', 'set', 'a', clock.now() + 10, ...fields])).toBe(false)
})

test('what JSON cannot carry is refused by name', async () => {
  const inbox = new FileInbox(createJournaled().services)
  await expect(inbox.put('a', undefined as never, 10)).rejects.toThrow(/^inbox: a value must be a JSON value/)
})
