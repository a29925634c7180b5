import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { newFolder } from '#test/file-store/support/folders.js'
import { endMark, type LoadedJournal, loadJournal } from './load-journal.js'
import { sealLine } from './log-line.js'
import { type LogKind, logPath } from './store-folder.js'

interface File {
  readonly kind: LogKind
  readonly generation: number
  readonly header?: object
  readonly records?: readonly unknown[]
  /** Bytes after the records. */
  readonly tail?: string
}

function write(folder: string, { kind, generation, header, records = [], tail = '' }: File): void {
  const first = { format: 1, kind, generation, epoch: 3, boot: 'now', fsync: false, ...header }
  let [sum, content] = ['', '']
  for (const record of [first, ...records]) {
    const sealed = sealLine(sum, JSON.stringify(record))
    sum = sealed.sum
    content += sealed.line
  }
  writeFileSync(logPath(folder, kind, generation), content + tail)
}

const end = endMark.snapshot

interface Loaded extends LoadedJournal {
  readonly records: readonly unknown[]
}

async function load(files: readonly File[], boot = 'now', folder = newFolder()): Promise<Loaded> {
  for (const file of files) write(folder, file)
  const records: unknown[] = []
  const loaded = await loadJournal(folder, boot, (record) => records.push(record) > 0 && record[0] !== 'unknown')
  return { ...loaded, records }
}

const snapshot = { kind: 'snapshot', generation: 1, records: [['a'], end] } as const
const log = { kind: 'log', generation: 1, records: [['b']] } as const

test('the ends of files have their words', () => {
  expect(endMark).toEqual({ snapshot: 'snapshot ends', log: 'closed' })
})

test('a new folder is empty', async () => {
  expect(await load([])).toEqual({ generation: 0, epoch: 0, mayLackRecords: false, records: [] })
})

describe('what is read', () => {
  test('is the newest snapshot and the logs since', async () => {
    const files: readonly File[] = [
      { kind: 'snapshot', generation: 1, records: [['old'], end] },
      { kind: 'log', generation: 1, records: [['old']] },
      { kind: 'snapshot', generation: 2, records: [['a'], end] },
      { kind: 'log', generation: 2, records: [['b'], ['c']] },
      { kind: 'log', generation: 3, header: { epoch: 5 }, records: [['d']] },
    ]
    expect(await load(files)).toEqual({
      ...{ generation: 3, epoch: 5, mayLackRecords: false },
      records: [['a'], ['b'], ['c'], ['d']],
    })
  })

  test('without a snapshot is nothing', async () => {
    expect((await load([{ ...log, generation: 0 }])).records).toEqual([])
  })

  test('may lack the record that a killed process was writing', async () => {
    expect((await load([snapshot, { ...log, tail: 'half' }])).records).toEqual([['a'], ['b']])
  })

  test('may end with a log that has not even its header', async () => {
    const folder = newFolder()
    writeFileSync(logPath(folder, 'log', 1), 'half')
    expect(await load([snapshot], 'now', folder)).toMatchObject({ generation: 1, epoch: 3, records: [['a']] })
  })
})

describe('records may be lacking', () => {
  const closed = { ...log, records: [['b'], endMark.log] }
  test.each([
    ['after a power cut, where the disk had no time', [snapshot, log], 'later', true],
    ['not where the process closed its stores', [snapshot, closed], 'later', false],
    ['not in the same time of the machine', [snapshot, log], 'now', false],
    ['not where the disk had them', [snapshot, { ...log, header: { fsync: true } }], 'later', false],
  ])('%s', async (_when, files, boot, expected) => {
    expect((await load(files as readonly File[], boot)).mayLackRecords).toBe(expected)
  })
})

describe('what a power cut left at the end of the last log', () => {
  const damaged = { ...log, tail: 'any\nthing\n' }

  test('is dropped', async () => {
    expect(await load([snapshot, damaged], 'later')).toMatchObject({ records: [['a'], ['b']], mayLackRecords: true })
  })

  test('is damage where there was none', async () => {
    await expect(load([snapshot, damaged])).rejects.toThrow(/is damaged at byte \d+: a checksum does not fit/)
  })

  test('is damage in any other file', async () => {
    await expect(load([snapshot, damaged, { ...log, generation: 2 }], 'later')).rejects.toThrow(/is damaged at byte/)
  })
})

describe('a journal that cannot be read', () => {
  const cut = / is damaged: its end is missing$/
  const unclear = /: a record is not understood\. /
  test.each<[string, readonly File[], RegExp]>([
    [
      'a log is missing between others',
      [snapshot, log, { ...log, generation: 3 }],
      /log-000000000003\.jsonl: the file before it is missing$/,
    ],
    [
      'the first log is missing',
      [snapshot, { ...log, generation: 2 }],
      /log-000000000002\.jsonl: the file before it is missing$/,
    ],
    ['a snapshot has no end', [{ ...snapshot, records: [['a']] }, log], cut],
    ['a snapshot is not finished', [{ ...snapshot, tail: 'half' }, log], cut],
    ['a snapshot without a log is not finished', [{ ...snapshot, tail: 'half' }], cut],
    ['a log before the last is not finished', [snapshot, { ...log, tail: 'half' }, { ...log, generation: 2 }], cut],
    ['something follows the end', [{ ...snapshot, records: [end, ['a']] }, log], unclear],
    ['a record is no list', [snapshot, { ...log, records: [{}] }], unclear],
    ['a record is not known', [snapshot, { ...log, records: [['unknown']] }], unclear],
    ['the end is that of another kind', [snapshot, { ...log, records: [end] }], unclear],
    ['the header is of another kind', [snapshot, { ...log, header: { kind: 'snapshot' } }], unclear],
    ['the header is of another generation', [snapshot, { ...log, header: { generation: 2 } }], unclear],
    ['the header has no format', [snapshot, { ...log, header: { format: undefined } }], unclear],
    ['the header has a format that is no number', [snapshot, { ...log, header: { format: '2' } }], unclear],
    ['the header has no epoch', [snapshot, { ...log, header: { epoch: 1.5 } }], unclear],
    ['the header has no time of the machine', [snapshot, { ...log, header: { boot: 5 } }], unclear],
    ['the header does not say what was written', [snapshot, { ...log, header: { fsync: 1 } }], unclear],
    [
      'the format is newer',
      [snapshot, { ...log, header: { format: 2 } }],
      /log-000000000001\.jsonl has format 2, of a newer version of this library$/,
    ],
  ])('%s', async (_what, files, message) => {
    await expect(load(files)).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringMatching(message),
    })
  })

  test('a snapshot without a header', async () => {
    const folder = newFolder()
    writeFileSync(logPath(folder, 'snapshot', 1), '')
    await expect(load([log], 'now', folder)).rejects.toThrow(cut)
  })

  test('a log before the last without a header', async () => {
    const folder = newFolder()
    writeFileSync(logPath(folder, 'log', 1), '')
    await expect(load([snapshot, { ...log, generation: 2 }], 'now', folder)).rejects.toThrow(cut)
  })

  test('a header that is no object', async () => {
    const folder = newFolder()
    writeFileSync(logPath(folder, 'snapshot', 1), sealLine('', '[]').line)
    await expect(load([], 'now', folder)).rejects.toThrow(unclear)
  })
})
