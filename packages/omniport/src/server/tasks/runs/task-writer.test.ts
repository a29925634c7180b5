import { describe, expect, test } from 'vitest'
import { createFinalRecord, createLiveRecord } from '../records/fixtures/live-record.js'
import type { LiveRecord, TaskRecord } from '../records/task-record.js'
import type { TaskRecords, UpdateStatus } from '../records/task-records.js'
import type { TaskLease } from './task-lease.js'
import { TaskWriter } from './task-writer.js'

interface WriterSettings {
  /** What comes of each write; afterwards they succeed. */
  readonly outcomes?: readonly (UpdateStatus | Error)[]
  readonly isCovered?: boolean
}

function setUp({ outcomes = [], isCovered = true }: WriterSettings = {}) {
  const remaining = [...outcomes]
  const written: (TaskRecord | undefined)[] = []
  const update: TaskRecords['update'] = async (id, change) => {
    const changed = change(createLiveRecord({ statusMessage: `${id}:` }))
    written.push(changed)
    const outcome = remaining.shift() ?? (changed === undefined ? 'declined' : 'written')
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  const writer = new TaskWriter({
    records: { update } as unknown as TaskRecords, // all that it needs, as of the lease
    id: 't',
    lease: { covers: () => isCovered } as unknown as TaskLease,
    onRefused: (why) => new Error(`refused: ${why}`),
    onTooLarge: async (why) => new Error(`too much: ${why}`),
  })
  return { writer, written }
}

const adding = (text: string) => (record: LiveRecord) => ({
  ...record,
  statusMessage: `${record.statusMessage}${text}`,
})

describe('the writes of a run', () => {
  test('of one moment are one, in their order', async () => {
    const { writer, written } = setUp()
    await Promise.all([writer.write(adding('a')), writer.write(adding('b')), writer.write(adding('c'))])
    expect(written).toEqual([createLiveRecord({ statusMessage: 't:abc' })])
  })

  test('that come while another is under way follow it together', async () => {
    const { writer, written } = setUp()
    const first = writer.write(adding('a'))
    await Promise.resolve()
    const later = [writer.write(adding('b')), writer.write(adding('c'))]
    await Promise.all([first, ...later])
    expect(written.map((record) => record?.statusMessage)).toEqual(['t:a', 't:bc'])
  })

  test('go on after a failure, which is that of its own moment', async () => {
    const { writer, written } = setUp({ outcomes: [new Error('away')] })
    await expect(Promise.all([writer.write(adding('a')), writer.write(adding('b'))])).rejects.toThrow('away')
    await writer.write(adding('c'))
    expect(written.map((record) => record?.statusMessage)).toEqual(['t:ab', 't:c'])
  })

  test.each([
    ['too-large', 'too much: too-large'],
    ['full', 'too much: full'],
    ['declined', 'refused: declined'],
    ['final', 'refused: final'],
    ['gone', 'refused: gone'],
  ] as const)('that end as %s reject with the reason of their run', async (outcome, message) => {
    const { writer } = setUp({ outcomes: [outcome] })
    await expect(writer.write(adding('a'))).rejects.toThrow(new Error(message))
  })

  test('are declined where another run has the task', async () => {
    const { writer, written } = setUp({ isCovered: false })
    await expect(writer.write(adding('a'))).rejects.toThrow(new Error('refused: declined'))
    expect(written).toEqual([undefined])
  })
})

describe('the last write of a run', () => {
  test('tells whether it was written', async () => {
    const final = createFinalRecord()
    const { writer, written } = setUp()
    expect([await writer.finish(() => final), written]).toEqual([true, [final]])
    expect(await setUp({ isCovered: false }).writer.finish(() => final)).toBe(false)
    expect(await setUp({ outcomes: ['full'] }).writer.finish(() => final)).toBe(false)
  })

  test('rejects with the error of the store', async () => {
    const { writer } = setUp({ outcomes: [new Error('away')] })
    await expect(writer.finish(() => createFinalRecord())).rejects.toThrow('away')
  })
})
