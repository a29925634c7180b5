import { afterEach, describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcRequest, RpcResponse } from '../jsonrpc/messages/messages.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import { tool } from '../server/tools/tool.js'
import { createGateway } from './create-gateway.js'
import { createNamedServer, startGateway } from './fixtures/behind.js'
import { createExchange, createPrincipal, createSession } from './fixtures/gateway-parts.js'
import { createUpstreamFrom } from './fixtures/upstream-from.js'
import type { Gateway } from './gateway.js'
import type { GatewayEvent } from './gateway-events.js'
import type { GatewayOptions, Upstreams } from './gateway-options.js'

const gateways: Gateway[] = []

afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close()
})

function start(upstreams: Upstreams, options: Partial<GatewayOptions> = {}) {
  const started = startGateway(upstreams, options)
  gateways.push(started.gateway)
  return started
}

async function serve(
  { serve: target }: Pick<Gateway, 'serve'>,
  method: string,
  { params = {} as object, ...more }: { params?: object } & Partial<Exchange> = {},
): Promise<RpcResponse> {
  const message = { jsonrpc: '2.0', id: 1, method, params } as unknown as RpcRequest
  return (await target(message, createExchange({ principal: createPrincipal('me'), ...more }))) as RpcResponse
}

const textIn = ({ result, error }: RpcResponse) => JSON.stringify(result ?? error)

describe('the environment of a gateway', () => {
  test('has what the options say', () => {
    const secrets = ['s'.repeat(32)]
    const stores = {}
    const logger = createRecordingLogger()
    const runtime = new VirtualRuntime()
    const { gateway } = start({}, { name: 'mine', secrets, stores, logger, runtime, limits: { rounds: 3 } })
    expect(gateway.environment).toMatchObject({ name: 'mine', secrets, limits: { rounds: 3 } })
    expect([gateway.environment.stores, gateway.environment.logger, gateway.environment.runtime]).toEqual([
      ...[stores, logger, runtime],
    ])
    expect([gateway.environment.logger === logger, Object.isFrozen(gateway.environment)]).toEqual([true, true])
  })

  test('has a name by default, and all revisions', () => {
    const { environment } = start({}).gateway
    expect(environment).toMatchObject({ name: 'omniport-gateway', stores: undefined, secrets: undefined })
    expect(environment.revisions).toEqual(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])
    expect(environment.limits).toMatchObject({ rounds: 16 })
  })

  test('has its revisions with the oldest first', () => {
    const { environment } = start({}, { revisions: ['2025-11-25', '2024-11-05'] }).gateway
    expect(environment.revisions).toEqual(['2024-11-05', '2025-11-25'])
  })
})

describe('what a gateway calls itself', () => {
  test('is what the options say', async () => {
    const icons = [{ src: 'https://a.example/icon.png' }]
    const about = { name: 'mine', version: '2', title: 'Mine', description: 'My own', icons, websiteUrl: 'https://a/' }
    const { gateway } = start({}, about)
    const { result } = await serve(gateway, 'server/discover', { revision: '2026-07-28' })
    expect(JSON.parse(JSON.stringify(result))).toMatchObject({
      _meta: { 'io.modelcontextprotocol/serverInfo': about },
    })
  })

  test('is told to upstreams by name and version', async () => {
    const server = createUpstreamFrom('2025-11-25', {
      initialize: () => ({
        result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } },
      }),
    })
    const { gateway } = start({ a: server.target }, { name: 'mine', version: '2', title: 'Mine' })
    await serve(gateway, 'tools/list')
    expect(server.received[0]?.params['clientInfo']).toEqual({ name: 'mine', version: '2' })
  })
})

describe('middleware', () => {
  const named =
    (steps: string[], name: string): NonNullable<GatewayOptions['use']>[number] =>
    (next) =>
    (message, exchange) => {
      steps.push(name)
      return next(message, exchange)
    }

  test('is around every message, the first outermost', async () => {
    const steps: string[] = []
    const { gateway } = start({}, { use: [named(steps, 'one'), named(steps, 'two')] })
    gateway.use(named(steps, 'three'), named(steps, 'four'))
    gateway.use()
    await serve(gateway, 'ping')
    expect(steps).toEqual(['one', 'two', 'three', 'four'])
  })

  test('of a selection is around its own messages alone', async () => {
    const steps: string[] = []
    const { gateway } = start({ a: createNamedServer('a', ['x']) }, { use: [named(steps, 'all')] })
    const selected = gateway.select({ upstreams: ['a'], use: [named(steps, 'some')] })
    selected.use(named(steps, 'more'))
    await serve(selected, 'ping')
    expect(steps.splice(0)).toEqual(['some', 'more'])
    await serve(gateway, 'ping')
    expect(steps).toEqual(['all'])
  })

  test('that throws is an error of the gateway, which is logged', async () => {
    const failure = new Error('secret')
    const { gateway, logger } = start(
      {},
      {
        use: [
          () => () => {
            throw failure
          },
        ],
      },
    )
    const { error } = await serve(gateway, 'ping')
    expect(error).toEqual({ code: -32603, message: expect.stringMatching(/^internal error [0-9a-f]{8}$/) })
    expect(logger.errors).toEqual([
      { message: 'ping failed', error: failure, id: error?.message.replace('internal error ', '') },
    ])
    expect(await serve(gateway, 'ping', { signal: AbortSignal.abort() })).toMatchObject({ error: { code: -32603 } })
    expect(logger.errors).toHaveLength(1)
    const notification = { jsonrpc: '2.0', method: 'notifications/x' } as const
    await expect(Promise.resolve(gateway.serve(notification, createExchange()))).rejects.toBe(failure)
  })
})

describe('names', () => {
  test('lead to the upstream and the name there', () => {
    const { gateway } = start({
      a: createNamedServer('a', ['x']),
      b: { target: createNamedServer('b', ['x']), prefix: 'p' },
    })
    expect([gateway.resolve('tool', 'a__x'), gateway.resolve('prompt', 'p__y'), gateway.resolve('tool', 'z')]).toEqual([
      ...[{ upstream: 'a', name: 'x' }, { upstream: 'b', name: 'y' }, undefined],
    ])
    expect(gateway.ownerOf('note://1')).toBeUndefined()
  })

  test('of a selection are those of its upstreams', async () => {
    const { gateway } = start({ a: createNamedServer('a', ['x']), b: createNamedServer('b', ['x']) })
    const selected = gateway.select({ upstreams: ['b'] })
    const call = (name: string) => serve(selected, 'tools/call', { params: { name, arguments: {} } })
    expect([textIn(await call('b__x')).includes('b x'), (await call('a__x')).error?.code]).toEqual([true, -32602])
    expect(selected.status().map(({ name }) => name)).toEqual(['b'])
    expect(gateway.status().map(({ name }) => name)).toEqual(['a', 'b'])
  })
})

describe('upstreams are replaced', () => {
  test('unless the new ones cannot be used', () => {
    const { gateway } = start({ a: createNamedServer('a', ['x']) })
    expect(() => gateway.replaceUpstreams({ b: 7 } as never)).toThrow(
      new TypeError('replaceUpstreams.b must be a target or settings of a server, got 7'),
    )
    expect(gateway.status().map(({ name }) => name)).toEqual(['a'])
  })

  test('and clients of all lists hear of it, where anything is another', async () => {
    const [a, b] = [createNamedServer('a', ['x']), createNamedServer('b', ['x'])]
    const { gateway } = start({ a, b })
    const selected = gateway.select({ upstreams: ['a'] })
    const [all, some] = [await connectRaw(gateway), await connectRaw(selected)]
    await Promise.all([all.request('tools/list'), some.request('tools/list')])
    const messagesSince = () => [all, some].map(({ messages }) => messages.splice(0).map(({ method }) => method))
    await settled()
    messagesSince()
    gateway.replaceUpstreams({ a, b })
    await settled()
    expect(messagesSince()).toEqual([[], []])
    gateway.replaceUpstreams({ a })
    await settled()
    const changed = ['tools', 'prompts', 'resources'].map((kind) => `notifications/${kind}/list_changed`)
    expect(messagesSince()).toEqual([changed, []])
    all.close()
    some.close()
  })
})

describe('tools that are pinned', () => {
  test('need pins to be approved', async () => {
    const { gateway } = start({})
    expect(gateway.changedTools).toEqual([])
    await expect(gateway.approveTool('a')).rejects.toThrow(
      new TypeError('approveTool: the gateway has no pins; see the option pins'),
    )
  })

  test('that changed are blocked until they are approved', async () => {
    const server = createNamedServer('a', ['x'])
    const { gateway } = start({ a: server }, { pins: {} })
    const client = await connectRaw(gateway)
    const listed = async () => JSON.stringify((await client.request('tools/list')).result)
    expect(await listed()).toContain('a__x')
    server.tools.set('x', tool({ description: 'Something else', run: () => 'new' }))
    await expect.poll(() => gateway.changedTools.map(({ tool: name }) => name)).toEqual(['x'])
    expect(await listed()).not.toContain('a__x')
    await gateway.approveTool('a', 'x')
    expect(gateway.changedTools).toEqual([])
    expect(await listed()).toContain('a__x')
    client.close()
    await gateway.close()
    await server.close()
  })
})

describe('a session', () => {
  test('is announced when it is first seen, and when it ends', async () => {
    const events: GatewayEvent[] = []
    const runtime = new VirtualRuntime({ startMs: 77 })
    const { gateway } = start({ a: createNamedServer('a', []) }, { runtime, onEvent: (event) => events.push(event) })
    const session = createSession('s', { principal: createPrincipal('ann') })
    const nameless = createSession('t', { client: { capabilities: {} } as Exchange['client'] })
    for (const each of [session, session, nameless]) await serve(gateway, 'tools/list', { session: each })
    session.end()
    const client = { revision: '2025-11-25', session: 's', principal: 'ann', name: 'client' }
    expect(events.filter(({ type }) => type.startsWith('session'))).toStrictEqual([
      { type: 'session-opened', at: 77, client },
      { type: 'session-opened', at: 77, client: { revision: '2025-11-25', session: 't' } },
      { type: 'session-closed', at: 77, client },
    ])
  })
})

describe('a gateway that was closed', () => {
  test('refuses requests, and closes once', async () => {
    const gateway = createGateway({ upstreams: { a: createNamedServer('a', ['x']) }, logger: createRecordingLogger() })
    const closing = gateway.close()
    expect(gateway.close()).toBe(closing)
    await closing
    expect(await serve(gateway, 'ping')).toEqual({
      ...{ jsonrpc: '2.0', id: 1 },
      error: { code: -32603, message: 'The gateway is closed' },
    })
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' } as const
    expect(await gateway.serve(notification, createExchange())).toBeUndefined()
  })

  test('has ended its subscriptions, also those of selections', async () => {
    const { gateway } = start({ a: createNamedServer('a', ['x']) })
    const selected = gateway.select({ upstreams: ['a'] })
    const listen = { revision: '2026-07-28' as const, params: { notifications: { toolsListChanged: true } } }
    const listening = [gateway, selected].map((target) => serve(target, 'subscriptions/listen', listen))
    await settled(20)
    await gateway.close()
    expect((await Promise.all(listening)).map(({ error }) => error)).toEqual([undefined, undefined])
  })
})
