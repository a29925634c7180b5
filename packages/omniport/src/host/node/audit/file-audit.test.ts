import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { AuditLog } from '../../audit/audit-log.js'
import type { AuditEntry, AuditSink } from '../../audit/audit-record.js'
import { verifyAudit } from '../../audit/verify-audit.js'
import { createFileAudit, readFileAudit } from './file-audit.js'

let folder = ''
let path = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omniport-audit-'))
  path = join(folder, 'audit.jsonl')
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

const entry = (n: number): AuditEntry => ({ type: 'roots', server: 's', uris: [`file:///${n}`] })

/** Writes entries as a host would that lives as long as this takes. */
async function write(...numbers: readonly number[]): Promise<void> {
  await using sink = createFileAudit(path)
  const log = logTo(sink)
  for (const n of numbers) await log.append(entry(n))
}

function logTo(sink: AuditSink): AuditLog {
  return new AuditLog({ sink, runtime: new VirtualRuntime(), secrets: () => [] })
}

/** What was written, by the entries and their numbers. */
async function read(): Promise<readonly string[]> {
  const found: string[] = []
  for await (const value of readFileAudit(path)) {
    const { seq, uris } = value as { readonly seq: number; readonly uris: readonly string[] } // as `write` wrote it
    found.push(`${seq} ${uris.join()}`)
  }
  return found
}

const message = (why: string) => `the audit log ${path} is not written: it ${why}`

describe('an audit log in a file', () => {
  test('is one line for each record, goes on where it ended, and can be verified', async () => {
    await write(1, 2)
    await write(3)
    await write()
    const lines = (await readFile(path, 'utf8')).split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([4, ''])
    expect(JSON.parse(lines[0] ?? '')).toEqual({ ...entry(1), seq: 1, at: 1_000_000, previous: '' })
    expect(await read()).toEqual(['1 file:///1', '2 file:///2', '3 file:///3'])
    expect(await verifyAudit(readFileAudit(path))).toBeUndefined()
  })

  test('can be read by its user only, and so can a folder that is made for it', async () => {
    verifies('HOST-04')
    path = join(folder, 'new', 'audit.jsonl')
    await write(1)
    const modes = await Promise.all([path, join(folder, 'new')].map(async (name) => (await stat(name)).mode & 0o777))
    expect(modes).toEqual([0o600, 0o700])
    await chmod(path, 0o644)
    await write(2)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('is only added to', async () => {
    await using sink = createFileAudit(path)
    const log = logTo(sink)
    await log.append(entry(1))
    await appendFile(path, '{"type":"x","seq":9}\n')
    await log.append(entry(2))
    const [first, foreign, second] = (await readFile(path, 'utf8')).split('\n')
    expect([first, foreign, second].map((line) => JSON.parse(line ?? '').seq)).toEqual([1, 9, 2])
    expect(await verifyAudit(readFileAudit(path))).toEqual({ seq: 2, problem: 'is not an audit record' })
  })

  test.each([
    ['ends of lines of other programs', 'a\u2028{"type":"x"}\u2029b\u0085c\vd\fe\rf'],
    ['what a terminal obeys', '\u001b[2J\u009b2J\u007f'],
    ['what cannot be seen', '\u202e\u200b\u{e0041}\ufe0f\u3164'],
  ])('is one line for each record, whatever is in it: %s', async (_name, text) => {
    await using sink = createFileAudit(path)
    const log = logTo(sink)
    await log.append({ type: 'roots', server: text, uris: [text] })
    await log.append(entry(2))
    expect(await readFile(path, 'utf8')).toMatch(/^[ -~]+\n[ -~]+\n$/)
    const records: unknown[] = []
    for await (const record of readFileAudit(path)) records.push(record)
    expect(records).toMatchObject([{ server: text, uris: [text] }, entry(2)])
    expect(await verifyAudit(readFileAudit(path))).toBeUndefined()
  })

  test('whose records another program wrote with such characters is read alike', async () => {
    await using sink = createFileAudit(path)
    const log = logTo(sink)
    await log.append({ type: 'roots', server: 'a\u2028{b\u2029{c\u0085{d', uris: [] })
    await log.append(entry(2))
    const escaped = await readFile(path, 'utf8')
    const plain = escaped.replace(/\\u(2028|2029|0085)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    expect(plain).toContain('\u2028{')
    for (const text of [plain, plain.replaceAll('\n', '\r\n'), plain.slice(0, -1), `\n\n${plain}`]) {
      await writeFile(path, text)
      expect(await read()).toEqual(['1 ', '2 file:///2'])
      expect(await verifyAudit(readFileAudit(path))).toBeUndefined()
    }
  })

  test('that was changed shows it', async () => {
    await write(1, 2, 3)
    await writeFile(path, (await readFile(path, 'utf8')).replace('file:///2', 'file:///x'))
    expect(await verifyAudit(readFileAudit(path))).toMatchObject({ seq: 3 })
    await writeFile(path, `what is this\n${await readFile(path, 'utf8')}`)
    expect(await verifyAudit(readFileAudit(path))).toEqual({ seq: 1, problem: 'is not an audit record' })
  })
})

describe('a last line that was left unfinished', () => {
  test('counts for nothing, wherever it was torn', async () => {
    await write(1, 2, 3)
    const whole = await readFile(path, 'utf8')
    const start = whole.trimEnd().lastIndexOf('\n') + 1
    // Only the line break is missing from the longest of them: the record is whole.
    for (const end of [start, start + 1, start + 30, whole.length - 2]) {
      await writeFile(path, whole)
      await truncate(path, end)
      await write(4)
      expect(await read()).toEqual(['1 file:///1', '2 file:///2', '3 file:///4'])
      expect(await verifyAudit(readFileAudit(path))).toBeUndefined()
    }
    await writeFile(path, whole.slice(0, -1))
    await write(4)
    expect(await read()).toEqual(['1 file:///1', '2 file:///2', '3 file:///3', '4 file:///4'])
    expect(await verifyAudit(readFileAudit(path))).toBeUndefined()
  })

  test('may be the first, and there may be several', async () => {
    await writeFile(path, '{"type":"ro\n{"type":"roots","seq":1,"previous":"","at"')
    await write(1)
    expect(await read()).toEqual(['1 file:///1'])
    await appendFile(path, '{\n'.repeat(99))
    await write(2)
    expect(await read()).toEqual(['1 file:///1', '2 file:///2'])
  })

  test('is no obstacle to a log that is under way', async () => {
    await using sink = createFileAudit(path)
    const log = logTo(sink)
    await log.append(entry(1))
    await appendFile(path, '{"type":"roots","se')
    await log.append(entry(2))
    expect(await read()).toEqual(['1 file:///1', '2 file:///2'])
  })
})

describe('nothing is written to', () => {
  test('a symbolic link', async () => {
    const other = join(folder, 'other')
    await writeFile(other, '')
    await symlink(other, path)
    await expect(write(1)).rejects.toMatchObject({ code: 'invalid_config', message: message('is a symbolic link') })
    expect(await readFile(other, 'utf8')).toBe('')
  })

  test('a folder', async () => {
    path = folder
    await expect(write(1)).rejects.toMatchObject({ code: 'invalid_config', message: message('cannot be opened') })
    await rm(`${folder}.locks`, { recursive: true })
  })

  test('a pipe', async () => {
    expect(spawnSync('mkfifo', [path]).status).toBe(0)
    await expect(write(1)).rejects.toMatchObject({ code: 'invalid_config', message: message('is not a regular file') })
  })

  test.each([
    'my notes\n',
    '{"a":1}\n',
    '[]',
    `${'x'.repeat(5_000_000)}\n`,
    `{${' \n{'.repeat(100)}`,
    `${'{'.repeat(2_500_000)}\n`.repeat(2),
  ])('what holds something else: %#', async (text) => {
    await writeFile(path, text)
    await expect(write(1)).rejects.toMatchObject({
      code: 'invalid_config',
      message: `${path} is not written: its content is not an audit log`,
    })
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  test('a log that was closed', async () => {
    const sink = createFileAudit(path)
    await sink[Symbol.asyncDispose]()
    await expect(logTo(sink).append(entry(1))).rejects.toMatchObject({ code: 'closed' })
    const used = createFileAudit(path)
    const log = logTo(used)
    await log.append(entry(1))
    await used[Symbol.asyncDispose]()
    await expect(log.append(entry(2))).rejects.toMatchObject({ code: 'closed' })
    expect(await read()).toEqual(['1 file:///1'])
  })
})

test('the last record is found at the end of a long file', async () => {
  await write(1)
  const line = JSON.stringify({ ...entry(2), seq: 7, at: 0, previous: 'x', more: 'y'.repeat(1_000_000) })
  await appendFile(path, `${line}\n`.repeat(6))
  await using sink = createFileAudit(path)
  expect((await sink.last())?.seq).toBe(7)
})

const built = fileURLToPath(new URL('../../../../dist/host/node/audit/file-audit.js', import.meta.url))

/** A process that writes one record and then holds the log. */
async function hold(): Promise<ChildProcess> {
  const fixture = fileURLToPath(new URL('./fixtures/holds-audit.mjs', import.meta.url))
  const child = spawn(process.execPath, [fixture, built, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (child.stdout === null) throw new Error('a pipe was asked for')
  await once(child.stdout, 'data')
  return child
}

describe('of two writers', () => {
  test('the second waits, is refused while the first lives, and may try again', async () => {
    const first = createFileAudit(path)
    await logTo(first).append(entry(1))
    await using second = createFileAudit(path)
    const refused = {
      code: 'limit',
      message: `the audit log ${path} is in use by another process or host: use another path`,
    }
    await expect(logTo(second).append(entry(2))).rejects.toMatchObject(refused)
    await first[Symbol.asyncDispose]()
    await logTo(second).append(entry(3))
    expect(await read()).toEqual(['1 file:///1', '2 file:///3'])
  })

  test('the second goes on when the first is done', async () => {
    const first = createFileAudit(path)
    await logTo(first).append(entry(1))
    await using second = createFileAudit(path)
    const writing = logTo(second).append(entry(2))
    await first[Symbol.asyncDispose]()
    await writing
    expect(await read()).toEqual(['1 file:///1', '2 file:///2'])
  })

  test('the second is closed after what waited for the first is written', async () => {
    const first = createFileAudit(path)
    await logTo(first).append(entry(1))
    const second = createFileAudit(path)
    const writing = second.append({ ...entry(2), seq: 2, at: 0, previous: '' })
    await Promise.all([second[Symbol.asyncDispose](), first[Symbol.asyncDispose](), writing])
    expect(await read()).toEqual(['1 file:///1', '2 file:///2'])
    await write(3) // nobody holds it
  })

  test('the second goes on when the first was killed', async () => {
    verifies('HOST-04')
    const child = await hold()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await write(2)
    expect(await read()).toEqual(['1 ', '2 file:///2'])
    expect(await verifyAudit(readFileAudit(path))).toBeUndefined()
  })
})
