import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { Change, Filter } from '../../client/subscriptions/listening.js'
import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Subscription } from '../../server/notifications/subscription.js'
import { createExchange, createGatewayParts } from '../fixtures/gateway-parts.js'
import { type ListenContext, listen } from './listen.js'

interface FakeListener {
  readonly filter: Filter
  readonly onChange: (change: Change) => void
}

interface UpstreamOptions {
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined
  readonly honoured?: readonly string[]
  readonly isOpen?: boolean
  readonly isSlow?: boolean
}

const announcing = { tools: { listChanged: true }, prompts: { listChanged: true }, resources: { listChanged: true } }

function createUpstream({
  capabilities = announcing,
  honoured = ['x:y'],
  isOpen = true,
  isSlow = false,
}: UpstreamOptions = {}) {
  const listeners: FakeListener[] = []
  const connection = {
    open: isOpen ? {} : undefined,
    ready: () => (isSlow ? new Promise(() => {}) : Promise.resolve()),
    changes: {
      add: async (listener: FakeListener) => void listeners.push(listener),
      delete: (listener: FakeListener) => void listeners.splice(listeners.indexOf(listener), 1),
      update: async () => {},
      honours: (uri: string) => honoured.includes(uri),
    },
  }
  const handshake = capabilities === undefined ? undefined : { capabilities }
  return { listeners, upstream: { handshake, connectionFor: () => connection } }
}

function create(...upstreams: readonly ReturnType<typeof createUpstream>[]) {
  const { services, runtime } = createGatewayParts({ subscriptions: 2, upstreamWaitMs: 100 })
  const all = upstreams.map(({ upstream }) => upstream)
  const subscriptions = new Set<Subscription>()
  const honour = async (ids: unknown) => {
    if (ids === 'malformed') throw RpcError.invalidParams('params.notifications.taskIds must be an array of strings')
    return ids
  }
  const tasks = { honour, deliver: async () => {} }
  const ofUris = async (uris: readonly string[]) =>
    new Map(uris.map((uri) => [uri, uri.startsWith('x:') ? all[0] : undefined]))
  const routes = { ofUris }
  const context = { services, routes, upstreams: all, tasks, subscriptions } as unknown as ListenContext
  const open = async (notifications: object, id = 7) => {
    const ending = new AbortController()
    const exchange = createExchange({ revision: '2026-07-28', signal: ending.signal })
    const message = { jsonrpc: '2.0', id, method: 'subscriptions/listen' } as RpcRequest
    const reader = { exchange, singles: new Map() }
    const ended = listen(message, { notifications } as never, { reader, context })
    ended.catch(() => {})
    await settled()
    return { ended, end: () => ending.abort(), sent: exchange.notified }
  }
  return { open, runtime, subscriptions }
}

const lists = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }

describe('a subscription', () => {
  test.each<[object, Filter]>([
    [{}, { uris: [] }],
    [{ resourceSubscriptions: ['x:z', 'none:x'] }, { uris: ['x:z'] }],
    [{ toolsListChanged: true }, { tools: true, uris: [] }],
    [{ promptsListChanged: true }, { prompts: true, uris: [] }],
    [{ resourcesListChanged: true }, { resources: true, uris: [] }],
    [{ toolsListChanged: false, promptsListChanged: 1, resourcesListChanged: 'true' }, { uris: [] }],
    [
      { ...lists, resourceSubscriptions: ['x:y', 'x:y'] },
      { tools: true, prompts: true, resources: true, uris: ['x:y'] },
    ],
  ])('of %j listens to %j', async (asked, filter) => {
    const upstream = createUpstream()
    await create(upstream).open(asked)
    expect(upstream.listeners.map((listener) => listener.filter)).toEqual([filter])
  })

  test('listens to resources at their upstream alone', async () => {
    const [first, second] = [createUpstream(), createUpstream()]
    await create(first, second).open({ resourceSubscriptions: ['x:y'] })
    expect([first, second].map(({ listeners }) => listeners[0]?.filter)).toEqual([{ uris: ['x:y'] }, { uris: [] }])
  })

  test.each<[string, UpstreamOptions, object, object]>([
    [
      'what the upstream announces',
      {},
      { ...lists, resourceSubscriptions: ['x:y', 'x:z'] },
      { ...lists, resourceSubscriptions: ['x:y'] },
    ],
    ['nothing that nobody asked for', {}, {}, {}],
    ['nothing that the upstream does not announce', { capabilities: { tools: {}, prompts: true } }, lists, {}],
    [
      'resources of an upstream that is not open yet',
      { isOpen: false },
      { resourceSubscriptions: ['x:z'] },
      { resourceSubscriptions: ['x:z'] },
    ],
    ['no resources that nobody has', {}, { resourceSubscriptions: ['none:x'] }, { resourceSubscriptions: [] }],
    ['tasks of the client', {}, { taskIds: ['t'] }, { taskIds: ['t'] }],
  ])('acknowledges %s', async (_what, options, asked, acknowledged) => {
    const { open } = create(createUpstream(options))
    const { sent } = await open(asked)
    expect(sent.map(({ method, params }) => [method, params?.['notifications']])).toEqual([
      ['notifications/subscriptions/acknowledged', acknowledged],
    ])
  })

  test('passes changes, and ends with its client', async () => {
    const upstream = createUpstream()
    const { open, subscriptions } = create(upstream)
    const { sent, end, ended } = await open(lists)
    upstream.listeners[0]?.onChange({ type: 'prompts' })
    await settled()
    expect(sent.map(({ method }) => method)).toEqual([
      ...['notifications/subscriptions/acknowledged', 'notifications/prompts/list_changed'],
    ])
    expect(subscriptions.size).toBe(1)
    end()
    expect(await ended).toEqual({ _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } })
    expect([subscriptions.size, upstream.listeners]).toEqual([0, []])
  })

  test('that is refused leaves nothing behind', async () => {
    const upstream = createUpstream()
    const { open, subscriptions } = create(upstream)
    const { ended, sent } = await open({ ...lists, resourceSubscriptions: ['x:y'], taskIds: 'malformed' })
    await expect(ended).rejects.toMatchObject({
      code: -32602,
      message: 'params.notifications.taskIds must be an array of strings',
    })
    expect([sent, subscriptions.size, upstream.listeners]).toEqual([[], 0, []])
  })

  test('that the gateway ends while its upstreams are asked ends once it has begun', async () => {
    const upstream = createUpstream({ isSlow: true })
    const { open, runtime, subscriptions } = create(upstream)
    const { ended, sent } = await open(lists)
    for (const subscription of subscriptions) subscription.end()
    await runtime.advance(100)
    expect(await ended).toEqual({ _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } })
    expect([sent.length, subscriptions.size, upstream.listeners]).toEqual([1, 0, []])
  })

  test('begins without an upstream that takes too long', async () => {
    const { open, runtime } = create(createUpstream({ isSlow: true }))
    const { sent } = await open(lists)
    expect(sent).toEqual([])
    await runtime.advance(100)
    await settled()
    expect(sent).toHaveLength(1)
  })
})

describe('limits', () => {
  test('of resources', async () => {
    const { open } = create(createUpstream())
    const { ended } = await open({ resourceSubscriptions: ['x:1', 'x:2', 'x:3'] })
    await expect(ended).rejects.toMatchObject({ code: -32602, message: 'At most 2 resources per subscription' })
  })

  test('of subscriptions', async () => {
    const { open, subscriptions } = create(createUpstream())
    await open({}, 1)
    await open({ resourceSubscriptions: ['x:1', 'x:2'] }, 2)
    expect(subscriptions.size).toBe(2)
    await expect((await open({}, 3)).ended).rejects.toMatchObject({ code: -32603, message: 'Too many subscriptions' })
  })

  test('of subscriptions count those whose upstreams are still asked', async () => {
    const { open, subscriptions } = create(createUpstream({ isSlow: true }))
    await open({}, 1)
    await open({}, 2)
    await expect((await open({}, 3)).ended).rejects.toMatchObject({ code: -32603, message: 'Too many subscriptions' })
    expect(subscriptions.size).toBe(2)
  })
})
