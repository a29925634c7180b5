import { describe, expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { ExtensionTask } from './extension-task.js'
import { form, openTaskUpstream, startTime, type TaskAnswers, taskOf, taskResult } from './fixtures/task-upstream.js'

const content = [{ type: 'text', text: 'done' }]
const accept = { action: 'accept', content: { name: 'Ada' } }
const accepted = { ...{ resultType: 'complete' }, ...accept }

function create(answers: TaskAnswers, limits: Partial<Limits> = {}) {
  const upstream = openTaskUpstream('2026-07-28', answers, { limits })
  return { ...upstream, task: new ExtensionTask(upstream.options) }
}

/** A task that asks. */
function createAsking(inputRequests: unknown, answers: TaskAnswers = {}, limits: Partial<Limits> = {}) {
  const ack = () => ({ result: {} })
  const get = () => taskResult('input_required', { inputRequests, pollIntervalMs: 70 })
  return create({ 'tasks/get': get, 'tasks/update': ack, 'tasks/cancel': ack, ...answers }, limits)
}

describe('the state of a task', () => {
  test('that works has nothing else', async () => {
    const { task, requests, sent } = create({ 'tasks/get': () => taskResult('working', { pollIntervalMs: 70 }) })
    expect(await task.read()).toEqual({ task: taskOf('working', { pollIntervalMs: 70 }), inputRequests: {} })
    expect(requests).toEqual([['tasks/get', { taskId: 't1' }]])
    expect(sent[0]).toMatchObject({
      meta: { 'com.example/tasks': true },
      options: { timeoutMs: 100, maxTimeoutMs: 250 },
    })
  })

  test('that was cancelled has no outcome', async () => {
    const { task } = create({ 'tasks/get': () => taskResult('cancelled', { result: { content } }) })
    expect(await task.read()).toEqual({ task: taskOf('cancelled'), inputRequests: {} })
  })

  test('that is completed has its result, without the name of its server', async () => {
    const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 's', version: '1' }, 'com.example/a': 1 }
    const result = { resultType: 'complete', content, _meta }
    const { task } = create({ 'tasks/get': () => taskResult('completed', { result }) })
    const { outcome, ...state } = await task.read()
    expect(state).toEqual({ task: taskOf('completed'), inputRequests: {} })
    expect(outcome).toMatchObject({ type: 'result', result: { content, _meta: { 'com.example/a': 1 } } })
    expect(JSON.stringify(outcome)).not.toContain('serverInfo')
  })

  test.each([
    [
      { code: -5, message: 'No' },
      { code: -5, message: 'No' },
    ],
    [
      { code: -5, message: 'No', data: { a: 1 }, other: 1 },
      { code: -5, message: 'No', data: { a: 1 } },
    ],
  ])('that has failed has its error: %j', async (error, expected) => {
    const { task } = create({ 'tasks/get': () => taskResult('failed', { error }) })
    const { outcome } = await task.read()
    expect(outcome).toStrictEqual({ type: 'error', error: expected })
  })

  test.each([[undefined], ['No'], [{ code: 1.5, message: 'No' }], [{ code: '1', message: 'No' }], [{ code: 1 }]])(
    'that has failed by no error is wrong: %j',
    async (error) => {
      const { task } = create({ 'tasks/get': () => taskResult('failed', { error }) })
      await expect(task.read()).rejects.toMatchObject({
        code: 'invalid_result',
        message: 'tasks/get: the error of a failed task must have a code and a message',
      })
    },
  )

  test('is an error of the upstream where that refuses', async () => {
    const error = { code: -32602, message: 'Unknown task', data: { a: 1 } }
    await expect(create({ 'tasks/get': () => ({ error }) }).task.read()).rejects.toMatchObject(error)
    await expect(create({ 'tasks/get': () => ({ result: 5 }) }).task.read()).rejects.toMatchObject({
      code: 'invalid_result',
      message: 'tasks/get: the result must be an object',
    })
  })

  test('has times, if need be the present one', async () => {
    const { task } = create({ 'tasks/get': () => taskResult('working', { createdAt: 'yesterday', lastUpdatedAt: 5 }) })
    expect((await task.read()).task).toMatchObject({ createdAt: startTime, lastUpdatedAt: startTime })
  })
})

describe('the questions of a task', () => {
  test('are asked until they are answered', async () => {
    const { task, requests } = createAsking({ a: form, b: form })
    const first = await task.read()
    expect(first.task).toEqual(taskOf('input_required', { pollIntervalMs: 70 }))
    expect(Object.entries(first.inputRequests).map(([key, { method }]) => [key, method])).toEqual([
      ['a', 'elicitation/create'],
      ['b', 'elicitation/create'],
    ])
    await task.answer(
      new Map<string, unknown>([
        ['a', accept],
        ['other', accept],
      ]),
    )
    expect(requests.at(-1)).toEqual([
      'tasks/update',
      { taskId: 't1', inputResponses: { a: expect.objectContaining(accept) } },
    ])
    const second = await task.read()
    expect([Object.keys(second.inputRequests), second.task.status]).toEqual([['b'], 'input_required'])
    await task.answer(new Map([['b', accept]]))
    expect(await task.read()).toMatchObject({ task: { status: 'working' }, inputRequests: {} })
  })

  test('have any key', async () => {
    const { task, requests } = createAsking(JSON.parse(`{"__proto__":${JSON.stringify(form)}}`))
    const { inputRequests } = await task.read()
    expect(Object.keys(inputRequests)).toEqual(['__proto__'])
    await task.answer(new Map([['__proto__', accept]]))
    const sentKeys = requests.slice(1).map(([, { inputResponses }]) => Object.keys(inputResponses as object))
    expect(sentKeys).toEqual([['__proto__']])
  })

  test('are answered once', async () => {
    const { task, methods } = createAsking({ a: form })
    await task.answer(new Map([['a', accept]]))
    await task.read()
    await task.answer(new Map([['a', accept]]))
    await task.answer(new Map([['a', accept]]))
    expect(methods()).toEqual(['tasks/get', 'tasks/update'])
  })

  test('may be answered again where the upstream did not take the answer', async () => {
    const { task, methods, answers } = createAsking({ a: form })
    await task.read()
    answers['tasks/update'] = () => ({ error: { code: -32603, message: 'Later' } })
    await expect(task.answer(new Map([['a', accept]]))).rejects.toMatchObject({ message: 'Later' })
    answers['tasks/update'] = () => ({ result: accepted })
    await task.answer(new Map([['a', accept]]))
    expect(methods()).toEqual(['tasks/get', 'tasks/update', 'tasks/update'])
  })

  test('take no malformed answer, nor those with it', async () => {
    const key = 'k'.repeat(70)
    const { task, methods } = createAsking({ a: form, [key]: form })
    await task.read()
    const answering = task.answer(
      new Map<string, unknown>([
        ['a', accept],
        [key, { action: 'perhaps' }],
      ]),
    )
    await expect(answering).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^The answer to elicitation\/create \(k{64}\): [^ ]/),
    })
    expect(methods()).toEqual(['tasks/get'])
  })

  test('must be an object', async () => {
    const { task, methods } = createAsking([form])
    await expect(task.read()).rejects.toMatchObject({
      code: 'invalid_result',
      message: 'tasks/get: inputRequests must be an object',
    })
    expect(methods()).toEqual(['tasks/get'])
  })
})

describe('a question that cannot be asked', () => {
  test.each<[string, object, Partial<Limits>, RegExp]>([
    ['since its client does not know it', { a: { method: 'sampling/createMessage', params: {} } }, {}, /sampling/],
    ['since it has no method', { a: { params: {} } }, {}, /^tasks\/get: an input request has no method$/],
    ['since it is no object', { a: 5 }, {}, /^tasks\/get: an input request has no method$/],
    [
      'with others that are too many',
      { a: form, b: form, c: form },
      { questions: 2 },
      /^The task asks too much \(questions\)$/,
    ],
  ])('ends the task %s', async (_why, inputRequests, limits, message) => {
    const { task, methods } = createAsking(inputRequests, {}, limits)
    const state = await task.read()
    expect(state).toEqual({
      task: taskOf('failed', { lastUpdatedAt: startTime }),
      inputRequests: {},
      outcome: { type: 'error', error: expect.objectContaining({ message: expect.stringMatching(message) }) },
    })
    expect(methods()).toEqual(['tasks/get', 'tasks/cancel'])
    expect(await task.read()).toEqual(state)
  })

  test('is one of too many rounds', async () => {
    const inputRequests: Record<string, unknown> = { a: form, b: form }
    const { task } = createAsking(inputRequests, {}, { questions: 2, rounds: 1 })
    expect(Object.keys((await task.read()).inputRequests)).toEqual(['a', 'b'])
    expect(Object.keys((await task.read()).inputRequests)).toEqual(['a', 'b'])
    delete inputRequests['a']
    inputRequests['c'] = form
    expect(await task.read()).toMatchObject({
      task: { status: 'failed' },
      outcome: { error: { code: -32603, message: 'The task asks too much (rounds)' } },
    })
  })

  test('is one that the client answers with an error', async () => {
    const { task, methods } = createAsking(
      { a: form },
      { 'tasks/cancel': () => ({ error: { code: -1, message: 'x' } }) },
    )
    await task.refuse('a', new RpcError(-5, 'Not today'))
    expect(methods()).toEqual([])
    await task.read()
    await task.refuse('a', new RpcError(-5, 'Not today'))
    await task.refuse('a', new RpcError(-6, 'Never'))
    expect(await task.read()).toMatchObject({
      task: { status: 'failed', lastUpdatedAt: startTime },
      outcome: { type: 'error', error: { code: -5, message: 'Not today' } },
    })
  })
})

describe('a task that is cancelled', () => {
  const ack = () => ({ result: {} })

  test('has ended for its client, also if its upstream goes on', async () => {
    const { task, requests, answers } = create({
      'tasks/cancel': ack,
      'tasks/get': () => taskResult('working', { pollIntervalMs: 70 }),
    })
    await task.cancel()
    expect(requests).toEqual([
      ['tasks/cancel', { taskId: 't1' }],
      ['tasks/get', { taskId: 't1' }],
    ])
    answers['tasks/get'] = () => taskResult('completed', { result: { resultType: 'complete', content } })
    const statusMessage = 'The task was cancelled by request.'
    expect(await task.read()).toStrictEqual({
      task: taskOf('cancelled', { lastUpdatedAt: startTime, statusMessage }),
      inputRequests: {},
    })
  })

  test('has the end that its upstream gave it', async () => {
    const { task } = create({
      'tasks/cancel': ack,
      'tasks/get': () => taskResult('cancelled', { statusMessage: 'Yes' }),
    })
    await task.cancel()
    expect((await task.read()).task).toEqual(taskOf('cancelled', { statusMessage: 'Yes' }))
  })

  test('goes on where its upstream refuses', async () => {
    const { task } = create({
      'tasks/cancel': () => ({ error: { code: -32603, message: 'No' } }),
      'tasks/get': () => taskResult('working'),
    })
    await expect(task.cancel()).rejects.toMatchObject({ code: -32603, message: 'No' })
    expect((await task.read()).task.status).toBe('working')
  })
})
