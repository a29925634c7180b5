import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from './memory-io.js'

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'config-'))
})
afterEach(() => rm(cwd, { recursive: true }))

async function config(...argv: readonly string[]) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, env: { HOME: cwd } })
  const code = await run(['config', ...argv], io)
  return { code, result: stdout() === '' ? undefined : JSON.parse(stdout()), last: stderr().at(-1) ?? '' }
}

const file = () => readFile(join(cwd, '.mcp.json'), 'utf8')

test('servers are added to a file that is made, and removed again', async () => {
  expect((await config('add', 'notes', '-e', 'A=b=c', '--', 'node', 'server.js', '--flag')).code).toBe(0)
  expect((await config('add', 'far', 'https://far.example/mcp', '-H', 'X-Key: k')).code).toBe(0)
  expect(JSON.parse(await file())).toEqual({
    mcpServers: {
      notes: { command: 'node', args: ['server.js', '--flag'], env: { A: 'b=c' } },
      far: { type: 'http', url: 'https://far.example/mcp', headers: { 'X-Key': 'k' } },
    },
  })
  expect((await config('remove', 'notes')).code).toBe(0)
  expect(Object.keys(JSON.parse(await file()).mcpServers)).toEqual(['far'])
})

test('what is around an entry stays as it is written', async () => {
  const text = '{\n  // mine\n  "servers": {\n    "a": { "command": "a" }, // first\n  },\n  "inputs": []\n}\n'
  await writeFile(join(cwd, '.mcp.json'), text)
  await config('add', 'b', 'http://localhost:1/mcp')
  const added = await file()
  expect(added).toContain('// mine')
  expect(added).toContain('// first')
  expect(added).toContain('"b": {')
  await config('remove', 'b')
  expect((await file()).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
})

test('an entry that is there is replaced with --replace only', async () => {
  await config('add', 'a', '--', 'one')
  const refused = await config('add', 'a', '--', 'two')
  expect([refused.code, JSON.parse(refused.last).error.message]).toEqual([
    1,
    expect.stringContaining('has a server "a"; --replace replaces it'),
  ])
  expect((await config('add', 'a', '--replace', '--', 'two')).code).toBe(0)
  expect(JSON.parse(await file()).mcpServers.a.command).toBe('two')
})

test.each([
  ['toml', 'config.toml', 'only JSON files are changed'],
  ['broken', 'broken.json', 'not JSON, so it is left as it is'],
])('a file that cannot be changed is left alone: %s', async (_name, name, message) => {
  await writeFile(join(cwd, name), '{ oops')
  const { code, last } = await config('add', 'a', '--config', name, '--', 'one')
  expect([code, JSON.parse(last).error.message]).toEqual([1, expect.stringContaining(message)])
  expect(await readFile(join(cwd, name), 'utf8')).toBe('{ oops')
})

test('check names what is wrong, and path the files', async () => {
  await writeFile(join(cwd, '.mcp.json'), '{"mcpServers":{"a":{"command":7},"b":{"command":"b"}}}')
  const { code, result } = await config('check')
  expect([code, result.servers, result.problems.length, result.problems[0].server]).toEqual([1, 2, 1, 'a'])
  const { result: paths } = await config('path')
  expect(paths.files.map((each: { file: string }) => each.file)).toContain(join(cwd, '.mcp.json'))
  await config('remove', 'a')
  expect((await config('check')).code).toBe(0)
})

test('show says how a server is started, without values', async () => {
  await config('add', 'notes', '-e', 'TOKEN=secret', '--', 'node', 'server.js')
  const { result } = await config('show', 'notes')
  expect(result).toMatchObject({ name: 'notes', state: 'enabled', launch: 'node server.js' })
  expect(JSON.stringify(result)).not.toContain('secret')
})
