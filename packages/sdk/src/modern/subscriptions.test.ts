import { describe, expect, test } from 'vitest'
import type { Exchange, RpcRequest } from '#core/modern'
import type { ServerCapabilities } from '../types.js'
import { Subscriptions } from './subscriptions.js'

const all: ServerCapabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
}

const everything = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }

function create(capabilities: ServerCapabilities = all) {
  const subscriptions = new Subscriptions()
  const requests: unknown[][] = []
  const host = {
    capabilities,
    request: async (method: string, params: Record<string, unknown>) => {
      requests.push([method, params['uri']])
      return params['uri'] !== 'x:none'
    },
  }
  const listen = async (notifications: unknown, id = 1, ending = new AbortController()) => {
    const sent: { method: string; params?: Record<string, unknown> }[] = []
    const exchange = { signal: ending.signal, notify: (message: (typeof sent)[number]) => void sent.push(message) }
    const message = { jsonrpc: '2.0', id, method: 'subscriptions/listen', params: { notifications } }
    const ended = subscriptions.listen(message as RpcRequest, exchange as unknown as Exchange, host)
    await new Promise((resolve) => setImmediate(resolve))
    return { sent, ended, ending }
  }
  return { subscriptions, requests, listen }
}

describe('a subscription acknowledges', () => {
  test.each<[string, unknown, ServerCapabilities, object]>([
    ['what the server announces', everything, all, everything],
    ['nothing that nobody asked for', {}, all, {}],
    [
      'nothing that is not true',
      { toolsListChanged: 1, promptsListChanged: 'true', resourcesListChanged: {} },
      all,
      {},
    ],
    ['nothing of what is no object', ['toolsListChanged'], all, {}],
    ['nothing that the server does not announce', everything, { tools: {}, prompts: {}, resources: {} }, {}],
    ['nothing of a server without lists', everything, {}, {}],
    ['tools alone', everything, { tools: { listChanged: true } }, { toolsListChanged: true }],
    ['prompts alone', everything, { prompts: { listChanged: true } }, { promptsListChanged: true }],
    ['resources alone', everything, { resources: { listChanged: true } }, { resourcesListChanged: true }],
    [
      'resources that the server knows',
      { resourceSubscriptions: ['x:y', 5, 'x:none'] },
      all,
      { resourceSubscriptions: ['x:y'] },
    ],
    ['no resources of a server that has no subscriptions', { resourceSubscriptions: ['x:y'] }, { resources: {} }, {}],
    ['no resources that are no list', { resourceSubscriptions: 'x:y' }, all, {}],
  ])('%s', async (_what, asked, capabilities, acknowledged) => {
    const { listen } = create(capabilities)
    const { sent } = await listen(asked)
    expect(sent.map(({ method, params }) => [method, params?.['notifications']])).toEqual([
      ['notifications/subscriptions/acknowledged', acknowledged],
    ])
  })

  test('100 resources at most', async () => {
    const { listen, requests } = create()
    await listen({ resourceSubscriptions: Array.from({ length: 101 }, (_, at) => `x:${at}`) })
    expect([requests.length, requests.at(-1)]).toEqual([100, ['resources/subscribe', 'x:99']])
  })
})

describe('changes', () => {
  test.each([
    ['notifications/tools/list_changed', undefined],
    ['notifications/prompts/list_changed', undefined],
    ['notifications/resources/list_changed', undefined],
    ['notifications/resources/updated', { uri: 'x:y' }],
  ])('%s reaches who wants it', async (method, params) => {
    const { subscriptions, listen } = create()
    const wanting = await listen({ ...everything, resourceSubscriptions: ['x:y'] })
    const other = await listen({ resourceSubscriptions: ['x:z'] }, 2)
    expect(subscriptions.size).toBe(2)
    expect(subscriptions.publish({ jsonrpc: '2.0', method, ...(params && { params }) } as never)).toBe(true)
    expect([wanting.sent.length, other.sent.length]).toEqual([2, 1])
    expect(wanting.sent[1]).toMatchObject({ method, ...(params && { params }) })
  })

  test('another notification is none', () => {
    const { subscriptions } = create()
    expect(subscriptions.publish({ jsonrpc: '2.0', method: 'notifications/message' } as never)).toBe(false)
  })
})

describe('the end', () => {
  test('gives the id of the subscription, and leaves resources that nobody else has', async () => {
    const { subscriptions, requests, listen } = create()
    const first = await listen({ resourceSubscriptions: ['x:y', 'x:shared'] }, 7)
    await listen({ resourceSubscriptions: ['x:shared'] }, 8)
    requests.length = 0
    first.ending.abort()
    expect(await first.ended).toEqual({ _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } })
    expect([requests, subscriptions.size]).toEqual([[['resources/unsubscribe', 'x:y']], 1])
  })

  test('comes at once for a client that has left', async () => {
    const { subscriptions, listen } = create()
    const ending = new AbortController()
    ending.abort()
    const { ended } = await listen({}, 7, ending)
    expect(await ended).toMatchObject({ _meta: {} })
    expect(subscriptions.size).toBe(0)
  })

  test('comes for all when the server closes', async () => {
    const { subscriptions, listen } = create()
    const [one, two] = [await listen({}, 1), await listen({}, 2)]
    subscriptions.close()
    await Promise.all([one.ended, two.ended])
    expect(subscriptions.size).toBe(0)
  })
})
