import { afterEach, describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { Change } from '../../client/subscriptions/listening.js'
import type { LogLevel } from '../../protocol/exchange/log-level.js'
import type { Server } from '../../server/server.js'
import type { UpstreamCall } from '../calls/upstream-call.js'
import { createNamedServer } from '../fixtures/behind.js'
import { createExchange, createGatewayParts, createPrincipal, createSession } from '../fixtures/gateway-parts.js'
import { createUpstreamFrom } from '../fixtures/upstream-from.js'
import type { GatewayServices } from '../gateway-services.js'
import type { UpstreamSettings } from '../upstream-settings.js'
import type { Upstream } from './upstream.js'

const upstreams: Upstream[] = []

afterEach(async () => {
  for (const upstream of upstreams.splice(0)) await upstream.close()
})

const principal = createPrincipal('me')

function create(target: UpstreamSettings['target'], more: Partial<GatewayServices> = {}) {
  const parts = createGatewayParts({}, more)
  const upstream = parts.createUpstream('notes', { target })
  upstreams.push(upstream)
  const exchange = createExchange({ principal })
  return { ...parts, upstream, exchange, connection: upstream.connectionFor(exchange, new Map()) }
}

const notes = (more: object = {}): Server => createNamedServer('notes', ['read'], more)

/** A listener that keeps what it is told. */
function createListener(filter: object = { tools: true, prompts: true, resources: true }) {
  const changes: Change[] = []
  return { filter, changes, onChange: (change: Change) => void changes.push(change) }
}

function call(logLevel?: LogLevel): UpstreamCall {
  return { logLevel } as unknown as UpstreamCall
}

describe('opening', () => {
  test('happens once for all that wait, and again after it was lost', async () => {
    const { connection, events } = create(notes())
    const exchange = createExchange()
    const [first, second] = await Promise.all([connection.ready(exchange), connection.ready(undefined)])
    expect(first).toBe(second)
    expect([connection.opener, connection.ready(undefined)]).toEqual([exchange, first])
    await first.transport.close()
    await settled()
    expect([connection.open, connection.isLive]).toEqual([undefined, false])
    const third = await connection.ready(undefined)
    expect(third).not.toBe(first)
    expect(events.map(([type]) => type)).toEqual([
      ...['upstream-connecting', 'upstream-connected', 'upstream-closed', 'upstream-connecting', 'upstream-connected'],
    ])
  })

  test('that fails names the upstream', async () => {
    const { connection, events } = create(notes(), { fetch: undefined })
    const refused = create(
      { url: 'http://127.0.0.1:9/' },
      {
        fetch: async () => {
          throw new TypeError('no network')
        },
      },
    )
    await expect(Promise.resolve(refused.connection.ready(undefined))).rejects.toMatchObject({
      code: -32603,
      message: expect.stringMatching(/^The upstream "notes" failed: /),
      data: { upstream: 'notes' },
    })
    expect(refused.events.map(([type]) => type)).toEqual(['upstream-connecting', 'upstream-failed'])
    expect([refused.connection.isLive, connection.isLive, events.length]).toEqual([false, false, 0])
  })
})

describe('it is idle', () => {
  test('before it is opened, and while nothing needs it', async () => {
    const { connection } = create(notes())
    expect([connection.isIdle, connection.isLive, connection.isClosed]).toEqual([true, false, false])
    const opening = connection.ready(undefined)
    expect([connection.isIdle, connection.isLive]).toEqual([false, true])
    await opening
    expect([connection.isIdle, connection.isLive]).toEqual([true, true])
  })

  test('but not with a call, a reader, a listener or a task', async () => {
    const { connection, runtime } = create(notes())
    await connection.ready(undefined)
    connection.calls.add(1, call())
    expect(connection.isIdle).toBe(false)
    connection.calls.delete(1)
    connection.readers.set(1, createExchange())
    expect(connection.isIdle).toBe(false)
    connection.readers.delete(1)
    const listener = createListener()
    void connection.changes.add(listener)
    expect(connection.isIdle).toBe(false)
    connection.changes.delete(listener)
    connection.tasks.hold('t', { untilMs: runtime.now() + 1 })
    expect([connection.isIdle, connection.hasTasks]).toEqual([false, true])
    await runtime.advance(1)
    expect([connection.isIdle, connection.hasTasks]).toEqual([true, false])
  })

  test('with tasks of a connection that is gone', () => {
    const { connection, runtime } = create(notes())
    connection.tasks.hold('t', { untilMs: runtime.now() + 1 })
    expect([connection.hasTasks, connection.isIdle]).toEqual([false, true])
  })

  test('who waits for that hears of it after the last call', async () => {
    const { connection } = create(notes())
    await connection.whenIdle()
    connection.calls.add(1, call())
    connection.calls.add(2, call())
    let isIdle = false
    const idle = connection.whenIdle().then(() => {
      isIdle = true
    })
    connection.calls.delete(1)
    connection.onCallEnd()
    await settled()
    expect(isIdle).toBe(false)
    connection.calls.delete(2)
    connection.onCallEnd()
    await idle
    expect(isIdle).toBe(true)
  })
})

describe('the end', () => {
  test('comes once, and closes what is open', async () => {
    const { connection, events } = create(notes())
    const open = await connection.ready(undefined)
    const closing = connection.close()
    expect(connection.close()).toBe(closing)
    await closing
    expect([connection.isClosed, connection.open, open.services.ended.signal.aborted]).toEqual([true, undefined, true])
    expect(events.filter(([type]) => type === 'upstream-closed')).toEqual([
      ['upstream-closed', { upstream: 'notes', connection: 1 }],
    ])
  })

  test('of one that was never open announces nothing', async () => {
    const { connection, events } = create(notes())
    await connection.close()
    expect(events).toEqual([])
  })

  test('before it a text of the upstream is one line of the log', () => {
    const { connection, logger } = create(notes())
    connection.report(new Error(`no\u001b[2J\nWARN all is well${'!'.repeat(1_000)}`))
    expect(logger.warnings).toEqual([`Upstream notes: no [2J WARN all is well${'!'.repeat(977)}…`])
  })

  test('after it nothing is reported', async () => {
    const { connection, events, logger } = create(notes())
    connection.report(new Error('before'))
    connection.report('a text')
    await connection.close()
    connection.report(new Error('after'))
    expect(logger.warnings).toEqual(['Upstream notes: before', 'Upstream notes: a text'])
    expect(events).toEqual([
      ['upstream-error', { upstream: 'notes', connection: 1, error: 'before' }],
      ['upstream-error', { upstream: 'notes', connection: 1, error: 'a text' }],
    ])
  })
})

describe('the log level of a legacy upstream', () => {
  function createLeveled(capabilities: object = { logging: true }) {
    const levels: unknown[] = []
    const from = createUpstreamFrom('2025-11-25', {
      initialize: () => ({
        result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'a', version: '1' } },
      }),
      'logging/setLevel': ({ level }) => {
        levels.push(level)
        return { result: {} }
      },
    })
    return { ...create(from.target), levels }
  }

  test('is the lowest of the sessions, the calls and what is wanted now', async () => {
    const { connection, levels } = createLeveled({ logging: {} })
    connection.attach(createSession('a', { logLevel: 'error' }))
    await connection.ready(undefined)
    await settled()
    connection.calls.add(1, call('warning'))
    await connection.updateLogLevel()
    await connection.updateLogLevel('debug')
    await connection.updateLogLevel('debug')
    expect(levels).toEqual(['error', 'warning', 'debug'])
  })

  test('is not set where nobody has named one, or before it is open', async () => {
    const { connection, levels } = createLeveled({ logging: {} })
    await connection.updateLogLevel('debug')
    await connection.ready(undefined)
    await connection.updateLogLevel()
    expect(levels).toEqual([])
  })

  test('is not set at an upstream that has none', async () => {
    const { connection, levels } = createLeveled({})
    await connection.ready(undefined)
    await connection.updateLogLevel('debug')
    expect(levels).toEqual([])
  })

  test('is not that of a session that has ended', async () => {
    const { connection, levels } = createLeveled({ logging: {} })
    const session = createSession('a', { logLevel: 'debug' })
    connection.attach(session)
    connection.attach(session)
    session.end()
    await connection.ready(undefined)
    await connection.updateLogLevel('error')
    expect([levels, connection.sessions.size]).toEqual([['error'], 0])
  })

  test('is not that of a session that ended before', async () => {
    const { connection, levels } = createLeveled({ logging: {} })
    const session = createSession('a', { logLevel: 'debug' })
    session.end()
    connection.attach(session)
    await connection.ready(undefined)
    await connection.updateLogLevel('error')
    expect([levels, connection.sessions.size]).toEqual([['error'], 0])
  })
})

describe('a change at the upstream', () => {
  test('is announced and passed to those who listen', () => {
    const { connection, events } = create(notes())
    const listener = createListener({ tools: true, uris: ['a:b'] })
    void connection.changes.add(listener)
    connection.onChange({ type: 'tools' })
    connection.onChange({ type: 'prompts' })
    connection.onChange({ type: 'resource', uri: 'a:b' })
    expect(listener.changes).toEqual([{ type: 'tools' }, { type: 'resource', uri: 'a:b' }])
    expect(events).toEqual([
      ['upstream-changed', { upstream: 'notes', connection: 1, kind: 'tools' }],
      ['upstream-changed', { upstream: 'notes', connection: 1, kind: 'prompts' }],
      ['upstream-changed', { upstream: 'notes', connection: 1, kind: 'resource', uri: 'a:b' }],
    ])
  })

  test('makes its list an old one, and no other', async () => {
    const { connection } = create(notes({ prompts: {} }))
    await connection.lists.read('tools', undefined)
    await connection.lists.read('resources', undefined)
    connection.onChange({ type: 'resource', uri: 'a:b' })
    connection.onChange({ type: 'prompts' })
    expect(connection.lists.isOutdated('tools')).toBe(false)
    connection.onChange({ type: 'tools' })
    expect(connection.lists.isOutdated('tools')).toBe(true)
  })

  function createPinned() {
    const checked: string[] = []
    const pins = {
      check: async (upstream: string) => {
        checked.push(upstream)
        return new Set()
      },
    }
    return { ...create(notes(), { pins: pins as never }), checked }
  }

  test('of tools is compared with the pins at once, where they were read before', async () => {
    const { connection, checked } = createPinned()
    connection.onChange({ type: 'tools' })
    await settled()
    expect(checked).toEqual([])
    await connection.lists.read('tools', undefined)
    expect(checked).toEqual(['notes'])
    connection.onChange({ type: 'prompts' })
    await settled()
    expect(checked).toEqual(['notes'])
    connection.onChange({ type: 'tools' })
    await settled()
    expect(checked).toEqual(['notes', 'notes'])
  })

  test('of tools is not read where there are no pins', async () => {
    const { connection } = create(notes())
    await connection.lists.read('tools', undefined)
    connection.onChange({ type: 'tools' })
    await settled()
    expect(connection.lists.isOutdated('tools')).toBe(true)
  })
})

describe('a connection that was lost', () => {
  test('is opened again after a second for those who listen', async () => {
    const { connection, runtime } = create(notes())
    const open = await connection.ready(undefined)
    void connection.changes.add(createListener())
    await settled()
    await open.transport.close()
    await settled()
    await runtime.advance(999)
    expect(connection.open).toBeUndefined()
    await runtime.advance(1)
    await settled()
    expect(connection.open?.info.name).toBe('notes')
  })

  test('stays closed where nobody listens, or nobody does any more', async () => {
    const { connection, runtime } = create(notes())
    const listener = createListener()
    const open = await connection.ready(undefined)
    void connection.changes.add(listener)
    await settled()
    await open.transport.close()
    await settled()
    connection.changes.delete(listener)
    await runtime.advance(2_000)
    await settled()
    expect(connection.open).toBeUndefined()
    const again = await connection.ready(undefined)
    await again.transport.close()
    await runtime.advance(2_000)
    await settled()
    expect(connection.open).toBeUndefined()
  })

  test('is not opened after its end', async () => {
    const { connection, runtime, events } = create(notes())
    const open = await connection.ready(undefined)
    void connection.changes.add(createListener())
    await settled()
    await open.transport.close()
    await settled()
    await connection.close()
    await runtime.advance(2_000)
    await settled()
    expect(events.filter(([type]) => type === 'upstream-connecting')).toHaveLength(1)
  })

  test('tells those who listen of what changed meanwhile, once it is back', async () => {
    let names = ['one']
    const from = createUpstreamFrom('2025-11-25', {
      'tools/list': () => ({
        result: { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) },
      }),
    })
    const { connection, runtime } = create(from.target)
    const listener = createListener()
    const open = await connection.ready(undefined)
    await connection.lists.read('tools', undefined)
    void connection.changes.add(listener)
    await settled()
    await open.transport.close()
    names = ['one', 'two']
    await runtime.advance(1_000)
    await settled(20)
    expect(listener.changes).toEqual([{ type: 'tools' }])
  })
})

test('lists that were read on a lost connection are read again on the next one', async () => {
  const { connection } = create(notes({ prompts: {}, resources: {} }))
  const kinds = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const
  for (const kind of kinds) await connection.lists.read(kind, undefined)
  const before = kinds.map((kind) => connection.lists.isOutdated(kind))
  await connection.open?.transport.close()
  await settled()
  await connection.ready(undefined)
  const declared = kinds.filter((kind) => connection.lists.last(kind) !== undefined)
  expect(before.slice(0, 1)).toEqual([false])
  expect(declared.map((kind) => connection.lists.isOutdated(kind))).toEqual(declared.map(() => true))
})

test('the tools that were read last are known to the upstream', async () => {
  const { connection, upstream } = create(notes({ prompts: {} }))
  await connection.lists.read('prompts', undefined)
  expect(upstream.lastTools).toBeUndefined()
  const list = await connection.lists.read('tools', undefined)
  expect(upstream.lastTools).toBe(list)
})
