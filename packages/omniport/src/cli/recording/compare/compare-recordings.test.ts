import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { type LineOf, piped, posted, recordingOf, replied } from '../fixtures/memory-recording.js'
import { compareRecordings } from './compare-recordings.js'
import { diffCommand } from './diff-command.js'
import { printDifferences } from './print-differences.js'

async function compare(
  first: readonly LineOf[],
  second: readonly LineOf[],
  ignore: (path: string) => boolean = () => false,
) {
  const found: unknown[] = []
  const comparison = compareRecordings(recordingOf(first), recordingOf(second), ignore)
  let next = await comparison.next()
  for (; next.done !== true; next = await comparison.next()) found.push(next.value)
  return { found, turns: next.value.turns }
}

async function print(first: readonly LineOf[], second: readonly LineOf[], json?: true) {
  const { io, stdout } = createMemoryIo({ cwd: '/' })
  const files = [recordingOf(first), { ...recordingOf(second), name: 'b.jsonl' }] as const
  const options = { env: [], header: [], ...(json && { json }) }
  const code = await printDifferences(files, { flags: { ignore: [] }, options }, io).catch(({ message }) => message)
  return { code, printed: stdout() }
}

const ask = (id: unknown, params: object = { name: 'add' }) => piped('client', { id, method: 'tools/call', params })
const answer = (id: unknown, result: object) => piped('server', { id, result })
const changed = piped('server', { method: 'notifications/tools/list_changed' })
const progress = (at: number) =>
  piped('server', { method: 'notifications/progress', params: { progressToken: 'p', progress: at } })

describe('two recordings', () => {
  test('are the same, whatever their ids, and in whatever order', async () => {
    const first = [ask(1), answer(1, { a: 1 }), ask(2, { name: 'sub' }), answer(2, { b: 1 })]
    const second = [ask('x', { name: 'sub' }), answer('x', { b: 1 }), ask('y'), answer('y', { a: 1 })]
    expect(await compare(first, second)).toEqual({ found: [], turns: 2 })
    expect(await print(first, second)).toEqual({ code: 0, printed: 'The same in both: 2 messages of the client\n' })
    expect((await print(first.slice(0, 2), second.slice(2))).printed).toBe(
      'The same in both: 1 message of the client\n',
    )
  })

  test('differ in an answer', async () => {
    const [first, second] = [
      [ask(1), answer(1, { a: 1, b: 2 })],
      [changed, ask(1), answer(1, { a: 3 })],
    ]
    expect((await compare(first, second)).found[0]).toEqual({
      ...{ type: 'changed', method: 'tools/call', subject: 'add', lines: [2, 3] },
      differences: [
        { message: 'response', path: '/result/a', before: 1, after: 3 },
        { message: 'response', path: '/result/b', before: 2, after: undefined },
      ],
    })
    expect(await print([ask(1), answer(1, { a: 1, b: 2 })], [ask(1), answer(1, { a: 3 })])).toEqual({
      code: 'There is 1 difference',
      printed: '~ tools/call add  lines 2 and 2\n    response/result/a: 1 → 3\n    response/result/b: 2 → nothing\n',
    })
    expect((await compare(first, second, (path) => path.startsWith('/result'))).found).toEqual([])
  })

  test('differ in what the client said, as often as it said it', async () => {
    const first = [ask(1), ask(2), ask(3)]
    const second = [ask(1), piped('client', { method: 'b' })]
    expect((await print(first, second)).printed).toBe(
      '- tools/call add  only in a.jsonl, line 3\n- tools/call add  only in a.jsonl, line 4\n+ b  only in b.jsonl, line 3\n',
    )
    expect((await print(first, second)).code).toBe('There are 3 differences')
  })

  test('differ in how often something was announced', async () => {
    const start = [ask(1), answer(1, {})]
    expect((await print([...start, changed, changed, changed], [...start, changed])).printed).toBe(
      '- notifications/tools/list_changed  2 times  only in a.jsonl, line 6\n',
    )
    expect((await print(start, [...start, changed])).printed).toBe(
      '+ notifications/tools/list_changed  only in b.jsonl, line 4\n',
    )
  })

  test('do not differ in when something was announced', async () => {
    const other = piped('client', { id: 2, method: 'b' })
    const first = [ask(1), changed, answer(1, {}), other]
    expect((await compare(first, [ask(1), answer(1, {}), other, changed])).found).toEqual([])
  })

  test('are compared by progress, the questions of the server, and their answers', async () => {
    const lines = (at: number, answered: number) => [
      ask(1, { name: 'add', _meta: { progressToken: 'p' } }),
      progress(at),
      piped('server', { id: 'q', method: 'roots/list' }),
      piped('client', { id: 'q', result: { n: answered } }),
      answer(1, {}),
    ]
    expect((await compare(lines(1, 1), lines(2, 3))).found).toMatchObject([
      {
        differences: [
          { message: 'notifications/progress', path: '/params/progress', before: 1, after: 2 },
          { message: 'answer 1 of the client', path: '/result/n', before: 1, after: 3 },
        ],
      },
    ])
  })

  test('do not differ in what is made up in each run', async () => {
    const lines = (id: string, cursor: string) => [
      ask(id),
      answer(id, { nextCursor: cursor, list: [{ taskId: cursor }] }),
    ]
    expect((await compare(lines('a', 'x'), lines('b', 'y'))).found).toEqual([])
  })

  test('differ in the status over HTTP, but not from pipes, and not in a stream', async () => {
    const http = (status: number) => [
      posted(1, { id: 1, method: 'a' }),
      replied(1, { id: 1, error: { code: 1 } }, { status }),
    ]
    expect((await compare(http(400), http(404))).found).toMatchObject([
      { differences: [{ message: 'status', path: '', before: 400, after: 404 }] },
    ])
    const pipe = [piped('client', { id: 1, method: 'a' }), piped('server', { id: 1, error: { code: 1 } })]
    expect((await compare(http(400), pipe)).found).toEqual([])
    const get = { from: 'client', transport: 'http', exchange: 2, request: { method: 'GET', path: '/' } } as const
    expect((await compare([...http(200), get], http(200))).found).toEqual([])
  })

  test('have a document of their differences', async () => {
    const { printed } = await print([ask(1)], [], true)
    expect(JSON.parse(printed).result).toEqual({
      turns: 1,
      count: 1,
      differences: [{ type: 'only', in: 'first', method: 'tools/call', subject: 'add', line: 2 }],
    })
  })

  test('have long values cut', async () => {
    const { printed } = await print([ask(1), answer(1, { a: 'x'.repeat(300) })], [ask(1), answer(1, { a: 1 })])
    expect(printed).toContain(`response/result/a: "${'x'.repeat(199)}… → 1\n`)
  })
})

describe('diff', () => {
  let cwd: string

  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'diff-'))
  })

  afterEach(() => rm(cwd, { recursive: true }))

  const diff = (...files: readonly string[]) => {
    const { io } = createMemoryIo({ cwd })
    return diffCommand({ files, flags: { ignore: [] }, options: { env: [], header: [] } }, io)
  }

  test('compares two files', async () => {
    const header = {
      format: 'omniport-recording',
      version: 1,
      started: '2026-01-02T03:04:05.000Z',
      target: { command: 'x', args: [] },
    }
    for (const name of ['a', 'b']) await writeFile(join(cwd, name), `${JSON.stringify(header)}\n`)
    expect(await diff('a', 'b')).toBe(0)
    await expect(diff('a', 'c')).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^diff: cannot read c:/),
    })
  })

  test.each([
    [[], '0'],
    [['a'], 'one'],
    [['a', 'b', 'c'], '3'],
  ])('takes two files: %j', async (files, got) => {
    await expect(diff(...files)).rejects.toMatchObject({
      code: 'usage',
      message: `diff takes two recordings, got ${got}; a server is compared with its pins by --lock`,
    })
  })
})
