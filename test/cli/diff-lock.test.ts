import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { connect } from 'omniport/client'
import { createFileLock, digestDefinition, type Pin } from 'omniport/host'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from './memory-io.js'

const args = [fileURLToPath(new URL('../../examples/notes/dist/main.js', import.meta.url))]
let cwd = ''
let pins: ReadonlyMap<string, Pin> = new Map()

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'lock-'))
  const notes = { command: process.execPath, args }
  writeFileSync(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers: { notes } }))
  await using client = await connect(notes)
  const tools = await client.listTools()
  pins = new Map(
    await Promise.all(tools.map(async (tool) => [tool.name, { definition: await digestDefinition(tool) }] as const)),
  )
})
afterAll(() => rmSync(cwd, { recursive: true }))

async function diff(words: readonly string[]) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, env: { HOME: cwd } })
  const code = await run(['diff', ...words], io)
  return { code, stdout: stdout(), stderr: stderr() }
}

const lock = (file = 'mcp.lock') => createFileLock(join(cwd, file))

test('a server whose tools are all as pinned has no difference', async () => {
  await lock().write('notes', pins)
  const { code, stdout, stderr } = await diff(['notes', '--lock', '--config', 'mcp.json'])
  expect([code, stderr]).toEqual([0, []])
  expect(JSON.parse(stdout)).toEqual({
    server: 'notes',
    lock: join(cwd, 'mcp.lock'),
    pinned: pins.size,
    differences: [],
  })
})

test('tools that are new, changed and removed are told, and the pins stay as they are', async () => {
  const [[changed = '', now], [added = '']] = [...pins] as unknown as readonly [[string, Pin], [string, Pin]]
  const others = new Map([...pins, [changed, { definition: '0'.repeat(64) }], ['gone', { definition: '1'.repeat(64) }]])
  others.delete(added)
  await lock('other.lock').write('notes', others)
  const { code, stdout, stderr } = await diff(['notes', '--lock', 'other.lock', '--config', 'mcp.json'])
  expect([code, stderr.map((line) => JSON.parse(line).error)]).toEqual([
    5,
    [{ code: 'invalid_result', message: 'There are 3 differences' }],
  ])
  expect(JSON.parse(stdout).differences).toEqual([
    { tool: changed, change: 'changed', pinned: '0'.repeat(64), definition: now.definition },
    { tool: added, change: 'new', definition: pins.get(added)?.definition },
    { tool: 'gone', change: 'removed', pinned: '1'.repeat(64) },
  ])
  expect((await lock('other.lock').read()).get('notes')).toEqual(others)
})

test('on a terminal the differences are a table', async () => {
  await lock('less.lock').write('notes', new Map([...pins, ['gone', { definition: '1'.repeat(64) }]]))
  const { stdout } = await diff(['notes', '--lock', 'less.lock', '--config', 'mcp.json', '--text', '--no-color'])
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/)),
  ).toEqual([
    ['change', 'tool', 'pinned', 'now'],
    ['removed', 'gone', '111111111111'],
  ])
})

test.each([
  ['no server', ['--lock'], 'usage', 'diff --lock: say which configured server: omniport diff <server> --lock'],
  ['two servers', ['a', 'b', '--lock'], 'usage', 'diff --lock takes one server, got "b" as well'],
  [
    'a server without pins',
    ['none', '--lock', 'mcp.lock'],
    'not_found',
    'mcp.lock has no pins of "none"; "omniport host"',
  ],
])('is refused: %s', async (_name, words, code, message) => {
  const { stderr } = await diff(words)
  const { error } = JSON.parse(stderr.at(-1) ?? '')
  expect([error.code, error.message]).toEqual([code, expect.stringContaining(message)])
})
