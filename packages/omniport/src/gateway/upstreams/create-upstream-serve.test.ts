import { afterEach, describe, expect, test } from 'vitest'
import { SerialQueue } from '../../async/waiting/serial-queue.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Session } from '../../protocol/exchange/session.js'
import { ambiguousText } from '../calls/question-target.js'
import { createNamedServer } from '../fixtures/behind.js'
import { createExchange, createGatewayParts, createPrincipal, createSession } from '../fixtures/gateway-parts.js'
import type { CoreTask } from '../tasks/core-task.js'
import { createUpstreamServe } from './create-upstream-serve.js'
import type { Upstream } from './upstream.js'

const upstreams: Upstream[] = []

afterEach(async () => {
  for (const upstream of upstreams.splice(0)) await upstream.close()
})

function create(more: Parameters<typeof createGatewayParts>[1] = {}) {
  const parts = createGatewayParts({}, more)
  const upstream = parts.createUpstream('notes', { target: createNamedServer('notes', []) })
  upstreams.push(upstream)
  const connection = upstream.connectionFor(createExchange({ principal: createPrincipal('me') }), new Map())
  const origins = new Map<unknown, string | number>()
  let deliveredWith: string | number | undefined
  const openRequests = {
    causeOf: (id: unknown) => origins.get(id),
    get deliveredWith() {
      return deliveredWith
    },
  }
  const serve = createUpstreamServe(connection, { inputHandlers: { openRequests } } as never)
  const notify = (method: string, params?: object, revision: Exchange['revision'] = '2025-11-25') =>
    serve(
      { jsonrpc: '2.0', method, ...(params !== undefined && { params: params as never }) },
      createExchange({ revision }),
    )
  const ask = (method: string, params: object = {}, id: string | number = 1) =>
    serve({ jsonrpc: '2.0', id, method, params: params as never }, createExchange())
  return {
    ...{ ...parts, upstream, connection, origins, notify, ask },
    deliverWith(id: string | number) {
      deliveredWith = id
    },
  }
}

function attach(connection: ReturnType<typeof create>['connection'], id: string, more: Partial<Session> = {}) {
  const session = createSession(id, more)
  connection.attach(session)
  return session
}

test('a ping is answered', async () => {
  expect(await create().ask('ping', {}, 'p')).toEqual({ jsonrpc: '2.0', id: 'p', result: {} })
})

describe('notifications', () => {
  test.each([
    ['notifications/tools/list_changed', {}, { kind: 'tools' }],
    ['notifications/prompts/list_changed', {}, { kind: 'prompts' }],
    ['notifications/resources/list_changed', {}, { kind: 'resources' }],
    ['notifications/resources/updated', { uri: 'a:b' }, { kind: 'resource', uri: 'a:b' }],
  ])('%s is a change', async (method, params, about) => {
    const { notify, events } = create()
    expect(await notify(method, params)).toBeUndefined()
    expect(events).toEqual([['upstream-changed', { upstream: 'notes', connection: 1, ...about }]])
  })

  test('of a modern upstream belong to a subscription', async () => {
    const { notify, events, connection } = create()
    const session = attach(connection, 'a')
    await notify('notifications/tools/list_changed', {}, '2026-07-28')
    await notify('com.example/new', {}, '2026-07-28')
    expect([events, session.notified]).toEqual([[], []])
  })

  test('that are not known pass to every session', async () => {
    const { notify, connection } = create()
    const session = attach(connection, 'a')
    await notify('com.example/new', { x: 1 })
    expect(session.notified).toEqual([{ jsonrpc: '2.0', method: 'com.example/new', params: { x: 1 } }])
  })

  test('that the protocol has for clients pass to nobody', async () => {
    const { notify, connection } = create()
    const session = attach(connection, 'a')
    await notify('notifications/initialized')
    await notify('notifications/cancelled', { requestId: 1 })
    expect(session.notified).toEqual([])
  })

  test('of an elicitation pass to sessions that have ids of them', async () => {
    const { notify, connection } = create()
    const now = attach(connection, 'a')
    const before = attach(connection, 'b', { revision: '2025-06-18' })
    await notify('notifications/elicitation/complete', { elicitationId: 'e' })
    expect([now.notified.length, before.notified.length]).toEqual([1, 0])
    await notify('com.example/new')
    expect([now.notified.length, before.notified.length]).toEqual([2, 1])
  })

  test('of progress pass to the task that has their token', async () => {
    const { notify, connection } = create()
    const passed: unknown[] = []
    connection.tasks.hold('t', { untilMs: 0, progress: { token: 7, pass: ({ params }) => passed.push(params) } })
    await notify('notifications/progress', { progressToken: 7, progress: 1 })
    expect(passed).toEqual([{ progressToken: 7, progress: 1 }])
  })

  test('of tasks pass to the tasks of the gateway', async () => {
    const { notify, upstream, connection } = create()
    const passed: unknown[] = []
    Object.assign(upstream.tasks, { passStatus: (...given: unknown[]) => passed.push(given) })
    await notify('notifications/tasks/status', { taskId: 't' })
    expect(passed).toEqual([
      [{ jsonrpc: '2.0', method: 'notifications/tasks/status', params: { taskId: 't' } }, connection],
    ])
  })
})

describe('log messages', () => {
  test('pass and are announced, with their logger', async () => {
    const { notify, connection, events } = create()
    const session = attach(connection, 'a')
    await notify('notifications/message', { level: 'info', logger: 'db', data: 1 })
    await notify('notifications/message', { level: 'info', logger: 5, data: 1 }, '2026-07-28')
    expect(session.notified).toHaveLength(2)
    expect(events).toEqual([
      ['upstream-log', { upstream: 'notes', connection: 1, level: 'info', logger: 'db' }],
      ['upstream-log', { upstream: 'notes', connection: 1, level: 'info' }],
    ])
  })

  test('with a level that nobody knows, or without one, are not announced', async () => {
    const { notify, events } = create()
    await notify('notifications/message', { level: 'loud' })
    await notify('notifications/message')
    expect(events).toEqual([])
  })

  test('pass where nobody listens to events', async () => {
    const { notify, connection } = create({ announce: undefined })
    const session = attach(connection, 'a')
    await notify('notifications/message', { level: 'info' })
    expect(session.notified).toHaveLength(1)
  })

  test('pass to the client of the call on whose stream they came', async () => {
    const { notify, connection, deliverWith } = create()
    const session = attach(connection, 'a')
    const exchange = createExchange()
    connection.calls.add(4, { exchange, logLevel: undefined } as never)
    deliverWith(4)
    await notify('notifications/message', { level: 'info' })
    expect([exchange.notified.length, session.notified.length]).toEqual([1, 0])
  })
})

describe('a question', () => {
  test('of a task goes to that task', async () => {
    const { ask, connection, events, runtime } = create()
    const asked: unknown[] = []
    const core = {
      isAwaitedBy: () => false,
      ask: async (message: object) => {
        asked.push(message)
        await runtime.advance(5)
        return { roots: [] }
      },
    } as unknown as CoreTask
    connection.tasks.hold('t', { untilMs: 0, core })
    const params = { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 't' } } }
    expect(await ask('roots/list', params)).toEqual({ jsonrpc: '2.0', id: 1, result: { roots: [] } })
    expect(asked).toEqual([{ jsonrpc: '2.0', id: 1, method: 'roots/list', params }])
    const about = { upstream: 'notes', connection: 1, method: 'roots/list' }
    expect(events).toEqual([
      ['question-asked', about],
      ['question-answered', { ...about, elapsedMs: 5 }],
    ])
    expect(connection.turns).toBeUndefined()
  })

  test('for nobody is refused, and that is announced', async () => {
    const { ask, events } = create()
    const error = await ask('roots/list').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RpcError)
    expect(events.at(-1)).toEqual([
      'question-refused',
      { upstream: 'notes', connection: 1, method: 'roots/list', error: (error as RpcError).message },
    ])
  })

  const ask: Exchange['ask'] = async () => ({ roots: [] })
  const client = { name: 'c', capabilities: { roots: {} } } as Exchange['client']
  const call = (more: object = {}) =>
    ({ exchange: createExchange({ client, ask }), number: 7, message: {}, pause: () => () => {}, ...more }) as never

  test('that names no call gets the only one, and from then on there is one call at a time', async () => {
    const { ask: question, connection, events } = create()
    connection.calls.add('a', call())
    expect(await question('roots/list')).toMatchObject({ result: { roots: [] } })
    expect(events[0]).toEqual(['question-asked', { upstream: 'notes', connection: 1, method: 'roots/list', call: 7 }])
    expect(connection.turns).toBeInstanceOf(SerialQueue)
  })

  test('that came with a call leaves the others their turns', async () => {
    const { ask: question, connection, origins } = create()
    connection.calls.add('a', call())
    origins.set(1, 'a')
    expect(await question('roots/list')).toMatchObject({ result: { roots: [] } })
    expect(connection.turns).toBeUndefined()
  })

  test('of a session without a call leaves the calls their turns', async () => {
    const { ask: question, connection } = create()
    attach(connection, 'a', { client, request: ask })
    void connection.owner.sessions.of([...connection.sessions][0] as Session).onMessage()
    expect(await question('roots/list')).toMatchObject({ result: { roots: [] } })
    expect(connection.turns).toBeUndefined()
  })

  test('that could be for several is refused, and logged', async () => {
    const { ask, connection, logger, events } = create()
    for (const id of ['a', 'b']) {
      connection.calls.add(id, {
        exchange: createExchange({ session: createSession(id) }),
        number: 1,
        message: {},
      } as never)
    }
    await expect(ask('roots/list')).rejects.toMatchObject({ message: ambiguousText })
    expect(logger.warnings).toEqual([`Upstream notes: ${ambiguousText}`])
    expect(events.map(([type]) => type)).toEqual(['question-refused'])
  })
})
