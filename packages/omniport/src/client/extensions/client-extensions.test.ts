import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { connect } from '../connect.js'
import type { ConnectOptions } from '../connect-options.js'
import { connectFake, nameForm } from '../fixtures/connect-fake.js'
import { FakeServer, type Received } from '../fixtures/fake-server.js'
import { connectTo } from '../http/fixtures/connect-to.js'
import { answer } from '../http/fixtures/replies.js'
import { modernServer } from '../http/fixtures/servers.js'
import type { ClientExtension } from './client-extension.js'

const id = 'com.example/x'
const tasks = { 'io.modelcontextprotocol/tasks': {} }
const done = { content: [] }

const started = (more: object = {}) => ({ result: { resultType: 'later', ticket: 7, ...more } })

/** Asks for what a ticket stands for. */
const later: ClientExtension = {
  resultTypes: {
    later: {
      methods: ['tools/call'],
      run: async ({ ticket }, ctx) => ctx.request('x/collect', { ticket }),
    },
  },
}

describe('what an extension declares', () => {
  test('is no tasks where a client wants none', async () => {
    verifies('VER-32')
    const { client, hello } = await connectFake('2026-07-28', {}, { tasks: false })
    expect(declaredIn(hello)).toBeUndefined()
    await client.close()
  })

  test.each<[Revision, ClientExtension, object]>([
    ['2024-11-05', {}, { [id]: {} }],
    ['2025-11-25', { settings: { a: 1 } }, { [id]: { a: 1 } }],
    ['2026-07-28', { settings: { a: 1 } }, { [id]: { a: 1 }, ...tasks }],
  ])('%s: %j', async (revision, extension, declared) => {
    verifies('VER-29', 'TASKX-01')
    const { client, hello } = await connectFake(revision, {}, { extensions: { [id]: extension } })
    expect(declaredIn(hello)).toEqual(declared)
    await client.close()
  })

  test.each<[Revision, object | undefined]>([
    ['2025-06-18', undefined],
    ['2025-11-25', { [id]: {} }],
    ['2026-07-28', tasks],
  ])('%s: only the extensions that the revision has', async (revision, declared) => {
    verifies('VER-29')
    const extension: ClientExtension = { revisions: ['2025-11-25'] }
    const { client, hello } = await connectFake(revision, {}, { extensions: { [id]: extension } })
    expect(declaredIn(hello)).toEqual(declared)
    await client.close()
  })

  test('is nothing in the legacy era where there is none', async () => {
    const { client, hello } = await connectFake('2025-11-25', {})
    expect(declaredIn(hello)).toBeUndefined()
    await client.close()
  })
})

describe('a result of an extension', () => {
  const extensions = { [id]: later }
  const collected = { 'tools/call': () => started(), 'x/collect': () => ({ result: done }) }

  test('is led to the result of the call', async () => {
    verifies('BASE-24')
    const { client, server } = await connectFake('2026-07-28', collected, { extensions })
    expect(await client.callTool('t', { a: 1 })).toEqual(done)
    expect(server.received.map(paramsOf)).toEqual([{ name: 't', arguments: { a: 1 } }, { ticket: 7 }])
    await client.close()
  })

  test.each<[string, Revision, ConnectOptions, string]>([
    ['nobody knows', '2026-07-28', {}, 'tools/call'],
    ['another method may have', '2026-07-28', { extensions }, 'prompts/get'],
  ])('that %s is invalid', async (_name, revision, options, method) => {
    verifies('BASE-23', 'BASE-24', 'VER-30')
    const { client } = await connectFake(revision, { [method]: () => started() }, options)
    await expect(client.request(method, { name: 't' })).rejects.toMatchObject({
      code: 'invalid_result',
      message: `${method}: the result type "later" is unknown here`,
    })
    await client.close()
  })

  test('is a result as any other in the legacy era', async () => {
    const result = { ...started().result, ...done }
    const { client } = await connectFake('2025-11-25', { 'tools/call': () => ({ result }) }, { extensions })
    expect(await client.callTool('t', {})).toEqual(result)
    await client.close()
  })

  test('must lead to what the method promises', async () => {
    const { client } = await connectFake(
      '2026-07-28',
      { ...collected, 'x/collect': () => ({ result: { content: 1 } }) },
      { extensions },
    )
    await expect(client.callTool('t', {})).rejects.toMatchObject({
      code: 'invalid_result',
      message: 'tools/call: content must be an array',
    })
    await client.close()
  })

  test('may ask, through the handlers of the client', async () => {
    const asks: ClientExtension = {
      resultTypes: {
        later: {
          methods: ['tools/call'],
          run: async ({ question }, ctx) => {
            const { action, content } = await ctx.answer(question, ctx.signal)
            return { content: [{ type: 'text', text: JSON.stringify([ctx.method, ctx.params, action, content]) }] }
          },
        },
      },
    }
    const { client } = await connectFake(
      '2026-07-28',
      { 'tools/call': () => started({ question: nameForm }) },
      { extensions: { [id]: asks }, elicit: () => ({ action: 'accept', content: { name: 'Ada' } }) },
    )
    expect(await client.callTool('t', {})).toEqual({
      content: [{ type: 'text', text: '["tools/call",{"name":"t","arguments":{}},"accept",{"name":"Ada"}]' }],
    })
    await client.close()
  })

  test('is given up with the call: the extension hears of it', async () => {
    const reasons: unknown[] = []
    const waits: ClientExtension = {
      resultTypes: {
        later: {
          methods: ['tools/call'],
          run: (_result, { signal }) =>
            new Promise(() => {
              signal.addEventListener('abort', () => reasons.push(signal.reason))
            }),
        },
      },
    }
    const runtime = new VirtualRuntime()
    const { client } = await connectFake('2026-07-28', collected, { extensions: { [id]: waits }, runtime })
    const stop = new AbortController()
    const aborted = client.callTool('t', {}, { signal: stop.signal })
    await settled()
    stop.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    const late = expect(client.callTool('t', {}, { maxTimeoutMs: 1_000 })).rejects.toMatchObject({ code: 'timeout' })
    await runtime.advance(1_000)
    await late
    const closed = expect(client.callTool('t', {})).rejects.toMatchObject({ code: 'closed' })
    await settled()
    await client.close()
    await closed
    expect(reasons).toMatchObject([{ message: 'enough' }, { code: 'timeout' }, { code: 'closed' }])
    expect(runtime.timers).toBe(0)
  })

  test.each<[string, boolean, object, string]>([
    ['the time of the connection', false, {}, 'No answer within 1000 ms'],
    ['its own time', true, { maxTimeoutMs: 2_000 }, 'No answer within 2000 ms'],
    ['nothing but the caller, where it may take long', true, {}, 'enough'],
  ])('is waited for until the call is ended by %s', async (_name, mayTakeLong, options, message) => {
    const run = () => new Promise<never>(() => {})
    const waits: ClientExtension = { resultTypes: { later: { methods: ['tools/call'], mayTakeLong, run } } }
    const runtime = new VirtualRuntime()
    const { client } = await connectFake('2026-07-28', collected, {
      extensions: { [id]: waits },
      runtime,
      maxTimeoutMs: 1_000,
    })
    const stop = new AbortController()
    const ended = client.callTool('t', {}, { signal: stop.signal, ...options }).catch((reason: Error) => reason.message)
    await runtime.advance(60_000)
    stop.abort(new Error('enough'))
    expect(await ended).toBe(message)
    expect(runtime.timers).toBe(0)
    await client.close()
  })

  test('is nothing that can be kept', async () => {
    const contents = { contents: [], ttlMs: 60_000, cacheScope: 'private' }
    const reads = { resultTypes: { later: { methods: ['resources/read'], run: async () => contents } } }
    const { client, server } = await connectFake(
      '2026-07-28',
      { 'resources/read': () => started() },
      { extensions: { [id]: reads } },
    )
    await client.readResource('a:b')
    await client.readResource('a:b')
    expect(server.ofMethod('resources/read').length).toBe(2)
    await client.close()
  })
})

test('an extension hears its notifications; what a listener throws is reported', async () => {
  const observed: unknown[] = []
  const extensions: Record<string, ClientExtension> = {
    'com.example/fails': {
      notifications: {
        'notifications/x': () => {
          throw new Error('deaf')
        },
      },
    },
    [id]: { notifications: { 'notifications/x': (params) => observed.push(params) } },
  }
  const { client, server, errors } = await connectFake('2025-11-25', {}, { extensions })
  server.notify('notifications/x', { a: 1 })
  server.notify('notifications/constructor', { a: 2 })
  await settled()
  expect([observed, errors.map(({ message }) => message)]).toEqual([[{ a: 1 }], ['deaf']])
  await client.close()
})

test('an extension hears nothing in a revision that it is not for', async () => {
  const notified: string[] = []
  const listener = (name: string, revisions: readonly Revision[]): ClientExtension => ({
    revisions,
    notifications: { 'notifications/x': () => notified.push(name) },
  })
  const extensions = {
    'com.example/old': listener('old', ['2025-11-25']),
    'com.example/new': listener('new', ['2026-07-28']),
  }
  const { client, server } = await connectFake('2025-11-25', {}, { extensions })
  server.notify('notifications/x', {})
  await settled()
  expect(notified).toEqual(['old'])
  await client.close()
})

test('over HTTP the name of a request is mirrored as its extension says', async () => {
  verifies('HTTP-58', 'TASKX-28')
  const plain = (request: Parameters<typeof answer>[0]) => answer(request, { result: { resultType: 'complete' } })
  const { client, web } = await connectTo(
    modernServer({ 'x/collect': plain, 'tasks/get': plain, 'tasks/update': plain, 'tasks/cancel': plain }),
    { extensions: { [id]: { nameParams: { 'x/collect': 'ticket' } } } },
  )
  await client.request('x/collect', { ticket: 'a b' })
  await client.request('x/collect', { ticket: 7 })
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) await client.request(method, { taskId: 't1' })
  const names = web.requests.map(({ headers }) => [headers.get('mcp-method'), headers.get('mcp-name')])
  expect(names.slice(1)).toEqual([
    ['x/collect', 'a b'],
    ['x/collect', null],
    ['tasks/get', 't1'],
    ['tasks/update', 't1'],
    ['tasks/cancel', 't1'],
  ])
  await client.close()
})

const run = async () => done

test.each<[string, unknown, string]>([
  [
    'an identifier without a prefix',
    { x: {} },
    'connect: extensions: an identifier must be a prefix, a slash and a name, such as "com.example/search", got "x"',
  ],
  [
    'an identifier without a name',
    { 'com.example/': {} },
    'connect: extensions: an identifier must be a prefix, a slash and a name, such as "com.example/search", got "com.example/"',
  ],
  [
    'what is built in',
    { 'io.modelcontextprotocol/tasks': {} },
    'connect: extensions: "io.modelcontextprotocol/tasks" is built in; leave it out',
  ],
  ['no object', { [id]: 1 }, 'connect: extensions["com.example/x"] must be an object, got 1'],
  [
    'a revision that does not exist',
    { [id]: { revisions: ['draft'] } },
    'connect: extensions["com.example/x"]: revisions[0] must be one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28, got "draft"',
  ],
  [
    'result types of another revision',
    { [id]: { revisions: ['2025-11-25'], resultTypes: later.resultTypes } },
    'connect: extensions["com.example/x"]: resultTypes works at 2026-07-28, which is not among its revisions',
  ],
  [
    'settings that are none',
    { [id]: { settings: true } },
    'connect: extensions["com.example/x"]: settings must be an object, got true',
  ],
  [
    'a listener that is none',
    { [id]: { notifications: { n: 1 } } },
    'connect: extensions["com.example/x"]: notifications["n"] must be a function, got 1',
  ],
  [
    'a type without methods',
    { [id]: { resultTypes: { t: { run } } } },
    'connect: extensions["com.example/x"]: resultTypes["t"]: methods must be an array of strings, got undefined',
  ],
  [
    'a type that leads nowhere',
    { [id]: { resultTypes: { t: { methods: [] } } } },
    'connect: extensions["com.example/x"]: resultTypes["t"]: run must be a function, got undefined',
  ],
  [
    'a type that takes some time',
    { [id]: { resultTypes: { t: { methods: [], run, mayTakeLong: 1 } } } },
    'connect: extensions["com.example/x"]: resultTypes["t"]: mayTakeLong must be true or false, got 1',
  ],
  [
    'a name that is none',
    { [id]: { nameParams: { m: 1 } } },
    'connect: extensions["com.example/x"]: nameParams["m"] must be a string, got 1',
  ],
  [
    'the type of another',
    { [id]: { resultTypes: { task: { methods: [], run } } } },
    'The extension "io.modelcontextprotocol/tasks": resultType "task" belongs to another extension',
  ],
  [
    'a type of the protocol',
    { [id]: { resultTypes: { complete: { methods: [], run } } } },
    'The extension "com.example/x": resultType "complete" is the protocol\'s own',
  ],
  [
    'a method whose name another has',
    { [id]: { nameParams: { m: 'name' } }, 'com.example/y': { nameParams: { m: 'id' } } },
    'The extension "com.example/y": Mcp-Name of "m" belongs to another extension',
  ],
])('%s is refused', async (_name, extensions, message) => {
  const server = new FakeServer({})
  const options = { extensions } as ConnectOptions // some are none
  await expect(connect(server.target, options)).rejects.toThrow(new TypeError(message))
})

/** In `initialize`, or in the metadata of a modern request. */
function declaredIn({ params = {} }: Received = {}): unknown {
  const { capabilities, _meta = {} } = params
  const declared = capabilities ?? (_meta as Record<string, unknown>)[metaKeys.clientCapabilities]
  return (declared as { readonly extensions?: unknown }).extensions
}

function paramsOf({ params = {} }: Received): object {
  const { _meta, ...rest } = params
  return rest
}
