import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AuditRecord } from '../../audit/audit-record.js'
import { AuditFile, parseLine } from './audit-file.js'

let folder = ''
let path = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omniport-audit-'))
  path = join(folder, 'audit.jsonl')
})

afterEach(() => rm(folder, { recursive: true }))

function openFile(): AuditFile {
  const file = new AuditFile(path)
  onTestFinished(() => file.close())
  return file
}

function record(seq: number, server = 's'): AuditRecord {
  return { type: 'roots', server, uris: [], seq, at: 0, previous: '' }
}

const line = (seq: number) => `${JSON.stringify(record(seq))}\n`

describe('records are appended', () => {
  test('each on a line, in the order of the calls', async () => {
    const file = openFile()
    await Promise.all([1, 2, 3].map((seq) => file.append(record(seq))))
    expect(await readFile(path, 'utf8')).toBe(line(1) + line(2) + line(3))
  })

  test('on a new line after one without an end, and on the first of an empty file', async () => {
    await writeFile(path, '{"a')
    await openFile().append(record(1))
    expect(await readFile(path, 'utf8')).toBe(`{"a\n${line(1)}`)
    await writeFile(path, '')
    await openFile().append(record(2))
    expect(await readFile(path, 'utf8')).toBe(line(2))
  })

  test('with each unit of what cannot be seen written out', async () => {
    await openFile().append(record(1, 'a\u202eb\u{e0041}c é'))
    expect(await readFile(path, 'utf8')).toBe(line(1).replace('"server":"s"', '"server":"a\\u202eb\\udb40\\udc41c é"'))
  })

  test('after the file was closed too, which opens it again', async () => {
    const file = openFile()
    await file.append(record(1))
    await file.close()
    await file.append(record(2))
    expect(await readFile(path, 'utf8')).toBe(line(1) + line(2))
  })

  test('before the file is closed, if they were given before', async () => {
    const file = openFile()
    const appending = file.append(record(1))
    await file.close()
    expect(await readFile(path, 'utf8')).toBe(line(1))
    await appending
  })
})

describe('the last record', () => {
  test.each([
    ['of an empty file is none', '', undefined],
    ['of unfinished lines is none', '{"a\n{', undefined],
    ['is the one at the end', line(1) + line(2), 2],
    ['may lack its end of line', line(1) + line(2).trimEnd(), 2],
    ['is the one before unfinished lines', `${line(1)}{"type\n\n{`, 1],
    ['is the one before 99 of them', `${line(1)}${'{\n'.repeat(99)}`, 1],
  ])('%s', async (_, text, seq) => {
    await writeFile(path, text)
    expect((await openFile().last())?.seq).toBe(seq)
  })

  test.each([
    ['other text', `${line(1)}x\n`],
    ['JSON of another kind', `${line(1)}[]\n`],
    ['a record without a number', '{"type":"x","previous":""}\n'],
    ['a record with another number', '{"type":"x","seq":0,"previous":""}\n'],
    ['a record without a type', '{"seq":1,"previous":""}\n'],
    ['a record without the one before it', '{"type":"x","seq":1}\n'],
    ['more unfinished lines than crashes leave', '{\n'.repeat(101)],
    ['a line longer than is read', `{${'x'.repeat(4 * 1024 * 1024)}`],
  ])('is not looked for behind %s', async (_, text) => {
    await writeFile(path, text)
    await expect(openFile().last()).rejects.toMatchObject({
      code: 'invalid_config',
      message: `${path} is not written: its content is not an audit log`,
    })
  })

  test('may be as long as the part that is read', async () => {
    const long = JSON.stringify({ ...record(7), more: '' })
    await writeFile(path, long.replace('""}', `"${'x'.repeat(4 * 1024 * 1024 - long.length)}"}`))
    expect((await stat(path)).size).toBe(4 * 1024 * 1024)
    expect((await openFile().last())?.seq).toBe(7)
  })

  test('may stand behind a line that is not read from its beginning', async () => {
    await writeFile(path, `{${'x'.repeat(4 * 1024 * 1024)}\n${line(7)}`)
    expect((await openFile().last())?.seq).toBe(7)
  })
})

describe('the file', () => {
  test('is made for its user alone, and so is a folder around it', async () => {
    path = join(folder, 'a', 'audit.jsonl')
    await openFile().append(record(1))
    const modes = await Promise.all([join(folder, 'a'), path].map(async (each) => (await stat(each)).mode & 0o777))
    expect(modes).toEqual([0o700, 0o600])
  })

  test.each([0o640, 0o604, 0o601])('of mode %o is taken from others', async (mode) => {
    await writeFile(path, '')
    await chmod(path, mode)
    await openFile().last()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('of a mode that gives others nothing is left as it is', async () => {
    await writeFile(path, '')
    await chmod(path, 0o700)
    await openFile().last()
    expect((await stat(path)).mode & 0o777).toBe(0o700)
  })

  test('that cannot be opened is refused with the reason, and tried again', async () => {
    const file = openFile()
    await rm(folder, { recursive: true })
    await writeFile(folder, '')
    await expect(file.append(record(1))).rejects.toThrow(/EEXIST|ENOTDIR/)
    await rm(folder)
    await file.append(record(1))
    expect(await readFile(path, 'utf8')).toBe(line(1))
  })

  test('that is a folder is refused with the reason', async () => {
    path = folder
    await expect(openFile().append(record(1))).rejects.toMatchObject({
      code: 'invalid_config',
      message: `the audit log ${path} is not written: it cannot be opened`,
      cause: { code: 'EISDIR' },
    })
  })

  test('that was never used, or could not be opened, can be closed', async () => {
    await openFile().close()
    path = folder
    const file = openFile()
    await expect(file.last()).rejects.toMatchObject({ cause: { code: 'EISDIR' } })
    await expect(file.close()).resolves.toBeUndefined()
  })
})

test.each([
  ['{"a":1}', { a: 1 }],
  ['5', 5],
  ['', undefined],
  ['{"a', undefined],
  ['x{', 'x{'],
])('the line %j is %j', (text, value) => {
  expect(parseLine(text)).toEqual(value)
})
