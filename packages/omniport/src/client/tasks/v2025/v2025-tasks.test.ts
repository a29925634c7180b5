import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { initialized, type Replies } from '../../fixtures/fake-server.js'
import { inTurn } from '../fixtures/in-turn.js'
import { content, created, paramsOf, relatedTask, start, state, task } from '../fixtures/legacy-tasks.js'

describe('a tool that must be called as a task', () => {
  test('is, once it was listed, and has the result of the task', async () => {
    verifies('TASK-02', 'TASK-05', 'TASK-12')
    const { client, server, runtime } = await start({
      'tasks/get': inTurn(state('working', { pollInterval: 500 }), state('completed')),
    })
    await client.listTools()
    server.received.length = 0
    const call = client.callTool('required', { a: 1 })
    await runtime.advance(100)
    expect(server.methods).toEqual(['tools/call', 'tasks/get'])
    await runtime.advance(499)
    expect(server.methods.length).toBe(2)
    await runtime.advance(1)
    expect(await call).toEqual({ content, _meta: relatedTask })
    expect(server.received.map(({ method }) => method)).toEqual([
      'tools/call',
      'tasks/get',
      'tasks/get',
      'tasks/result',
    ])
    expect(server.received.map(paramsOf)).toEqual([
      { name: 'required', arguments: { a: 1 }, task: {} },
      { taskId: 't1' },
      { taskId: 't1' },
      { taskId: 't1' },
    ])
    expect(runtime.timers).toBe(0)
    await client.close()
  })

  test('is looked up when it was never listed', async () => {
    verifies('TASK-05')
    const { client, server, runtime } = await start({})
    const call = client.callTool('required', {})
    await runtime.advance(100)
    expect(await call).toMatchObject({ content })
    expect(server.methods).toEqual(['tools/call', 'tools/list', 'tools/call', 'tasks/get', 'tasks/result'])
    await client.close()
  })

  test('is looked up no more than once', async () => {
    const { client, server } = await start({
      'tools/list': () => ({ result: { tools: [] } }),
    })
    await expect(client.callTool('required', {})).rejects.toMatchObject({ code: -32601 })
    expect(server.methods).toEqual(['tools/call', 'tools/list'])
    await client.close()
  })

  test.each<[string, object]>([
    ['tasks at all', { tools: {} }],
    ['tasks of tools', { tools: {}, tasks: { list: {}, cancel: {} } }],
  ])('is called plainly of a server that did not declare %s', async (_name, declared) => {
    verifies('TASK-02', 'TASK-05')
    const { client, server } = await start({ initialize: () => initialized(declared) })
    await client.listTools()
    server.received.length = 0
    await expect(client.callTool('required', {})).rejects.toMatchObject({ code: -32601 })
    expect(server.received.map(paramsOf)).toEqual([{ name: 'required', arguments: {} }])
    await client.close()
  })

  test('may be answered at once all the same', async () => {
    const { client } = await start({ 'tools/call': () => ({ result: { content } }) })
    await client.listTools()
    expect(await client.callTool('required', {})).toEqual({ content })
    await client.close()
  })
})

test.each(['optional', 'forbidden', 'silent', 'unlisted'])(
  'a tool whose tasks are %s is called plainly',
  async (name) => {
    verifies('TASK-05', 'TOOL-34')
    const { client, server } = await start({})
    await client.listTools()
    expect(await client.callTool(name, {})).toEqual({ content })
    expect(server.ofMethod('tools/call').map(paramsOf)).toEqual([{ name, arguments: {} }])
    await client.close()
  },
)

describe('a task', () => {
  test.each<[string, Replies, object]>([
    [
      'fails with the error of the call',
      {
        'tasks/get': inTurn(state('failed', { statusMessage: 'no' })),
        'tasks/result': () => ({ error: { code: -32050, message: 'No' } }),
      },
      { name: 'RpcError', code: -32050, message: 'No' },
    ],
    [
      'is cancelled',
      { 'tasks/get': inTurn(state('cancelled', { statusMessage: 'by its owner' })) },
      { code: 'closed', message: 'The task "t1" was cancelled: by its owner' },
    ],
    [
      'is gone',
      { 'tasks/get': () => ({ error: { code: -32602, message: 'Unknown task' } }) },
      { name: 'RpcError', code: -32602 },
    ],
    [
      'has a result of another kind',
      { 'tasks/result': () => ({ result: { content: 1 } }) },
      { code: 'invalid_result', message: 'tools/call: content must be an array' },
    ],
    ['is no task', { 'tasks/get': () => ({ result: { taskId: 't1' } }) }, { code: 'invalid_result' }],
    ['is another', { 'tasks/get': () => ({ result: task('working', { taskId: 't2' }) }) }, { code: 'invalid_result' }],
  ])('%s: the call rejects', async (_name, answers, error) => {
    const { client, runtime } = await start(answers)
    await client.listTools()
    const rejected = expect(client.callTool('required', {})).rejects.toMatchObject(error)
    await runtime.advance(100)
    await rejected
    await client.close()
  })

  test('that reports an error has a result', async () => {
    const result = { content, isError: true }
    const { client, runtime } = await start({
      'tasks/get': inTurn(state('failed')),
      'tasks/result': () => ({ result }),
    })
    await client.listTools()
    const call = client.callTool('required', {})
    await runtime.advance(100)
    expect(await call).toEqual(result)
    await client.close()
  })

  test('tells its progress for as long as it runs, nothing twice', async () => {
    verifies('PRO-08')
    const { client, server, runtime } = await start({
      'tools/call': async (message, fake) => {
        fake.notify('notifications/progress', { progressToken: message.id, progress: 1 })
        return created()
      },
      'tasks/get': inTurn(state('working'), state('completed')),
    })
    await client.listTools()
    const observed: number[] = []
    const call = client.callTool('required', {}, { onProgress: ({ progress: reached }) => observed.push(reached) })
    await runtime.advance(100)
    const [{ id: progressToken } = {}] = server.ofMethod('tools/call')
    for (const progress of [2, 2, 3]) server.notify('notifications/progress', { progressToken, progress })
    server.notify('notifications/progress', { progressToken: 'other', progress: 9 })
    await runtime.advance(100)
    await call
    server.notify('notifications/progress', { progressToken, progress: 4 })
    await settled()
    expect(observed).toEqual([1, 2, 3])
    await client.close()
  })

  test('is not hurried by what a server sends unasked', async () => {
    verifies('TASK-18')
    const { client, server, runtime } = await start({})
    const made = await client.callTask('optional', {})
    const result = made.result()
    server.notify('notifications/tasks/status', task('completed'))
    await runtime.advance(99)
    expect([made.status, server.ofMethod('tasks/get').length]).toEqual(['working', 0])
    await runtime.advance(1)
    await result
    expect(made.status).toBe('completed')
    await client.close()
  })
})

test('nothing about tasks is sent to a server that did not declare them', async () => {
  verifies('TASK-02')
  const { client, server } = await start({ initialize: () => initialized({ tools: {} }) })
  await expect(client.request('tasks/list')).rejects.toMatchObject({
    code: 'unsupported',
    message: 'The server did not declare the capability tasks: tasks/list is not sent',
  })
  expect(server.methods).toEqual([])
  await client.close()
})

test('a task that was created before is taken up as it is, and waited for', async () => {
  const { client, server, runtime } = await start({ 'tasks/get': inTurn(state('working'), state('completed')) })
  const found = await client.getTask('t1')
  expect([found.id, found.status]).toEqual(['t1', 'working'])
  const result = found.result()
  await runtime.advance(100)
  expect([await result, found.status]).toEqual([{ content, _meta: relatedTask }, 'completed'])
  expect(server.methods).toEqual(['tasks/get', 'tasks/get', 'tasks/result'])
  await client.close()
})
