import { afterEach, describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { createExchange, createGatewayParts, createPrincipal } from '../fixtures/gateway-parts.js'
import type { UpstreamSettings } from '../upstream-settings.js'
import type { Upstream } from '../upstreams/upstream.js'
import { GatewayLists } from './gateway-lists.js'
import type { ListKind } from './list-kind.js'
import { UpstreamList } from './upstream-list.js'

const upstreams: Upstream[] = []

afterEach(async () => {
  for (const upstream of upstreams.splice(0)) await upstream.close()
})

type Given = UpstreamList | Promise<UpstreamList> | Error

interface Source extends UpstreamSettings {
  readonly list: Given
}

const inputSchema = { type: 'object' }

function tools(names: readonly string[], more: Partial<UpstreamList> = {}, prefix = ''): UpstreamList {
  const items = names.map((name) => ({ name: `${prefix}${name}`, item: { name, inputSchema } }))
  return new UpstreamList('tools', items, { hints: more.hints, isAnnounced: more.isAnnounced ?? true })
}

function create(sources: Readonly<Record<string, Source>>, pageSize?: number) {
  const parts = createGatewayParts({ upstreamWaitMs: 100 })
  const exchange = createExchange({ principal: createPrincipal('me') })
  const reader = { exchange, singles: new Map<Upstream, never>() }
  const all = Object.entries(sources).map(([name, { list, ...settings }]) => {
    const upstream = parts.createUpstream(name, { target: 'http://a/', ...settings })
    const { lists } = upstream.connectionFor(exchange, new Map())
    Object.assign(lists, { get: () => (list instanceof Error ? Promise.reject(list) : list) })
    return upstream
  })
  upstreams.push(...all)
  const lists = new GatewayLists({ services: parts.services, pageSize, upstreams: () => all })
  const page = async (cursor?: string, kind: ListKind = 'tools') => {
    const encoded = await lists.page(kind, cursor, reader)
    return JSON.parse(JSON.stringify(encoded)) as {
      readonly tools: readonly { readonly name: string }[]
      readonly nextCursor?: string
      readonly ttlMs?: number
      readonly cacheScope?: string
    }
  }
  const names = async (cursor?: string) => (await page(cursor)).tools.map(({ name }) => name)
  return { ...parts, lists, reader, page, names, all }
}

describe('the list of all upstreams', () => {
  test('has those of each, in the order of the upstreams', async () => {
    const { names, lists, reader } = create({ b: { list: tools(['x', 'y']) }, a: { list: tools(['z']) } })
    expect(await names()).toEqual(['x', 'y', 'z'])
    expect(lists.parts('tools', reader)).not.toBeInstanceOf(Promise)
  })

  test('has pages, and a cursor that leads on', async () => {
    const { page, names } = create({ a: { list: tools(['x', 'y', 'z']) } }, 2)
    const { nextCursor } = await page()
    expect(await names()).toEqual(['x', 'y'])
    expect(await names(nextCursor)).toEqual(['z'])
    await expect(page('nonsense')).rejects.toMatchObject({ code: -32602 })
  })

  test('gives the same page again without making it anew', async () => {
    const { lists, reader } = create({ a: { list: tools(['x']) } })
    expect(lists.page('tools', undefined, reader)).toBe(lists.page('tools', undefined, reader))
    expect(
      lists.page('tools', undefined, { ...reader, exchange: { ...reader.exchange, revision: '2025-06-18' } }),
    ).not.toBe(lists.page('tools', undefined, reader))
  })

  test('of nothing is empty', async () => {
    expect(await create({}).names()).toEqual([])
  })
})

describe('a name that several upstreams have', () => {
  test('stays with the first, and the others have one with a hash', async () => {
    const { names } = create({
      a: { list: tools(['read', 'one']), prefix: '' },
      b: { list: tools(['read', 'two']), prefix: '' },
      c: { list: tools(['read']), prefix: '' },
    })
    const all = await names()
    expect([all[0], all[1], all[3]]).toEqual(['read', 'one', 'two'])
    expect(new Set(all).size).toBe(5)
    expect([all[2], all[4]]).toEqual([
      expect.stringMatching(/^read_[0-9a-v]{10}$/),
      expect.stringMatching(/^read_[0-9a-v]{10}$/),
    ])
  })

  test('stays with the first while that cannot be read', async () => {
    const { names, all, reader, lists } = create({
      a: { list: new RpcError(-32603, 'no'), prefix: '' },
      b: { list: tools(['read']), prefix: '' },
    })
    expect(await names()).toEqual(['read'])
    const connection = all[0]?.connectionFor(reader.exchange, new Map())
    Object.assign(connection?.lists ?? {}, { last: () => tools(['read']) })
    expect(await names()).toEqual([expect.stringMatching(/^read_[0-9a-v]{10}$/)])
    expect((await lists.names('tools', reader)).routeOf('read')).toEqual({ upstream: all[0], name: 'read' })
  })

  test('stays with the first while that takes too long', async () => {
    const late = new Promise<UpstreamList>(() => {})
    const { names, all, reader, runtime } = create({
      a: { list: late, prefix: '' },
      b: { list: tools(['read']), prefix: '' },
    })
    const connection = all[0]?.connectionFor(reader.exchange, new Map())
    Object.assign(connection?.lists ?? {}, { last: () => tools(['read']) })
    const reading = names()
    await runtime.advance(100)
    expect(await reading).toEqual([expect.stringMatching(/^read_[0-9a-v]{10}$/)])
  })

  test('of resources counts once: the first', async () => {
    const list = (title: string) =>
      new UpstreamList('resources', [{ name: 'a:b', item: { uri: 'a:b', name: 'n', title } }], {
        ...{ hints: undefined, isAnnounced: true },
      })
    const { page } = create({ a: { list: list('one') }, b: { list: list('two') } })
    expect(await page(undefined, 'resources')).toMatchObject({ resources: [{ uri: 'a:b', title: 'one' }] })
  })
})

describe('an upstream that fails', () => {
  test('is left out, and then nothing may be kept', async () => {
    const hints = { ttlMs: 50, cacheScope: 'public' } as const
    const list = tools(['x'], { hints, isAnnounced: false })
    const whole = create({ a: { list } })
    const partial = create({ a: { list }, b: { list: new RpcError(-32603, 'no') } })
    const modern = { revision: '2026-07-28' } as const
    Object.assign(whole.reader.exchange, modern)
    Object.assign(partial.reader.exchange, modern)
    expect(await whole.page()).toMatchObject({ ttlMs: 50, cacheScope: 'public' })
    expect(await partial.page()).toMatchObject({ tools: [{ name: 'x' }], ttlMs: 0, cacheScope: 'private' })
  })

  test('is the error where there is no other', async () => {
    const error = new RpcError(-32603, 'no')
    await expect(create({ a: { list: error }, b: { list: error } }).page()).rejects.toBe(error)
    await expect(create({ a: { list: error } }).page()).rejects.toBe(error)
  })

  test('because there are too many connections is one', () => {
    const { lists, reader, all } = create({ a: { list: tools(['x']) } })
    const error = new RpcError(-32603, 'too many')
    Object.assign(all[0] ?? {}, {
      connectionFor: () => {
        throw error
      },
    })
    expect(lists.parts('tools', reader)).toEqual([{ upstream: all[0], reason: error }])
  })
})

describe('an upstream that takes its time', () => {
  function createSlow(list: UpstreamList) {
    let finish = () => {}
    const promise = new Promise<UpstreamList>((resolve) => {
      finish = () => resolve(list)
    })
    const created = create({ slow: { list: promise }, fast: { list: tools(['x']) } })
    const [slow] = created.all
    const changes: unknown[] = []
    const listener = { filter: { tools: true, resources: true }, onChange: (change: object) => changes.push(change) }
    void slow?.connectionFor(created.reader.exchange, new Map()).changes.add(listener)
    return { ...created, slow, changes, finish: () => finish() }
  }

  test('is left out after a while, and announced as a change when it is there', async () => {
    const { names, slow, changes, runtime, finish } = createSlow(tools(['late']))
    const reading = names()
    await runtime.advance(99)
    expect(slow?.isSlow).toBe(false)
    await runtime.advance(1)
    expect(await reading).toEqual(['x'])
    expect([slow?.isSlow, changes]).toEqual([true, []])
    finish()
    await settled()
    expect([slow?.isSlow, changes]).toEqual([false, [{ type: 'tools' }]])
  })

  test('is not waited for again as long', async () => {
    const { names, runtime } = createSlow(tools(['late']))
    const first = names()
    await runtime.advance(100)
    await first
    const second = names()
    await runtime.advance(1)
    expect(await second).toEqual(['x'])
  })

  test('is no change when it has nothing', async () => {
    const { names, changes, runtime, finish } = createSlow(tools([]))
    const reading = names()
    await runtime.advance(100)
    await reading
    finish()
    await settled()
    expect(changes).toEqual([])
  })

  test('of templates is a change of resources', async () => {
    const items = [{ name: 'a:{b}', item: { uriTemplate: 'a:{b}' } }]
    const list = new UpstreamList('resourceTemplates', items, { hints: undefined, isAnnounced: true })
    const { names, changes, runtime, finish } = createSlow(list)
    const reading = names()
    await runtime.advance(100)
    await reading
    finish()
    await settled()
    expect(changes).toEqual([{ type: 'resources' }])
  })

  test('is there when it comes in time', async () => {
    const { names, finish } = createSlow(tools(['late']))
    const reading = names()
    finish()
    expect(await reading).toEqual(['late', 'x'])
  })

  test('is waited for where it is the only one', async () => {
    let finish = (_: UpstreamList) => {}
    const list = new Promise<UpstreamList>((resolve) => {
      finish = resolve
    })
    const { names, runtime } = create({ only: { list } })
    const reading = names()
    await runtime.advance(10_000)
    finish(tools(['late']))
    expect(await reading).toEqual(['late'])
  })
})

describe('how long a page may be kept', () => {
  const of = (ttlMs: number, cacheScope: 'public' | 'private' = 'public') => ({
    list: tools(['x'], { hints: { ttlMs, cacheScope }, isAnnounced: false }),
  })
  const legacy = { list: tools(['y'], { isAnnounced: false }) }
  const announced = { list: tools(['z']) }
  test.each<[string, Readonly<Record<string, Source>>, object]>([
    ['the least of all', { a: of(50), b: of(20) }, { ttlMs: 20, cacheScope: 'public' }],
    ['for one client, where one says so', { a: of(50), b: of(20, 'private') }, { ttlMs: 20, cacheScope: 'private' }],
    ['not at all, with a legacy one', { a: of(50), b: legacy }, { ttlMs: 0, cacheScope: 'private' }],
    [
      'as the others say, with one that announces changes',
      { a: of(50), b: announced },
      { ttlMs: 50, cacheScope: 'private' },
    ],
    ['not at all, where all announce changes', { a: announced }, { ttlMs: 0, cacheScope: 'private' }],
  ])('%s', async (_how, sources, hints) => {
    const { page, reader } = create(sources)
    Object.assign(reader.exchange, { revision: '2026-07-28' })
    expect(await page()).toMatchObject(hints)
  })
})
