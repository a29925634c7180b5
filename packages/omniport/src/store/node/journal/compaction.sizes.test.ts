import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '#test/file-store/support/folders.js'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { Compaction } from './compaction.js'
import { type FileOperations, realFiles } from './file-operations.js'
import { logPath } from './store-folder.js'

interface Options {
  readonly files?: FileOperations
  readonly fsync?: boolean
  readonly maxLogBytes?: number
  readonly leastLogBytes?: number
  readonly records?: readonly string[]
}

async function begin({ records = [], ...more }: Options = {}) {
  const folder = newFolder()
  const table = {
    ...{ name: 't', replay: () => true, finishReplay: () => {}, rollBack: () => {} },
    records: () => records,
  }
  const compaction = await Compaction.begin(
    {
      ...{ folder, files: realFiles, fsync: false, clock: createManualRuntime(), tables: [table] },
      ...{ boot: 'now', epoch: 1, maxLogBytes: 100_000, leastLogBytes: 10_000 },
      logger: { warn() {}, error() {} },
      ...more,
    },
    0,
  )
  const logs = () => readdirSync(folder).filter((name) => name.startsWith('log'))
  const sizeOfFirst = () => statSync(logPath(folder, 'log', 1)).size
  return { compaction, folder, logs, sizeOfFirst }
}

/** Files that note what is done with a snapshot, and with a log. */
function noting() {
  const calls: { snapshot: string[]; log: string[] } = { snapshot: [], log: [] }
  const files: FileOperations = {
    ...realFiles,
    async open(path, flags, mode) {
      const file = await realFiles.open(path, flags, mode)
      const noted = path.endsWith('.tmp') ? calls.snapshot : calls.log
      const [write, sync, datasync] = [file.write.bind(file), file.sync.bind(file), file.datasync.bind(file)]
      return Object.assign(file, {
        write: (...given: Parameters<typeof write>) => {
          noted.push('write')
          return write(...given)
        },
        sync: () => {
          noted.push('sync')
          return sync()
        },
        datasync: () => {
          noted.push('datasync')
          return datasync()
        },
      })
    },
  }
  return { files, calls }
}

test.each([
  ['in one go up to a bound', [64, 64], 1],
  ['in parts beyond it, each of which begins anew', [64, 64, 1, 127], 2],
  ['in parts of at least that', [127, 127, 1], 2],
])('the records of a snapshot are written %s', async (_how, kibibytes, parts) => {
  const { files, calls } = noting()
  const records = kibibytes.map((size) => JSON.stringify(['t', 'x'.repeat(size * 1024 - '["t",""]'.length)]))
  const { compaction } = await begin({ files, records })
  await compaction.end('["end"]')
  expect(calls.snapshot).toEqual(['write', ...Array(parts).fill('write'), 'write', 'sync'])
})

test('a snapshot is on the disk once it is whole, a log with each record where that is wanted', async () => {
  const { files, calls } = noting()
  const { compaction } = await begin({ files, fsync: true, records: ['["t",1]'] })
  await compaction.append(['["t",2]'])
  await compaction.end('["end"]')
  expect(calls).toEqual({
    snapshot: ['write', 'write', 'write', 'sync'],
    log: ['write', 'datasync', 'write', 'datasync', 'write', 'datasync', 'sync'],
  })
})

test('logs that are too long are compacted below their least size too, from their bound on', async () => {
  const measured = await begin()
  await measured.compaction.append(['["t",1]'])
  const bytes = measured.sizeOfFirst()
  await measured.compaction.end('["end"]')
  const found: unknown[] = []
  for (const maxLogBytes of [bytes, bytes + 1]) {
    const { compaction, logs } = await begin({ maxLogBytes })
    for (const record of ['["t",1]', '["t",2]']) await compaction.append([record])
    found.push(logs())
    await compaction.end('["end"]')
  }
  expect(found).toEqual([['log-000000000002.jsonl'], ['log-000000000001.jsonl']])
})

test('while a snapshot is being written no other log is begun, however long the log grows', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  let isFirst = true
  const files: FileOperations = {
    ...realFiles,
    async rename(from, to) {
      if (!isFirst) await gate
      isFirst = false
      await realFiles.rename(from, to)
    },
  }
  const { compaction, folder, logs } = await begin({ files, leastLogBytes: 200 })
  while (logs().length < 2) await compaction.append(['["t",1]'])
  for (let count = 0; count < 30; count += 1) await compaction.append(['["t",2]'])
  await settled()
  const during = logs()
  open()
  await compaction.end('["end"]')
  expect(during).toEqual(['log-000000000001.jsonl', 'log-000000000002.jsonl'])
  expect(statSync(join(folder, 'log-000000000002.jsonl')).size).toBeGreaterThan(400)
  expect(logs()).toEqual(['log-000000000002.jsonl'])
})
