import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { verifiesIn } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { TaskWorld } from '#test/support/task-nodes.js'
import { type Revision, revisions } from '../protocol/revisions/revision.js'
import { prompt } from './prompts/prompt.js'
import { resource } from './resources/resource.js'
import { encodeV2025Task } from './tasks/v2025/encode-v2025-task.js'
import { tool } from './tools/tool.js'
import { ToolError } from './tools/tool-error.js'

type Where = 'run' | 'before' | 'read' | 'get' | 'authorize' | 'context' | 'middleware' | 'input'

interface Failing extends DefineOptions {
  readonly where?: Where | undefined
  readonly revision?: Revision | undefined
  /** Default: each function throws at once. */
  readonly later?: boolean | undefined
}

/** The text that a peer gets of `reason`, and what was logged. */
async function textOf(
  reason: unknown,
  { where = 'run', revision = '2025-11-25', later = false, ...options }: Failing = {},
) {
  const fail = (location: Where) => (): never => {
    if (location !== where) return 'ok' as never
    if (later) return Promise.reject(reason) as never
    throw reason
  }
  const use = (next: (message: never, exchange: never) => unknown) => (message: never, exchange: never) =>
    where === 'middleware' && (message as { method: string }).method === 'tools/call'
      ? fail('middleware')()
      : next(message, exchange)
  const { server, logger } = defineServer({
    context: fail('context'),
    use: [use as never],
    tools: {
      t: tool({
        task: 'optional',
        input: { type: 'object' },
        authorize: fail('authorize'),
        before: fail('before'),
        run: fail('run'),
      }),
    },
    resources: { r: resource({ uri: 'a:b', read: fail('read') }) },
    prompts: { p: prompt({ get: fail('get') }) },
    ...options,
  })
  const connection = await connectRaw(server, { revision })
  const { result, error } = await connection.request(...(requests[where] ?? requests.run))
  connection.close()
  const content = result?.['content'] as [{ text: string }] | undefined
  return {
    text: (content?.[0].text ?? error?.message ?? '').replace(/[0-9a-f]{8}$/, '…'),
    error: error?.code ?? result?.['isError'],
    logged: logger.errors.map(({ error: logged, id }) => [logged, typeof id]),
  }
}

const requests: { readonly run: Sent; readonly read: Sent; readonly get: Sent } & { readonly [W in Where]?: Sent } = {
  run: ['tools/call', { name: 't' }],
  read: ['resources/read', { uri: 'a:b' }],
  get: ['prompts/get', { name: 'p' }],
}

/** A class whose name alone is that of Error. */
const namedError = () => ({ Error: class extends Error {} }).Error

type Sent = readonly [string, Readonly<Record<string, unknown>>]

const notFound = () => new Error('Entity not found')
const hidden = 'internal error …'

describe.each(revisions)('at %s the peer reads an Error of', (revision) => {
  test.each([
    ['run', true],
    ['before', true],
    ['read', -32603],
    ['get', -32603],
  ] as const)('%s, thrown or rejected', async (where, error) => {
    verifiesIn(revision, 'TOOL-31')
    for (const later of [false, true]) {
      const reason = notFound()
      const expected = { text: 'Entity not found', error, logged: [[reason, 'string']] }
      expect(await textOf(reason, { where, revision, later })).toEqual(expected)
    }
  })
})

describe('an Error stays private of', () => {
  test.each(['authorize', 'context', 'middleware'] as const)('%s, whatever errors says', async (where) => {
    for (const errors of ['author', 'all', () => 'text'] as const) {
      const reason = notFound()
      const { text, logged } = await textOf(reason, { where, errors, revision: '2026-07-28' })
      expect([text, logged]).toEqual([hidden, [[reason, 'string']]])
    }
  })

  test('a schema, and of the check of what a tool returns', async () => {
    const standard = (fails: boolean) => ({
      '~standard': {
        version: 1 as const,
        vendor: 'test',
        validate: (value: unknown) => {
          if (fails) throw notFound()
          return { value }
        },
        jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
      },
    })
    const input = { t: tool({ input: standard(true), run: () => 'ok' }) }
    const output = { t: tool({ output: standard(true), run: () => ({}) }) }
    expect((await textOf(undefined, { tools: input })).text).toBe(hidden)
    expect((await textOf(undefined, { tools: output })).text).toBe(hidden)
  })
})

test.each<[string, () => unknown, string]>([
  ['with a cause', () => new Error('no room', { cause: new TypeError('secret') }), 'no room'],
  ['with a name', () => Object.assign(new Error('no room'), { name: 'NotFound' }), 'no room'],
  ['of another realm', () => runInNewContext('new Error("no room")'), 'no room'],
  ['a subclass', () => new (class NotFound extends Error {})('no room'), hidden],
  ['a subclass that is called Error', () => new (namedError())('no room'), hidden],
  ['a subclass of another realm', () => runInNewContext('new (class Error extends globalThis.Error {})("x")'), hidden],
  ['a TypeError', () => new TypeError('x is not a function'), hidden],
  ['a TypeError of another realm', () => runInNewContext('new TypeError("x")'), hidden],
  ['an AggregateError', () => new AggregateError([notFound()], 'all failed'), hidden],
  ['an aborted wait', () => new DOMException('aborted', 'AbortError'), hidden],
  ['with a code', () => Object.assign(new Error('ENOENT /etc'), { code: 'ENOENT' }), hidden],
  ['with a status', () => Object.assign(new Error('GET http://db'), { status: 500 }), hidden],
  ['with a hidden member', () => Object.defineProperty(new Error('x'), 'sql', { value: 'select' }), hidden],
  ['with a symbol', () => Object.assign(new Error('x'), { [Symbol('fd')]: 3 }), hidden],
  ['with a getter as message', () => Object.defineProperty(new Error('x'), 'message', { get: () => 'secret' }), hidden],
  [
    'with a message that is no text',
    () => Object.defineProperty(new Error('x'), 'message', { value: { a: 1 } }),
    hidden,
  ],
  ['without a message', () => new Error(), hidden],
  ['with nothing to read', () => new Error(' \u0000\n '), hidden],
  ['an object like an Error', () => ({ message: 'x', stack: 'y' }), hidden],
  ['an object that inherits from Error', () => Object.create(Error.prototype, { message: { value: 'x' } }), hidden],
  ['a proxy', () => new Proxy(new Error('x'), { getPrototypeOf: () => { throw notFound() } }), hidden], // biome-ignore format: one row
  ['a string', () => 'secret', hidden],
  ['nothing', () => undefined, hidden],
])('the text of an error %s', async (_, create, expected) => {
  expect((await textOf(create())).text).toBe(expected)
})

test.each([
  ['lines and tabs stay', 'one\r\ntwo\n\tthree', 'one\ntwo\n\tthree'],
  ['control characters go', 'a\u0000b\u001b[31mc\u009b\u007f', 'ab[31mc'],
  ['half a character is replaced', 'a\ud800b', 'a\ufffdb'],
  [
    'the lines of a stack go',
    `no room\n    at run (file:///srv/a.js:1:2)\n    at <anonymous>\ncall at 5`,
    'no room\ncall at 5',
  ],
  ['4 KiB are sent', 'x'.repeat(4_096), 'x'.repeat(4_096)],
  ['the rest is cut', 'x'.repeat(4_097), `${'x'.repeat(4_093)}…`],
  ['no character is cut', '€'.repeat(2_000), `${'€'.repeat(1_364)}…`],
  ['nor is a pair', `a${'😀'.repeat(1_024)}`, `a${'😀'.repeat(1_023)}…`],
])('of a message, %s', async (_, message, expected) => {
  expect((await textOf(new Error(message))).text).toBe(expected)
})

describe('errors', () => {
  const driver = Object.assign(new TypeError('connect 10.0.0.1'), { code: 'ECONNREFUSED' })

  test.each<[string, DefineOptions['errors'], unknown, string]>([
    ['"none" hides an Error', 'none', notFound(), hidden],
    ['"none" lets a ToolError through', 'none', new ToolError('full'), 'full'],
    ['"all" shows every message', 'all', driver, 'connect 10.0.0.1'],
    ['"all" shows a string', 'all', 'no room', 'no room'],
    ['a function makes the text', (error) => `it was ${(error as Error).name}`, driver, 'it was TypeError'],
    [
      'a function makes a text that is bounded, too',
      () => `\u0007${'x'.repeat(5_000)}`,
      driver,
      `${'x'.repeat(4_092)}…`,
    ],
    ['a function keeps private what it gives no text', () => undefined, notFound(), hidden],
    ['a function that gives no string keeps it private', () => 7 as never, notFound(), hidden],
  ])('%s', async (_, errors, reason, expected) => {
    const { text, error } = await textOf(reason, { errors })
    expect([text, error]).toEqual([expected, true])
  })

  test('a function that throws keeps the error private, and both are logged', async () => {
    const [reason, problem] = [notFound(), new Error('a mistake')]
    const { text, logged } = await textOf(reason, { errors: () => { throw problem } }) // biome-ignore format: one line
    expect([text, logged]).toEqual([hidden, [[reason, 'string'], [problem, 'string']]]) // biome-ignore format: one line
  })

  test('must be one of three words or a function', () => {
    expect(() => defineServer({ errors: 'some' as never })).toThrow(
      new TypeError('createServer: errors must be "author" or "all" or "none" or a function, got "some"'),
    )
  })

  test('are those of the server that a mounted definition came from', async () => {
    const { server: other } = defineServer({ errors: 'none', tools: { t: tool({ run: () => { throw notFound() } }) } }) // biome-ignore format: one line
    const { server } = defineServer({ errors: 'all' })
    server.mount('a', other)
    const { request, close } = await connectRaw(server)
    const { result } = await request('tools/call', { name: 'a_t' })
    close()
    expect(JSON.stringify(result?.['content'])).toContain('internal error')
  })
})

test('a ToolError in a resource or prompt stays private', async () => {
  for (const where of ['read', 'get'] as const)
    expect((await textOf(new ToolError('full'), { where })).text).toBe(hidden)
})

describe('a task', () => {
  const failing = (run: (ctx: never) => unknown) =>
    tool({ task: 'optional', run: (_args, ctx) => run(ctx as never) as string })

  test('ends with the text of an Error', async () => {
    const world = new TaskWorld()
    const node = world.node({ t: failing(() => Promise.reject(notFound())) })
    const id = await node.create('t')
    await world.settle()
    const task = await node.get(id)
    expect(task.outcome).toMatchObject({
      result: { content: [{ type: 'text', text: 'Entity not found' }], isError: true },
    })
    expect(encodeV2025Task(task)).toMatchObject({ status: 'failed', statusMessage: 'Entity not found' })
  })
})
