import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { jsonSchema } from '../../packages/omniport/src/entries/index.js'
import { createMemoryIo } from './memory-io.js'

const cwd = fileURLToPath(new URL('fixtures', import.meta.url))
const page = readFileSync(new URL('../../docs/command.md', import.meta.url), 'utf8')
const [, text = ''] = /```json schema\n([\s\S]*?)```/.exec(page) ?? []
const schema = jsonSchema(JSON.parse(text))

const settings = mkdtempSync(join(tmpdir(), 'envelope-'))

// The library, not the command, knows where tokens are stored: in the settings of the process.
beforeAll(() => void vi.stubEnv('XDG_CONFIG_HOME', settings))

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(settings, { recursive: true })
})

async function outcome(argv: readonly string[]) {
  const { io, stdout, stderr } = createMemoryIo({ cwd })
  const code = await run(['--json', ...argv], io)
  return { code, printed: stdout().split('\n').slice(0, -1), last: stderr().at(-1) }
}

const program = ['--', process.execPath, 'breaks-rules.mjs']

test.each([
  ['list', ['list', 'tools.mjs']],
  ['list without a target', ['list', '--config', 'own.json']],
  ['list of a kind', ['list', 'tools.mjs', 'tools']],
  ['call', ['call', 'tools.mjs', 'add', 'a=1', 'b=2']],
  ['read', ['read', 'tools.mjs', 'fixture://motto']],
  ['prompt', ['prompt', 'tools.mjs', 'ask', 'about=tea']],
  ['config', ['config', 'path']],
  ['test', ['test', 'calls.json']],
  ['logout', ['logout', 'http://127.0.0.1:1/nothing-stored']],
])('a result is one line that the schema of the page allows: %s', async (_name, argv) => {
  const { code, printed } = await outcome(argv)
  expect([code, printed.length]).toEqual([0, 1])
  const value = JSON.parse(printed[0] ?? '')
  expect(await schema['~standard'].validate(value)).not.toHaveProperty('issues')
  expect(Object.keys(value)[0]).toBe('result')
})

test.each([
  ['wrong use', ['call', 'tools.mjs', 'add', 'a=one'], 1, 0],
  ['a verb that is not there', ['lsit'], 1, 0],
  ['a tool that fails', ['call', 'tools.mjs', 'fail'], 5, 1],
  ['a refusal of the server', ['read', 'tools.mjs', 'fixture://nothing'], 5, 0],
  ['a server that is not there', ['list', 'http://127.0.0.1:1/mcp'], 4, 0],
])('an error is the last line of stderr, which the schema allows too: %s', async (_name, argv, exitCode, results) => {
  const { code, printed, last } = await outcome(argv)
  expect([code, printed.length]).toEqual([exitCode, results])
  const value = JSON.parse(last ?? '')
  expect(await schema['~standard'].validate(value)).not.toHaveProperty('issues')
  expect(Object.keys(value)[0]).toBe('error')
})

test('warnings are in it, and on stderr as well', async () => {
  const { last } = await outcome(['list', 'tools', ...program])
  const { warnings } = JSON.parse(last ?? '')
  expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining('Starting up…')]))
})

test.each([
  ['neither a result nor an error', {}],
  ['both', { result: 1, error: { code: 'usage', message: 'x' } }],
  ['another code', { error: { code: 'strange', message: 'x' } }],
  ['another member', { result: 1, more: 2 }],
])('the schema is not just anything: it refuses %s', async (_name, value) => {
  expect(await schema['~standard'].validate(value)).toHaveProperty('issues')
})
