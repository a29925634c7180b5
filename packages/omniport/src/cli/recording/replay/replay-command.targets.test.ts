import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { TargetName } from '../../command-line/invocation.js'
import { type ReplayFlags, replayCommand } from './replay-command.js'

let cwd: string

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'replay-'))
  const line = { ms: 0, transport: 'stdio', connection: 1 }
  await record([
    { ...line, from: 'client', message: { jsonrpc: '2.0', id: 1, method: 'x/y', params: { _meta } } },
    { ...line, from: 'server', message: { jsonrpc: '2.0', id: 1, result: { method: 'x/y' } } },
  ])
  await writeFile(
    join(cwd, 'm.mjs'),
    `export const server = { serve: async ({ id, method }) => ({ jsonrpc: '2.0', id, result: { method } }) }`,
  )
})

afterEach(() => rm(cwd, { recursive: true }))

async function record(lines: readonly object[]) {
  const target = { command: 'then', args: [] }
  const header = { format: 'omniport-recording', version: 1, started: '2026-01-02T03:04:05.000Z', target }
  await writeFile(join(cwd, 'a.jsonl'), [header, ...lines].map((each) => `${JSON.stringify(each)}\n`).join(''))
}

async function replay(target: TargetName, flags: Partial<ReplayFlags> = {}) {
  const { io, stdout, stderr } = createMemoryIo({ cwd })
  const options = { env: [], header: [], timeout: 5_000 }
  const invocation = { file: 'a.jsonl', flags: { ignore: [], ...flags }, target, words: [], options }
  const code = await replayCommand(invocation, io).catch((reason) => reason)
  return { code, printed: stdout(), stderr: stderr() }
}

const recorded = async () =>
  (await readFile(join(cwd, 'now.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each))

test('a module is served in this process, and its recording says so', async () => {
  const { code, stderr } = await replay({ type: 'word', word: './m.mjs' }, { output: 'now.jsonl' })
  expect([code.message ?? code, stderr]).toEqual([0, []])
  const [header, ...lines] = await recorded()
  expect(header.target).toEqual({ command: 'module', args: [] })
  expect(lines).toMatchObject([
    { from: 'client', message: { id: 1, method: 'x/y' } },
    { from: 'server', message: { id: 1, result: { method: 'x/y' } } },
  ])
})

test('a program that cannot be started is no answer', async () => {
  const { code } = await replay({ type: 'command', command: 'no-such-program-7', args: ['a'] })
  expect([code.code, code.message]).toEqual([
    'unreachable',
    expect.stringMatching(/^Could not start "no-such-program-7": /),
  ])
})
