import { afterEach, describe, expect, test } from 'vitest'
import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { createExchange, createPrincipal, createSession, type ExchangeForTest } from '../fixtures/gateway-parts.js'
import { openSender } from '../fixtures/open-sender.js'
import { createUpstreamFrom } from '../fixtures/upstream-from.js'
import { taskResult } from './fixtures/task-upstream.js'
import { forwardTask } from './forward-task.js'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Methods = Parameters<typeof createUpstreamFrom>[1]

const content = [{ type: 'text', text: 'done' }]
const ann = () => createExchange({ principal: createPrincipal('ann') })

/** A client that began the task "t1" at an upstream of its revision. */
async function begin(answers: Methods = {}, exchange: ExchangeForTest = ann()) {
  const played = createUpstreamFrom('2025-11-25', {
    'tools/call': () => ({ result: { task: taskResult('working').result } }),
    ...answers,
  })
  const sender = openSender(played.target, { exchange })
  closers.push(sender.close)
  const { tasks, upstream } = sender
  await sender.send('tools/call', { name: 'work', arguments: {}, task: {} })
  const forward = (method: string, params: object = { taskId: 't1' }, by: Exchange = exchange) => {
    const message: RpcRequest = { jsonrpc: '2.0', id: 9, method, params: params as Readonly<Record<string, unknown>> }
    return forwardTask(message, { exchange: by, singles: new Map() }, { tasks, upstreams: () => [upstream] })
  }
  return { ...sender, forward, received: played.received }
}

const unknown = (id: string) => ({ code: -32602, message: `Unknown task: ${id}` })

describe('a request about a task', () => {
  test('goes to the upstream where it began', async () => {
    const { forward, received, connection, events } = await begin({ 'tasks/get': () => taskResult('working') })
    expect(await forward('tasks/get')).toEqual({ jsonrpc: '2.0', id: 9, ...taskResult('working') })
    expect(received.at(-1)).toEqual({ method: 'tasks/get', params: { taskId: 't1' } })
    expect(connection.tasks.get('t1')?.untilMs).toBeGreaterThan(0)
    expect(events.filter(([type]) => type === 'call-started').at(-1)?.[1]).toMatchObject({ name: 't1' })
  })

  test.each<[string, string, object, boolean]>([
    ['works', 'tasks/get', taskResult('working'), true],
    ['waits for input', 'tasks/get', taskResult('input_required'), true],
    ['has ended', 'tasks/get', taskResult('completed'), false],
    ['was cancelled', 'tasks/cancel', taskResult('cancelled'), false],
    ['has given its result', 'tasks/result', { result: { content } }, false],
    ['was refused', 'tasks/result', { error: { code: -32603, message: 'No' } }, true],
  ])('that %s holds its connection or not', async (_what, method, answer, isHeld) => {
    const { forward, connection, runtime } = await begin({ [method]: () => answer as never })
    await forward(method)
    expect(connection.tasks.isHolding(runtime.now())).toBe(isHeld)
  })

  test('of another is refused', async () => {
    const { forward, received } = await begin({ 'tasks/get': () => taskResult('working') })
    const ben = createExchange({ principal: createPrincipal('ben') })
    await expect(forward('tasks/get', { taskId: 't1' }, ben)).rejects.toMatchObject(unknown('t1'))
    await expect(forward('tasks/get', { taskId: 'x'.repeat(129) })).rejects.toMatchObject(
      unknown(`${'x'.repeat(128)}…`),
    )
    expect(received.map(({ method }) => method)).toEqual(['tools/call'])
  })

  test('names it', async () => {
    const { forward } = await begin()
    await expect(forward('tasks/get', {})).rejects.toMatchObject({ code: -32602 })
  })

  test('is none of a revision without tasks', async () => {
    const { forward } = await begin()
    const old = createExchange({ revision: '2025-06-18', principal: createPrincipal('ann') })
    await expect(forward('tasks/get', { taskId: 't1' }, old)).rejects.toMatchObject({ code: -32601 })
    await expect(forward('tasks/list', {}, old)).rejects.toMatchObject({ code: -32601 })
  })
})

describe('the connection of a request', () => {
  const answers = { 'tasks/get': () => taskResult('working') }

  test('is that on which the task began', async () => {
    const { forward, upstream, connection } = await begin(answers, createExchange())
    await forward('tasks/get', { taskId: 't1' }, createExchange())
    const used = upstream.connections.filter(({ open }) => open !== undefined)
    expect(used).toEqual([connection])
  })

  test('is another one where that was closed', async () => {
    const { forward, upstream, connection } = await begin(answers)
    await connection.close()
    expect(await forward('tasks/get')).toMatchObject(taskResult('working'))
    const used = upstream.connections.filter(({ open }) => open !== undefined)
    expect([used.length, used.includes(connection)]).toEqual([1, false])
  })

  test.each<[string, () => Partial<Exchange>]>([
    ['session', () => ({ session: createSession('other') })],
    ['pipe', () => ({ sender: Symbol('other') })],
  ])('of another %s without a principal is its own', async (_what, other) => {
    const { forward, upstream, connection } = await begin(answers, createExchange({ session: createSession('first') }))
    await forward('tasks/get', { taskId: 't1' }, createExchange(other()))
    const used = upstream.connections.filter(({ open }) => open !== undefined)
    expect([used.length, used.includes(connection)]).toEqual([2, true])
  })

  test('of another session with the principal is that on which the task began', async () => {
    const principal = createPrincipal('ann')
    const { forward, upstream, connection } = await begin(answers, createExchange({ principal }))
    const exchange = createExchange({ principal, session: createSession('other') })
    await forward('tasks/get', { taskId: 't1' }, exchange)
    expect(upstream.connections.filter(({ open }) => open !== undefined)).toEqual([connection])
  })
})

describe('a list of tasks', () => {
  const listed = { ...taskResult('working').result }

  test('has those that its client began', async () => {
    const { forward, received } = await begin({
      'tasks/list': ({ cursor }) =>
        cursor === undefined
          ? { result: { tasks: [listed, { ...listed, taskId: 't2' }], nextCursor: 'next' } }
          : { result: { tasks: [{ ...listed, taskId: 't3' }] } },
    })
    expect(await forward('tasks/list', {})).toEqual({ jsonrpc: '2.0', id: 9, result: { tasks: [listed] } })
    expect(received.slice(1).map(({ params }) => params)).toEqual([{}, { cursor: 'next' }])
    const ben = createExchange({ principal: createPrincipal('ben') })
    expect(await forward('tasks/list', {}, ben)).toMatchObject({ result: { tasks: [] } })
  })

  test('is empty where the upstream fails', async () => {
    const { forward } = await begin({ 'tasks/list': () => ({ error: { code: -32603, message: 'No' } }) })
    expect(await forward('tasks/list', {})).toEqual({ jsonrpc: '2.0', id: 9, result: { tasks: [] } })
  })

  test('is none for callers over HTTP who cannot be told apart', async () => {
    const { forward } = await begin()
    const anonymous = createExchange({ headers: new Headers() })
    await expect(forward('tasks/list', {}, anonymous)).rejects.toMatchObject({ code: -32601 })
  })
})
