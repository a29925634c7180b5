import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from './memory-io.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'check-'))
})

afterEach(() => rm(cwd, { recursive: true }))

/** Checks a recording of these lines; a text is a line as it is. */
async function check(lines: readonly (string | object)[], ...options: readonly string[]) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  await writeFile(join(cwd, 'recording.jsonl'), text)
  const { io, stdout, stderr } = createMemoryIo({ cwd })
  const code = await run(['check', '--schema', 'recording.jsonl', ...options], io)
  return { code, printed: stdout().split('\n').slice(0, -1), failure: stderr().map((line) => JSON.parse(line).error) }
}

const failed = (message: string) => [{ code: 'invalid_result', message }]
const nothing = { code: 0, printed: [], failure: [] }

const jsonrpc = '2.0'
const info = { name: 'x', version: '1' }
const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: info }
const initialize = { jsonrpc, id: 1, method: 'initialize', params }
const agreed = (protocolVersion: string) => ({
  jsonrpc,
  id: 1,
  result: { protocolVersion, capabilities: {}, serverInfo: info },
})
const opening = [initialize, agreed('2025-06-18'), { jsonrpc, method: 'notifications/initialized' }]

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': info,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const list = { jsonrpc, id: 1, method: 'tools/list', params: { _meta: meta } }
const listed = (tools: readonly object[]) => ({
  jsonrpc,
  id: 1,
  result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools },
})

describe('a conversation of messages alone', () => {
  test('that keeps to the schema has no problems', async () => {
    const asked = { jsonrpc, id: 1, method: 'roots/list' }
    const answered = { jsonrpc, id: 1, result: { roots: [] } }
    const called = { jsonrpc, id: 2, method: 'tools/call', params: { name: 'a' } }
    const result = { jsonrpc, id: 2, result: { content: [] } }
    const reported = { jsonrpc, method: 'notifications/progress', params: { progressToken: 2, progress: 1 } }
    expect(await check([...opening, called, asked, answered, '', reported, result])).toEqual(nothing)
    expect(await check([list, listed([{ name: 'a', inputSchema: { type: 'object' } }])])).toEqual(nothing)
    expect(await check([])).toEqual(nothing)
  })

  test('has its problems by line, empty lines counted', async () => {
    const { code, printed, failure } = await check([
      ...opening,
      '',
      { jsonrpc, id: 2, method: 'tools/list' },
      { jsonrpc, id: 2, result: { tools: [{ inputSchema: { type: 'object' } }] } },
      '{"jsonrpc":',
      { jsonrpc, id: 3, result: {} },
    ])
    expect([code, failure]).toEqual([5, failed('There are 3 problems in recording.jsonl')])
    expect(printed).toEqual([
      '6: /result/tools/0/name: is required',
      '7: message: must be JSON',
      '8: message: 3 answers no open request',
    ])
  })

  test.each<[string, readonly object[], string]>([
    [
      'initialize agreed on',
      [initialize, agreed('2024-11-05'), { jsonrpc, id: 2, method: 'elicitation/create' }],
      '2024-11-05',
    ],
    ['the request has', [list, { ...listed([]), result: { tools: [] } }], '/result/resultType: is required'],
  ])('is checked in the revision that %s', async (_name, lines, problem) => {
    const { code, printed } = await check(lines)
    expect(code).toBe(5)
    expect(printed.join('\n')).toContain(problem)
  })

  test('is checked in the revision of --protocol', async () => {
    const asked = { jsonrpc, id: 1, method: 'ping' }
    expect(await check([asked], '--protocol', '2025-11-25')).toEqual(nothing)
    expect((await check([asked])).code).toBe(5)
  })
})

describe('a conversation whose lines name the sender', () => {
  test('is checked as sent by that', async () => {
    const message = { jsonrpc, id: 1, method: 'tools/list' }
    const revision = '2025-11-25'
    expect(await check([{ from: 'client', revision, message }])).toEqual(nothing)
    const { printed } = await check([{ from: 'server', revision, message }])
    expect(printed).toEqual([expect.stringMatching(/^1: .*tools\/list/)])
  })

  test.each<[object, string]>([
    [{ from: 'me', message: {} }, '1: from: must be "client" or "server"'],
    [{ message: {} }, '1: from: must be "client" or "server"'],
    [{ from: 'client', revision: '2020-01-01', message: {} }, '1: revision: must be one of 2024-11-05, '],
  ])('%j is no line', async (line, problem) => {
    const { code, printed } = await check([line])
    expect([code, printed]).toEqual([5, [expect.stringContaining(problem)]])
  })
})

test.each<[unknown]>([[null], [7], ['a'], [[]], [[[]]], [{}], [{ jsonrpc, id: {}, method: '__proto__', params: 7 }]])(
  'the line %j is a problem, and the next one is read',
  async (value) => {
    const { code, printed } = await check([JSON.stringify(value), { jsonrpc: '1.0' }])
    expect(code).toBe(5)
    expect([...new Set(printed.map((line) => line.slice(0, 2)))]).toEqual(['1:', '2:'])
  },
)

test('text of a message cannot change the terminal', async () => {
  const { printed } = await check([{ jsonrpc, id: '\u001b[2J', result: {} }])
  expect(printed.join('')).not.toContain('\u001b')
})

test('--json prints one document', async () => {
  const { code, printed } = await check(['x'], '--json')
  const problems = [{ line: 1, text: 'message: must be JSON' }]
  expect([code, printed.map((line) => JSON.parse(line))]).toEqual([5, [{ result: { messages: 0, problems } }]])
})

test.each<[readonly string[], string]>([
  [['check'], 'check: say what to check: a <target>, --schema <file>, or --sdk [folder]'],
  [['check', '--schema', 'missing.jsonl'], 'check: cannot read the file "missing.jsonl"'],
  [['check', '--schema', 'a', '--protocol', 'legacy'], 'check: --protocol takes one revision here'],
  [['check', '--schema', 'a', '--timeout', '5'], 'check: --timeout does not apply to --schema'],
  [['check', 'a', '--schema', 'b'], 'check: give a target, --schema or --sdk, not two of them'],
])('%j is wrong use', async (argv, message) => {
  const { io, stdout, stderr } = createMemoryIo({ cwd })
  expect(await run(argv, io)).toBe(1)
  expect(JSON.parse(stderr()[0] ?? '').error).toMatchObject({
    code: 'usage',
    message: expect.stringContaining(message),
  })
  expect(stdout()).toBe('')
})
