import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer, prompt, resource, tool } from '../../entries/index.js'
import { serveHttp } from '../../entries/node.js'
import { testCommand } from './test-command.js'
import type { TestFlags } from './test-flags.js'

let served: Awaited<ReturnType<typeof serveHttp>>
let cwd: string

beforeAll(async () => {
  const number = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } as const
  const who = { type: 'object', properties: { who: { type: 'string' } } } as const
  served = await serveHttp(
    createServer({
      ...{ name: 's', version: '1', logger: createRecordingLogger() },
      tools: {
        greet: tool({ run: () => 'hello' }),
        double: tool({ input: number, output: number, run: ({ a }) => ({ a: Number(a) * 2 }) }),
        fail: tool({
          run: () => {
            throw new Error('broken')
          },
        }),
      },
      resources: { page: resource({ uri: 'a:page', read: () => 'a page' }) },
      prompts: { ask: prompt({ arguments: who, get: (args) => `for ${args.who}` }) },
    }),
    { port: 0 },
  )
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'test-'))
})

afterEach(() => rm(cwd, { recursive: true }))

async function run(
  calls: readonly object[],
  given: { flags?: TestFlags; text?: true; words?: readonly string[]; target?: readonly string[] | null } = {},
) {
  const { io, stdout } = createMemoryIo({ cwd })
  const statuses: string[] = []
  const { flags = {}, text, words = ['a.json'], target = [served.url] } = given
  await writeFile(join(cwd, 'a.json'), JSON.stringify({ version: 1, ...(target && { target }), calls }))
  const line = { words, command: undefined, flags, options: { env: [], header: [], ...(text && { text }) } }
  const code = await testCommand(line, { ...io, status: (each) => void statuses.push(each) }).catch((reason) => reason)
  return { code, printed: stdout().replace(/\d+ ms/g, 'N ms'), statuses }
}

const value = ({ printed }: { readonly printed: string }) => {
  const { calls, ...rest } = JSON.parse(printed)
  return { ...rest, calls: calls.map(({ name, problem }: { name: string; problem?: string }) => [name, problem]) }
}

describe('the calls of a file', () => {
  test('are made one after the other, and compared', async () => {
    const done = await run([
      { tool: 'greet', expect: { text: 'hello' } },
      { name: 'my call', tool: 'double', arguments: { a: 2 }, expect: { structuredContent: { a: 4 } } },
      { resource: 'a:page', expect: { text: 'a page' } },
      { prompt: 'ask', arguments: { who: 'Ada' }, expect: { contains: 'Ada' } },
      { tool: 'none', expect: { errorCode: -32602 } },
    ])
    expect([done.code, done.statuses]).toEqual([0, ['greet', 'my call', 'a:page', 'ask {"who":"Ada"}', 'none', '']])
    expect(value(done)).toEqual({
      file: 'a.json',
      calls: [
        ['greet', undefined],
        ['my call', undefined],
        ['a:page', undefined],
        ['ask {"who":"Ada"}', undefined],
        ['none', undefined],
      ],
      counts: { pass: 5, fail: 0 },
    })
  })

  test('have to succeed, where nothing else is expected', async () => {
    const done = await run([{ tool: 'greet', arguments: {} }, { tool: 'fail' }])
    expect([done.code.code, done.code.message]).toEqual(['invalid_result', '1 of 2 calls of a.json came out otherwise'])
    expect(value(done)).toMatchObject({
      calls: [
        ['greet', undefined],
        ['fail', expect.stringMatching(/^the tool failed: /)],
      ],
      counts: { pass: 1, fail: 1 },
    })
  })

  test('are shown to people with what was otherwise', async () => {
    const { printed } = await run([{ tool: 'greet' }, { tool: 'greet', expect: { text: 'bye' } }], { text: true })
    expect(printed).toBe('✓ greet N ms\n✗ greet N ms\n    text: expected "bye", got "hello"\n1 passed, 1 failed\n')
  })

  test('have names of 120 characters at most', async () => {
    const { statuses } = await run([{ tool: 'greet', arguments: { a: 'x'.repeat(200) } }])
    expect(statuses[0]).toBe(`greet {"a":"${'x'.repeat(108)}`)
  })

  test('may be made of another target than that of the file', async () => {
    const done = await run([{ tool: 'greet' }], { words: ['a.json', served.url], target: ['http://127.0.0.1:1/'] })
    expect(done.code).toBe(0)
  })
})

test('--update expects what came', async () => {
  const done = await run(
    [
      { tool: 'greet', expect: { text: 'bye' } },
      { tool: 'double', arguments: { a: 2 } },
      { tool: 'fail' },
      { tool: 'none' },
      { resource: 'a:page' },
      { prompt: 'ask', arguments: { who: 'Ada' } },
    ],
    { flags: { update: true } },
  )
  expect([done.code, value(done).counts]).toEqual([0, { pass: 6, fail: 0 }])
  const { calls } = JSON.parse(await readFile(join(cwd, 'a.json'), 'utf8'))
  expect(calls.map((call: { expect: unknown }) => call.expect)).toEqual([
    { isError: false, text: 'hello' },
    { isError: false, structuredContent: { a: 4 } },
    { isError: true, text: expect.stringMatching(/\S/) },
    { errorCode: -32602 },
    { text: 'a page' },
    { text: 'for Ada' },
  ])
})

test('--junit writes the results for CI systems', async () => {
  await run([{ tool: 'greet' }, { tool: 'greet', expect: { text: 'bye' } }], { flags: { junit: 'out.xml' } })
  const xml = (await readFile(join(cwd, 'out.xml'), 'utf8')).replaceAll(/time="0\.\d{3}"/g, 'time="N"')
  expect(xml).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites tests="2" failures="1">',
      '  <testsuite name="a.json" tests="2" failures="1">',
      '    <testcase classname="a.json" name="greet" time="N"/>',
      '    <testcase classname="a.json" name="greet" time="N"><failure message="text: expected &#34;bye&#34;, got &#34;hello&#34;"/></testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ].join('\n'),
  )
})

test.each([
  [[], undefined, 'test: give a file of calls; "omniport call … --save <file>" writes one'],
  [['b.json'], undefined, 'test: there is no file "b.json"; "omniport call … --save b.json" writes it'],
  [['a.json'], null, 'test: a.json names no target: omniport test a.json <target>'],
  [['a.json', 'x', 'y'], undefined, 'test takes one target, got "y" as well'],
  [['a.json'], ['x', 'y'], 'test takes one target, got "y" as well'],
])('%j is wrong use, case %#', async (words, target, message) => {
  const { code } = await run([], { words, ...(target !== undefined && { target }) })
  expect([code.code, code.message]).toEqual(['usage', message])
})
