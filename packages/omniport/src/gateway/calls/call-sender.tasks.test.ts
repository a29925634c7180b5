import { afterEach, describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { createExchange } from '../fixtures/gateway-parts.js'
import { openSender, type SenderOptions } from '../fixtures/open-sender.js'
import { createUpstreamFrom } from '../fixtures/upstream-from.js'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Methods = Parameters<typeof createUpstreamFrom>[1]

const content = [{ type: 'text', text: 'done' }]
const call = { name: 'work', arguments: {} }
const times = { createdAt: '2026-07-28T00:00:00Z', lastUpdatedAt: '2026-07-28T00:00:00Z' }
const extensions = { 'io.modelcontextprotocol/tasks': {} }

function open(revision: '2025-11-25' | '2026-07-28', answers: Methods, options: SenderOptions = {}) {
  const upstream = createUpstreamFrom(revision, answers)
  const sender = openSender(upstream.target, options)
  closers.push(sender.close)
  return { ...sender, received: upstream.received, methods: () => upstream.received.map(({ method }) => method) }
}

function listOf(taskSupport: string) {
  const tools = [{ name: 'work', inputSchema: { type: 'object' }, execution: { taskSupport } }]
  return () => ({ result: { tools } })
}

/** The first request of a method, without what describes the gateway. */
function paramsOf(received: readonly { method: string; params: Readonly<Record<string, unknown>> }[], method: string) {
  const { _meta, ...params } = received.find((each) => each.method === method)?.params ?? {}
  return params
}

describe('a tool of 2025-11-25 that runs as a task only, for a client without tasks', () => {
  const task = { taskId: 't1', status: 'working', ...times, ttl: null }
  const required = { 'tools/list': listOf('required'), 'tools/call': () => ({ result: { task } }) }

  test('has the result of its task', async () => {
    const { send, received, methods, events, connection } = open(
      '2025-11-25',
      { ...required, 'tasks/result': () => ({ result: { content } }) },
      { exchange: createExchange({ revision: '2025-06-18' }) },
    )
    expect(await send('tools/call', call)).toEqual({ jsonrpc: '2.0', id: 9, result: { content } })
    expect(methods()).toEqual(['tools/list', 'tools/call', 'tasks/result'])
    expect([paramsOf(received, 'tools/call'), paramsOf(received, 'tasks/result')]).toEqual([
      ...[{ ...call, task: {} }, { taskId: 't1' }],
    ])
    expect(events.filter(([type]) => type === 'call-ended')).toHaveLength(2)
    expect(connection.calls.size).toBe(0)
  })

  test('has the error of its task', async () => {
    const error = { code: -31_000, message: 'It went wrong' }
    const answers = { ...required, 'tasks/result': () => ({ error }) }
    const { send } = open('2025-11-25', answers, { exchange: createExchange({ revision: '2025-06-18' }) })
    expect(await send('tools/call', call)).toEqual({ jsonrpc: '2.0', id: 9, error })
  })

  test('may ask the client of the call, by the task that it names', async () => {
    let answer = (_result: { readonly result: object }) => {}
    const waits = () => new Promise<{ readonly result: object }>((resolve) => (answer = resolve))
    const answers = { ...required, 'tasks/result': waits }
    const { send, connection } = open('2025-11-25', answers, { exchange: createExchange({ revision: '2025-06-18' }) })
    const sent = send('tools/call', call)
    await settled(20)
    expect([...connection.calls.values()].map(({ taskId }) => taskId)).toEqual(['t1'])
    answer({ result: { content } })
    await sent
  })

  test('is cancelled when the client gives up', async () => {
    const client = new AbortController()
    const answers = {
      ...required,
      'tasks/result': () => new Promise<never>(() => {}),
      'tasks/cancel': () => ({ result: { ...task, status: 'cancelled' } }),
    }
    const exchange = createExchange({ revision: '2025-06-18', signal: client.signal })
    const { send, received } = open('2025-11-25', answers, { exchange })
    const sent = send('tools/call', call)
    await settled(20)
    const reason = new Error('left')
    client.abort(reason)
    await expect(sent).rejects.toBe(reason)
    await settled()
    expect(paramsOf(received, 'tasks/cancel')).toEqual({ taskId: 't1' })
  })

  test('fails by the name of the upstream where the connection ends', async () => {
    const answers = { ...required, 'tasks/result': () => new Promise<never>(() => {}) }
    const { send, connection, methods } = open('2025-11-25', answers, {
      exchange: createExchange({ revision: '2025-06-18' }),
    })
    const sent = send('tools/call', call)
    await settled(20)
    void connection.close()
    await expect(sent).rejects.toMatchObject({ code: -32603, data: { upstream: 'notes' } })
    expect(methods()).not.toContain('tasks/cancel')
  })

  test('has its result where it began no task after all', async () => {
    const answers = { ...required, 'tools/call': () => ({ result: { content } }) }
    const { send, methods } = open('2025-11-25', answers, { exchange: createExchange({ revision: '2025-06-18' }) })
    expect(await send('tools/call', call)).toEqual({ jsonrpc: '2.0', id: 9, result: { content } })
    expect(methods()).toEqual(['tools/list', 'tools/call'])
  })
})

describe('a tool of 2025-11-25 that may run as a task', () => {
  test('is called plainly for a client without tasks', async () => {
    const answers = { 'tools/list': listOf('optional'), 'tools/call': () => ({ result: { content } }) }
    const { send, received } = open('2025-11-25', answers, { exchange: createExchange({ revision: '2025-06-18' }) })
    await send('tools/call', { ...call, task: {} })
    expect(paramsOf(received, 'tools/call')).toEqual(call)
  })

  test('is called plainly where the tools cannot be read', async () => {
    const answers = {
      'tools/list': () => ({ error: { code: -32603, message: 'No' } }),
      'tools/call': () => ({ result: { content } }),
    }
    const { send, methods } = open('2025-11-25', answers, { exchange: createExchange({ revision: '2025-06-18' }) })
    expect(await send('tools/call', call)).toMatchObject({ result: { content } })
    expect(methods()).toEqual(['tools/list', 'tools/call'])
  })

  test('begins a task of its own kind for a client of the extension', async () => {
    const task = { taskId: 't1', status: 'working', ...times, ttl: null }
    const answers = { 'tools/list': listOf('optional'), 'tools/call': () => ({ result: { task } }) }
    const client = { name: 'c', capabilities: { extensions } } as Exchange['client']
    const { send, received } = open('2025-11-25', answers, {
      exchange: createExchange({ revision: '2026-07-28', client }),
    })
    const { result } = await send('tools/call', call)
    expect(result).toMatchObject({
      resultType: 'task',
      status: 'working',
      taskId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(paramsOf(received, 'tools/call')).toEqual({ ...call, task: {} })
  })

  test('is the task of a client of its kind, which is noted', async () => {
    const task = { taskId: 't1', status: 'working', ...times, ttl: null }
    const answers = { 'tools/call': () => ({ result: { task } }) }
    const { send, tasks, exchange, connection, methods } = open('2025-11-25', answers)
    expect(await send('tools/call', { ...call, task: {} })).toMatchObject({ result: { task: { taskId: 't1' } } })
    expect([tasks.owners.find('t1', exchange)?.connection, methods()]).toEqual([connection, ['tools/call']])
  })
})

describe('a tool of 2026-07-28 that runs as a task only, for a legacy client', () => {
  const missing = { code: -32021, message: 'Needs tasks', data: { requiredCapabilities: { extensions } } }
  const task = { resultType: 'task', taskId: 't1', status: 'working', ...times, ttlMs: null }
  const state = (more: object) => ({ result: { ...task, resultType: 'complete', ...more } })
  const completed = state({ status: 'completed', result: { resultType: 'complete', content } })

  /** It refuses a call that does not declare the extension for tasks. */
  function openRequired(answers: Methods, options: SenderOptions = {}) {
    return open(
      '2026-07-28',
      {
        'tools/call': ({ _meta }) =>
          JSON.stringify(_meta).includes('modelcontextprotocol/tasks') ? { result: task } : { error: missing },
        ...answers,
      },
      options,
    )
  }

  test('is called once more, and has the result of its task', async () => {
    const { send, methods } = openRequired({ 'tasks/get': () => completed })
    expect(await send('tools/call', call)).toEqual({ jsonrpc: '2.0', id: 9, result: { content } })
    expect(methods()).toEqual(['tools/call', 'tools/call', 'tasks/get'])
  })

  test('has the error of its task', async () => {
    const error = { code: -31_000, message: 'It went wrong' }
    const { send } = openRequired({ 'tasks/get': () => state({ status: 'failed', error }) })
    expect(await send('tools/call', call)).toEqual({ jsonrpc: '2.0', id: 9, error })
  })

  test('fails by the name of the upstream where its state is wrong', async () => {
    const { send } = openRequired({ 'tasks/get': () => state({ status: 'asleep' }), 'tasks/cancel': () => state({}) })
    await expect(send('tools/call', call)).rejects.toMatchObject({
      code: -32603,
      message: expect.stringMatching(/^The upstream "notes" failed: tasks\/get: status must be one of /),
    })
  })

  test('is not called a third time', async () => {
    const { send, methods } = openRequired({ 'tools/call': () => ({ error: missing }) })
    expect(await send('tools/call', call)).toEqual({
      ...{ jsonrpc: '2.0', id: 9 },
      result: { content: [{ type: 'text', text: 'Needs tasks' }], isError: true },
    })
    expect(methods()).toEqual(['tools/call', 'tools/call'])
  })
})
