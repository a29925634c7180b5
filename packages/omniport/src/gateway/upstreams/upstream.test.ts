import { afterEach, describe, expect, test } from 'vitest'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { createNamedServer } from '../fixtures/behind.js'
import { createExchange, createGatewayParts, createPrincipal, createSession } from '../fixtures/gateway-parts.js'
import type { UpstreamSettings } from '../upstream-settings.js'
import type { Upstream } from './upstream.js'
import type { UpstreamConnection } from './upstream-connection.js'

const upstreams: Upstream[] = []

afterEach(async () => {
  for (const upstream of upstreams.splice(0)) await upstream.close()
})

function create(settings: UpstreamSettings = {}, parts = createGatewayParts()) {
  const upstream = parts.createUpstream('notes', { target: createNamedServer('notes', ['read']), ...settings })
  upstreams.push(upstream)
  return { ...parts, upstream }
}

const me = createPrincipal('me')
const you = createPrincipal('you')

function with_(capabilities: object): Exchange['client'] {
  return { name: 'c', capabilities } as Exchange['client']
}

/** Whether two messages share a connection. */
function areTogether(upstream: Upstream, one: Partial<Exchange>, other: Partial<Exchange>): boolean {
  const find = (more: Partial<Exchange>) => upstream.connectionFor(createExchange(more), new Map())
  return find(one) === find(other)
}

describe('who shares a connection', () => {
  const session = createSession('a')
  const pipe = Symbol('pipe')
  test.each<[string, Partial<Exchange>, Partial<Exchange>, boolean, boolean, boolean]>([
    ['the same principal', { principal: me }, { principal: me }, true, true, true],
    ['two principals', { principal: me }, { principal: you }, false, false, true],
    ['a principal and nobody', { principal: me }, {}, false, false, true],
    ['nobody in particular', {}, {}, false, false, true],
    ['those of one network', { sender: 'net' }, { sender: 'net' }, false, false, true],
    ['those at one pipe', { sender: pipe }, { sender: pipe }, true, true, true],
    ['those at two pipes', { sender: pipe }, { sender: Symbol('pipe') }, false, false, true],
    ['one session', { session }, { session }, true, true, true],
    ['two sessions of nobody', { session }, { session: createSession('b') }, false, false, true],
    [
      'two sessions of one principal',
      { session: createSession('c'), principal: me },
      { session: createSession('d'), principal: me },
      ...([true, false, true] as const),
    ],
    [
      'two with other capabilities',
      { principal: me, client: with_({ roots: {} }) },
      { principal: me, client: with_({}) },
      ...([false, false, false] as const),
    ],
    [
      'two with the same capabilities in another order',
      { principal: me, client: with_({ roots: {}, sampling: {} }) },
      { principal: me, client: with_({ sampling: {}, roots: {} }) },
      ...([true, true, true] as const),
    ],
  ])('%s', (_who, one, other, byPrincipal, bySession, shared) => {
    const { upstream } = create()
    const together = (isolation: UpstreamSettings['isolation']) =>
      areTogether(create(isolation === undefined ? {} : { isolation }).upstream, one, other)
    expect(upstream.isolation).toBe('principal')
    expect([together('principal'), together('session'), together('shared')]).toEqual([byPrincipal, bySession, shared])
  })

  test('is what the gateway says where the settings do not', () => {
    const { upstream } = create({}, createGatewayParts({}, { isolation: 'shared' }))
    expect(upstream.isolation).toBe('shared')
  })

  test('is one principal where each has credentials, whatever the settings say', () => {
    const { upstream } = create({ isolation: 'shared', credentials: {} as never })
    expect(upstream.isolation).toBe('principal')
    const connection = upstream.connectionFor(createExchange({ principal: me }), new Map())
    expect(connection.caller.principal).toBe(me)
  })

  test('is nothing to do with the extension for tasks in an era that has none', () => {
    const extensions = { 'io.modelcontextprotocol/tasks': {} }
    const of = (revision: Exchange['revision'], capabilities: object) => ({
      ...{ principal: me, revision, client: with_(capabilities) },
    })
    const { upstream } = create()
    expect(areTogether(upstream, of('2025-11-25', { extensions }), of('2025-11-25', { extensions: {} }))).toBe(true)
    expect(areTogether(upstream, of('2026-07-28', { extensions }), of('2026-07-28', { extensions: {} }))).toBe(false)
    const [first] = upstream.connections
    expect(first?.capabilities).toEqual({ extensions: {} })
  })
})

describe('a connection', () => {
  test('of one message is in the map of that message, and found there', () => {
    const { upstream } = create()
    const singles = new Map<Upstream, UpstreamConnection>()
    const connection = upstream.connectionFor(createExchange(), singles)
    expect(singles.get(upstream)).toBe(connection)
    expect(upstream.connectionFor(createExchange(), singles)).toBe(connection)
    expect(upstream.connections).toEqual([connection])
  })

  test('that is closed is forgotten, and another one takes its place', async () => {
    const { upstream } = create()
    const singles = new Map<Upstream, UpstreamConnection>()
    const single = upstream.connectionFor(createExchange(), singles)
    const shared = upstream.connectionFor(createExchange({ principal: me }), singles)
    expect(upstream.connections).toEqual([shared, single])
    await Promise.all([single.close(), shared.close()])
    expect(upstream.connections).toEqual([])
    expect(upstream.connectionFor(createExchange({ principal: me }), singles)).not.toBe(shared)
  })

  test('of a session ends with it, and gets its session', () => {
    const { upstream } = create()
    const session = createSession('s')
    const connection = upstream.connectionFor(createExchange({ session }), new Map())
    expect([...connection.sessions]).toEqual([session])
    session.end()
    expect([connection.isClosed, connection.sessions.size]).toEqual([true, 0])
  })

  test('of a principal outlasts its sessions', () => {
    const { upstream } = create()
    const session = createSession('s', { principal: me })
    const connection = upstream.connectionFor(createExchange({ session, principal: me }), new Map())
    session.end()
    expect(connection.isClosed).toBe(false)
  })

  test('of a session that was closed is replaced by another one of it', async () => {
    const { upstream } = create()
    const session = createSession('s')
    const exchange = createExchange({ session })
    const connection = upstream.connectionFor(exchange, new Map())
    await connection.close()
    const next = upstream.connectionFor(exchange, new Map())
    expect(next).not.toBe(connection)
    expect(upstream.connectionFor(exchange, new Map())).toBe(next)
  })
})

describe('problems', () => {
  test.each<[UpstreamSettings, string | undefined]>([
    [{}, undefined],
    [{ isDisabled: false }, undefined],
    [{ isDisabled: true }, 'It is disabled'],
    [{ isDisabled: true, problem: 'x' }, 'It is disabled'],
    [{ problem: 'No such command' }, 'No such command'],
    [{ target: undefined }, 'It has no target'],
  ])('%j', (settings, problem) => {
    const { upstream } = create(settings)
    expect(upstream.problem).toBe(problem)
    const status = { name: 'notes', isolation: 'principal', connections: 0, inFlight: 0 }
    const error = problem === undefined ? { state: 'idle' } : { state: 'disabled', error: problem }
    expect(upstream.status()).toEqual({ ...status, ...error })
  })

  test('keep it from connecting', () => {
    const { upstream } = create({ isDisabled: true })
    expect(() => upstream.assertMayConnect()).toThrow(
      expect.objectContaining({ code: -32603, message: 'The upstream "notes" failed: It is disabled' }),
    )
  })
})

describe('the state', () => {
  test('is ready with the server of the connection, and idle without', async () => {
    const { upstream, events, runtime } = create()
    const connection = upstream.connectionFor(createExchange({ principal: me }), new Map())
    const opening = connection.ready(undefined)
    expect(upstream.status().state).toBe('connecting')
    await opening
    const revision = connection.open?.revision
    expect(upstream.status()).toEqual({
      ...{ name: 'notes', state: 'ready', isolation: 'principal', connections: 1, inFlight: 0 },
      ...{ revision, server: { name: 'notes', version: '1' } },
    })
    expect(events).toEqual([
      ['upstream-connecting', { upstream: 'notes', connection: 1 }],
      [
        'upstream-connected',
        { upstream: 'notes', connection: 1, revision, server: { name: 'notes', version: '1' }, elapsedMs: 0 },
      ],
    ])
    await connection.close()
    expect(events.at(-1)).toEqual(['upstream-closed', { upstream: 'notes', connection: 1 }])
    expect(upstream.status()).toMatchObject({ state: 'idle', connections: 0, revision })
    expect(runtime.now()).toBe(1_000_000)
  })

  test('is failed with a text of the upstream, which is one line of the log', () => {
    const { upstream, logger } = create({ target: { command: '/no/such/command' } })
    const connection = upstream.connectionFor(createExchange({ principal: me }), new Map())
    upstream.onConnecting(connection)
    upstream.onFailed(connection, new OmniportError('unreachable', 'no\u001b[2J\nWARN all is well'), 7)
    expect(logger.warnings).toEqual(['The upstream "notes" failed: no [2J WARN all is well'])
  })

  test('is failed after a failure, which is not caused again for a while', async () => {
    const { upstream, events, logger, runtime } = create({ target: { command: '/no/such/command' } })
    const connection = upstream.connectionFor(createExchange({ principal: me }), new Map())
    const why = 'cannot be run'
    upstream.onConnecting(connection)
    upstream.onFailed(connection, new OmniportError('unreachable', why), 7)
    const error = `The upstream "notes" failed: ${why}`
    expect(upstream.status()).toMatchObject({ state: 'failed', error })
    expect(events.at(-1)).toEqual(['upstream-failed', { upstream: 'notes', connection: 1, error, elapsedMs: 7 }])
    expect(logger.warnings).toEqual([error])
    expect(() => upstream.assertMayConnect()).toThrow(error)
    await runtime.advance(60_000)
    expect(upstream.assertMayConnect()).toBeUndefined()
    expect(upstream.status()).toMatchObject({ state: 'failed', error })
  })

  test('says nothing of a connection that was closed meanwhile', async () => {
    const { upstream, events, logger } = create()
    const connection = upstream.connectionFor(createExchange({ principal: me }), new Map())
    await connection.close()
    upstream.isSlow = true
    upstream.onConnecting(connection)
    upstream.onFailed(connection, new Error('x'), 1)
    expect([upstream.isSlow, upstream.status().state, logger.warnings]).toEqual([false, 'idle', []])
    expect(events.map(([type]) => type)).toEqual(['upstream-connecting'])
  })

  test('is not that of one person who has not signed in', () => {
    const { upstream, events, logger } = create({ credentials: {} as never })
    const connection = upstream.connectionFor(createExchange({ principal: me }), new Map())
    upstream.onConnecting(connection)
    upstream.onFailed(connection, new OmniportError('unauthorized', 'Sign in'), 1)
    expect([upstream.status().state, logger.warnings]).toEqual(['idle', []])
    expect(events.at(-1)?.[0]).toBe('upstream-failed')
    upstream.onConnecting(connection)
    upstream.onFailed(connection, new OmniportError('unreachable', 'Gone'), 1)
    expect(upstream.status().state).toBe('failed')
  })

  test('says why a connection was lost', () => {
    const { upstream, events } = create()
    const connection = upstream.connectionFor(createExchange({ principal: me }), new Map())
    upstream.onLost(connection, new Error('It crashed'))
    expect(events).toEqual([['upstream-closed', { upstream: 'notes', connection: 1, reason: 'It crashed' }]])
  })
})

test('tools are offered by the filter of the settings', () => {
  const { upstream } = create({ tools: { block: ['wr*'] } })
  expect([upstream.offersTool('read'), upstream.offersTool('write')]).toEqual([true, false])
})
