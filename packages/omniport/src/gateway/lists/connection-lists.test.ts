import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcId } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { createExchange } from '../fixtures/gateway-parts.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'
import { UpstreamNames } from '../upstreams/upstream-names.js'
import { ConnectionLists, type ConnectionListsOptions } from './connection-lists.js'
import type { UpstreamList } from './upstream-list.js'

type Answer = (params: { readonly cursor?: string } | undefined) => object | Promise<object>

interface SetupOptions extends Partial<ConnectionListsOptions> {
  readonly revision?: Revision
  readonly capabilities?: Readonly<Record<string, unknown>>
  /** Over HTTP. */
  readonly isHttp?: boolean
}

const all = { tools: {}, prompts: {}, resources: {} }

function create(answer: Answer, options: SetupOptions = {}) {
  const { revision = '2025-11-25', capabilities = all, isHttp = false, ...more } = options
  const runtime = new VirtualRuntime({ startMs: 1_000 })
  const requests: unknown[][] = []
  const readers = new Map<RpcId, Exchange>()
  const reading: (Exchange | undefined)[] = []
  const read: UpstreamList[] = []
  const request = async (method: string, params: { readonly cursor?: string } | undefined, given: never) => {
    requests.push([method, params])
    const { onId } = given as { readonly onId: (id: RpcId) => void }
    onId(requests.length)
    reading.push(readers.get(requests.length))
    return answer(params)
  }
  const open = {
    active: { connection: { request }, handshake: { capabilities } },
    services: {
      ...{ runtime, limits: defaultLimits, timeoutMs: 1, maxTimeoutMs: 2 },
      toolHeaders: {
        replace: (tools: readonly { readonly name: string }[]) => tools.filter(({ name }) => name !== 'bad'),
      },
    },
    transport: isHttp ? { mirrorsArguments: true } : {},
    profile: profileOf(revision),
    declares: (name: string) => Object.hasOwn(capabilities, name),
  } as unknown as OpenUpstream
  const lists = new ConnectionLists({
    names: new UpstreamNames('n', { target: 'http://a/' }),
    offersTool: (name) => name !== 'hidden',
    onRead: (list) => read.push(list),
    ready: () => open,
    readers,
    ...more,
  })
  return { lists, requests, runtime, read, readers, reading }
}

const tools = (...names: readonly string[]) => names.map((name) => ({ name, inputSchema: { type: 'object' } }))

const namesOf = ({ items }: UpstreamList) => items.map(({ name }) => name)

describe('a list', () => {
  test('has all pages, with the names for clients, and each item once', async () => {
    const pages: Readonly<Record<string, object>> = {
      '': { tools: tools('a', 'b'), nextCursor: 'x' },
      x: { tools: tools('b', 'c') },
    }
    const { lists, requests, read } = create((params) => pages[params?.cursor ?? ''] ?? {})
    const list = await lists.read('tools', undefined)
    expect(namesOf(list)).toEqual(['n__a', 'n__b', 'n__c'])
    expect(requests).toEqual([
      ['tools/list', undefined],
      ['tools/list', { cursor: 'x' }],
    ])
    expect([read, lists.last('tools'), lists.last('prompts')]).toEqual([[list], list, undefined])
  })

  test('of resources has their addresses as names', async () => {
    const { lists, requests } = create(() => ({
      resources: [
        { uri: 'a:b', name: 'x' },
        { uri: 'a:b', name: 'y' },
      ],
    }))
    expect((await lists.read('resources', undefined)).items).toEqual([{ name: 'a:b', item: { uri: 'a:b', name: 'x' } }])
    expect(requests).toEqual([['resources/list', undefined]])
  })

  test('that the upstream has not is empty, and not asked for', async () => {
    const { lists, requests } = create(() => ({}), { capabilities: { tools: {} } })
    const list = await lists.read('prompts', undefined)
    expect([list.items, list.isAnnounced, list.hints, requests]).toEqual([[], true, undefined, []])
  })

  test('is read once for those that ask meanwhile', async () => {
    const { lists, requests } = create(() => ({ tools: tools('a') }))
    const [one, two] = await Promise.all([lists.read('tools', undefined), lists.read('tools', undefined)])
    expect([one === two, requests.length]).toEqual([true, 1])
    expect(await lists.read('tools', undefined)).not.toBe(one)
  })

  test('is read for its reader, as long as the page is on its way', async () => {
    const { lists, readers, reading } = create(() => ({ tools: [] }))
    const exchange = createExchange()
    await lists.read('tools', exchange)
    await lists.read('tools', undefined)
    expect([reading, readers.size]).toEqual([[exchange, undefined], 0])
  })

  test('that fails rejects as the request does, and its reader is forgotten', async () => {
    const { lists, readers } = create(() => {
      throw new Error('no')
    })
    await expect(lists.read('tools', createExchange())).rejects.toThrow(new Error('no'))
    expect([readers.size, lists.last('tools')]).toEqual([0, undefined])
  })
})

describe('tools', () => {
  test('that are not offered, or whose headers are invalid over HTTP, are left out', async () => {
    const answer = () => ({ tools: tools('a', 'hidden', 'bad') })
    expect(namesOf(await create(answer).lists.read('tools', undefined))).toEqual(['n__a', 'n__bad'])
    expect(namesOf(await create(answer, { isHttp: true }).lists.read('tools', undefined))).toEqual(['n__a'])
  })

  test('prompts of the same names are not', async () => {
    const { lists } = create(() => ({ prompts: [{ name: 'hidden' }] }), { isHttp: true })
    expect(namesOf(await lists.read('prompts', undefined))).toEqual(['n__hidden'])
  })

  test('that are blocked are left out, and known', async () => {
    const asked: unknown[] = []
    const findBlocked = async (given: readonly { readonly name: string }[]) => {
      asked.push(given.map(({ name }) => name))
      return new Set(['b'])
    }
    const { lists } = create(() => ({ tools: tools('a', 'b'), prompts: [{ name: 'b' }] }), { findBlocked })
    expect(lists.isBlocked('b')).toBe(false)
    expect(namesOf(await lists.read('tools', undefined))).toEqual(['n__a'])
    expect(namesOf(await lists.read('prompts', undefined))).toEqual(['n__b'])
    expect([lists.isBlocked('a'), lists.isBlocked('b'), asked]).toEqual([false, true, [['a', 'b']]])
  })

  test('of an upstream with the extension may become tasks', async () => {
    const capabilities = { tools: {}, prompts: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } }
    const answer = () => ({ tools: tools('a'), prompts: [{ name: 'p' }] })
    const { lists } = create(answer, { revision: '2026-07-28', capabilities })
    expect((await lists.read('tools', undefined)).items[0]?.item['execution']).toEqual({ taskSupport: 'optional' })
    expect((await lists.read('prompts', undefined)).items[0]?.item['execution']).toBeUndefined()
    const without = create(answer, { revision: '2026-07-28' })
    expect((await without.lists.read('tools', undefined)).items[0]?.item['execution']).toBeUndefined()
  })
})

describe('what an upstream allows', () => {
  const page = (more: object) => () => ({ tools: [], ...more })
  test.each<[string, object, object | undefined]>([
    ['nothing, as a legacy one', {}, undefined],
    ['a time', { ttlMs: 5 }, { ttlMs: 5, cacheScope: 'private' }],
    ['everybody', { ttlMs: 5, cacheScope: 'public' }, { ttlMs: 5, cacheScope: 'public' }],
    ['no time', { cacheScope: 'public' }, { ttlMs: 0, cacheScope: 'public' }],
    ['no time that is below 0', { ttlMs: -5 }, { ttlMs: 0, cacheScope: 'private' }],
    ['no time that is no number', { ttlMs: '5' }, { ttlMs: 0, cacheScope: 'private' }],
  ])('%s', async (_what, more, hints) => {
    const { lists } = create(page(more), { revision: '2026-07-28' })
    expect((await lists.read('tools', undefined)).hints).toEqual(hints)
  })

  test.each<[object, object, object | undefined]>([
    [
      { ttlMs: 5, cacheScope: 'public' },
      { ttlMs: 3, cacheScope: 'public' },
      { ttlMs: 3, cacheScope: 'public' },
    ],
    [
      { ttlMs: 3, cacheScope: 'public' },
      { ttlMs: 5, cacheScope: 'private' },
      { ttlMs: 3, cacheScope: 'private' },
    ],
    [
      { ttlMs: 3, cacheScope: 'private' },
      { ttlMs: 5, cacheScope: 'public' },
      { ttlMs: 3, cacheScope: 'private' },
    ],
    [{ ttlMs: 3, cacheScope: 'public' }, {}, { ttlMs: 0, cacheScope: 'private' }],
  ])('is the least of all pages: %j and %j', async (one, two, hints) => {
    const answer: Answer = (params) =>
      params?.cursor === undefined ? { tools: [], nextCursor: 'x', ...one } : { tools: [], ...two }
    const { lists } = create(answer, { revision: '2026-07-28' })
    expect((await lists.read('tools', undefined)).hints).toEqual(hints)
  })
})

describe('a list that was read', () => {
  test('is given again as long as the upstream allows', async () => {
    const { lists, requests } = create(() => ({ tools: [], ttlMs: 10 }), { revision: '2026-07-28' })
    const exchange = createExchange()
    const list = await lists.get('tools', exchange, 1_000)
    expect(lists.get('tools', exchange, 1_009)).toBe(list)
    await lists.get('tools', exchange, 1_010)
    expect(requests).toHaveLength(2)
  })

  test('is given again until it changes, where the upstream announces that', async () => {
    const { lists, requests } = create(() => ({ tools: [] }), { capabilities: { tools: { listChanged: true } } })
    const exchange = createExchange()
    const list = await lists.get('tools', exchange, 1_000)
    expect([list.isAnnounced, lists.get('tools', exchange, 9_999_999)]).toEqual([true, list])
    lists.invalidate(['prompts'])
    expect(lists.isOutdated('tools')).toBe(false)
    lists.invalidate(['tools'])
    expect([lists.isOutdated('tools'), lists.last('tools')]).toEqual([true, list])
    await lists.get('tools', exchange, 1_000)
    expect([requests.length, lists.isOutdated('tools')]).toEqual([2, false])
  })

  test.each<[Revision, object]>([
    ['2025-11-25', { tools: {} }],
    ['2025-11-25', { tools: { listChanged: 'true' } }],
    ['2026-07-28', { tools: { listChanged: true } }],
  ])('is read each time from another one: %s %j', async (revision, capabilities) => {
    const { lists, requests } = create(() => ({ tools: [] }), { revision, capabilities: { ...capabilities } })
    await lists.get('tools', createExchange(), 1_000)
    expect((await lists.get('tools', createExchange(), 1_000)).isAnnounced).toBe(false)
    expect(requests).toHaveLength(2)
  })

  test('is an old one if it changed while it was read', async () => {
    let finish = (_: object) => {}
    const first = new Promise<object>((resolve) => {
      finish = resolve
    })
    const answers = [first, { tools: tools('b') }]
    const { lists } = create(() => answers.shift() ?? {})
    const reading = lists.read('tools', undefined)
    await new Promise((resolve) => setImmediate(resolve))
    lists.invalidate(['tools'])
    const next = await lists.read('tools', undefined)
    finish({ tools: tools('a') })
    expect(namesOf(await reading)).toEqual(['n__a'])
    expect([namesOf(next), lists.last('tools') === next]).toEqual([['n__b'], true])
  })
})

describe('a list may have changed without anybody having been told', () => {
  test('before it was read, and after an announced change', async () => {
    const { lists } = create(() => ({ tools: [] }), { capabilities: { tools: { listChanged: true } } })
    expect([lists.isStale('tools', 1_000), lists.isOutdated('tools')]).toEqual([true, true])
    await lists.read('tools', undefined)
    expect(lists.isStale('tools', 9_999_999)).toBe(false)
    lists.invalidate(['tools'])
    expect(lists.isStale('tools', 1_000)).toBe(true)
  })

  test('a minute after it was read, and not before its time is over', async () => {
    const { lists } = create(() => ({ tools: [], ttlMs: 70_000 }), { revision: '2026-07-28' })
    await lists.read('tools', undefined)
    expect([61_000, 70_999, 71_000].map((ms) => lists.isStale('tools', ms))).toEqual([false, false, true])
    const short = create(() => ({ tools: [] }))
    await short.lists.read('tools', undefined)
    expect([60_999, 61_000].map((ms) => short.lists.isStale('tools', ms))).toEqual([false, true])
  })
})

describe('what changed', () => {
  test('is found by reading again what was read before', async () => {
    let names = ['a']
    const { lists, requests } = create(() => ({
      ...{ tools: tools(...names), prompts: [] },
      ...{
        resources: names.map((name) => ({ uri: name })),
        resourceTemplates: names.map((uriTemplate) => ({ uriTemplate })),
      },
    }))
    expect(await lists.findChanged()).toEqual([])
    for (const kind of ['tools', 'prompts', 'resourceTemplates'] as const) await lists.read(kind, undefined)
    expect(await lists.findChanged()).toEqual([])
    names = ['a', 'b']
    expect(await lists.findChanged()).toEqual(['tools', 'resources'])
    await lists.read('resources', undefined)
    names = ['c']
    expect(await lists.findChanged()).toEqual(['tools', 'resources'])
    expect(requests).toHaveLength(14)
  })

  test('is nothing where it cannot be read', async () => {
    let fails = false
    const { lists } = create(() => {
      if (fails) throw new Error('no')
      return { tools: tools('a') }
    })
    await lists.read('tools', undefined)
    fails = true
    expect(await lists.findChanged()).toEqual([])
  })
})

describe('a tool in place of an error', () => {
  const signIn = { name: 'sign_in', inputSchema: { type: 'object' as const } }
  const ready = () => Promise.reject(new Error('sign in'))

  test('is the only one, and other lists are empty', async () => {
    const { lists } = create(() => ({}), { ready, substitute: () => signIn })
    const list = await lists.read('tools', undefined)
    expect(list.items).toEqual([{ name: 'n__sign_in', item: signIn }])
    expect([list.isAnnounced, list.hints, lists.last('tools')]).toEqual([false, undefined, undefined])
    expect((await lists.read('prompts', undefined)).items).toEqual([])
  })

  test('is not there for other errors', async () => {
    const { lists } = create(() => ({}), { ready, substitute: () => undefined })
    await expect(lists.read('tools', undefined)).rejects.toThrow('sign in')
    await expect(create(() => ({}), { ready }).lists.read('tools', undefined)).rejects.toThrow('sign in')
  })
})
