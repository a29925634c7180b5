import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from '../cli/memory-io.js'
import { cli } from '../cli/run-program.js'
import { run as runProcess } from '../tap/tapped.js'

const header = '{"format":"omniport-recording","version":1,"started":"2026-01-01","target":{"url":"http://a/"}}'
const line = (ms: number, from: string, rest: object) =>
  JSON.stringify({ ms, transport: 'stdio', connection: 1, from, ...rest })
const ping = line(1, 'client', { message: { jsonrpc: '2.0', id: 1, method: 'ping' } })
const pong = line(2, 'server', { message: { jsonrpc: '2.0', id: 1, result: {} } })
const otherPong = line(2, 'server', { message: { jsonrpc: '2.0', id: 1, result: { a: 1 } } })

const part = (ms: number, from: string) => line(ms, from, { bytes: 20_000_000, cut: true, text: '{"jsonrpc":' })

let cwd = ''

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'verbs-'))
  const files = {
    good: [header, ping, pong, ''],
    other: [header, ping, otherPong, ''],
    torn: [header, ping, pong, '{"ms":3,"transp'],
    broken: [header, '{"ms":1}', ping, ''],
    newer: [header.replace('"version":1', '"version":9'), ''],
    empty: [header, ''],
    hidden: [header, line(1, 'client', { hidden: true, message: { id: 1, method: 'ping' } }), ''],
    part: [header, ping, pong, part(3, 'client'), part(4, 'server'), ''],
    parts: [header, ping, pong, ...Array.from({ length: 8 }, (_, at) => part(at, 'server')), ''],
    text: ['hello'],
    deep: [header, `{"ms":1,"message":${'['.repeat(2_000)}${']'.repeat(2_000)}}`, ''],
  }
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(cwd, `${name}.jsonl`), lines.join('\n'))
})
afterAll(() => rmSync(cwd, { recursive: true }))

async function outcome(...argv: readonly string[]) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, env: { HOME: cwd } })
  const code = await run(argv, io)
  return { code, stdout: stdout(), stderr: stderr() }
}

const first = 'its first line must be {"format":"omniport-recording","version":1,…}'
const newer = 'The recording has version 9; versions up to 1 can be read: use a newer omniport'

describe.each([
  ['view', (file: string) => ['view', file]],
  ['mock', (file: string) => ['mock', file, '--port', '0']],
  ['replay', (file: string) => ['replay', file, '--', 'no-such-program']],
  ['diff', (file: string) => ['diff', 'good.jsonl', file]],
])('%s says in one line what is wrong', (verb, argv) => {
  test.each([
    [
      'a file that is not there',
      'none.jsonl',
      'cannot read none.jsonl: there is no such file; omniport record makes one',
    ],
    ['a folder', '.', 'cannot read .: it is not a file'],
    ['other text', 'text.jsonl', `text.jsonl: It is not a recording: ${first}`],
    ['a newer version', 'newer.jsonl', `newer.jsonl: ${newer}`],
    ['a broken line', 'broken.jsonl', 'line 2 of broken.jsonl: transport: must be "stdio" or "http"'],
    ['a hostile line', 'deep.jsonl', 'line 2 of deep.jsonl: must not nest deeper than 1010 levels'],
  ])('with %s', async (_, file, message) => {
    const { code, stderr } = await outcome(...argv(file))
    expect([code, stderr.length]).toEqual([1, 1])
    const { error } = JSON.parse(stderr[0] ?? '')
    expect([error.code, error.message.startsWith(`${verb}: ${message}`), error.message]).toEqual([
      'usage',
      true,
      error.message,
    ])
  })
})

test.each([
  [['mock'], 'mock: say which recording: omniport mock recording.jsonl'],
  [['mock', 'empty.jsonl'], 'mock: empty.jsonl has no message of a client'],
  [['mock', 'hidden.jsonl'], 'mock: hidden.jsonl was recorded with --redact: it has no values to answer with'],
  [
    ['mock', 'good.jsonl', '--speed', '0'],
    '--speed must be a number above 0, such as 1 for the speed of the recording; got "0"',
  ],
  [['view'], 'view: say which recording: omniport view recording.jsonl'],
  [['view', 'good.jsonl', 'other.jsonl'], 'view takes one recording, got "other.jsonl" as well'],
  [
    ['view', 'good.jsonl', '--html', 'other.jsonl'],
    '--html: cannot write other.jsonl: it is there already; give another path, or remove it',
  ],
  [['diff', 'good.jsonl'], 'diff takes two recordings, got one; a server is compared with its pins by --lock'],
  [['replay'], 'replay: say which recording, and then which server'],
  [['replay', 'hidden.jsonl', '--', 'a'], 'replay: hidden.jsonl was recorded with --redact: it has no values to send'],
  [['replay', 'empty.jsonl', '--', 'a'], 'replay: empty.jsonl has no message of a client'],
  [['record', 'kall', 'x', '--', 'a'], 'record: what is done must be list, call, read, prompt, or nothing; got "kall"'],
  [['wire', '--', 'a'], 'wire: say which tool; "omniport list <target> tools" shows them'],
  [
    ['mock', 'good.jsonl', '--timeout', '5'],
    'mock: --timeout does not apply here; "omniport help mock" shows those that do',
  ],
])('%j is refused', async (argv, message) => {
  const { code, stdout, stderr } = await outcome(...argv)
  expect([code, stdout, stderr.map((text) => JSON.parse(text).error)]).toEqual([1, '', [{ code: 'usage', message }]])
})

test('replay does not start what a recording names: the server has to be given', async () => {
  const { code, stderr } = await outcome('replay', 'good.jsonl')
  expect([code, JSON.parse(stderr[0] ?? '').error.message]).toEqual([1, expect.stringMatching(/^There is no target/)])
})

test('a program that cannot be started is unreachable', async () => {
  const { code, stderr } = await outcome('replay', 'good.jsonl', '--', 'no-such-program')
  expect([code, JSON.parse(stderr.at(-1) ?? '').error.code]).toEqual([4, 'unreachable'])
})

test('a recording that is torn off is read, with a warning', async () => {
  const { code, stdout, stderr } = await outcome('view', 'torn.jsonl')
  expect([code, stderr]).toEqual([0, ['[warning] line 4 of torn.jsonl is torn off, and left out']])
  expect(stdout).toBe('    0.001  →  ping  #1\n    0.002  ←  ping  #1  1 ms\n')
})

test('view says how much there is, as JSON', async () => {
  const { stdout } = await outcome('view', 'good.jsonl', '--json')
  expect(JSON.parse(stdout).result).toMatchObject({
    version: 1,
    ms: 2,
    connections: 1,
    messages: { client: 1, server: 1 },
  })
})

describe('diff', () => {
  test('of equal recordings succeeds', async () => {
    expect(await outcome('diff', 'good.jsonl', 'good.jsonl')).toMatchObject({
      code: 0,
      stdout: 'The same in both: 1 message of the client\n',
    })
  })

  test('of others says where they differ', async () => {
    const { code, stdout, stderr } = await outcome('diff', 'good.jsonl', 'other.jsonl')
    expect([code, stdout]).toEqual([5, '~ ping  lines 2 and 2\n    response/result/a: nothing → 1\n'])
    expect(JSON.parse(stderr[0] ?? '').error).toEqual({ code: 'invalid_result', message: 'There is 1 difference' })
  })

  test('is one document with --json, and leaves out what is ignored', async () => {
    const { stdout } = await outcome('diff', 'good.jsonl', 'other.jsonl', '--json')
    expect(JSON.parse(stdout).result).toEqual({
      turns: 1,
      count: 1,
      differences: [
        {
          type: 'changed',
          method: 'ping',
          lines: [2, 2],
          differences: [{ message: 'response', path: '/result/a', after: 1 }],
        },
      ],
    })
    expect((await outcome('diff', 'good.jsonl', 'other.jsonl', '--ignore', '/result/a')).code).toBe(0)
  })
})

/** A program that answers every request with an empty result. */
const answers = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id } = JSON.parse(line)
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: {} }) + '\\n')
})`

describe('of a recording whose messages are too long', () => {
  const advice = '"omniport tap --max-message <MiB>" records longer ones'
  const warning = `[warning] part.jsonl has only the start of the messages in lines 4, 5; they are left out. ${advice}`

  test.each([
    ['view', ['view', 'part.jsonl']],
    ['diff', ['diff', 'part.jsonl', 'good.jsonl']],
    ['replay', ['replay', 'part.jsonl', '--', process.execPath, '-e', answers]],
  ])('%s says in one line which are left out', async (_verb, argv) => {
    const { code, stderr } = await outcome(...argv)
    expect([code, stderr]).toEqual([0, [warning]])
  })

  test('mock says so before it serves', async () => {
    const { stderr } = await outcome('mock', 'part.jsonl')
    expect(stderr[0]).toBe(warning)
  })

  test('view shows the start, and the size', async () => {
    const { stdout } = await outcome('view', 'part.jsonl')
    expect(
      stdout
        .split('\n')
        .slice(2, 4)
        .map((text) => text.trim()),
    ).toEqual(['0.003  →  message in part  19.1 MiB  {"jsonrpc":', '0.004  ←  message in part  19.1 MiB  {"jsonrpc":'])
  })

  test('of many the first are named', async () => {
    const { stderr } = await outcome('view', 'parts.jsonl')
    expect(stderr).toEqual([
      `[warning] parts.jsonl has only the start of the messages in lines 4, 5, 6, 7, 8 and 3 more; they are left out. ${advice}`,
    ])
  })

  test('a recorder that is told to records them in full', async () => {
    const program = [
      '-e',
      'process.stdout.write(JSON.stringify({ jsonrpc: "2.0", method: "a".repeat(1_500_000) }) + "\\n")',
    ]
    const child = async (name: string, ...options: readonly string[]) => {
      const argv = [cli, 'tap', '--quiet', '-o', join(cwd, name), ...options, '--', process.execPath, ...program]
      await runProcess([process.execPath, ...argv], '')
      return (await outcome('view', name)).stderr
    }
    expect(await child('one.jsonl', '--max-message', '1')).toHaveLength(1)
    expect(await child('two.jsonl', '--max-message', '2')).toEqual([])
  })
})
