import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFaultyFiles } from '#test/file-store/support/faulty-files.js'
import { newFolder } from '#test/file-store/support/folders.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { realFiles } from './file-operations.js'
import { Journal, type JournalOptions, type Table } from './journal.js'

/** A table that keeps its records, and counts what else is called. */
class Stored implements Table {
  readonly name: string
  readonly stored: string[] = []
  readonly finished: boolean[] = []
  rollBacks = 0

  constructor(name = 'stored') {
    this.name = name
  }

  replay(record: readonly unknown[]): boolean {
    this.stored.push(JSON.stringify(record))
    return record[1] !== 'unknown'
  }

  finishReplay(mayLackRecords: boolean): void {
    this.finished.push(mayLackRecords)
  }

  rollBack(): void {
    this.rollBacks += 1
  }

  records(): Iterable<string> {
    return this.stored
  }
}

interface Opened {
  readonly journal: Journal
  readonly table: Stored
  readonly folder: string
  readonly clock: ReturnType<typeof createManualRuntime>
  readonly errors: unknown[][]
  add(value: unknown): Promise<string>
}

async function open(options: Partial<JournalOptions> & { readonly table?: Stored } = {}): Promise<Opened> {
  const { table = new Stored(), ...others } = options
  const clock = createManualRuntime()
  const errors: unknown[][] = []
  const folder = others.folder ?? newFolder()
  const journal = new Journal({
    ...{ folder, clock, files: realFiles, fsync: false, maxLogBytes: 1_000_000, leastLogBytes: 100_000 },
    ...{ boot: async () => 'now', logger: { warn() {}, error: (...args: unknown[]) => void errors.push(args) } },
    ...others,
  })
  await journal.open([table])
  const add = (value: unknown): Promise<string> => {
    const text = JSON.stringify(['stored', value])
    return journal.write(text, () => {
      table.stored.push(text)
      return text
    })
  }
  return { journal, table, folder, clock, errors, add }
}

const namesIn = (folder: string) => readdirSync(folder).sort()

const named = (generation: number) => {
  const number = String(generation).padStart(12, '0')
  return [`log-${number}.jsonl`, `snapshot-${number}.jsonl`]
}

describe('records', () => {
  test('are there when they are said to be, and after the process ended', async () => {
    const { journal, folder, add } = await open()
    expect(await Promise.all([add(1), add('two')])).toEqual(['["stored",1]', '["stored","two"]'])
    expect(readFileSync(join(folder, 'log-000000000001.jsonl'), 'utf8')).toMatch(
      / \["stored",1\]\n.* \["stored","two"\]\n$/,
    )
    await journal.close()
    const next = await open({ folder })
    expect(next.table.stored).toEqual(['["stored",1]', '["stored","two"]'])
    expect(next.table.finished).toEqual([false])
    await next.journal.close()
  })

  test('are not there before they are written', async () => {
    const { journal, table, add } = await open()
    const written = add(1)
    expect([table.stored, journal.isIdle]).toEqual([[], false])
    await written
    expect(table.stored).toEqual(['["stored",1]'])
    await journal.close()
    expect(journal.isIdle).toBe(true)
  })

  test('of no table are not understood', async () => {
    const { journal, folder } = await open()
    await journal.write('["other",1]', () => {})
    await journal.close()
    await expect(open({ folder })).rejects.toThrow(/a record is not understood/)
  })

  test('may be lacking where the stores were not closed before the machine was started anew', async () => {
    const { folder, journal, add } = await open()
    await add(1)
    const later = await open({ folder, boot: async () => 'later' })
    expect(later.table.finished).toEqual([true])
    await later.journal.close()
    await journal.close()
  })
})

test('what has no text waits for what came before', async () => {
  const { journal, table, add } = await open()
  void add(1)
  expect(await journal.write(undefined, () => [...table.stored])).toEqual(['["stored",1]'])
  await journal.close()
})

test('a commit that throws rejects alone', async () => {
  const { journal, add } = await open()
  const failed = journal.write('["stored",0]', () => {
    throw new Error('oops')
  })
  const rejected = expect(failed).rejects.toThrow(new Error('oops'))
  expect(await add(1)).toBe('["stored",1]')
  await rejected
  await journal.close()
})

test('numbers are never given again, not even after a restart', async () => {
  const { journal, folder } = await open()
  expect([journal.nextNumber(), journal.nextNumber()]).toEqual([2 ** 32, 2 ** 32 + 1])
  await journal.close()
  const next = await open({ folder })
  expect(next.journal.nextNumber()).toBe(2 * 2 ** 32)
  await next.journal.close()
})

test('after the end nothing is written', async () => {
  const { journal } = await open()
  await journal.close()
  expect(() => journal.write('[]', () => {})).toThrow(
    expect.objectContaining({ code: 'closed', message: 'The stores are closed' }),
  )
})

describe('a write that fails', () => {
  test('refuses all that was planned after it, and the next ones are written', async () => {
    const { files, count, failAt } = createFaultyFiles()
    const { journal, table, errors, add } = await open({ files })
    failAt(count(), 'fails halfway')
    const results = await Promise.allSettled([add(1), add(2)])
    const reason = {
      ...{ code: -32603, message: 'The store of this service is not available; try again' },
      ...{ data: { retryAfterSeconds: 1, reason: 'store' }, cause: { code: 'ENOSPC' } },
    }
    expect(results).toMatchObject([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ])
    expect([table.stored, table.rollBacks]).toEqual([[], 1])
    expect(errors).toEqual([
      ['The stores could not be written', { error: expect.objectContaining({ code: 'ENOSPC' }) }],
    ])
    expect(await add(3)).toBe('["stored",3]')
    await journal.close()
  })
})

describe('compaction', () => {
  test('a start makes one snapshot and one log of all that there was', async () => {
    const { journal, folder, add } = await open()
    await add(1)
    await journal.close()
    writeFileSync(join(folder, 'snapshot-000000000009.jsonl.tmp'), 'half')
    const next = await open({ folder })
    expect(namesIn(folder)).toEqual(named(2))
    await next.journal.close()
  })

  test('a log that has grown is begun anew, and older files are removed', async () => {
    const { journal, folder, table, add } = await open({ leastLogBytes: 300 })
    for (let value = 0; value < 20; value += 1) await add(value)
    await journal.close()
    const [log = ''] = namesIn(folder)
    expect(Number(/\d+/.exec(log)?.[0])).toBeGreaterThan(1)
    expect(namesIn(folder)).toHaveLength(2)
    const next = await open({ folder })
    expect([...new Set(next.table.stored)]).toEqual(table.stored)
    await next.journal.close()
  })

  test('a log below the least is not begun anew', async () => {
    const { journal, folder, add } = await open({ leastLogBytes: 10_000 })
    for (let value = 0; value < 20; value += 1) await add(value)
    await journal.close()
    expect(namesIn(folder)).toEqual(named(1))
  })

  /** Files of which no snapshot can be finished while `isFull`. */
  function fillable() {
    const state = { isFull: true }
    const rename = async (from: string, to: string) => {
      if (state.isFull) throw new Error('full')
      await realFiles.rename(from, to)
    }
    return { state, files: { ...realFiles, rename } }
  }

  test('that fails is logged, leaves no unfinished snapshot, and is tried again later', async () => {
    const { state, files } = fillable()
    state.isFull = false
    const { journal, folder, errors, add } = await open({ files, leastLogBytes: 300 })
    state.isFull = true
    for (let value = 0; errors.length === 0; value += 1) await add(value)
    expect(errors).toEqual([
      ['The log of the stores could not be compacted; it is tried again', { error: new Error('full') }],
    ])
    expect(namesIn(folder)).toEqual([...named(1), ...named(2)].filter((name) => name !== named(2)[1]).sort())
    state.isFull = false
    for (let value = 0; value < 20; value += 1) await add(value)
    await journal.close()
    expect(errors).toHaveLength(1)
    expect(namesIn(folder)).toHaveLength(2)
  })

  test('that cannot be done refuses what is written, once the logs have their bound', async () => {
    const { state, files } = fillable()
    state.isFull = false
    const { journal, errors, add } = await open({ files, leastLogBytes: 200, maxLogBytes: 500 })
    state.isFull = true
    const cause = new Error('the logs have more than 500 bytes, and cannot be compacted')
    const adding = async () => {
      for (let value = 0; value < 20; value += 1) await add(value)
    }
    await expect(adding()).rejects.toMatchObject({ name: 'StoreUnavailable', cause })
    state.isFull = false
    expect(await add('again')).toBe('["stored","again"]')
    expect(errors.length).toBeGreaterThan(1)
    await journal.close()
  })

  test('of a start that fails leaves no unfinished snapshot', async () => {
    const { files } = fillable()
    const folder = newFolder()
    await expect(open({ files, folder })).rejects.toThrow(new Error('full'))
    expect(namesIn(folder)).toEqual([])
  })

  test('of many records writes them all', async () => {
    const table = new Stored()
    for (let value = 0; value < 3_000; value += 1) table.stored.push(JSON.stringify(['stored', 'x'.repeat(100), value]))
    const { journal, folder } = await open({ table })
    await journal.close()
    const next = await open({ folder })
    expect(next.table.stored).toEqual(table.stored)
    await next.journal.close()
  })
})

describe('a process that stood still', () => {
  test('for more than ten seconds finds out that another one has the folder', async () => {
    const { journal, folder, clock, add } = await open()
    rmSync(join(folder, 'log-000000000001.jsonl'))
    clock.advance(10_000)
    expect(await add(1)).toBe('["stored",1]')
    clock.advance(10_001)
    await expect(add(2)).rejects.toMatchObject({
      cause: {
        code: 'closed',
        message: `another process has taken ${folder} over, because this one stood still for long`,
      },
    })
    await journal.close()
  })

  test('and has the folder goes on', async () => {
    const { journal, clock, add } = await open()
    clock.advance(20_000)
    expect(await add(1)).toBe('["stored",1]')
    await journal.close()
  })
})

test('a log that cannot be ended is logged, and closed', async () => {
  const { files, count, failAt } = createFaultyFiles()
  const { journal, errors } = await open({ files })
  failAt(count(), 'fails', count() + 5)
  await journal.close()
  expect(errors).toEqual([
    ['The log of the stores could not be ended', { error: expect.objectContaining({ code: 'ENOSPC' }) }],
  ])
})
