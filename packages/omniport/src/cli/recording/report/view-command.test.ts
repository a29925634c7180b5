import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { type ViewFlags, viewCommand } from './view-command.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'view-'))
})

afterEach(() => rm(cwd, { recursive: true }))

const header = {
  format: 'omniport-recording',
  version: 1,
  started: '2026-01-02T03:04:05.000Z',
  target: { command: 'x', args: [] },
}
const line = (ms: number, from: string, message: unknown, connection = 1) => ({
  ms,
  transport: 'stdio',
  connection,
  from,
  message,
})

async function view(files: readonly string[], json?: true, flags: ViewFlags = {}) {
  const lines = [
    line(5, 'client', { id: 1, method: 'tools/call', params: { name: 'add' } }),
    line(1_234, 'server', { id: 1, error: { code: -1, message: 'no' } }),
    line(
      1_000,
      'client',
      [
        { id: 2, method: 'a' },
        { id: 3, method: 'b' },
      ],
      2,
    ),
    { ...line(2_000, 'server', undefined), end: 'exit', code: 3 },
  ]
  await writeFile(join(cwd, 'a.jsonl'), [header, ...lines].map((each) => `${JSON.stringify(each)}\n`).join(''))
  const { io, stdout } = createMemoryIo({ cwd })
  const code = await viewCommand({ files, flags, options: { env: [], header: [], ...(json && { json }) } }, io).catch(
    (reason) => reason,
  )
  return { code, printed: stdout() }
}

test('each message is a line, with its time', async () => {
  expect(await view(['a.jsonl'])).toEqual({
    code: 0,
    printed: [
      '    0.005  →  tools/call  add  #1',
      '    1.234  ←  tools/call  #1  1.2 s  error -1 no',
      '    1.000  →  a  #2',
      '    1.000  →  b  #3',
      '    2.000  ← exit 3',
      '',
    ].join('\n'),
  })
})

test('--json has a summary', async () => {
  const { printed } = await view(['a.jsonl'], true)
  expect(JSON.parse(printed).result).toEqual({
    ...header,
    ms: 2_000,
    connections: 2,
    messages: { client: 2, server: 1 },
    errors: 1,
  })
})

describe('wrong use', () => {
  test.each([
    [[], 'view: say which recording: omniport view recording.jsonl'],
    [['a.jsonl', 'b'], 'view takes one recording, got "b" as well'],
    [['none'], 'view: cannot read none: there is no such file; omniport record makes one'],
  ])('%j', async (files, message) => {
    expect((await view(files)).code).toMatchObject({ code: 'usage', message })
  })
})

describe('a report', () => {
  test('does not take the place of a file that is there', async () => {
    await writeFile(join(cwd, 'mine.html'), 'mine')
    expect((await view(['a.jsonl'], undefined, { html: 'mine.html' })).code).toMatchObject({
      code: 'usage',
      message: '--html: cannot write mine.html: it is there already; give another path, or remove it',
    })
    expect(await readFile(join(cwd, 'mine.html'), 'utf8')).toBe('mine')
  })

  test('needs a folder that is there', async () => {
    expect((await view(['a.jsonl'], undefined, { html: 'missing/a.html' })).code).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^--html: cannot write missing\/a\.html: ENOENT/),
    })
  })
})
