import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../../../test/requirements/verifies.js'
import type { Progress } from '../../../protocol/exchange.js'
import type { ConnectOptions } from '../../connect-options.js'
import { connectFake, deferred, nameForm } from '../../fixtures/connect-fake.js'
import { type Answers, discovered, type Received, type Reply } from '../../fixtures/fake-server.js'
import { settled, VirtualRuntime } from '../../fixtures/virtual-runtime.js'

const times = { createdAt: '2026-07-28T00:00:00Z', lastUpdatedAt: '2026-07-28T00:00:00Z', ttlMs: null }
const createdTask = { resultType: 'task', taskId: 't1', status: 'working', ...times, pollIntervalMs: 100 }
const created = (more: object = {}): Reply => ({ result: { ...createdTask, ...more } })
const state = (status: string, more: object = {}): Reply => ({
  result: { resultType: 'complete', taskId: 't1', status, ...times, pollIntervalMs: 100, ...more },
})
const done = (text = 'ok') => state('completed', { result: { content: [{ type: 'text', text }] } })
const ack: Reply = { result: { resultType: 'complete' } }
const accept = async () => ({ action: 'accept' as const, content: { name: 'Ada' } })

/** The answers of `replies`, one after the other; then the last again and again. */
function inTurn(...replies: readonly Reply[]): () => Reply {
  let at = 0
  return () => {
    const reply = replies[Math.min(at, replies.length - 1)]
    at += 1
    return reply
  }
}

/** A client of a server that answers every call with a task. */
async function start(answers: Answers, options: ConnectOptions = {}) {
  const runtime = new VirtualRuntime()
  const extensions = { 'io.modelcontextprotocol/tasks': {} }
  const connected = await connectFake(
    '2026-07-28',
    {
      'server/discover': () => discovered({ tools: {}, resources: {}, extensions }),
      'tools/call': () => created(),
      'tasks/get': inTurn(done()),
      'tasks/update': () => ack,
      'tasks/cancel': () => ack,
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
    expect(runtime.waiting).toBe(0)
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
    const { client, runtime } = await start({
      'tools/list': () => ({ result: { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' } }),
      'tasks/get': inTurn(state('completed', { result: { content: [], structuredContent: { n: 'x' } } })),
    })
    await client.listTools()
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'invalid_result' })
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

const asking = (inputRequests: object) => state('input_required', { inputRequests })

describe('what a task asks', () => {
  test('is answered by the handlers, each question once, and not waited for with polling', async () => {
    verifies('TASKX-15', 'TASKX-16', 'TASKX-17')
    const answer = deferred<Awaited<ReturnType<typeof accept>>>()
    const asked: string[] = []
    const { client, server, runtime } = await start(
      {
        'tasks/get': inTurn(
          asking({ who: nameForm }),
          asking({ who: nameForm, where: { method: 'roots/list' } }),
          asking({ who: nameForm, where: { method: 'roots/list' } }),
          asking({ who: nameForm }),
          done(),
        ),
      },
      {
        roots: [{ uri: 'file:///a' }],
        elicit: ({ message }) => {
          asked.push(message)
          return answer.promise
        },
      },
    )
    const call = client.callTool('x', {})
    await runtime.advance(300)
    expect(asked).toEqual(['Who?'])
    expect(server.ofMethod('tasks/update').map(paramsOf)).toEqual([
      { taskId: 't1', inputResponses: { where: { roots: [{ uri: 'file:///a' }] } } },
    ])
    answer.resolve(await accept())
    await runtime.advance(200)
    await call
    expect(asked).toEqual(['Who?'])
    expect(server.ofMethod('tasks/update').map(paramsOf)[1]).toEqual({
      taskId: 't1',
      inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } },
    })
    expect(server.ofMethod('tasks/get').length).toBe(5)
    await client.close()
  })

  test('may have a key that objects have anyway', async () => {
    const inputRequests = JSON.parse(JSON.stringify({ key: nameForm }).replace('key', '__proto__'))
    const { client, server, runtime } = await start(
      { 'tasks/get': inTurn(asking(inputRequests), done()) },
      { elicit: accept },
    )
    const call = client.callTool('x', {})
    await runtime.advance(200)
    await call
    const [update] = server.ofMethod('tasks/update').map(paramsOf)
    expect(Object.entries(update?.['inputResponses'] ?? {})).toEqual([
      ['__proto__', { action: 'accept', content: { name: 'Ada' } }],
    ])
    await client.close()
  })

  test('is given up when the server does not want to know any more', async () => {
    const reasons: unknown[] = []
    const { client, server, runtime } = await start(
      { 'tasks/get': inTurn(asking({ who: nameForm }), state('working'), done()) },
      {
        elicit: (_question, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reasons.push(signal.reason)
              reject(signal.reason)
            })
          }),
      },
    )
    const call = client.callTool('x', {})
    await runtime.advance(200)
    expect(reasons).toMatchObject([{ name: 'AbortError', message: 'The question was withdrawn' }])
    await runtime.advance(100)
    expect(await call).toMatchObject({ content: [{ text: 'ok' }] })
    expect(server.ofMethod('tasks/update')).toEqual([])
    await client.close()
  })

  test.each<[string, ConnectOptions, object, object]>([
    ['what was not declared', {}, { who: nameForm }, { code: 'unsupported' }],
    [
      'anything of a client that does not answer',
      { elicit: accept, autoAnswer: false },
      { who: nameForm },
      { code: 'unsupported' },
    ],
    ['no question', { elicit: accept }, { who: { method: 'tools/call' } }, { code: 'invalid_result' }],
    ['a list', { elicit: accept }, [nameForm], { code: 'invalid_result' }],
    [
      'too much',
      { elicit: accept },
      Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`q${index}`, nameForm])),
      { code: 'limit' },
    ],
    [
      'what a handler fails at',
      { elicit: () => Promise.reject(new Error('no screen')) },
      { who: nameForm },
      { message: 'no screen' },
    ],
  ])('%s ends the call, and the task', async (_name, options, inputRequests, error) => {
    const { client, server, runtime } = await start({ 'tasks/get': () => asking(inputRequests) }, options)
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject(error)
    await runtime.advance(100)
    await rejected
    await settled()
    expect(server.ofMethod('tasks/cancel').map(paramsOf)).toEqual([{ taskId: 't1' }])
    expect([server.ofMethod('tasks/update'), runtime.waiting]).toEqual([[], 0])
    await client.close()
  })

  test('again and again has an end', async () => {
    let round = 0
    const { client, server, runtime } = await start(
      {
        'tasks/get': () => {
          round += 1
          return asking({ [`q${round}`]: nameForm })
        },
      },
      { elicit: accept, limits: { questions: 2, rounds: 2 } },
    )
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'limit',
      message: 'tasks/get: the server asks too much in all; limits.questions times limits.rounds is 4',
    })
    await runtime.advance(500)
    await rejected
    expect(server.ofMethod('tasks/update').length).toBe(4)
    await client.close()
  })

  test('with an answer that the server refuses ends the call, if it still asks', async () => {
    const refusal = { error: { code: -32602, message: 'Not that' } }
    const { client, server, runtime } = await start(
      { 'tasks/get': () => asking({ who: nameForm }), 'tasks/update': () => refusal },
      { elicit: accept },
    )
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject(refusal.error)
    await runtime.advance(200)
    await rejected
    expect(server.ofMethod('tasks/update').length).toBe(1)
    await client.close()
  })

  test('does not count for the time of the call', async () => {
    const answer = deferred<Awaited<ReturnType<typeof accept>>>()
    const { client, server, runtime } = await start(
      {
        'tasks/get': (_message, fake) =>
          fake.ofMethod('tasks/update').length > 0 ? done() : asking({ who: nameForm }),
      },
      { elicit: () => answer.promise },
    )
    const call = client.callTool('x', {}, { maxTimeoutMs: 1_000 })
    await runtime.advance(20_000)
    answer.resolve(await accept())
    await runtime.advance(200)
    expect(await call).toMatchObject({ content: [{ text: 'ok' }] })
    expect(server.ofMethod('tasks/cancel')).toEqual([])
    await client.close()
  })
})

describe('giving up a call that became a task', () => {
  test('cancels the task, by its own request, and rejects at once with the reason', async () => {
    verifies('TASKX-22', 'TASKX-28')
    const { client, server, runtime } = await start({ 'tasks/get': () => state('working') })
    const stop = new AbortController()
    const call = client.callTool('x', {}, { signal: stop.signal })
    await runtime.advance(250)
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await settled()
    expect(server.methods.slice(-2)).toEqual(['tasks/get', 'tasks/cancel'])
    expect(server.ofMethod('notifications/cancelled')).toEqual([])
    expect(runtime.waiting).toBe(0)
    await client.close()
  })

  test('while a poll is open leaves that alone', async () => {
    verifies('TASKX-22')
    const { client, server, runtime } = await start({ 'tasks/get': () => undefined })
    const stop = new AbortController()
    const call = client.callTool('x', {}, { signal: stop.signal })
    await runtime.advance(100)
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await settled()
    expect(server.methods).toEqual(['tools/call', 'tasks/get', 'tasks/cancel'])
    await client.close()
  })

  test('after maxTimeoutMs is for the client to do, however well the server answers', async () => {
    const { client, server, runtime } = await start({ 'tasks/get': () => state('working') })
    const rejected = expect(client.callTool('x', {}, { maxTimeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'timeout',
      message: 'No answer within 1000 ms',
    })
    await runtime.advance(1_000)
    await rejected
    await settled()
    expect(server.methods.at(-1)).toBe('tasks/cancel')
    await client.close()
  })

  test('comes after timeoutMs only where a poll is not answered', async () => {
    const { client, server, runtime } = await start({
      'tasks/get': (_message, fake) => (fake.ofMethod('tasks/get').length < 30 ? state('working') : undefined),
    })
    let isOver = false
    const call = client.callTool('x', {}, { timeoutMs: 1_000 }).finally(() => {
      isOver = true
    })
    const rejected = expect(call).rejects.toMatchObject({ code: 'timeout' })
    await runtime.advance(3_999)
    expect(isOver).toBe(false)
    await runtime.advance(1)
    await rejected
    await settled()
    expect(server.ofMethod('tasks/cancel').length).toBe(1)
    await client.close()
  })

  test('is what a client does with a task that outlives its time', async () => {
    const { client, server, runtime } = await start({ 'tasks/get': () => state('working', { ttlMs: 2_000 }) })
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'timeout',
      message: 'The task "t1" is working longer than the 2000 ms it may live',
    })
    await runtime.advance(12_200)
    await rejected
    await settled()
    expect(server.methods.at(-1)).toBe('tasks/cancel')
    await client.close()
  })

  test('by closing the client ends it with that', async () => {
    const { client, runtime } = await start({ 'tasks/get': () => state('working') })
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'closed' })
    await runtime.advance(250)
    await client.close()
    await rejected
    expect(runtime.waiting).toBe(0)
  })
})

describe('callTask', () => {
  test('gives the task as soon as it is there, and its result to whoever asks, as often as they like', async () => {
    const { client, server, runtime } = await start({ 'tasks/get': inTurn(state('working'), done()) })
    const task = await client.callTask('x', { a: 1 })
    expect([task.id, task.status, server.methods]).toEqual(['t1', 'working', ['tools/call']])
    await runtime.advance(10_000)
    expect(server.methods).toEqual(['tools/call'])
    const both = [task.result(), task.result()]
    await runtime.advance(200)
    expect(await Promise.all([...both, task.result()])).toEqual(
      Array.from({ length: 3 }, () => ({ content: [{ type: 'text', text: 'ok' }] })),
    )
    expect([task.status, server.ofMethod('tasks/get').length]).toEqual(['completed', 2])
    await client.close()
  })

  test('gives what is over already where the server answers at once', async () => {
    const { client, server } = await start({
      'tools/call': () => ({ result: { resultType: 'complete', content: [] } }),
    })
    const task = await client.callTask('x', {})
    expect([task.id, task.status, await task.result()]).toEqual(['', 'completed', { content: [] }])
    await task.cancel()
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test('is not for a server without tasks', async () => {
    const { client, server } = await start({ 'server/discover': () => discovered({ tools: {} }) })
    await expect(client.callTask('x', {})).rejects.toMatchObject({ code: 'unsupported' })
    expect(server.methods).toEqual([])
    await client.close()
  })

  test('goes on when the signal of the call aborts later', async () => {
    const { client, server, runtime } = await start({})
    const stop = new AbortController()
    const task = await client.callTask('x', {}, { signal: stop.signal })
    stop.abort(new Error('enough'))
    const result = task.result()
    await runtime.advance(100)
    expect([await result, server.methods]).toEqual([
      { content: [{ type: 'text', text: 'ok' }] },
      ['tools/call', 'tasks/get'],
    ])
    await client.close()
  })

  test.each<[string, Reply, object | undefined]>([
    ['is cancelled', state('cancelled'), { code: 'closed', message: 'The task "t1" was cancelled' }],
    ['is gone', { error: { code: -32602, message: 'Unknown task' } }, { code: 'closed' }],
    ['is done all the same', done(), undefined],
  ])('a task that was cancelled %s', async (_name, reply, error) => {
    const { client, server, runtime } = await start({ 'tasks/get': () => reply })
    const task = await client.callTask('x', {})
    await task.cancel()
    const result = task.result().then(
      () => undefined,
      (reason) => ({ code: reason.code, message: reason.message }),
    )
    await runtime.advance(100)
    expect(server.methods).toEqual(['tools/call', 'tasks/cancel', 'tasks/get'])
    if (error === undefined) expect(await result).toBeUndefined()
    else expect(await result).toMatchObject(error)
    await client.close()
  })

  test('a result that was not there in time can be asked for again; an answer given meanwhile is not lost', async () => {
    let asked = 0
    let isReachable = false
    const { client, server, runtime } = await start(
      {
        'tasks/get': (_message, fake) =>
          fake.ofMethod('tasks/update').length > 1 ? done() : asking({ who: nameForm }),
        'tasks/update': () => (isReachable ? ack : undefined),
      },
      {
        elicit: () => {
          asked += 1
          return accept()
        },
      },
    )
    const task = await client.callTask('x', {}, { maxTimeoutMs: 500 })
    const rejected = expect(task.result()).rejects.toMatchObject({ code: 'timeout' })
    await runtime.advance(500)
    await rejected
    isReachable = true
    const result = task.result()
    await runtime.advance(400)
    expect([await result, asked, server.ofMethod('tasks/cancel').length]).toMatchObject([{ content: [{}] }, 1, 0])
    await client.close()
  })
})

test('a client that answers nothing itself gets a task from `request` as it is', async () => {
  const { client } = await start({}, { autoAnswer: false })
  expect(await client.request('tools/call', { name: 'x' })).toEqual(createdTask)
  await client.close()
})
