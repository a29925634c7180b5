import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { blobsContract } from '../../contracts/blobs.contract.js'
import { FileBlobs } from './file-blobs.js'
import { createJournaled } from './fixtures/journaled.js'

describe('the contract', () => {
  const clock = createManualRuntime()
  const pass = async (ms: number) => clock.advance(ms)
  const create = () => new FileBlobs({ ...createJournaled().services, clock })
  test.each(blobsContract({ create, pass }).map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

const bytes = Uint8Array.of(1, 2, 255)

test('what was put is written in base64, and is there after a restart until its time is over', async () => {
  const before = createJournaled()
  const { clock, records } = before
  const blobs = new FileBlobs(before.services)
  const end = clock.now() + 10
  expect(await blobs.create('a', bytes, 10)).toBe(true)
  await blobs.put('b', Uint8Array.of(), 20)
  expect(records).toEqual([`["blobs","set","a",${end},"AQL/"]`, `["blobs","set","b",${end + 10},""]`])
  const after = createJournaled({ restarted: before })
  const restored = new FileBlobs(after.services)
  expect(after.replay(restored.table, records)).toEqual([true, true])
  expect([await restored.get('a'), await restored.get('b')]).toEqual([bytes, Uint8Array.of()])
  clock.advance(10)
  expect(await restored.get('a')).toBeUndefined()
  expect([...restored.table.records()]).toEqual([`["blobs","set","b",${end + 10},""]`])
})

test('what was taken is deleted, also after a restart', async () => {
  const before = createJournaled()
  const blobs = new FileBlobs(before.services)
  await blobs.put('a', bytes, 10)
  expect(await blobs.take('a')).toEqual(bytes)
  expect(before.records.at(-1)).toBe('["blobs","delete","a"]')
  const restored = new FileBlobs(createJournaled({ restarted: before }).services)
  expect(before.replay(restored.table)).toEqual([true, true])
  expect(await restored.get('a')).toBeUndefined()
})

test('of several that create or take at once one does', async () => {
  const { services, records } = createJournaled()
  const blobs = new FileBlobs(services)
  expect(await Promise.all([blobs.create('a', bytes, 10), blobs.create('a', bytes, 10)])).toEqual([true, false])
  expect(await Promise.all([blobs.take('a'), blobs.take('a')])).toEqual([bytes, undefined])
  expect(await blobs.create('a', bytes, 10)).toBe(true)
  expect(records).toHaveLength(3)
})

test('bytes that change after they were put, or that were got, change nothing', async () => {
  const blobs = new FileBlobs(createJournaled().services)
  const [one, other] = [bytes.slice(), bytes.slice()]
  const created = blobs.create('a', one, 10)
  const put = blobs.put('b', other, 10)
  one[0] = other[0] = 9
  await Promise.all([created, put])
  const got = await blobs.get('a')
  got?.fill(0)
  expect([await blobs.get('a'), await blobs.get('b')]).toEqual([bytes, bytes])
})

test.each([
  ['a text that is no base64', ['*']],
  ['a number', [5]],
  ['two texts', ['AQL/', 'AQL/']],
  ['nothing', []],
])('%s in the journal is not understood', (_what, fields) => {
  const { clock, services } = createJournaled()
  const { table } = new FileBlobs(services)
  expect(table.replay(['blobs', 'set', 'a', clock.now() + 10, ...fields])).toBe(false)
  expect([...table.values()]).toEqual([])
})
