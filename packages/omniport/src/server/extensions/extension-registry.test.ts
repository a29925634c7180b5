import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw, type RawOptions } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { tool } from '../tools/tool.js'
import type { ExtensionContext } from './extension-context.js'
import { extensionMethod } from './extension-method.js'
import type { ServerExtension } from './server-extension.js'

const id = 'com.example/search'
const declared = { extensions: { [id]: { languages: ['no'] } } }
const serverInfo = { [metaKeys.serverInfo]: { name: 's', version: '1' } }

/** A server with one extension, and a client that declared it. */
function connectTo(extension: ServerExtension, options: RawOptions = {}, more: DefineOptions = {}) {
  const { server, logger } = defineServer({ ...more, extensions: { [id]: extension } })
  const connection = connectRaw(server, { revision: '2026-07-28', capabilities: declared, ...options })
  return connection.then((raw) => ({ ...raw, server, logger }))
}

const find = extensionMethod({
  params: z.object({ query: z.string().min(1), limit: z.number().default(3) }),
  nameParam: 'query',
  serve: ({ query, limit }, ctx) => ({ found: [query, limit], languages: ctx.settings['languages'], ttlMs: 7 }),
})

describe('a method', () => {
  test('answers who declared the extension, with checked params and in the envelope of the revision', async () => {
    verifies('VER-29')
    const { request, close } = await connectTo({ methods: { 'search/find': find } })
    const { result } = await request('search/find', { query: 'a' })
    expect(result).toEqual({ found: ['a', 3], languages: ['no'], ttlMs: 7, resultType: 'complete', _meta: serverInfo })
    close()
  })

  test.each(revisions.slice(0, -1))('answers at %s too, bare', async (revision) => {
    const { request, close } = await connectTo({ methods: { 'search/find': find } }, { revision })
    expect((await request('search/find', { query: 'a', limit: 1 })).result).toEqual({
      found: ['a', 1],
      languages: ['no'],
      ttlMs: 7,
    })
    close()
  })

  test('cannot send what the protocol sends', async () => {
    const serve = (_params: unknown, ctx: ExtensionContext) => {
      ctx.notify('notifications/tools/list_changed')
      return {}
    }
    const { request, messages, logger, close } = await connectTo({
      methods: { 'search/find': extensionMethod({ serve }) },
    })
    expect((await request('search/find')).error?.code).toBe(-32603)
    expect([messages, logger.errors.map(({ error }) => error)]).toEqual([
      [],
      [new TypeError('ctx.notify: "notifications/tools/list_changed" belongs to the protocol')],
    ])
    close()
  })

  test('is refused to a modern client that did not declare the extension, before its params are looked at', async () => {
    verifies('VER-30')
    const { request, close } = await connectTo({ methods: { 'search/find': find } }, { capabilities: {} })
    expect((await request('search/find')).error).toEqual({
      code: -32021,
      message: 'The client did not declare the extension com.example/search',
      data: { requiredCapabilities: { extensions: { [id]: {} } } },
    })
    close()
  })

  test.each([
    ['a legacy client did not declare it', { revision: '2025-11-25', capabilities: {} }, {}],
    ['what was declared is no object', { revision: '2025-06-18', capabilities: { extensions: { [id]: true } } }, {}],
    ['the revision does not have it', { revision: '2025-11-25' }, { revisions: ['2026-07-28'] }],
    ['the newest revision does not have it', { revision: '2026-07-28' }, { revisions: ['2025-11-25'] }],
  ] as const)('does not exist where %s', async (_name, options, extension) => {
    verifies('VER-30')
    const { request, close } = await connectTo({ methods: { 'search/find': find }, ...extension }, options)
    expect((await request('search/find', { query: 'a' })).error).toEqual({
      code: -32601,
      message: 'Method not found: search/find',
    })
    close()
  })

  test.each([
    ['params that do not fit', { query: '' }, /^Invalid params for search\/find: /],
    [
      'a progress token that is none',
      { query: 'a', _meta: { progressToken: {} } },
      /^params._meta.progressToken must be/,
    ],
  ])('refuses %s', async (_name, params, message) => {
    const { request, close } = await connectTo({ methods: { 'search/find': find } })
    const { error } = await request('search/find', params)
    expect(error).toEqual({ code: -32602, message: expect.stringMatching(message) })
    close()
  })

  test('needs no schema, and acknowledges with an empty result when it gives nothing', async () => {
    const seen: unknown[] = []
    const touch = extensionMethod({ serve: (params, ctx) => void seen.push(params, ctx.request.meta['com.example/a']) })
    const { request, close } = await connectTo({ methods: { touch } })
    const { result } = await request('touch', { any: 1, _meta: { 'com.example/a': 2 } })
    expect([result, seen]).toEqual([{ resultType: 'complete', _meta: serverInfo }, [{ any: 1 }, 2]])
    close()
  })

  test('sends notifications that belong to its request before it answers', async () => {
    const notifyMethod = extensionMethod({
      serve(_params, ctx) {
        ctx.notify('notifications/search/found', { place: 'a' })
        ctx.notify('notifications/search/done')
        return { count: 1 }
      },
    })
    const { request, messages, close } = await connectTo({ methods: { notify: notifyMethod } })
    await request('notify')
    expect(messages).toEqual([
      { jsonrpc: '2.0', method: 'notifications/search/found', params: { place: 'a' } },
      { jsonrpc: '2.0', method: 'notifications/search/done' },
    ])
    close()
  })

  test.each([
    [
      'an RpcError it throws as it is',
      new RpcError(1, 'no index', { a: 1 }),
      { code: 1, message: 'no index', data: { a: 1 } },
    ],
    [
      'anything else as an id',
      new Error('secret'),
      { code: -32603, message: expect.stringMatching(/^internal error \w+$/) },
    ],
  ])('answers %s', async (_name, thrown, error) => {
    const failing = extensionMethod({ serve: () => Promise.reject(thrown) })
    const { request, close } = await connectTo({ methods: { failing } })
    expect((await request('failing')).error).toEqual(error)
    close()
  })

  test('that gives what is no object is an internal error, and the log says what was given', async () => {
    const { request, logger, close } = await connectTo({ methods: { list: { serve: () => [1] } } })
    expect((await request('list')).error?.code).toBe(-32603)
    expect(logger.errors).toEqual([
      expect.objectContaining({
        error: new TypeError('extension "com.example/search": method "list" must give an object, got an array'),
      }),
    ])
    close()
  })

  test('gets the app of the request', async () => {
    const app = extensionMethod({ serve: (_params, ctx) => ({ app: ctx.app, revision: ctx.revision }) })
    const { request, close } = await connectTo({ methods: { app } }, {}, { context: () => 'the app' })
    expect((await request('app')).result).toMatchObject({ app: 'the app', revision: '2026-07-28' })
    close()
  })

  test('tells transports which of its params the header Mcp-Name repeats', () => {
    const { server } = defineServer({ extensions: { [id]: { methods: { 'search/find': find, other: find } } } })
    expect([...(server.environment.nameParams ?? [])]).toEqual([
      ['search/find', 'query'],
      ['other', 'query'],
    ])
  })
})

describe('the settings', () => {
  test.each(revisions)('are declared at %s if the extension is for it', async (revision) => {
    verifies('VER-29', 'VER-32')
    const { server } = defineServer({
      extensions: {
        [id]: { settings: { depth: 2 } },
        'com.example/new': { revisions: ['2026-07-28'] },
        'com.example/old': { revisions: ['2025-06-18'] },
      },
    })
    const isModern = revision === '2026-07-28'
    const { request, close } = await connectRaw(server, { revision, handshake: 'none' })
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    const { result } = await (isModern ? request('server/discover') : request('initialize', params))
    expect(result?.['capabilities']).toEqual({
      logging: {},
      extensions: {
        [id]: { depth: 2 },
        ...(isModern && { 'com.example/new': {} }),
        ...(revision === '2025-06-18' && { 'com.example/old': {} }),
      },
    })
    close()
  })

  test('of a client for extensions that nobody has are ignored', async () => {
    verifies('VER-30')
    const capabilities = { extensions: { 'com.example/other': {}, __proto__: {} } }
    const { request, close } = await connectTo({}, { capabilities }, { tools: { t: tool({ run: () => 'ok' }) } })
    expect((await request('tools/call', { name: 't' })).result).toMatchObject({ resultType: 'complete' })
    close()
  })
})

describe('a result type', () => {
  const tools = { slow: tool({ run: () => 'slow' }), fast: tool({ run: () => 'fast' }) }
  const ticket: ServerExtension = {
    resultTypes: {
      'com.example/ticket': {
        methods: ['tools/call', 'prompts/get'],
        serve: ({ name }, ctx) =>
          name === 'slow' ? { ticket: ctx.request.method, _meta: { 'com.example/a': 1 } } : undefined,
      },
    },
  }

  test('takes the place of the result where the extension says so', async () => {
    const { request, close } = await connectTo(ticket, {}, { tools })
    const results = [await request('tools/call', { name: 'slow' }), await request('tools/call', { name: 'fast' })]
    expect(results.map(({ result }) => result)).toEqual([
      { ticket: 'tools/call', resultType: 'com.example/ticket', _meta: { 'com.example/a': 1, ...serverInfo } },
      { content: [{ type: 'text', text: 'fast' }], resultType: 'complete', _meta: serverInfo },
    ])
    close()
  })

  test.each([
    ['who did not declare the extension', { capabilities: {} }],
    ['a legacy client', { revision: '2025-11-25' }],
  ] as const)('is nothing for %s', async (_name, options) => {
    verifies('VER-30')
    const { request, close } = await connectTo(ticket, options, { tools })
    expect((await request('tools/call', { name: 'slow' })).result).toMatchObject({
      content: [{ type: 'text', text: 'slow' }],
    })
    close()
  })
})

describe('middleware', () => {
  test('wraps what clients send that declared the extension, inside that of the server', async () => {
    const order: string[] = []
    const note = (name: string): NonNullable<ServerExtension['use']>[number] => {
      return (next) => (message, exchange) => {
        if (message.method === 'tools/call') order.push(name)
        return next(message, exchange)
      }
    }
    const tools = { t: tool({ use: [note('tool')], run: () => '' }) }
    const { server } = defineServer({
      tools,
      use: [note('server')],
      extensions: { [id]: { use: [note('extension')] } },
    })
    for (const capabilities of [declared, {}]) {
      const { request, close } = await connectRaw(server, { revision: '2026-07-28', capabilities })
      await request('tools/call', { name: 't' })
      close()
    }
    expect(order).toEqual(['server', 'extension', 'tool', 'server', 'tool'])
  })
})

describe('an extension that cannot be served is a TypeError', () => {
  const serve = () => ({})
  const filter = { honour: () => true, deliver: () => {} }

  test.each<[string, object, string]>([
    [
      'a member that does not exist',
      { method: {} },
      'there is no option "method"; did you mean "methods"? The options are settings, revisions, methods, resultTypes, listen, use',
    ],
    ['settings that are no object', { settings: 1 }, 'settings must be an object, got 1'],
    [
      'a method of the protocol',
      { methods: { 'tools/call': { serve } } },
      'a method must be one that the protocol does not have or keep for itself, got "tools/call"',
    ],
    [
      'a method of clients',
      { methods: { 'roots/list': { serve } } },
      'a method must be one that the protocol does not have or keep for itself, got "roots/list"',
    ],
    [
      'a method of the tasks extension',
      { methods: { 'tasks/pause': { serve } } },
      'a method must be one that the protocol does not have or keep for itself, got "tasks/pause"',
    ],
    ['a method without a function', { methods: { a: {} } }, 'method "a": serve must be a function, got undefined'],
    [
      'params that are no schema',
      { methods: { a: { serve, params: { type: 'string' } } } },
      'method "a": params must be a Standard Schema or a JSON Schema with "type": "object"',
    ],
    [
      'params that refer elsewhere',
      { methods: { a: { serve, params: { type: 'object', $ref: 'https://example.com/a.json' } } } },
      'method "a": params: ',
    ],
    [
      'a result type of the protocol',
      { resultTypes: { task: { methods: ['tools/call'], serve } } },
      'a result type must be one that the protocol does not have, got "task"',
    ],
    [
      'a result type of a foreign method',
      { resultTypes: { a: { methods: ['a/b'], serve } } },
      'result type "a": a method must be one of the protocol, got "a/b"',
    ],
    [
      'a result type of no method',
      { resultTypes: { a: { serve } } },
      'result type "a": methods must be an array of methods of the protocol, got undefined',
    ],
    [
      'a filter of the protocol',
      { listen: { taskIds: filter } },
      'listen must be for members that the protocol does not have, got "taskIds"',
    ],
    [
      'a filter without a function',
      { listen: { a: { honour: () => true } } },
      'listen.a: deliver must be a function, got undefined',
    ],
    [
      'filters without the revision that has them',
      { revisions: ['2025-11-25'], listen: { a: filter } },
      'listen works at 2026-07-28, which is not among its revisions',
    ],
  ])('%s', (_name, extension, message) => {
    const define = () => defineServer({ extensions: { [id]: extension as ServerExtension } })
    expect(define).toThrow(TypeError)
    expect(define).toThrow(`extension "${id}": ${message}`)
  })

  test.each<[string, ServerExtension]>([
    ['method "a"', { methods: { a: { serve } } }],
    ['result type "a"', { resultTypes: { a: { methods: ['tools/call'], serve } } }],
    ['filter "a"', { listen: { a: filter } }],
  ])('with the %s of another', (what, extension) => {
    expect(() => defineServer({ extensions: { [id]: extension, 'com.example/b': extension } })).toThrow(
      new TypeError(`extension "com.example/b": "${id}" has the ${what} already`),
    )
  })

  test('that is there by itself', () => {
    expect(() => defineServer({ extensions: { 'io.modelcontextprotocol/tasks': {} } })).toThrow(
      new TypeError(
        'createServer: extensions: "io.modelcontextprotocol/tasks" is there by itself as soon as a tool has task: "optional" or "required"',
      ),
    )
  })
})

test('a mounted server leaves its extensions where they are', async () => {
  const { server: inner } = defineServer({ extensions: { [id]: { methods: { 'search/find': find } } } })
  const { server } = defineServer()
  server.mount('inner', inner)
  const { request, close } = await connectRaw(server, { revision: '2026-07-28', capabilities: declared })
  expect((await request('search/find', { query: 'a' })).error?.code).toBe(-32601)
  close()
})
