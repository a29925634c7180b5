import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Revision } from '../../../protocol/revisions/revision.js'
import type { ConnectOptions } from '../../connect-options.js'
import { capital, connectFake, deferred, nameForm } from '../../fixtures/connect-fake.js'
import './hosted-tasks.js' // A client loads it late; it is there from the start, since `settled` counts turns.

/** Makes other bytes every time. */
class Counting extends VirtualRuntime {
  #count = 0

  override randomBytes(length: number): Uint8Array {
    this.#count += 1
    return new Uint8Array(length).fill(this.#count)
  }
}

const declined = { action: 'decline' as const }
const sampled = { role: 'assistant' as const, model: 'm', content: [{ type: 'text' as const, text: 'Oslo' }] }

/** A server that asks, and a client that keeps tasks for it. */
async function start(options: ConnectOptions = {}, revision: Revision = '2025-11-25') {
  const runtime = new Counting()
  const { client, server, hello, errors } = await connectFake(revision, {}, { runtime, tasks: true, ...options })
  let count = 0
  const ask = async (method: string, params: object = {}) => {
    count += 1
    const id = `s${count}`
    server.send({ id, method, params })
    await settled()
    const { result, error } = server.received.find((message) => message.id === id) ?? {}
    return { result: result as Record<string, unknown> | undefined, error } // as all results are
  }
  const create = async (task: object = {}, inputRequest: { method: string; params: object } = nameForm) => {
    const answer = await ask(inputRequest.method, { ...inputRequest.params, task })
    return (answer.result?.['task'] ?? {}) as Record<string, unknown>
  }
  return { client, server, runtime, hello, errors, ask, create }
}

test.each<[string, ConnectOptions, object | undefined]>([
  ['nothing', {}, undefined],
  ['roots', { roots: [] }, undefined],
  ['forms', { elicit: () => declined }, { elicitation: { create: {} } }],
  ['pages', { elicitUrl: async () => 'decline' }, { elicitation: { create: {} } }],
  [
    'everything',
    { elicit: () => declined, sample: () => sampled, roots: [] },
    { elicitation: { create: {} }, sampling: { createMessage: {} } },
  ],
])('a client that answers %s declares tasks for exactly that', async (_name, options, requests) => {
  verifies('TASK-01', 'TASK-24')
  const { client, hello } = await start(options)
  const { tasks } = (hello?.params?.['capabilities'] ?? {}) as { readonly tasks?: object }
  expect(tasks).toEqual(requests === undefined ? undefined : { list: {}, cancel: {}, requests })
  await client.close()
})

test.each<[Revision, ConnectOptions]>([
  ['2025-11-25', { tasks: false }],
  ['2025-06-18', {}],
])(
  '%s, %j: without the declaration a wish for a task is ignored, and its methods are unknown',
  async (revision, options) => {
    verifies('TASK-03')
    const { client, ask, hello } = await start({ elicit: () => declined, ...options }, revision)
    expect(hello?.params?.['capabilities']).not.toHaveProperty('tasks')
    expect(await ask('elicitation/create', { ...nameForm.params, task: {} })).toMatchObject({ result: declined })
    expect(await ask('tasks/list')).toMatchObject({ error: { code: -32601 } })
    await client.close()
  },
)

describe('a question by task', () => {
  test('is answered at once with a task, and the task in its own time with the answer', async () => {
    verifies('TASK-07', 'TASK-08', 'TASK-09', 'TASK-10', 'TASK-11', 'TASK-13', 'TASK-14', 'TASK-24')
    const answer = deferred<typeof declined>()
    const { client, server, runtime, ask, create } = await start({ elicit: () => answer.promise })
    const task = await create({ ttl: 60_000 })
    const time = new Date(runtime.now()).toISOString()
    const taskId = '01'.repeat(16)
    const working = {
      taskId,
      status: 'working',
      createdAt: time,
      lastUpdatedAt: time,
      ttl: 60_000,
      pollInterval: 1_000,
    }
    expect(task).toEqual(working)
    expect(await ask('tasks/get', { taskId })).toMatchObject({ result: working })
    await runtime.advance(1_000)
    expect(await ask('tasks/result', { taskId })).toEqual({})
    answer.resolve(declined)
    await settled()
    expect(server.received.at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 's3',
      result: { ...declined, _meta: { 'io.modelcontextprotocol/related-task': { taskId } } },
    })
    const completed = { ...working, status: 'completed', lastUpdatedAt: new Date(runtime.now()).toISOString() }
    expect((await ask('tasks/get', { taskId })).result).toEqual(completed)
    expect((await ask('tasks/result', { taskId })).result).toMatchObject(declined)
    expect(server.methods.filter((method) => method !== undefined)).toEqual([])
    await client.close()
  })

  test.each<[string, unknown, number]>([
    ['what is wished', 2_000, 2_000],
    ['not less than can be used', 0, 1_000],
    ['not more than tasks live', 1e12, 86_400_000],
    ['as long as tasks live, for ever', null, 86_400_000],
    ['the time of a question, where nothing is wished', undefined, 600_000],
  ])('lives %s', async (_name, ttl, lives) => {
    verifies('TASK-11', 'TASK-20', 'TASK-22')
    let signal: AbortSignal | undefined
    const { client, runtime, ask, create } = await start({
      elicit: (_question, ctx) => {
        signal = ctx.signal
        return new Promise(() => {})
      },
    })
    const { taskId, ttl: given } = await create({ ttl })
    expect(given).toBe(lives)
    await ask('tasks/result', { taskId })
    await runtime.advance(lives - 1)
    expect(await ask('tasks/get', { taskId })).toMatchObject({ result: { taskId } })
    await runtime.advance(1)
    expect(await ask('tasks/get', { taskId })).toMatchObject({ error: { code: -32602 } })
    expect([signal?.aborted, runtime.timers]).toEqual([true, 0])
    await client.close()
  })

  test('that expires lets go whoever waits for its result', async () => {
    const { client, server, runtime, ask, create } = await start({ elicit: () => new Promise(() => {}) })
    const { taskId } = await create({ ttl: 1_000 })
    await ask('tasks/result', { taskId })
    await runtime.advance(1_000)
    expect(server.received.at(-1)).toMatchObject({
      id: 's2',
      error: { code: -32602, message: 'There is no such task' },
    })
    await client.close()
  })

  test('fails with the error that it would have been answered with', async () => {
    verifies('TASK-13')
    const { client, ask, create, errors } = await start({ sample: () => Promise.reject(new Error('secret')) })
    const { taskId } = await create({}, capital)
    expect(await ask('tasks/get', { taskId })).toMatchObject({
      result: { status: 'failed', statusMessage: 'Internal error' },
    })
    expect((await ask('tasks/result', { taskId })).error).toEqual({ code: -32603, message: 'Internal error' })
    expect(errors).toMatchObject([{ message: 'secret' }])
    await client.close()
  })

  test('that a person refuses fails as it does without a task', async () => {
    const refuse = () => Promise.reject(new DOMException('Dialog closed', 'AbortError'))
    const { client, ask, create } = await start({ sample: refuse })
    const { taskId } = await create({}, capital)
    expect((await ask('tasks/result', { taskId })).error).toEqual({
      code: -1,
      message: 'User rejected sampling request',
    })
    await client.close()
  })

  test('is no question that wishes for no task, which is answered itself', async () => {
    const { client, ask } = await start({ elicit: () => declined, sample: () => sampled })
    await ask('tasks/list')
    expect([(await ask('elicitation/create', nameForm.params)).result, (await ask('ping')).result]).toEqual([
      declined,
      {},
    ])
    expect((await ask('roots/list', { task: {} })).error).toMatchObject({ code: -32601 })
    expect((await ask('tasks/list')).result).toEqual({ tasks: [] })
    await client.close()
  })

  test.each<[string, object, number, string]>([
    ['sampling/createMessage', { ...capital.params, task: {} }, -32601, 'Method not found: sampling/createMessage'],
    ['elicitation/create', { ...nameForm.params, task: 'yes' }, -32602, 'params.task must be an object'],
    [
      'elicitation/create',
      { ...nameForm.params, task: { ttl: -1 } },
      -32602,
      'params.task.ttl must be a number of milliseconds',
    ],
    [
      'elicitation/create',
      { ...nameForm.params, task: { ttl: '1' } },
      -32602,
      'params.task.ttl must be a number of milliseconds',
    ],
  ])('that is %s with %j is refused, and is no task', async (method, params, code, message) => {
    const { client, ask } = await start({ elicit: () => declined })
    expect((await ask(method, params)).error).toEqual({ code, message })
    expect((await ask('elicitation/create', { message: 'Who?', task: {} })).error?.code).toBe(-32602)
    expect(await ask('tasks/list')).toMatchObject({ result: { tasks: [] } })
    await client.close()
  })
})

describe('tasks/cancel', () => {
  test('ends the task before it is answered, and for good', async () => {
    verifies('TASK-16')
    const answer = deferred<typeof declined>()
    let signal: AbortSignal | undefined
    const { client, server, ask, create, errors } = await start({
      elicit: (_question, ctx) => {
        signal = ctx.signal
        return answer.promise
      },
    })
    const { taskId } = await create()
    await ask('tasks/result', { taskId })
    expect(await ask('tasks/cancel', { taskId })).toMatchObject({ result: { taskId, status: 'cancelled' } })
    expect(server.received.find(({ id }) => id === 's2')?.error).toEqual({
      code: -32603,
      message: 'The task was cancelled',
    })
    expect(signal?.reason).toMatchObject({ name: 'AbortError' })
    answer.resolve(declined)
    await settled()
    expect(await ask('tasks/get', { taskId })).toMatchObject({ result: { status: 'cancelled' } })
    expect(await ask('tasks/cancel', { taskId })).toMatchObject({
      error: { code: -32602, message: 'The task is cancelled already' },
    })
    expect(errors).toEqual([])
    await client.close()
  })

  test('is refused for a task that is completed', async () => {
    verifies('TASK-16')
    const { client, ask, create } = await start({ elicit: () => declined })
    const { taskId } = await create()
    expect((await ask('tasks/cancel', { taskId })).error).toEqual({
      code: -32602,
      message: 'The task is completed already',
    })
    expect(await ask('tasks/get', { taskId })).toMatchObject({ result: { status: 'completed' } })
    await client.close()
  })
})

test('a cancellation of the question that made a task leaves it alone', async () => {
  verifies('CAN-04')
  const answer = deferred<typeof declined>()
  let signal: AbortSignal | undefined
  const { client, server, ask, create } = await start({
    elicit: (_question, ctx) => {
      signal = ctx.signal
      return answer.promise
    },
  })
  const { taskId } = await create()
  for (const requestId of ['s1', taskId]) server.notify('notifications/cancelled', { requestId })
  await settled()
  expect([signal?.aborted, (await ask('tasks/get', { taskId })).result?.['status']]).toEqual([false, 'working'])
  answer.resolve(declined)
  await settled()
  expect((await ask('tasks/result', { taskId })).result).toMatchObject(declined)
  await client.close()
})

test.each(['tasks/get', 'tasks/result', 'tasks/cancel'])('%s of what is no task is refused', async (method) => {
  verifies('TASK-20')
  const { client, ask } = await start({ elicit: () => declined })
  for (const taskId of ['other', '__proto__', 1, undefined]) {
    expect(await ask(method, { taskId })).toMatchObject({ error: { code: -32602 } })
  }
  await client.close()
})

test('tasks/list has all tasks on one page', async () => {
  verifies('TASK-17', 'TASK-20')
  const { client, ask, create } = await start({ elicit: () => declined })
  const tasks = [await create(), await create()]
  expect((await ask('tasks/list')).result).toEqual({ tasks: tasks.map((task) => ({ ...task, status: 'completed' })) })
  expect((await ask('tasks/list', { cursor: 'x' })).error).toEqual({ code: -32602, message: 'Invalid cursor' })
  await client.close()
})

test('there are no more tasks than the limit: first goes what the server got, and nothing else', async () => {
  verifies('TASK-22')
  const { client, ask, create } = await start({ elicit: () => declined, limits: { tasksPerPrincipal: 2 } })
  const first = await create()
  const second = await create()
  expect(await ask('elicitation/create', { ...nameForm.params, task: {} })).toMatchObject({
    error: { code: -32603, message: 'There are too many tasks' },
  })
  await ask('tasks/result', { taskId: second['taskId'] })
  const third = await create()
  const { result } = await ask('tasks/list')
  expect(result).toMatchObject({ tasks: [{ taskId: first['taskId'] }, { taskId: third['taskId'] }] })
  await client.close()
})

test('closing the client forgets all tasks', async () => {
  let signal: AbortSignal | undefined
  const { client, runtime, create } = await start({
    elicit: (_question, ctx) => {
      signal = ctx.signal
      return new Promise(() => {})
    },
  })
  await create()
  expect(signal?.aborted).toBe(false)
  await client.close()
  await settled()
  expect([signal?.aborted, runtime.timers]).toEqual([true, 0])
})
