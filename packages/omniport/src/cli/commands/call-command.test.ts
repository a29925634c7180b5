import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer, jsonSchema, ToolError, tool } from '../../entries/index.js'
import { serveHttp } from '../../entries/node.js'
import type { RunOptions } from '../command-line/invocation.js'
import { readNames } from '../completion/name-cache.js'
import { callCommand } from './call-command.js'
import type { CallFlags } from './call-flags.js'

const integers = jsonSchema<{ a?: number; b?: number }>({
  type: 'object',
  properties: { a: { type: 'integer' }, b: { type: 'integer' } },
})

const server = createServer({
  ...{ name: 's', version: '1', logger: createRecordingLogger() },
  tools: {
    add: tool({ input: integers, run: ({ a = 0, b = 0 }) => String(a + b) }),
    steps: tool({
      run: (_args, ctx) => {
        ctx.progress(1, 2, 'half')
        return 'done'
      },
    }),
    fail: tool({
      run: () => {
        throw new ToolError('no milk')
      },
    }),
    mute: tool({ run: () => ({ isError: true, content: [] }) }),
    picture: tool({ run: () => ({ content: [{ type: 'image', data: 'AAEC', mimeType: 'image/png' }] }) }),
  },
})

let served: Awaited<ReturnType<typeof serveHttp>>
let cwd: string

beforeAll(async () => {
  served = await serveHttp(server, { port: 0 })
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'call-'))
})

afterEach(() => rm(cwd, { recursive: true }))

interface Given {
  readonly options?: Partial<RunOptions>
  readonly flags?: CallFlags
}

async function call(words: readonly string[], { options = {}, flags }: Given = {}) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache') } })
  const target = { type: 'word', word: served.url } as const
  const invocation = { target, words, options: { env: [], header: [], ...options }, ...(flags && { flags }) }
  const code = await callCommand(invocation, io).catch((reason) => reason)
  return { code, printed: stdout(), stderr: stderr(), names: await readNames(served.url, io) }
}

const text = { options: { text: true } } as const

describe('a call', () => {
  test('prints the result, and remembers the tools for the completion of shells', async () => {
    const { code, printed, names } = await call(['add', 'a=1', 'b=2'])
    expect([code, JSON.parse(printed)]).toMatchObject([0, { content: [{ type: 'text', text: '3' }] }])
    expect(names.tools).toMatchObject({ add: ['a', 'b'], steps: [] })
  })

  test('shows progress on stderr', async () => {
    const { stderr, printed } = await call(['steps'], text)
    expect([stderr, printed]).toEqual([['[progress] 1/2 half'], 'done\n'])
  })

  test('saves a file of the result', async () => {
    const { printed } = await call(['picture'], { ...text, flags: { output: 'a.png' } })
    expect(printed).toContain(join(cwd, 'a.png'))
    expect([...(await readFile(join(cwd, 'a.png')))]).toEqual([0, 1, 2])
  })

  test('is saved for test', async () => {
    const { code, stderr } = await call(['add', 'a=1'], { flags: { save: 'calls.json' } })
    expect([code, stderr]).toEqual([0, ['Saved as call 1 of calls.json; "omniport test calls.json" makes it again']])
    expect(JSON.parse(await readFile(join(cwd, 'calls.json'), 'utf8'))).toMatchObject({
      target: [served.url],
      calls: [{ tool: 'add', arguments: { a: 1 }, expect: { isError: false, text: '1' } }],
    })
  })
})

describe('a tool that fails', () => {
  test('says why, once', async () => {
    const { code, printed } = await call(['fail'])
    expect([code, JSON.parse(printed)]).toMatchObject([{ code: 'tool', message: 'no milk' }, { isError: true }])
    expect((await call(['fail'], text)).code).toMatchObject({ code: 'tool', message: 'The tool "fail" failed' })
  })

  test('is named where it says nothing', async () => {
    expect((await call(['mute'])).code).toMatchObject({ code: 'tool', message: 'The tool "mute" failed' })
  })

  test('is saved as well', async () => {
    const { code } = await call(['fail'], { flags: { save: 'calls.json' } })
    expect(code).toMatchObject({ code: 'tool' })
    const { calls } = JSON.parse(await readFile(join(cwd, 'calls.json'), 'utf8'))
    expect(calls).toMatchObject([{ tool: 'fail', expect: { isError: true, text: 'no milk' } }])
  })
})

describe('what does not fit', () => {
  test.each<[readonly string[], object]>([
    [[], { code: 'usage', message: 'call: say which tool; "omniport list <target> tools" shows them' }],
    [
      ['ad'],
      {
        code: 'not_found',
        message: 'The server has no tool "ad"; did you mean "add"? It has add, steps, fail, mute, picture',
      },
    ],
    [
      ['add', 'c=1'],
      { code: 'usage', message: 'add has no argument "c". It takes a, b (--no-validate-input sends it anyway)' },
    ],
    [['add', 'a=x'], { code: 'usage', message: expect.stringMatching(/^add: a .*\(--no-validate-input/) }],
  ])('is not sent: %j', async (words, failure) => {
    const { code, printed } = await call(words)
    expect([code, printed]).toEqual([expect.objectContaining(failure), ''])
  })

  test.each<[readonly string[], string]>([
    [['add', 'a=x'], 'a'],
    [['nothing', 'x=1'], 'nothing'],
  ])('is judged by the server where that is wanted: %j', async (words, named) => {
    const { code } = await call(words, { options: { validateInput: false } })
    expect(code.code).not.toBe('usage')
    expect(code.message).toContain(named)
    expect(code.message).not.toContain('--no-validate-input')
  })
})
