import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../../../test/requirements/verifies.js'
import type { ConnectOptions } from '../../connect-options.js'
import { connectFake, deferred, nameForm } from '../../fixtures/connect-fake.js'
import { type Answers, initialized, type Received, type Reply } from '../../fixtures/fake-server.js'
import { settled, VirtualRuntime } from '../../fixtures/virtual-runtime.js'

const relatedTask = { 'io.modelcontextprotocol/related-task': { taskId: 't1' } }
const times = { createdAt: '2025-11-25T00:00:00Z', lastUpdatedAt: '2025-11-25T00:00:00Z', ttl: 60_000 }
const task = (status = 'working', more: object = {}) => ({ taskId: 't1', status, ...times, pollInterval: 100, ...more })
const created = (more: object = {}): Reply => ({ result: { task: task('working', more) } })
const state = (status: string, more: object = {}): Reply => ({ result: task(status, more) })
const content = [{ type: 'text', text: 'ok' }]
const ok: Reply = { result: { content, _meta: relatedTask } }
const tools = ['required', 'optional', 'forbidden'].map((taskSupport) => ({
  name: taskSupport,
  inputSchema: { type: 'object' },
  execution: { taskSupport },
}))
const capabilities = { tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }

/** The answers of `replies`, one after the other; then the last again and again. */
function inTurn(...replies: readonly Reply[]): () => Reply {
  let at = 0
  return () => {
    const reply = replies[Math.min(at, replies.length - 1)]
    at += 1
    return reply
  }
}

/** Calls of tools become tasks where they ask for it; what must be one and does not is refused. */
const callTool = ({ params = {} }: Received): Reply => {
  if (params['task'] !== undefined) return created()
  if (params['name'] === 'required') return { error: { code: -32601, message: 'Only as a task' } }
  return { result: { content } }
}

async function start(answers: Answers, options: ConnectOptions = {}) {
  const runtime = new VirtualRuntime()
  const connected = await connectFake(
    '2025-11-25',
    {
      initialize: () => initialized(capabilities),
      'tools/list': () => ({ result: { tools: [...tools, { name: 'silent', inputSchema: { type: 'object' } }] } }),
      'tools/call': callTool,
      'tasks/get': inTurn(state('completed')),
      'tasks/result': () => ok,
      'tasks/cancel': () => state('cancelled'),
      ...answers,
    },
    { runtime, ...options },
  )
  return { ...connected, runtime }
}

const paramsOf = ({ params = {} }: Received = {}) => {
  const { _meta, ...rest } = params
  return rest
}

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
    expect(runtime.waiting).toBe(0)
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
    verifies('TASK-05')
    const { client, server } = await start({})
    await client.listTools()
    expect(await client.callTool(name, {})).toEqual({ content })
    expect(server.ofMethod('tools/call').map(paramsOf)).toEqual([{ name, arguments: {} }])
    await client.close()
  },
)

describe('a task', () => {
  test.each<[string, Answers, object]>([
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
    const { client, server, runtime } = await start({
      'tools/call': async (message, fake) => {
        fake.notify('notifications/progress', { progressToken: message.id, progress: 1 })
        return created()
      },
      'tasks/get': inTurn(state('working'), state('completed')),
    })
    await client.listTools()
    const heard: number[] = []
    const call = client.callTool('required', {}, { onProgress: ({ done }) => heard.push(done) })
    await runtime.advance(100)
    const [{ id: progressToken } = {}] = server.ofMethod('tools/call')
    for (const progress of [2, 2, 3]) server.notify('notifications/progress', { progressToken, progress })
    server.notify('notifications/progress', { progressToken: 'other', progress: 9 })
    await runtime.advance(100)
    await call
    server.notify('notifications/progress', { progressToken, progress: 4 })
    await settled()
    expect(heard).toEqual([1, 2, 3])
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

describe('what a task asks', () => {
  test('comes while its result is waited for, and is answered by the handlers', async () => {
    verifies('TASK-12', 'TASK-14')
    const result = deferred<Reply>()
    const { client, server, runtime } = await start(
      {
        'tasks/get': (_message, fake) =>
          fake.received.some(({ id }) => id === 'q1') ? state('working') : state('input_required'),
        'tasks/result': (_message, fake) => {
          fake.send({ id: 'q1', ...nameForm, params: { ...nameForm.params, _meta: relatedTask } })
          return result.promise
        },
      },
      { elicit: () => ({ action: 'accept', content: { name: 'Ada' } }) },
    )
    await client.listTools()
    server.received.length = 0
    const call = client.callTool('required', {})
    await runtime.advance(300)
    expect(server.received.find(({ id }) => id === 'q1')?.result).toEqual({
      action: 'accept',
      content: { name: 'Ada' },
      _meta: relatedTask,
    })
    expect(server.methods.filter((method) => method !== undefined)).toEqual([
      'tools/call',
      'tasks/get',
      'tasks/result',
      'tasks/get',
      'tasks/get',
    ])
    result.resolve(ok)
    await settled()
    expect(await call).toMatchObject({ content })
    expect(runtime.waiting).toBe(0)
    await client.close()
  })

  test('may take longer than the call: the time stands still', async () => {
    const answer = deferred<{ action: 'decline' }>()
    const { client, server, runtime } = await start(
      {
        'tasks/get': () => state('input_required'),
        'tasks/result': async (_message, fake) => {
          fake.send({ id: 'q1', ...nameForm })
          await answer.promise
          return ok
        },
      },
      { elicit: () => answer.promise },
    )
    await client.listTools()
    const call = client.callTool('required', {}, { maxTimeoutMs: 1_000 })
    await runtime.advance(20_000)
    answer.resolve({ action: 'decline' })
    await settled()
    expect(await call).toMatchObject({ content })
    expect(server.ofMethod('tasks/cancel')).toEqual([])
    await client.close()
  })

  test('is not lost with the request that waits for the result: the next poll sends another', async () => {
    const { client, server, runtime } = await start({
      'tasks/get': inTurn(state('input_required'), state('input_required'), state('completed')),
      'tasks/result': inTurn(
        { error: { code: -32603, message: 'Busy' } },
        { error: { code: -32603, message: 'Busy' } },
        ok,
      ),
    })
    await client.listTools()
    server.received.length = 0
    const call = client.callTool('required', {})
    await runtime.advance(300)
    expect(await call).toMatchObject({ content })
    expect(server.methods).toEqual([
      'tools/call',
      'tasks/get',
      'tasks/result',
      'tasks/get',
      'tasks/result',
      'tasks/get',
      'tasks/result',
    ])
    await client.close()
  })
})

describe('giving up', () => {
  test.each<[string, Answers]>([
    ['while it runs', { 'tasks/get': () => state('working') }],
    ['while a poll is open', { 'tasks/get': () => undefined }],
    ['while its result is waited for', { 'tasks/get': () => state('input_required'), 'tasks/result': () => undefined }],
  ])('a call that became a task, %s, cancels the task by its own request', async (_name, answers) => {
    const { client, server, runtime } = await start(answers)
    await client.listTools()
    const stop = new AbortController()
    const call = client.callTool('required', {}, { signal: stop.signal })
    await runtime.advance(250)
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await settled()
    expect(server.ofMethod('tasks/cancel').map(paramsOf)).toEqual([{ taskId: 't1' }])
    expect(server.ofMethod('notifications/cancelled')).toEqual([])
    await client.close()
  })

  test('a call before it is a task cancels it as soon as it is one', async () => {
    const answer = deferred<Reply>()
    const { client, server } = await start({ 'tools/call': () => answer.promise })
    await client.listTools()
    const stop = new AbortController()
    const call = client.callTool('required', {}, { signal: stop.signal })
    await settled()
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    answer.resolve(created())
    await settled()
    expect(server.methods.slice(-2)).toEqual(['tools/call', 'tasks/cancel'])
    expect(server.ofMethod('notifications/cancelled')).toEqual([])
    await client.close()
  })

  test('happens after maxTimeoutMs, however well the server answers', async () => {
    const { client, server, runtime } = await start({ 'tasks/get': () => state('working') })
    await client.listTools()
    const rejected = expect(client.callTool('required', {}, { maxTimeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'timeout',
    })
    await runtime.advance(1_000)
    await rejected
    await settled()
    expect(server.methods.at(-1)).toBe('tasks/cancel')
    await client.close()
  })

  test('cancels nothing where the server cannot', async () => {
    const { client, server, runtime } = await start({
      initialize: () => initialized({ tools: {}, tasks: { requests: { tools: { call: {} } } } }),
      'tasks/get': () => state('working'),
    })
    const made = await client.callTask('optional', {})
    await expect(made.cancel()).rejects.toMatchObject({
      code: 'unsupported',
      message: 'The server did not declare the capability tasks.cancel',
    })
    const rejected = expect(client.callTool('required', {}, { maxTimeoutMs: 500 })).rejects.toMatchObject({
      code: 'timeout',
    })
    await runtime.advance(1_000)
    await rejected
    expect(server.ofMethod('tasks/cancel')).toEqual([])
    await client.close()
  })
})

describe('callTask', () => {
  test('gives the task as soon as it is there, and its result to whoever asks', async () => {
    const { client, server, runtime } = await start({})
    const made = await client.callTask('optional', { a: 1 })
    expect([made.id, made.status, server.methods]).toEqual(['t1', 'working', ['tools/list', 'tools/call']])
    const results = Promise.all([made.result(), made.result()])
    await runtime.advance(100)
    expect(await results).toEqual([
      { content, _meta: relatedTask },
      { content, _meta: relatedTask },
    ])
    expect(await made.result()).toEqual({ content, _meta: relatedTask })
    expect([made.status, server.ofMethod('tasks/result').length]).toEqual(['completed', 1])
    await client.close()
  })

  test.each(['forbidden', 'silent', 'unlisted'])('is not for a tool whose tasks are %s', async (name) => {
    verifies('TASK-05')
    const { client, server } = await start({})
    await expect(client.callTask(name, {})).rejects.toMatchObject({
      code: 'unsupported',
      message: `The tool "${name}" cannot be called as a task`,
    })
    expect(server.methods).toEqual(['tools/list'])
    await client.close()
  })

  test.each<['2025-06-18' | '2025-11-25', object]>([
    ['2025-06-18', capabilities],
    ['2025-11-25', { tools: {} }],
  ])('%s: is not for a server without tasks', async (revision, declared) => {
    const { client, server } = await connectFake(revision, { initialize: () => initialized(declared, revision) })
    await expect(client.callTask('optional', {})).rejects.toMatchObject({ code: 'unsupported' })
    expect(server.methods).toEqual([])
    await client.close()
  })

  test('a task that is cancelled has no result, and whoever waits for it hears so at once', async () => {
    const { client, server, runtime } = await start({ 'tasks/get': () => state('working') })
    const made = await client.callTask('optional', {})
    const rejected = expect(made.result()).rejects.toMatchObject({ code: 'closed' })
    await runtime.advance(150)
    await made.cancel()
    await rejected
    expect(made.status).toBe('cancelled')
    await made.cancel()
    await expect(made.result()).rejects.toMatchObject({ code: 'closed' })
    expect([server.ofMethod('tasks/cancel').length, runtime.waiting]).toEqual([1, 0])
    await client.close()
  })

  test('a task that is over cannot be cancelled, which is no mistake', async () => {
    const { client, server } = await start({
      'tasks/cancel': () => ({ error: { code: -32602, message: 'The task is completed already' } }),
    })
    const made = await client.callTask('optional', {})
    await made.cancel()
    expect([made.status, server.methods.slice(-2)]).toEqual(['completed', ['tasks/cancel', 'tasks/get']])
    expect(await made.result()).toMatchObject({ content })
    await client.close()
  })

  test('has as long as it takes, unless that is limited; then it goes on, and can be asked again', async () => {
    let isDone = false
    const { client, server, runtime } = await start({
      'tasks/get': () => state(isDone ? 'completed' : 'working', { ttl: null }),
    })
    const made = await client.callTask('optional', {}, { maxTimeoutMs: 1_000 })
    const rejected = expect(made.result()).rejects.toMatchObject({ code: 'timeout' })
    await runtime.advance(1_000)
    await rejected
    isDone = true
    const result = made.result()
    await runtime.advance(100)
    expect(await result).toMatchObject({ content })
    expect(server.ofMethod('tasks/cancel')).toEqual([])
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
