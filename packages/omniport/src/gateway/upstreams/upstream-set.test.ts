import { afterEach, describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { createServer } from '../../server/create-server.js'
import { resource } from '../../server/resources/resource.js'
import { createNamedServer } from '../fixtures/behind.js'
import { createExchange, createGatewayParts, createPrincipal } from '../fixtures/gateway-parts.js'
import type { GatewayTasks } from '../tasks/gateway-tasks.js'
import type { UpstreamSettings } from '../upstream-settings.js'
import { UpstreamSet } from './upstream-set.js'

const sets: UpstreamSet[] = []

afterEach(async () => {
  for (const set of sets.splice(0)) await set.close()
})

const a = { target: createNamedServer('a', ['read']) }
const b = { target: createNamedServer('b', ['read']) }

function create(settings: Readonly<Record<string, UpstreamSettings>>) {
  const parts = createGatewayParts({ drainMs: 100 })
  const parked: string[] = []
  let release = () => {}
  const endParked = async (upstream: string) => {
    parked.push(upstream)
    if (upstream !== 'slow') return
    await new Promise<void>((resolve) => {
      release = resolve
    })
  }
  const set = new UpstreamSet(parts.services, { sessions: parts.sessions, tasks: {} as GatewayTasks, endParked })
  sets.push(set)
  set.replace(new Map(Object.entries(settings)))
  const find = (name: string) => set.usable.find((upstream) => upstream.name === name)
  const exchange = createExchange({ principal: createPrincipal('me') })
  return { ...parts, set, parked, find, exchange, release: () => release() }
}

describe('upstreams', () => {
  test('are in order, and can be used but for those with a problem', () => {
    const { set } = create({ b, off: { ...a, isDisabled: true }, a })
    expect(set.usable.map(({ name }) => name)).toEqual(['b', 'a'])
    expect(set.status().map(({ name, state }) => [name, state])).toEqual([
      ['b', 'idle'],
      ['off', 'disabled'],
      ['a', 'idle'],
    ])
  })

  test('whose settings stay the same go on, and others are replaced', () => {
    const credentials = {} as never
    const { set, find, events } = create({ a, b, gone: a, auth: { ...a, credentials } })
    const before = [find('a'), find('b'), find('auth')]
    const changed = set.replace(
      new Map<string, UpstreamSettings>([
        ['new', b],
        ['a', { ...a }],
        ['b', { ...b, prefix: 'x' }],
        ['auth', { ...a, credentials: {} as never }],
      ]),
    )
    expect(changed.toSorted()).toEqual(['auth', 'b', 'gone', 'new'])
    expect(set.usable.map(({ name }) => name)).toEqual(['new', 'a', 'b', 'auth'])
    expect([find('a'), find('b'), find('auth')].map((one, at) => one === before[at])).toEqual([true, false, false])
    expect(events).toEqual([['upstreams-replaced', { added: ['new'], removed: ['gone'], changed: ['b', 'auth'] }]])
  })

  test('that are the same are not announced, nor are the first ones', () => {
    const { set, events } = create({ a, b })
    expect(set.replace(new Map(Object.entries({ b, a })))).toEqual([])
    expect([set.usable.map(({ name }) => name), events]).toEqual([['b', 'a'], []])
  })
})

describe('an upstream that is replaced', () => {
  test('is closed after its calls', async () => {
    const { set, find, exchange, parked } = create({ a })
    const connection = find('a')?.connectionFor(exchange, new Map())
    connection?.calls.add(1, {} as never)
    set.replace(new Map())
    await settled()
    expect([parked, connection?.isClosed]).toEqual([['a'], false])
    connection?.calls.delete(1)
    connection?.onCallEnd()
    await settled()
    expect(connection?.isClosed).toBe(true)
  })

  test('or when its time for that is over', async () => {
    const { set, find, exchange, runtime } = create({ a })
    const connection = find('a')?.connectionFor(exchange, new Map())
    connection?.calls.add(1, {} as never)
    set.replace(new Map())
    await runtime.advance(99)
    expect(connection?.isClosed).toBe(false)
    await runtime.advance(1)
    expect(connection?.isClosed).toBe(true)
  })

  test('or after those of its calls that are parked', async () => {
    const { set, find, exchange, release } = create({ slow: a })
    const connection = find('slow')?.connectionFor(exchange, new Map())
    set.replace(new Map())
    await settled()
    expect(connection?.isClosed).toBe(false)
    release()
    await settled()
    expect(connection?.isClosed).toBe(true)
  })

  test('is waited for at the end', async () => {
    const { set, find, exchange, release } = create({ slow: a, b })
    const connection = find('slow')?.connectionFor(exchange, new Map())
    set.replace(new Map(Object.entries({ b })))
    let isClosed = false
    const closing = set.close().then(() => {
      isClosed = true
    })
    await settled()
    expect(isClosed).toBe(false)
    release()
    await closing
    expect(connection?.isClosed).toBe(true)
  })
})

describe('the owner of a resource', () => {
  const server = createServer({
    ...{ name: 's', version: '1' },
    resources: {
      note: resource({ uri: 'note://one', read: () => 'one' }),
      page: resource({ uri: 'page://{id}', read: () => 'page' }),
    },
  })

  test('is the only upstream, whatever it has', () => {
    expect([create({ a }).set.ownerOf('x:y'), create({}).set.ownerOf('x:y')]).toEqual(['a', undefined])
  })

  test('is the one whose lists have it, as far as they were read', async () => {
    const { set, find, exchange } = create({ a, s: { target: server } })
    const lists = find('s')?.connectionFor(exchange, new Map()).lists
    expect(set.ownerOf('note://one')).toBeUndefined()
    await lists?.read('resources', exchange)
    expect([set.ownerOf('note://one'), set.ownerOf('page://7')]).toEqual(['s', undefined])
    await lists?.read('resourceTemplates', exchange)
    expect([set.ownerOf('page://7'), set.ownerOf('x:y')]).toEqual(['s', undefined])
  })

  test('is the one that lists it rather than an earlier one with a template for it', async () => {
    const any = createServer({
      name: 'any',
      version: '1',
      resources: { any: resource({ uri: '{+any}', read: () => 'any' }) },
    })
    await using _any = any
    const { set, find, exchange } = create({ any: { target: any }, s: { target: server } })
    const lists = ['any', 's'].map((name) => find(name)?.connectionFor(exchange, new Map()).lists)
    for (const kind of ['resources', 'resourceTemplates'] as const)
      await Promise.all(lists.map((each) => each?.read(kind, exchange)))
    expect(['note://one', 'page://{id}', 'page://7'].map((uri) => set.ownerOf(uri))).toEqual(['s', 's', 'any'])
  })
})

test('clients list the tools of an upstream again when some are approved', () => {
  const { set, find, exchange, events } = create({ a, b })
  find('a')?.connectionFor(exchange, new Map())
  set.onToolsApproved('a')
  set.onToolsApproved('b')
  set.onToolsApproved('none')
  expect(events).toEqual([['upstream-changed', { upstream: 'a', connection: 1, kind: 'tools' }]])
})
