import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { openRecording, type RecordingFile } from './open-recording.js'

let cwd: string
const open: RecordingFile[] = []

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'recording-'))
})

afterEach(async () => {
  for (const file of open.splice(0)) await file.close()
  await rm(cwd, { recursive: true })
})

const header = {
  format: 'omniport-recording',
  version: 1,
  started: '2026-01-02T03:04:05.000Z',
  target: { command: 'x', args: [] },
}
const line = (more: object) => ({ ms: 0, transport: 'stdio', connection: 1, from: 'client', ...more })

async function opened(...lines: readonly (string | object)[]) {
  const text = [header, ...lines]
    .map((each) => (typeof each === 'string' ? each : `${JSON.stringify(each)}\n`))
    .join('')
  await writeFile(join(cwd, 'a.jsonl'), text)
  const memory = createMemoryIo({ cwd })
  const file = await openRecording('view', 'a.jsonl', memory.io)
  open.push(file)
  return { file, text, warnings: memory.io.warnings }
}

const read = async (file: RecordingFile) => {
  const lines = []
  for await (const each of file.lines()) lines.push(each)
  return lines
}

test('a recording has its header and lines, and each line is read again at its place', async () => {
  const { file } = await opened(line({ message: { é: 1 } }), line({ text: 'x' }))
  expect([file.name, file.header]).toEqual(['a.jsonl', header])
  const lines = await read(file)
  expect(lines.map(({ number, line: each }) => [number, each.message, each.text])).toEqual([
    [2, { é: 1 }, undefined],
    [3, undefined, 'x'],
  ])
  for (const { start, length, text, line: each } of lines)
    expect(await file.lineAt({ start, length })).toEqual({ line: each, text })
})

test('a last line that is torn is left out, with one warning', async () => {
  const { file, warnings } = await opened(line({ message: {} }), '{"ms":0,"tran')
  expect((await read(file)).length).toBe(1)
  await read(file)
  expect(warnings).toEqual(['line 3 of a.jsonl is torn off, and left out'])
})

describe('messages in part', () => {
  const cut = line({ text: '{"id', cut: true })

  test.each([
    [
      1,
      'a.jsonl has only the start of the message in line 2; it is left out. "omniport tap --max-message <MiB>" records longer ones',
    ],
    [
      2,
      'a.jsonl has only the start of the messages in lines 2, 3; they are left out. "omniport tap --max-message <MiB>" records longer ones',
    ],
    [
      5,
      'a.jsonl has only the start of the messages in lines 2, 3, 4, 5, 6; they are left out. "omniport tap --max-message <MiB>" records longer ones',
    ],
    [
      7,
      'a.jsonl has only the start of the messages in lines 2, 3, 4, 5, 6 and 2 more; they are left out. "omniport tap --max-message <MiB>" records longer ones',
    ],
  ])('are warned of once: %i of them', async (count, warning) => {
    const { file, warnings } = await opened(...Array.from({ length: count }, () => cut))
    await read(file)
    await read(file)
    expect(warnings).toEqual([warning])
  })

  test('are not warned of where there are none', async () => {
    const { file, warnings } = await opened(line({ message: {} }))
    await read(file)
    expect(warnings).toEqual([])
  })
})

describe('what cannot be read', () => {
  const failure = (name: string) =>
    openRecording('view', name, createMemoryIo({ cwd }).io).catch(({ code, message }) => [code, message])

  test('is not there, a folder, or no recording', async () => {
    await mkdir(join(cwd, 'folder'))
    await writeFile(join(cwd, 'other'), 'hello\n')
    expect(await failure('none')).toEqual([
      'usage',
      'view: cannot read none: there is no such file; omniport record makes one',
    ])
    expect(await failure('folder')).toEqual(['usage', 'view: cannot read folder: it is not a file'])
    expect(await failure('other')).toEqual(['usage', expect.stringMatching(/^view: other: \S/)])
  })

  test('is a broken line, with its number', async () => {
    const { file } = await opened('{"ms":\n', line({ message: {} }))
    await expect(read(file)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^view: line 2 of a\.jsonl: \S/),
    })
  })

  test('is a file that became shorter, or another one', async () => {
    const { file, text } = await opened(line({ message: { a: 1 } }))
    const [{ start, length } = { start: 0, length: 0 }] = await read(file)
    await expect(file.lineAt({ start: start - 1, length })).rejects.toMatchObject({
      code: 'usage',
      message: 'The recording changed while it was read',
    })
    await truncate(join(cwd, 'a.jsonl'), text.length - 4)
    await expect(file.lineAt({ start, length })).rejects.toMatchObject({
      code: 'usage',
      message: 'The recording became shorter while it was read',
    })
  })
})
