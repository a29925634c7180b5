import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '#test/file-store/support/folders.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { Compaction } from './compaction.js'
import { realFiles } from './file-operations.js'

interface Options {
  readonly folder?: string
  readonly files?: typeof realFiles
  readonly maxLogBytes?: number
  readonly leastLogBytes?: number
  readonly records?: readonly string[]
  readonly lastGeneration?: number
}

async function begin({ folder = newFolder(), records = [], lastGeneration = 0, ...more }: Options = {}) {
  const errors: unknown[][] = []
  const state = { records: [...records] }
  const table = {
    ...{ name: 't', replay: () => true, finishReplay: () => {}, rollBack: () => {} },
    records: () => state.records,
  }
  const compaction = await Compaction.begin(
    {
      ...{
        folder,
        files: realFiles,
        fsync: false,
        clock: createManualRuntime(),
        tables: [table],
        boot: 'now',
        epoch: 5,
      },
      ...{ maxLogBytes: 100_000, leastLogBytes: 10_000 },
      logger: { warn() {}, error: (...args: unknown[]) => void errors.push(args) },
      ...more,
    },
    lastGeneration,
  )
  return { compaction, folder, errors, state }
}

const named = (kind: 'log' | 'snapshot', generation: number) => `${kind}-${String(generation).padStart(12, '0')}.jsonl`
const filesIn = (folder: string) => readdirSync(folder).sort()

/** The records of a file, without their sums. */
function recordsIn(folder: string, name: string): readonly unknown[] {
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line.slice(line.indexOf(' ') + 1)))
}

const record = (value: number) => JSON.stringify(['t', value])

describe('the beginning', () => {
  test('is a snapshot of all records and a new log, of the next generation', async () => {
    const { compaction, folder } = await begin({ records: [record(1), record(2)], lastGeneration: 3 })
    await compaction.append([record(3)])
    await compaction.append([record(4), record(5)])
    await compaction.end('["end"]')
    expect(filesIn(folder)).toEqual([named('log', 4), named('snapshot', 4)])
    const header = { format: 1, generation: 4, epoch: 5, boot: 'now', fsync: false }
    const snapshot = recordsIn(folder, named('snapshot', 4))
    expect(snapshot.slice(0, 3)).toEqual([{ ...header, kind: 'snapshot' }, ['t', 1], ['t', 2]])
    expect(snapshot).toHaveLength(4)
    expect(recordsIn(folder, named('log', 4))).toEqual([
      ...[{ ...header, kind: 'log' }, ['t', 3], ['t', 4], ['t', 5], ['end']],
    ])
  })

  test('removes older files, and what a process left that was interrupted', async () => {
    const folder = newFolder()
    for (const name of [named('log', 1), named('snapshot', 1), `${named('snapshot', 2)}.tmp`, 'other.txt']) {
      writeFileSync(join(folder, name), 'x')
    }
    const { compaction } = await begin({ folder, lastGeneration: 1 })
    await compaction.end('["end"]')
    expect(filesIn(folder)).toEqual([named('log', 2), 'other.txt', named('snapshot', 2)].sort())
  })

  test('that fails leaves nothing open, and the older files', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, named('log', 1)), 'x')
    const open: string[] = []
    const files: typeof realFiles = {
      ...realFiles,
      async open(path, ...rest) {
        const file = await realFiles.open(path, ...rest)
        const close = file.close.bind(file)
        open.push(path)
        return Object.assign(file, {
          close: () => {
            open.splice(open.indexOf(path), 1)
            return close()
          },
        })
      },
      unlink: () => Promise.reject(new Error('busy')),
    }
    await expect(begin({ folder, files, lastGeneration: 1 })).rejects.toThrow(new Error('busy'))
    expect([open, filesIn(folder).includes(named('log', 1))]).toEqual([[], true])
  })
})

describe('a log that has grown', () => {
  test('is followed by another one from its least size on', async () => {
    const { compaction, folder, state } = await begin({ leastLogBytes: 300 })
    const sizes: number[] = []
    while (!filesIn(folder).includes(named('log', 2))) {
      sizes.push(statSync(join(folder, named('log', 1))).size)
      state.records.push(record(sizes.length))
      await compaction.append([record(sizes.length)])
    }
    await compaction.end('["end"]')
    expect(sizes.filter((size) => size >= 300)).toHaveLength(1)
    expect(filesIn(folder)).toEqual([named('log', 2), named('snapshot', 2)])
    expect(recordsIn(folder, named('snapshot', 2))).toHaveLength(sizes.length + 2)
    expect(recordsIn(folder, named('log', 2)).slice(1)).toEqual([['t', sizes.length], ['end']])
  })

  test('may have as many bytes as the snapshot', async () => {
    const records = Array.from({ length: 100 }, (_, at) => record(at))
    const { compaction, folder } = await begin({ leastLogBytes: 10, records })
    for (let at = 0; at < 20; at += 1) await compaction.append([record(at)])
    expect(filesIn(folder)).toContain(named('log', 1))
    await compaction.end('["end"]')
  })

  test('stays as it is where another one cannot be begun', async () => {
    const state = { isFull: false }
    const files: typeof realFiles = {
      ...realFiles,
      open: (path, ...rest) => (state.isFull ? Promise.reject(new Error('full')) : realFiles.open(path, ...rest)),
    }
    const { compaction, folder, errors } = await begin({ files, leastLogBytes: 200 })
    state.isFull = true
    for (let at = 0; at < 5; at += 1) await compaction.append(Array.from({ length: 10 }, (_, each) => record(each)))
    expect(errors[0]).toEqual([
      ...['The log of the stores could not be compacted; it is tried again', { error: new Error('full') }],
    ])
    await compaction.end('["end"]')
    expect(filesIn(folder)).toEqual([named('log', 1), named('snapshot', 1)])
    expect(recordsIn(folder, named('log', 1))).toHaveLength(52)
  })
})

test('a compaction that failed is tried again when the log has grown by its least size once more', async () => {
  const state = { isFull: false }
  const files: typeof realFiles = {
    ...realFiles,
    open: (path, ...rest) => (state.isFull ? Promise.reject(new Error('full')) : realFiles.open(path, ...rest)),
  }
  const { compaction, folder, errors } = await begin({ files, leastLogBytes: 200 })
  state.isFull = true
  const sizes: number[] = []
  while (errors.length < 3) {
    const size = statSync(join(folder, named('log', 1))).size
    const before = errors.length
    await compaction.append([record(1)])
    if (errors.length > before) sizes.push(size)
  }
  await compaction.end('["end"]')
  const [first = 0, second = 0, third = 0] = sizes
  const lineBytes = 16 + 1 + record(1).length + 1
  const least = Math.ceil(200 / lineBytes) * lineBytes
  expect([second - first, third - second]).toEqual([least, least])
})

describe('logs that are too long', () => {
  test('take nothing more where they cannot be compacted', async () => {
    const state = { isFull: false }
    const files: typeof realFiles = {
      ...realFiles,
      rename: (...names) => (state.isFull ? Promise.reject(new Error('full')) : realFiles.rename(...names)),
    }
    const { compaction } = await begin({ files, leastLogBytes: 10, maxLogBytes: 400 })
    state.isFull = true
    const fill = async () => {
      for (let at = 0; at < 100; at += 1) await compaction.append([record(at)])
    }
    await expect(fill()).rejects.toThrow(new Error('the logs have more than 400 bytes, and cannot be compacted'))
    state.isFull = false
    await compaction.append([record(1)])
    await compaction.end('["end"]')
  })
})
