import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '#test/file-store/support/folders.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { realFiles } from './file-operations.js'
import { Journal } from './journal.js'

function create() {
  const [clock, folder] = [createManualRuntime(), newFolder()]
  const journal = new Journal({
    ...{ folder, clock, files: realFiles, fsync: false, maxLogBytes: 1_000_000_000, leastLogBytes: 100_000 },
    ...{ boot: async () => 'now', logger: { warn() {}, error() {} } },
  })
  return { journal, clock, folder }
}

const largest = 32 * 1024 * 1024

const refused = expect.objectContaining({ cause: new Error(`more than ${largest} bytes wait to be written`) })

test('what waits may have thirty-two mebibytes, each time', async () => {
  const { journal } = create() // without a log, which makes it quick
  for (let round = 0; round < 2; round += 1) {
    const waiting = [largest - 1, 1].map((length) => journal.write(' '.repeat(length), () => length))
    expect(() => journal.write(' ', () => {})).toThrow(refused)
    waiting.push(journal.write(undefined, () => 0))
    expect(await Promise.all(waiting)).toEqual([largest - 1, 1, 0])
  }
})

test('one record may be of any size, if nothing else waits', async () => {
  const { journal } = create()
  const large = journal.write(' '.repeat(largest + 1), () => 'large')
  expect(() => journal.write('', () => {})).toThrow(refused)
  expect([await large, await journal.write(' ', () => 'small')]).toEqual(['large', 'small'])
})

test('what has no text needs no file, so that nobody asks whose it is', async () => {
  const { journal, clock, folder } = create()
  await journal.open([])
  rmSync(join(folder, 'log-000000000001.jsonl'))
  clock.advance(10_001)
  expect(await journal.write(undefined, () => 'seen')).toBe('seen')
  await expect(journal.write('["t"]', () => {})).rejects.toMatchObject({ name: 'StoreUnavailable' })
  await journal.close()
})
