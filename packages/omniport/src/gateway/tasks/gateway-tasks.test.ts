import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { UpstreamCall } from '../calls/upstream-call.js'
import { createExchange, createPrincipal, createSession } from '../fixtures/gateway-parts.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import { ConnectionTasks } from './connection-tasks.js'
import { form, openTaskUpstream, startMs, type TaskAnswers, taskClient, taskResult } from './fixtures/task-upstream.js'
import { GatewayTasks } from './gateway-tasks.js'

type Revision = '2025-11-25' | '2026-07-28'

const extensions = { 'io.modelcontextprotocol/tasks': {} }
const modernClient = { name: 'c', capabilities: { ...taskClient.capabilities, extensions } } as Exchange['client']
const principal = createPrincipal('ann')
const content = [{ type: 'text', text: 'done' }]
const accept = { action: 'accept', content: { name: 'Ada' } }

/** The tasks of a gateway, and a connection to an upstream that a test plays. */
function create(upstream: Revision, client: Revision, answers: TaskAnswers = {}, limits: Partial<Limits> = {}) {
  const played = openTaskUpstream(upstream, answers, { limits, capabilities: { tasks: { cancel: {} } } })
  const tasks = new GatewayTasks(played.services)
  const session = createSession('s')
  const exchange = createExchange({
    ...{ revision: client, principal },
    ...(client === '2025-11-25' ? { session, client: taskClient } : { client: modernClient }),
  })
  const connectionOf = (number: number) =>
    ({
      ...{
        tasks: new ConnectionTasks(10),
        number,
        owner: { name: 'notes' },
        ready: () => played.open,
        isClosed: false,
      },
    }) as unknown as UpstreamConnection
  const connection = connectionOf(1)
  const message = { jsonrpc: '2.0' as const, id: 9, method: 'tools/call' }
  const call = (more: object = {}) =>
    ({ open: played.open, exchange, message, id: 7, token: undefined, ...more }) as unknown as UpstreamCall
  const responseOf = (result: unknown): RpcResponse => ({ jsonrpc: '2.0', id: 7, result })
  const started = taskResult('working').result
  const created = upstream === '2025-11-25' ? { task: started } : { resultType: 'task', ...started }
  /** Begins a task, and gives the id that its client gets. */
  const begin = () => {
    const { result } = tasks.start(responseOf(created), call(), connection)
    const { task, taskId } = result as { readonly task?: { readonly taskId: string }; readonly taskId?: string }
    return task?.taskId ?? taskId ?? ''
  }
  const serve = (method: string, params: object = {}, by = exchange, to: UpstreamConnection | undefined = connection) =>
    tasks.serve({ jsonrpc: '2.0', id: 9, method, params: params as never }, by, () => to)
  return { ...played, tasks, session, exchange, connection, connectionOf, call, responseOf, created, begin, serve }
}

describe('a task that client and upstream know alike', () => {
  test.each<[string, Revision, object, number]>([
    ['without an end', '2025-11-25', { ttl: null }, 10_000],
    ['with an end', '2025-11-25', { ttl: 5_000 }, 5_000],
    ['with a late end', '2025-11-25', { ttl: 20_000 }, 10_000],
    ['of the extension', '2026-07-28', { ttlMs: 5_000 }, 5_000],
  ])('is noted, for its time: %s', (_what, revision, more, ms) => {
    const { tasks, responseOf, call, connection, exchange } = create(revision, revision, {}, { taskMs: 10_000 })
    const { result } = taskResult('working', more)
    const created = revision === '2025-11-25' ? { task: result } : { resultType: 'task', ...result }
    tasks.note(responseOf(created), call(), connection)
    expect(tasks.owners.find('t1', exchange)?.connection).toBe(connection)
    expect(connection.tasks.get('t1')).toEqual({ untilMs: startMs + ms, progress: undefined })
  })

  test('is none in a result without one', () => {
    const { tasks, responseOf, call, connection } = create('2025-11-25', '2025-11-25')
    tasks.note(responseOf({ content }), call(), connection)
    tasks.note(responseOf(undefined), call(), connection)
    expect(connection.tasks.isHolding(startMs)).toBe(false)
  })

  test('has progress after its response, under the token of its client', () => {
    const { tasks, responseOf, call, connection, created, session } = create('2025-11-25', '2025-11-25')
    tasks.note(responseOf(created), call({ token: 'mine' }), connection)
    const progress = { jsonrpc: '2.0', method: 'notifications/progress' } as const
    connection.tasks.passProgress({ ...progress, params: { progressToken: 7, progress: 1 } })
    connection.tasks.passProgress({ ...progress, params: { progressToken: 8, progress: 2 } })
    expect(session.notified).toEqual([{ ...progress, params: { progressToken: 'mine', progress: 1 } }])
  })

  test('tells its state to its session', () => {
    const { tasks, responseOf, call, connection, connectionOf, created, session } = create('2025-11-25', '2025-11-25')
    tasks.note(responseOf(created), call(), connection)
    const message = { jsonrpc: '2.0', method: 'notifications/tasks/status' } as const
    tasks.passStatus({ ...message, params: { taskId: 't1', status: 'working' } }, connection)
    tasks.passStatus({ ...message, params: { taskId: 't1' } }, connectionOf(2))
    tasks.passStatus({ ...message, params: { taskId: 5 } }, connection)
    tasks.passStatus(message, connection)
    expect(session.notified).toEqual([{ ...message, params: { taskId: 't1', status: 'working' } }])
  })

  test('is not served here', () => {
    const { tasks, responseOf, call, connection, created, serve } = create('2025-11-25', '2025-11-25')
    tasks.note(responseOf(created), call(), connection)
    expect(serve('tasks/get', { taskId: 't1' })).toBeUndefined()
  })
})

describe('a task of an upstream of 2026-07-28, for a client of 2025-11-25,', () => {
  const answers: TaskAnswers = { 'tasks/cancel': () => ({ result: {} }) }
  const setUp = () => create('2026-07-28', '2025-11-25', { ...answers })

  test('begins under an id of the gateway', () => {
    const { tasks, responseOf, call, connection, created } = setUp()
    const { result, id } = tasks.start(responseOf(created), call(), connection)
    const taskId = expect.stringMatching(/^[0-9a-f]{32}$/)
    expect([id, result]).toEqual([
      9,
      {
        task: {
          ...{ taskId, status: 'working', ttl: null },
          ...{ createdAt: '2025-12-31T00:00:00Z', lastUpdatedAt: '2025-12-31T01:00:00Z' },
        },
        _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
      },
    ])
    expect(connection.tasks.get('t1')?.untilMs).toBe(startMs + 86_400_000)
  })

  test('is read, cancelled and ended as one of its kind', async () => {
    const { begin, serve, answers, requests } = setUp()
    const taskId = begin()
    answers['tasks/get'] = () => taskResult('working')
    expect(await serve('tasks/get', { taskId })).toMatchObject({
      id: 9,
      result: { taskId, status: 'working', ttl: null },
    })
    expect(await serve('tasks/cancel', { taskId })).toMatchObject({ result: { taskId, status: 'cancelled' } })
    expect(requests).toContainEqual(['tasks/cancel', { taskId: 't1' }])
    await expect(serve('tasks/result', { taskId })).rejects.toMatchObject({ message: 'The task was cancelled' })
    await expect(serve('tasks/update', { taskId })).rejects.toMatchObject({ code: -32601 })
  })

  test('is found by its owner alone, where there is a connection to its upstream', () => {
    const { begin, serve, tasks, exchange } = setUp()
    const taskId = begin()
    const other = createExchange({ principal: createPrincipal('ben') })
    expect([serve('tasks/get', { taskId }, other), serve('tasks/get', { taskId: 't1' })]).toEqual([
      undefined,
      undefined,
    ])
    const message = { jsonrpc: '2.0', id: 9, method: 'tasks/get', params: { taskId } } as const
    const wanted: string[] = []
    expect(tasks.serve(message, exchange, (name) => void wanted.push(name))).toBeUndefined()
    expect(wanted).toEqual(['notes'])
  })

  test('goes on over another connection when its own was closed', async () => {
    const { begin, serve, connection, connectionOf, exchange, answers } = setUp()
    const taskId = begin()
    answers['tasks/get'] = () => taskResult('working')
    const uses: string[] = []
    const other = connectionOf(2)
    const ready = () => {
      uses.push('other')
      return connection.ready(undefined)
    }
    Object.assign(other, { ready })
    await serve('tasks/get', { taskId }, exchange, other)
    expect(uses).toEqual([])
    Object.assign(connection, { isClosed: true })
    await serve('tasks/get', { taskId }, exchange, other)
    expect(uses).toEqual(['other'])
  })

  test('has ended where its upstream answered at once', async () => {
    const { tasks, responseOf, call, connection, serve } = setUp()
    const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 's', version: '1' } }
    const given = { resultType: 'complete', content, _meta: serverInfo }
    const { result } = tasks.start(responseOf(given), call(), connection)
    expect(result).toMatchObject({ task: { status: 'completed', ttl: 86_400_000 } })
    const { taskId } = (result as { readonly task: { readonly taskId: string } }).task
    expect(await serve('tasks/result', { taskId })).toEqual({
      ...{ jsonrpc: '2.0', id: 9 },
      result: { content, _meta: { 'io.modelcontextprotocol/related-task': { taskId } } },
    })
  })

  test('is looked at for its session, which hears of its end', async () => {
    const { begin, answers, session, runtime } = setUp()
    answers['tasks/get'] = () => taskResult('working', { pollIntervalMs: 100 })
    const taskId = begin()
    await runtime.advance(100)
    answers['tasks/get'] = () => taskResult('cancelled')
    await runtime.advance(200)
    expect(
      session.notified.map(({ method, params }) => [method, params?.['taskId'], params?.['status']]),
    ).toContainEqual([...['notifications/tasks/status', taskId, 'cancelled']])
  })
})

describe('a task of an upstream of 2025-11-25, for a client of the extension,', () => {
  const setUp = () => create('2025-11-25', '2026-07-28')

  test('begins under an id of the gateway', () => {
    const { tasks, responseOf, call, connection, created } = setUp()
    const { result } = tasks.start(responseOf(created), call(), connection)
    expect(result).toMatchObject({
      ...{ resultType: 'task', taskId: expect.stringMatching(/^[0-9a-f]{32}$/), status: 'working', ttlMs: null },
    })
  })

  test('is none where the upstream began none', () => {
    const { tasks, responseOf, call, connection } = setUp()
    const { result } = tasks.start(responseOf({ content }), call(), connection)
    expect(result).toMatchObject({ resultType: 'complete', content })
  })

  test('is read, answered and cancelled as one of its kind', async () => {
    const { begin, serve, answers, connection, requests } = setUp()
    const taskId = begin()
    answers['tasks/get'] = () => taskResult('working')
    answers['tasks/cancel'] = () => taskResult('cancelled')
    const core = connection.tasks.get('t1')?.core
    const message = { jsonrpc: '2.0', id: 1, ...form } as const
    const asked = core?.ask(message, { signal: new AbortController().signal, revision: '2025-11-25' })
    const read = await serve('tasks/get', { taskId })
    expect(read?.result).toMatchObject({ resultType: 'complete', taskId, status: 'input_required' })
    const inputResponses = { 'input-1': accept }
    expect(await serve('tasks/update', { taskId, inputResponses })).toMatchObject({
      result: { resultType: 'complete' },
    })
    expect(await asked).toEqual(accept)
    await expect(serve('tasks/update', { taskId, inputResponses: 5 })).rejects.toMatchObject({ code: -32602 })
    expect(await serve('tasks/cancel', { taskId })).toMatchObject({ result: { resultType: 'complete' } })
    expect(requests).toContainEqual(['tasks/cancel', { taskId: 't1' }])
    await expect(serve('tasks/result', { taskId })).rejects.toMatchObject({ code: -32601 })
  })

  test('is not served to a client that did not declare the extension', async () => {
    const { begin, serve, exchange } = setUp()
    const taskId = begin()
    const undeclared = createExchange({ ...exchange, client: taskClient })
    await expect(serve('tasks/get', { taskId }, undeclared)).rejects.toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions } },
    })
  })

  test('may be listened to by its owner', async () => {
    const { begin, tasks, exchange, answers } = setUp()
    const taskId = begin()
    answers['tasks/get'] = () => taskResult('working')
    expect(await tasks.honour([taskId, 'other'], exchange)).toEqual([taskId])
    expect(await tasks.honour(undefined, exchange)).toBeUndefined()
    await expect(tasks.honour('x', exchange)).rejects.toMatchObject({ code: -32602 })
    const undeclared = tasks.honour([taskId], createExchange({ ...exchange, client: taskClient }))
    await expect(undeclared).rejects.toMatchObject({ code: -32021 })
  })

  test('is looked at when its upstream says that it changed', async () => {
    const { begin, tasks, answers, connection, exchange, runtime } = setUp()
    const taskId = begin()
    answers['tasks/get'] = () => taskResult('working')
    await tasks.list(exchange)
    const notified: unknown[] = []
    const end = new AbortController()
    const stream = { signal: end.signal, notify: (...given: unknown[]) => void notified.push(given) }
    await tasks.deliver([taskId], exchange, stream as never)
    await settled()
    const before = notified.length
    answers['tasks/get'] = () => taskResult('cancelled')
    tasks.passStatus({ jsonrpc: '2.0', method: 'x', params: { taskId: 't1' } }, connection)
    await settled(10)
    expect(JSON.stringify(notified.slice(before))).toContain('"status":"cancelled"')
    expect(runtime.timers).toBe(0)
    end.abort()
  })
})

test('a task that passes may be listened to by who began it', async () => {
  const { tasks, responseOf, call, connection, created, exchange, serve } = create('2026-07-28', '2026-07-28', {
    'tasks/get': () => taskResult('working'),
  })
  tasks.note(responseOf(created), call(), connection)
  expect(await tasks.honour(['t1', 't1', 't2'], exchange)).toEqual(['t1'])
  expect(serve('tasks/get', { taskId: 't1' })).toBeUndefined()
  expect(
    await tasks.honour(
      ['t1'],
      createExchange({ principal: createPrincipal('ben'), client: modernClient, revision: '2026-07-28' }),
    ),
  ).toEqual([])
})

test('with the end nobody waits for a result any more', async () => {
  const { begin, serve, tasks } = create('2026-07-28', '2025-11-25', { 'tasks/get': () => taskResult('working') })
  const waiting = serve('tasks/result', { taskId: begin() })
  await settled()
  tasks.close()
  await expect(waiting).rejects.toMatchObject({ code: -32603, message: 'The gateway is closed' })
})
