import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Progress } from '../../../protocol/exchange/exchange.js'
import { deferred } from '../../fixtures/connect-fake.js'
import { discovered, type Reply } from '../../fixtures/fake-server.js'
import { inTurn } from '../fixtures/in-turn.js'
import { created, createdTask, done, paramsOf, start, state } from '../fixtures/modern-tasks.js'

describe('a call that becomes a task', () => {
  test('is polled at the pace of the server, and has the result of the task', async () => {
    verifies('TASKX-01', 'TASKX-06', 'TASKX-13')
    const { client, server, runtime } = await start({
      'tasks/get': inTurn(state('working', { pollIntervalMs: 5_000 }), done()),
    })
    const call = client.callTool('x', { a: 1 })
    await runtime.advance(99)
    expect(server.methods).toEqual(['tools/call'])
    await runtime.advance(1)
    expect(server.methods).toEqual(['tools/call', 'tasks/get'])
    expect(paramsOf(server.received[1])).toEqual({ taskId: 't1' })
    await runtime.advance(4_999)
    expect(server.methods.length).toBe(2)
    await runtime.advance(1)
    expect(await call).toEqual({ content: [{ type: 'text', text: 'ok' }] })
    expect(server.methods).toEqual(['tools/call', 'tasks/get', 'tasks/get'])
    expect(runtime.timers).toBe(0)
    await client.close()
  })

  test.each<[string, object, number]>([
    ['at least 50 ms', { pollIntervalMs: 0 }, 50],
    ['no more than a minute', { pollIntervalMs: 3_600_000 }, 60_000],
    ['a second where the server does not say', { pollIntervalMs: undefined }, 1_000],
    ['a second where it says nonsense', { pollIntervalMs: 'soon' }, 1_000],
  ])('between polls there is %s', async (_name, more, ms) => {
    const { client, server, runtime } = await start({ 'tools/call': () => created(more) })
    const call = client.callTool('x', {})
    await runtime.advance(ms - 1)
    expect(server.methods).toEqual(['tools/call'])
    await runtime.advance(1)
    await call
    await client.close()
  })

  test('that is over already is asked for at once', async () => {
    const { client, server } = await start({ 'tools/call': () => created({ status: 'completed' }) })
    expect(await client.callTool('x', {})).toEqual({ content: [{ type: 'text', text: 'ok' }] })
    expect(server.methods).toEqual(['tools/call', 'tasks/get'])
    await client.close()
  })

  test.each<[string, Reply, object]>([
    [
      'an error of the protocol',
      state('failed', { error: { code: -32050, message: 'No', data: { a: 1 } } }),
      { name: 'RpcError', code: -32050, message: 'No', data: { a: 1 } },
    ],
    ['no error', state('failed'), { code: 'invalid_result' }],
    ['an error without a code', state('failed', { error: { message: 'No' } }), { code: 'invalid_result' }],
    ['no result', state('completed'), { code: 'invalid_result' }],
    ['a result of another kind', state('completed', { result: { content: 1 } }), { code: 'invalid_result' }],
    [
      'a task as its result',
      state('completed', { result: { resultType: 'task', content: [] } }),
      { code: 'invalid_result' },
    ],
    [
      'a question as its result',
      state('completed', { result: { resultType: 'input_required', requestState: 'x' } }),
      { code: 'invalid_result' },
    ],
    [
      'nothing, for it was cancelled',
      state('cancelled', { statusMessage: 'by its owner' }),
      { code: 'closed', message: 'The task "t1" was cancelled: by its owner' },
    ],
    [
      'nothing, for it is gone',
      { error: { code: -32602, message: 'Unknown task' } },
      { name: 'RpcError', code: -32602, message: 'Unknown task' },
    ],
    ['another task', state('completed', { taskId: 't2', result: { content: [] } }), { code: 'invalid_result' }],
    ['no status', state('done'), { code: 'invalid_result' }],
  ])('rejects when it comes to %s', async (_name, reply, error) => {
    verifies('TASKX-06')
    const { client, runtime } = await start({ 'tasks/get': () => reply })
    const call = client.callTool('x', {})
    const rejected = expect(call).rejects.toMatchObject(error)
    await runtime.advance(100)
    await rejected
    await client.close()
  })

  test('may fail as a tool does: that is its result', async () => {
    const result = { content: [{ type: 'text', text: 'no' }], isError: true }
    const { client, runtime } = await start({ 'tasks/get': inTurn(state('completed', { result })) })
    const call = client.callTool('x', {})
    await runtime.advance(100)
    expect(await call).toEqual(result)
    await client.close()
  })

  test('is checked against the schema of the tool as any other', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
    const tools = [{ name: 'x', inputSchema: { type: 'object' }, outputSchema }]
    const called = deferred<void>()
    const { client, runtime } = await start({
      'tools/list': () => ({ result: { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' } }),
      'tools/call': () => {
        called.resolve()
        return created()
      },
      'tasks/get': inTurn(state('completed', { result: { content: [], structuredContent: { n: 'x' } } })),
    })
    await client.listTools()
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'invalid_result' })
    await called.promise // the engine is loaded first
    await runtime.advance(100)
    await rejected
    await client.close()
  })

  test.each(['resources/read', 'prompts/get'])('cannot come of %s', async (method) => {
    verifies('TASKX-06')
    const { client } = await start({
      'server/discover': () => discovered({ resources: {}, prompts: {} }),
      [method]: () => created(),
    })
    await expect(client.request(method, { uri: 'a:b', name: 'p' })).rejects.toMatchObject({
      code: 'invalid_result',
      message: `${method}: the result type "task" is unknown here`,
    })
    await client.close()
  })

  test('tells no progress: what a server says of its status is none', async () => {
    const progress: Progress[] = []
    const { client, runtime } = await start({
      'tasks/get': inTurn(state('working', { statusMessage: 'half' }), done()),
    })
    const call = client.callTool('x', {}, { onProgress: (step) => progress.push(step) })
    await runtime.advance(200)
    await call
    expect(progress).toEqual([])
    await client.close()
  })

  test('is not hurried by what a server sends unasked', async () => {
    const { client, server, runtime } = await start({})
    const call = client.callTool('x', {})
    await runtime.advance(50)
    server.notify('notifications/tasks', { taskId: 't1', status: 'completed', result: { content: [] } })
    await runtime.advance(49)
    expect(server.methods).toEqual(['tools/call'])
    await runtime.advance(1)
    expect(await call).toMatchObject({ content: [{ text: 'ok' }] })
    await client.close()
  })
})

test('a client that answers nothing itself gets a task from `request` as it is', async () => {
  const { client } = await start({}, { autoAnswer: false })
  expect(await client.request('tools/call', { name: 'x' })).toEqual(createdTask)
  await client.close()
})
