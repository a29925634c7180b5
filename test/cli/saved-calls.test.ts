import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from './memory-io.js'

const tools = fileURLToPath(new URL('fixtures/tools.mjs', import.meta.url))

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'calls-'))
})
afterEach(() => rm(cwd, { recursive: true }))

async function outcome(...argv: readonly string[]) {
  const { io, stdout, stderr } = createMemoryIo({ cwd })
  const code = await run(argv, io)
  return { code, stdout: stdout(), last: stderr().at(-1) ?? '' }
}

const readSaved = async () => JSON.parse(await readFile(join(cwd, 'calls.json'), 'utf8'))

test('a call is saved with what came of it, and made again', async () => {
  expect((await outcome('call', tools, 'add', 'a=1', 'b=2', '--save', 'calls.json')).code).toBe(0)
  expect((await outcome('call', tools, 'fail', '--save', 'calls.json')).code).toBe(5)
  expect(await readSaved()).toEqual({
    version: 1,
    target: [tools],
    calls: [
      { tool: 'add', arguments: { a: 1, b: 2 }, expect: { isError: false, text: '3' } },
      { tool: 'fail', arguments: {}, expect: { isError: true, text: 'It failed,\non purpose.' } },
    ],
  })
  const { code, stdout } = await outcome('test', 'calls.json')
  expect([code, JSON.parse(stdout).counts]).toEqual([0, { pass: 2, fail: 0 }])
})

const call = { tool: 'add', arguments: { a: 1, b: 2 } }
const save = (...calls: readonly object[]) =>
  writeFile(join(cwd, 'calls.json'), JSON.stringify({ version: 1, target: [tools], calls }))

test.each([
  ['text', { ...call, expect: { text: '4' } }, 'text: expected "4", got "3"'],
  ['a part of it', { ...call, expect: { contains: ['3', '4'] } }, 'text: expected "4" in it, got "3"'],
  ['a failure', { ...call, expect: { isError: true } }, 'the tool was to fail, and did not'],
  ['success, without saying so', { tool: 'fail' }, 'the tool failed: "It failed,\\non purpose."'],
  ['an error', { ...call, expect: { errorCode: -32602 } }, 'expected error -32602, got a result'],
  ['no error', { tool: 'nope' }, 'expected a result, got error -32602: '],
  ['a value', { ...call, expect: { structuredContent: { n: 3 } } }, 'structuredContent: expected {"n":3}, got nothing'],
  [
    'members',
    { ...call, expect: { result: { content: [{ text: '4' }] } } },
    'result.content.0.text: expected "4", got "3"',
  ],
])('what comes out otherwise is said: %s', async (_name, saved, problem) => {
  await save(saved, call)
  const { code, stdout, last } = await outcome('test', 'calls.json', '--junit', 'junit.xml')
  const { calls } = JSON.parse(stdout)
  expect([code, calls[0].problem, calls[1].problem]).toEqual([5, expect.stringContaining(problem), undefined])
  expect(JSON.parse(last).error.message).toBe('1 of 2 calls of calls.json came out otherwise')
  expect(await readFile(join(cwd, 'junit.xml'), 'utf8')).toContain('tests="2" failures="1"')
})

test('--update expects what comes', async () => {
  await save({ name: 'sum', ...call, expect: { text: '4' } }, { tool: 'nope' })
  expect((await outcome('test', 'calls.json', '--update')).code).toBe(0)
  expect((await readSaved()).calls.map(({ expect }: { expect: object }) => expect)).toEqual([
    { isError: false, text: '3' },
    { errorCode: -32602 },
  ])
  expect((await outcome('test', 'calls.json')).code).toBe(0)
})

test.each([
  ['no JSON', '{', 'calls.json: not JSON'],
  ['two kinds', '{"version":1,"calls":[{"tool":"a","prompt":"b"}]}', 'calls.json: calls.0'],
  ['an unknown member', '{"version":1,"calls":[{"tool":"a","expects":{}}]}', 'calls.json: calls.0'],
  ['another version', '{"version":2,"calls":[]}', 'calls.json: version'],
  ['no target', '{"version":1,"calls":[]}', 'names no target: omniport test calls.json <target>'],
])('a file with %s is refused', async (_name, text, message) => {
  await writeFile(join(cwd, 'calls.json'), text)
  const { code, last } = await outcome('test', 'calls.json')
  expect([code, JSON.parse(last).error.message]).toEqual([1, expect.stringContaining(message)])
})

test('a target on the command line comes before that of the file', async () => {
  await writeFile(join(cwd, 'calls.json'), JSON.stringify({ version: 1, target: ['nowhere.mjs'], calls: [call] }))
  expect((await outcome('test', 'calls.json')).code).toBe(1)
  expect((await outcome('test', 'calls.json', tools)).code).toBe(0)
})
