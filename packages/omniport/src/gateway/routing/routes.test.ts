import { afterEach, describe, expect, test } from 'vitest'
import { createExchange, createGatewayParts, createPrincipal } from '../fixtures/gateway-parts.js'
import { GatewayLists } from '../lists/gateway-lists.js'
import { type ListItem, type ListKind, lists } from '../lists/list-kind.js'
import { UpstreamList } from '../lists/upstream-list.js'
import type { UpstreamSettings } from '../upstream-settings.js'
import type { Upstream } from '../upstreams/upstream.js'
import { Routes } from './routes.js'

const upstreams: Upstream[] = []

afterEach(async () => {
  for (const upstream of upstreams.splice(0)) await upstream.close()
})

interface Given extends UpstreamSettings {
  readonly lists?: Partial<Record<ListKind, readonly ListItem[]>>
  /** Names of tools for clients, where they are others than at the upstream. */
  readonly names?: Readonly<Record<string, string>>
}

function create(given: Readonly<Record<string, Given>>) {
  const parts = createGatewayParts()
  const exchange = createExchange({ principal: createPrincipal('me') })
  const reader = { exchange, singles: new Map<Upstream, never>() }
  const read: string[] = []
  const all = Object.entries(given).map(([name, { lists: offered = {}, names = {}, ...settings }]) => {
    const upstream = parts.createUpstream(name, { target: 'http://a/', ...settings })
    const connection = upstream.connectionFor(exchange, new Map())
    const known = new Map<ListKind, UpstreamList>()
    const get = async (kind: ListKind) => {
      read.push(`${name} ${kind}`)
      const { key } = lists[kind]
      const items = (offered[kind] ?? []).map((item) => ({ name: names[String(item[key])] ?? String(item[key]), item }))
      const list = known.get(kind) ?? new UpstreamList(kind, items, { hints: undefined, isAnnounced: true })
      known.set(kind, list)
      return list
    }
    Object.assign(connection.lists, { get, last: (kind: ListKind) => known.get(kind) })
    return upstream
  })
  upstreams.push(...all)
  const routes = new Routes(
    all,
    new GatewayLists({ services: parts.services, pageSize: undefined, upstreams: () => all }),
  )
  const routeOf = async (kind: 'tools' | 'prompts', name: string) => {
    const { upstream, name: original } = await routes.named(kind, name, reader)
    return `${upstream.name} ${original}`
  }
  const ownerOf = async (uri: string) => (await routes.ofUri(uri, reader))?.name
  return { routes, routeOf, ownerOf, read, reader }
}

test('several resources cost the lists once', async () => {
  const { routes, read, reader } = create({
    a: { lists: { resources: [{ uri: 'a:1' }] } },
    b: { lists: { resources: [{ uri: 'b:1' }], resourceTemplates: [{ uriTemplate: 'b:{id}' }] } },
  })
  const uris = ['a:1', 'b:1', 'b:2', 'a:1', ...Array.from({ length: 50 }, (_, at) => `c:${at}`)]
  const owners = await routes.ofUris(uris, reader)
  expect([...owners].slice(0, 4).map(([uri, owner]) => [uri, owner?.name])).toEqual([
    ['a:1', 'a'],
    ['b:1', 'b'],
    ['b:2', 'b'],
    ['c:0', undefined],
  ])
  expect([owners.size, read.length, new Set(read).size]).toEqual([53, 4, 4])
  expect([...(await routes.ofUris(['a:1', 'b:2'], reader)).values()].map((owner) => owner?.name)).toEqual(['a', 'b'])
  expect(read.length).toBe(4)
})

describe('the route of a name', () => {
  test('is known by its prefix, without a list, and remembered', async () => {
    const { routes, routeOf, read } = create({ a: {}, b: { prefix: 'x' } })
    expect(await routeOf('tools', 'a__read')).toBe('a read')
    expect(await routeOf('prompts', 'x__greet')).toBe('b greet')
    expect(routes.known('a__read')).toBe(routes.known('a__read'))
    expect([routes.known('c__read'), read]).toEqual([undefined, []])
  })

  test('is not remembered where it is long, since clients choose names', () => {
    const { routes } = create({ a: { prefix: '' } })
    const [short, long] = ['x'.repeat(256), 'x'.repeat(257)]
    expect(routes.known(short)).toBe(routes.known(short))
    expect(routes.known(long)).toEqual({ upstream: upstreams[0], name: long })
    expect(routes.known(long)).not.toBe(routes.known(long))
  })

  test('is known where only one upstream has no prefix', async () => {
    const { routeOf, read } = create({ a: {}, b: { prefix: '' } })
    expect([await routeOf('tools', 'read'), await routeOf('tools', 'c__read'), read]).toEqual([
      'b read',
      'b c__read',
      [],
    ])
  })

  test('is that of the first whose list has it, where several have no prefix', async () => {
    const read = { tools: [{ name: 'read' }] }
    const { routeOf } = create({ a: { prefix: '' }, b: { prefix: '', lists: read }, c: { prefix: '', lists: read } })
    expect(await routeOf('tools', 'read')).toBe('b read')
  })

  test('is that of the name at the upstream', async () => {
    const offered = { tools: [{ name: 'look' }] }
    const { routeOf } = create({ a: { prefix: '' }, b: { prefix: '', lists: offered, names: { look: 'see' } } })
    expect(await routeOf('tools', 'see')).toBe('b look')
  })

  test('with a hash is known once the lists were read', async () => {
    const offered = { tools: [{ name: 'read' }], prompts: [{ name: 'greet' }] }
    const settings = { a: { prefix: '', lists: offered }, b: { prefix: '', lists: offered } }
    const made = create(settings)
    const [, second] = upstreams
    const hashed = (await second?.names.toOtherName('read')) ?? ''
    expect(await made.routeOf('tools', hashed)).toBe('b read')
    expect(await create(settings).routeOf('tools', hashed)).toBe('b read')
  })

  test('with a hash is unknown where the upstream keeps the plain one', async () => {
    const made = create({ a: { prefix: '', lists: { tools: [{ name: 'read' }] } }, b: { prefix: '' } })
    const hashed = (await upstreams[0]?.names.toOtherName('read')) ?? ''
    await expect(made.routeOf('tools', hashed)).rejects.toMatchObject({ message: `Unknown tool: ${hashed}` })
  })

  test('that looks like one with a hash is that of the list, else of the only one without a prefix', async () => {
    const { routeOf, read } = create({ a: {}, b: { prefix: '' } })
    expect(await routeOf('tools', 'x_0123456789')).toBe('b x_0123456789')
    expect(read).toEqual(['a tools', 'b tools'])
    await expect(routeOf('tools', 'a__x_0123456789')).rejects.toMatchObject({
      message: 'Unknown tool: a__x_0123456789',
    })
    const alone = create({ b: { prefix: '' } })
    expect([await alone.routeOf('tools', 'x_0123456789'), alone.read]).toEqual(['b x_0123456789', []])
  })

  test.each(['tools', 'prompts'] as const)('that nobody has is unknown: %s', async (kind) => {
    const { routeOf } = create({ a: {}, b: {} })
    await expect(routeOf(kind, 'x\ny')).rejects.toMatchObject({
      ...{ code: -32602, message: `Unknown ${kind === 'tools' ? 'tool' : 'prompt'}: x y` },
    })
  })

  test('of a tool that is not offered is unknown, and prompts are all offered', async () => {
    const { routeOf } = create({ a: { tools: { block: ['read'] } }, b: {} })
    expect(await routeOf('prompts', 'a__read')).toBe('a read')
    await expect(routeOf('tools', 'a__read')).rejects.toMatchObject({ message: 'Unknown tool: a__read' })
    expect(await routeOf('tools', 'a__write')).toBe('a write')
  })
})

describe('the upstream of a resource', () => {
  const offered = {
    resources: [{ uri: 'x:listed', name: 'l' }],
    resourceTemplates: [{ uriTemplate: 'x:page/{id}', name: 'p' }],
    tools: [{ name: 't', _meta: { ui: { resourceUri: 'ui://x' } } }],
  }

  test('is the only one, whatever it lists', async () => {
    const { routes, ownerOf, read } = create({ a: {} })
    expect([await ownerOf('x:none'), routes.only?.name, read]).toEqual(['a', 'a', []])
  })

  test('is the one whose lists have it', async () => {
    const { routes, ownerOf, read } = create({ a: {}, b: { lists: offered } })
    expect(routes.only).toBeUndefined()
    expect(await ownerOf('x:listed')).toBe('b')
    expect(read.toSorted()).toEqual(['a resourceTemplates', 'a resources', 'b resourceTemplates', 'b resources'])
    read.length = 0
    expect([await ownerOf('x:page/7'), await ownerOf('x:page/{id}'), read]).toEqual(['b', 'b', []])
  })

  test('is for a template the one that lists it, also where a template of an earlier one makes the same text', async () => {
    const all = { resourceTemplates: [{ uriTemplate: 'x:{+any}', name: 'any' }] }
    const { ownerOf } = create({ a: { lists: all }, b: { lists: offered } })
    expect([await ownerOf('x:page/{id}'), await ownerOf('x:page/7')]).toEqual(['b', 'a'])
  })

  test('is the one whose tool has it as its interface', async () => {
    const { ownerOf, read } = create({ a: {}, b: { lists: offered } })
    expect(await ownerOf('ui://x')).toBe('b')
    expect(read).toContain('b tools')
  })

  test('is nobody where nobody has it', async () => {
    const { ownerOf } = create({ a: {}, b: { lists: offered } })
    expect([await ownerOf('x:none'), await ownerOf('ui://none')]).toEqual([undefined, undefined])
  })
})

test('those that may have more resources than they list are those that have any', () => {
  const { routes } = create({ a: {}, b: {}, c: {} })
  const [, second, third] = upstreams
  Object.assign(second ?? {}, { handshake: { capabilities: { resources: {} } } })
  Object.assign(third ?? {}, { handshake: { capabilities: { tools: {} } } })
  expect(routes.withResources().map(({ name }) => name)).toEqual(['b'])
})
