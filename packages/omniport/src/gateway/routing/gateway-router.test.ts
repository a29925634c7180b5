import { afterEach, describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { createServer } from '../../server/create-server.js'
import { prompt } from '../../server/prompts/prompt.js'
import { resource } from '../../server/resources/resource.js'
import { tool } from '../../server/tools/tool.js'
import { startGateway } from '../fixtures/behind.js'
import { createExchange, createPrincipal, createSession } from '../fixtures/gateway-parts.js'
import { createUpstreamFrom } from '../fixtures/upstream-from.js'
import type { Gateway } from '../gateway.js'
import type { GatewayOptions, Upstreams } from '../gateway-options.js'

const gateways: Gateway[] = []

afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close()
})

function create(upstreams: Upstreams, options: Partial<GatewayOptions> = {}) {
  const { gateway, logger } = startGateway(upstreams, options)
  gateways.push(gateway)
  const me = createPrincipal('me')
  const send = async (method: string, params: object = {}, more: Partial<Exchange> = {}): Promise<RpcResponse> => {
    const message = { jsonrpc: '2.0', id: 1, method, params } as unknown as RpcRequest
    const exchange = createExchange({ principal: me, ...more })
    try {
      return (await gateway.serve(message, exchange)) as RpcResponse
    } catch (reason) {
      const { code, message: text, data } = RpcError.from(reason)
      return { jsonrpc: '2.0', id: 1, error: { code, message: text, ...(data !== undefined && { data }) } }
    }
  }
  const ask = async (...given: Parameters<typeof send>) => {
    const { result, error } = await send(...given)
    return JSON.parse(JSON.stringify(result ?? error))
  }
  return { gateway, logger, ask }
}

const modern = { revision: '2026-07-28' } as const
const unknownSender = { principal: undefined as never, ...modern }

function library(name: string, more: object = {}) {
  return createServer({
    ...{ name, version: '1' },
    tools: { read: tool({ run: () => `tool of ${name}` }) },
    prompts: { greet: prompt({ get: () => `prompt of ${name}` }) },
    resources: { one: resource({ uri: `${name}://one`, read: () => `resource of ${name}` }) },
    ...more,
  })
}

function from(answers: Parameters<typeof createUpstreamFrom>[1], capabilities: object = {}, instructions?: string) {
  return createUpstreamFrom('2025-11-25', {
    initialize: () => ({
      result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'f', version: '1' }, instructions },
    }),
    ...answers,
  })
}

const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }

describe('what the gateway says of itself', () => {
  test('has its own name, and what the options say', async () => {
    const { ask } = create({}, { name: 'mine', version: '2', title: 'Mine', websiteUrl: 'https://a.example/' })
    expect(await ask('initialize', initialize)).toEqual({
      ...{ protocolVersion: '2025-11-25', capabilities: {} },
      serverInfo: { name: 'mine', version: '2', title: 'Mine', websiteUrl: 'https://a.example/' },
    })
  })

  test('has a name by default, and nothing that nobody gave', async () => {
    const { serverInfo } = await create({}).ask('initialize', initialize)
    expect(Object.keys(serverInfo)).toEqual(['name', 'version'])
    expect(serverInfo.name).toBe('omniport-gateway')
  })

  test('is its revisions to a modern client, the newest first', async () => {
    const { supportedVersions } = await create({}).ask('server/discover', {}, modern)
    expect(supportedVersions).toEqual(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])
  })

  test('announces changes to who has a session, or is modern', async () => {
    const { ask } = create({ a: from({}, { tools: { listChanged: true } }).target })
    expect((await ask('initialize', initialize)).capabilities).toEqual({ tools: {} })
    const session = createSession('s')
    expect((await ask('initialize', initialize, { session })).capabilities).toEqual({ tools: { listChanged: true } })
    expect((await ask('server/discover', {}, modern)).capabilities.tools).toEqual({ listChanged: true })
  })
})

describe('instructions', () => {
  test.each<[string, Readonly<Record<string, string>>, string | undefined, string | undefined]>([
    ['are those of the only upstream', { a: 'Of a' }, undefined, 'Of a'],
    [
      'have a title for each where there are several',
      { a: 'Of a', b: 'Of b' },
      undefined,
      '# a\n\nOf a\n\n# b\n\nOf b',
    ],
    ['have a title too where one of several has some', { a: 'Of a', b: '' }, undefined, '# a\n\nOf a'],
    ['are none where nobody has any', { a: '' }, undefined, undefined],
    ['are those of the options first', { a: 'Of a' }, 'Mine', 'Mine'],
  ])('%s', async (_what, texts, instructions, expected) => {
    const upstreams = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, from({}, {}, text).target]))
    const { ask } = create(upstreams, instructions === undefined ? {} : { instructions })
    expect((await ask('initialize', initialize)).instructions).toBe(expected)
    expect((await ask('server/discover', {}, modern)).instructions).toBe(expected)
  })
})

test('an upstream that takes too long is not waited for, also not the next time', async () => {
  const runtime = new VirtualRuntime()
  let isAnswering = false
  const slow = from({ initialize: () => new Promise(() => {}) }).target
  const { ask } = create({ slow }, { runtime, limits: { upstreamWaitMs: 100 } })
  const first = ask('initialize', initialize).then(() => {
    isAnswering = true
  })
  await runtime.advance(99)
  expect(isAnswering).toBe(false)
  await runtime.advance(1)
  await first
  expect((await ask('initialize', initialize)).serverInfo.name).toBe('omniport-gateway')
})

describe('requests for one upstream', () => {
  const { ask } = {
    ask: (...given: Parameters<ReturnType<typeof create>['ask']>) =>
      create({ a: library('a'), b: library('b') }).ask(...given),
  }

  test('reach the one that has the name', async () => {
    expect((await ask('tools/call', { name: 'b__read' })).content[0].text).toBe('tool of b')
    expect((await ask('prompts/get', { name: 'a__greet' })).messages[0].content.text).toBe('prompt of a')
    expect((await ask('resources/read', { uri: 'b://one' })).contents[0].text).toBe('resource of b')
  })

  test.each<[string, object, number, string]>([
    ['tools/call', { name: 'c__read' }, -32602, 'Unknown tool: c__read'],
    ['tools/call', { name: 'x'.repeat(200) }, -32602, `Unknown tool: ${'x'.repeat(128)}…`],
    ['prompts/get', { name: 'c__greet' }, -32602, 'Unknown prompt: c__greet'],
    ['com.example/x', {}, -32601, 'Method not found: com.example/x'],
    ['com.example/x', { uri: 5 }, -32601, 'Method not found: com.example/x'],
    ['com.example/x', { uri: 'none://x' }, -32601, 'Method not found: com.example/x'],
    [
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 'none://{x}' }, argument: { name: 'x', value: '' } },
      -32602,
      'Unknown resource template: none://{x}',
    ],
    ['resources/subscribe', { uri: 'a://one' }, -32601, 'Method not found: resources/subscribe'],
  ])('that nobody has: %s %j', async (method, params, code, message) => {
    expect(await ask(method, params)).toMatchObject({ code, message })
  })

  test('an unknown resource is not found', async () => {
    expect((await ask('resources/read', { uri: 'none://x' })).code).toBe(-32002)
  })
})

describe('a method of an extension', () => {
  const answers = { 'com.example/x': (params: object) => ({ result: { got: params } }) }

  test('reaches the only upstream', async () => {
    const { ask } = create({ a: from(answers).target })
    expect(await ask('com.example/x', { y: 1 })).toMatchObject({ got: { y: 1 } })
  })

  test('reaches the upstream that has the resource it names', async () => {
    const { ask } = create({
      a: library('a'),
      b: from(
        { ...answers, 'resources/list': () => ({ result: { resources: [{ uri: 'x://y', name: 'y' }] } }) },
        { resources: {} },
      ).target,
    })
    expect(await ask('com.example/x', { uri: 'x://y' })).toMatchObject({ got: { uri: 'x://y' } })
  })
})

describe('a resource that nobody lists', () => {
  const unlisted = (read: (params: object) => object, capabilities: object = { resources: {} }) =>
    from(
      {
        'resources/read': (params) => read(params) as never,
        'resources/list': () => ({ result: { resources: [] } }),
        'resources/templates/list': () => ({ result: { resourceTemplates: [] } }),
      },
      capabilities,
    )
  const found = { result: { contents: [{ uri: 'x://y', text: 'here' }] } }
  const missing = (code: number) => ({ error: { code, message: 'not here' } })

  test('is read where it is', async () => {
    const [first, second, third, without] = [
      unlisted(() => missing(-32002)),
      unlisted(() => missing(-32602)),
      unlisted(() => found),
      unlisted(() => found, {}),
    ]
    const { ask } = create({ without: without.target, first: first.target, second: second.target, third: third.target })
    await ask('initialize', initialize)
    expect((await ask('resources/read', { uri: 'x://y' })).contents[0].text).toBe('here')
    const reads = [without, first, second, third].map(
      ({ received }) => received.filter(({ method }) => method === 'resources/read').length,
    )
    expect(reads).toEqual([0, 1, 1, 1])
  })

  test('fails where the first that may have it fails', async () => {
    const { ask } = create({ a: unlisted(() => missing(-32603)).target, b: unlisted(() => found).target })
    await ask('initialize', initialize)
    expect(await ask('resources/read', { uri: 'x://y' })).toMatchObject({ code: -32603, message: 'not here' })
  })
})

describe('subscriptions of a session', () => {
  const subscribed = () => {
    const upstream = from(
      {
        'resources/subscribe': () => ({ result: {} }),
        'resources/unsubscribe': () => ({ result: {} }),
      },
      { resources: { subscribe: true } },
    )
    const session = createSession('s')
    const created = create({ a: upstream.target }, { limits: { subscriptions: 1 } })
    const ask = (method: string, params: object) =>
      created.ask(method, params, { session, principal: undefined as never })
    const methods = () => upstream.received.map(({ method, params }) => `${method} ${String(params['uri'])}`).slice(1)
    return { ask, session, methods }
  }

  test('are made at the upstream, and ended there', async () => {
    const { ask, session, methods } = subscribed()
    expect(await ask('resources/subscribe', { uri: 'x://y' })).toEqual({})
    expect([...session.subscriptions]).toEqual(['x://y'])
    expect(await ask('resources/subscribe', { uri: 'x://y' })).toEqual({})
    expect(await ask('resources/unsubscribe', { uri: 'x://y' })).toEqual({})
    await settled()
    expect([session.subscriptions.size, methods()]).toEqual([
      0,
      ['resources/subscribe x://y', 'resources/unsubscribe x://y'],
    ])
  })

  test('have a limit', async () => {
    const { ask, session } = subscribed()
    await ask('resources/subscribe', { uri: 'x://y' })
    expect(await ask('resources/subscribe', { uri: 'x://z' })).toEqual({
      code: -32602,
      message: 'At most 1 subscriptions per session',
    })
    expect([...session.subscriptions]).toEqual(['x://y'])
  })

  test('have a limit for those that come at once', async () => {
    const { ask, session } = subscribed()
    const asked = ['x://y', 'x://z', 'x://w'].map((uri) => ask('resources/subscribe', { uri }))
    const refused = { code: -32602, message: 'At most 1 subscriptions per session' }
    expect([await Promise.all(asked), [...session.subscriptions]]).toEqual([[{}, refused, refused], ['x://y']])
  })

  test('are not made of what the upstream does not announce', async () => {
    const { ask } = create({ a: from({}, { resources: {} }).target })
    const session = createSession('s')
    expect((await ask('resources/subscribe', { uri: 'x://y' }, { session })).code).toBe(-32002)
    expect(session.subscriptions.size).toBe(0)
  })

  test('are nothing to end without a session', async () => {
    expect(await create({}).ask('resources/unsubscribe', { uri: 'x://y' })).toEqual({})
  })
})

describe('the log level', () => {
  test('of a session is kept, and reaches the upstreams', async () => {
    const levels: unknown[] = []
    const upstream = from(
      { 'logging/setLevel': ({ level }) => ({ result: { got: levels.push(level) } }) },
      { logging: {} },
    )
    const { ask } = create({ a: upstream.target })
    const session = createSession('s')
    await ask('tools/list', {}, { session })
    expect(await ask('logging/setLevel', { level: 'error' }, { session })).toEqual({})
    expect([session.logLevel, levels]).toEqual(['error', ['error']])
    expect(await ask('logging/setLevel', { level: 'error' })).toEqual({})
  })
})

test('roots that changed are told to the open legacy upstreams of the session alone', async () => {
  const notified: string[] = []
  const upstream = from({}, { tools: {} })
  const { serve } = upstream.target
  const target = {
    ...upstream.target,
    serve: (async (message: RpcRequest, exchange: Exchange) => {
      if (message.id === undefined) notified.push(message.method)
      return serve(message, exchange)
    }) as typeof serve,
  }
  const { gateway, ask } = create({ a: target })
  const session = createSession('s')
  await ask('initialize', initialize, { session })
  const notify = (method: string, more: Partial<Exchange> = { session }) =>
    gateway.serve({ jsonrpc: '2.0', method }, createExchange(more))
  await notify('notifications/roots/list_changed')
  await notify('notifications/initialized')
  await notify('notifications/roots/list_changed', {})
  await settled()
  expect(notified.filter((method) => method === 'notifications/roots/list_changed')).toHaveLength(1)
})

test('the connections of one message end with it, where its sender cannot be told from others', async () => {
  const events: string[] = []
  const { ask } = create({ a: library('a') }, { onEvent: ({ type }) => events.push(type) })
  await ask('tools/call', { name: 'a__read' }, unknownSender)
  await settled()
  expect(events.filter((type) => type.startsWith('upstream-'))).toEqual([
    ...['upstream-connecting', 'upstream-connected', 'upstream-closed'],
  ])
  events.length = 0
  await ask('tools/call', { name: 'a__read' }, { sender: Symbol('pipe'), principal: undefined as never })
  await settled()
  expect(events.filter((type) => type.startsWith('upstream-'))).toEqual(['upstream-connecting', 'upstream-connected'])
})

test('the connections of a retry that resumes nothing end with it', async () => {
  const legacy = { revisions: ['2025-11-25'] }
  const { gateway, ask } = create({ a: library('a', legacy), b: library('b', legacy) })
  const retry = { uri: 'b://one', requestState: 'parked.x', inputResponses: {} }
  expect(await ask('resources/read', retry, unknownSender)).toEqual({
    code: -32602,
    message: 'requestState: the call has ended; its effect may have happened',
  })
  await settled()
  expect(gateway.status().map(({ name, connections }) => [name, connections])).toEqual([
    ['a', 0],
    ['b', 0],
  ])
})
