import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { CoreTask } from './core-task.js'
import { form, openTaskUpstream, type TaskAnswers, taskOf, taskResult } from './fixtures/task-upstream.js'

const content = [{ type: 'text', text: 'done' }]
const related = { 'io.modelcontextprotocol/related-task': { taskId: 't1' } }
const asking: RpcRequest = { jsonrpc: '2.0', id: 5, ...form }
const accept = { action: 'accept', content: { name: 'Ada' } }

function create(answers: TaskAnswers, { capabilities = {}, limits = {} as Partial<Limits> } = {}) {
  const upstream = openTaskUpstream('2025-11-25', answers, { capabilities, limits })
  const state = { changes: 0 }
  const onChange = () => {
    state.changes += 1
  }
  const task = new CoreTask({ ...upstream.options, onChange })
  const ask = (signal = new AbortController().signal) => task.ask(asking, { signal, revision: '2025-11-25' })
  return { ...upstream, task, state, ask }
}

describe('the state of a task', () => {
  test('that works has nothing else', async () => {
    const { task, requests, sent } = create({ 'tasks/get': () => taskResult('working', { pollInterval: 70 }) })
    expect(await task.read()).toEqual({ task: taskOf('working', { pollIntervalMs: 70 }), inputRequests: {} })
    expect([requests, sent[0]?.meta]).toEqual([[['tasks/get', { taskId: 't1' }]], undefined])
  })

  test('that was cancelled has no outcome', async () => {
    const { task, methods } = create({ 'tasks/get': () => taskResult('cancelled') })
    expect(await task.read()).toEqual({ task: taskOf('cancelled'), inputRequests: {} })
    expect(methods()).toEqual(['tasks/get'])
  })

  test.each([
    [related, {}],
    [{ ...related, 'com.example/a': 1 }, { _meta: { 'com.example/a': 1 } }],
  ])('that is completed has the result that the call would have had: %j', async (_meta, expected) => {
    const { task, requests } = create({
      'tasks/get': () => taskResult('completed'),
      'tasks/result': () => ({ result: { content, _meta } }),
    })
    expect(await task.read()).toEqual({
      task: taskOf('completed'),
      inputRequests: {},
      outcome: { type: 'result', result: { content, ...expected } },
    })
    expect(requests.at(-1)).toEqual(['tasks/result', { taskId: 't1' }])
  })

  test('that failed by a result of its tool is completed with that', async () => {
    const { task } = create({
      'tasks/get': () => taskResult('failed', { statusMessage: 'It failed' }),
      'tasks/result': () => ({ result: { content, isError: true } }),
    })
    expect(await task.read()).toEqual({
      task: taskOf('completed'),
      inputRequests: {},
      outcome: { type: 'result', result: { content, isError: true } },
    })
  })

  test.each(['completed', 'failed'])('that is %s by an error has failed', async (status) => {
    const error = { code: -5, message: 'No', data: { a: 1 } }
    const { task } = create({
      'tasks/get': () => taskResult(status, { statusMessage: 'It ended' }),
      'tasks/result': () => ({ error }),
    })
    expect(await task.read()).toEqual({
      task: taskOf('failed', { statusMessage: 'It ended' }),
      inputRequests: {},
      outcome: { type: 'error', error },
    })
  })

  test('that is completed by nothing is wrong', async () => {
    const { task } = create({ 'tasks/get': () => taskResult('completed'), 'tasks/result': () => ({ result: 5 }) })
    await expect(task.read()).rejects.toMatchObject({
      code: 'invalid_result',
      message: 'tasks/result: the result must be an object',
    })
  })
})

describe('a task that needs input', () => {
  const answers = { 'tasks/get': () => taskResult('input_required') }

  test('has its question, for which its result is waited for', async () => {
    const { task, methods, ask, sent, state } = create(answers)
    const reading = task.read()
    await settled()
    expect(methods()).toEqual(['tasks/get', 'tasks/result'])
    expect(sent[1]?.options).toEqual({ timeoutMs: undefined, maxTimeoutMs: undefined })
    const id = sent[1]?.id ?? 0
    expect([task.isAwaitedBy(id), task.isAwaitedBy(99)]).toEqual([true, false])
    const asked = ask()
    expect(state.changes).toBe(1)
    const { inputRequests, ...read } = await reading
    expect(read).toEqual({ task: taskOf('input_required') })
    expect(Object.keys(inputRequests)).toEqual(['input-1'])
    expect(inputRequests['input-1']).toMatchObject(form)
    await task.read()
    expect(methods()).toEqual(['tasks/get', 'tasks/result', 'tasks/get', 'tasks/get'])
    await task.answer(
      new Map<string, unknown>([
        ['input-1', accept],
        ['other', accept],
      ]),
    )
    expect(await asked).toEqual(accept)
  })

  test('works on while no question has come', async () => {
    const { task, runtime, methods } = create(answers, { limits: { upstreamWaitMs: 500 } })
    const reading = task.read()
    await runtime.advance(499)
    expect(methods()).toEqual(['tasks/get', 'tasks/result'])
    await runtime.advance(1)
    expect(await reading).toEqual({ task: taskOf('working'), inputRequests: {} })
  })

  test('is awaited once on each connection', async () => {
    const { task, runtime, methods, reopen } = create(answers, { limits: { upstreamWaitMs: 500 } })
    const read = async () => {
      const reading = task.read()
      await runtime.advance(500)
      await reading
    }
    await read()
    await read()
    expect(methods().filter((method) => method === 'tasks/result')).toHaveLength(1)
    reopen()
    await read()
    expect(methods().filter((method) => method === 'tasks/result')).toHaveLength(2)
  })

  test('is awaited again after its result could not be had', async () => {
    const { task, runtime, methods, state } = create(
      { ...answers, 'tasks/result': () => ({ error: { code: -5, message: 'No' } }) },
      { limits: { upstreamWaitMs: 500 } },
    )
    await task.read()
    expect([state.changes, runtime.timers]).toEqual([1, 0])
    await task.read()
    expect(methods()).toEqual(['tasks/get', 'tasks/result', 'tasks/get', 'tasks/get', 'tasks/result', 'tasks/get'])
  })
})

describe('a question', () => {
  test('has a key of its own, and its answer or its error', async () => {
    const { task, ask } = create({ 'tasks/get': () => taskResult('working') })
    const [one, two] = [ask(), ask()]
    expect((await task.read()).task.status).toBe('input_required')
    const refused = new RpcError(-5, 'Not today')
    await task.refuse('input-2', refused)
    await expect(two).rejects.toBe(refused)
    await task.answer(new Map([['input-1', accept]]))
    expect(await one).toEqual(accept)
    const three = ask()
    expect(Object.keys((await task.read()).inputRequests)).toEqual(['input-3'])
    await task.answer(new Map([['input-3', { action: 'decline' }]]))
    expect(await three).toEqual({ action: 'decline' })
    expect((await task.read()).task.status).toBe('working')
  })

  test('takes no malformed answer, nor those with it', async () => {
    const { task, ask } = create({ 'tasks/get': () => taskResult('working') })
    const asked = [ask(), ask()]
    const answers = new Map<string, unknown>([
      ['input-1', accept],
      ['input-2', { action: 'perhaps' }],
    ])
    await expect(task.answer(answers)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^params\.inputResponses\.input-2: ./),
    })
    expect(Object.keys((await task.read()).inputRequests)).toEqual(['input-1', 'input-2'])
    await task.answer(
      new Map([
        ['input-1', accept],
        ['input-2', accept],
      ]),
    )
    expect(await Promise.all(asked)).toEqual([accept, accept])
  })

  test('that is taken back is not asked any more', async () => {
    const { task, ask } = create({ 'tasks/get': () => taskResult('working') })
    const abort = new AbortController()
    const asked = ask(abort.signal)
    const reason = new Error('taken back')
    abort.abort(reason)
    await expect(asked).rejects.toBe(reason)
    expect((await task.read()).inputRequests).toEqual({})
    await expect(ask(AbortSignal.abort(reason))).rejects.toBe(reason)
    expect((await task.read()).inputRequests).toEqual({})
  })

  test.each<[string, Partial<Limits>, string]>([
    ['at once', { questions: 2 }, 'fulfilled'],
    ['in all', { questions: 2, rounds: 1 }, 'rejected'],
  ])('is one of so many %s', async (_when, limits, status) => {
    const { task, ask } = create({ 'tasks/get': () => taskResult('working') }, { limits })
    const asked = [ask(), ask()]
    const refusal = { code: -32603, message: 'The task asks too much (questions, rounds)' }
    await expect(ask()).rejects.toMatchObject(refusal)
    await task.answer(
      new Map([
        ['input-1', accept],
        ['input-2', accept],
      ]),
    )
    await Promise.all(asked)
    const third = Promise.allSettled([ask()])
    await task.answer(new Map([['input-3', accept]]))
    expect(await third).toMatchObject([{ status }])
  })

  test('that its client cannot be asked is refused', async () => {
    const { task } = create({})
    const message: RpcRequest = { jsonrpc: '2.0', id: 5, method: 'roots/list' }
    const { signal } = new AbortController()
    await expect(task.ask(message, { signal, revision: '2025-11-25' })).rejects.toMatchObject({ code: -32601 })
  })
})

describe('a task is cancelled', () => {
  const cancels = { capabilities: { tasks: { cancel: {} } } }

  test('at its upstream, and its questions with it', async () => {
    const { task, requests, ask } = create({ 'tasks/cancel': () => taskResult('cancelled') }, cancels)
    const asked = ask()
    await Promise.all([
      task.cancel(),
      expect(asked).rejects.toMatchObject({ code: -32603, message: 'The task was cancelled' }),
    ])
    expect(requests).toEqual([['tasks/cancel', { taskId: 't1' }]])
  })

  test('nowhere, if its upstream does not do that', async () => {
    const { task, methods, ask } = create({ 'tasks/get': () => taskResult('working') })
    void ask()
    await task.cancel()
    expect(methods()).toEqual(['tasks/get'])
    expect(Object.keys((await task.read()).inputRequests)).toEqual(['input-1'])
  })

  test.each<[string, number, string, object]>([
    ['though it has ended already', -32602, 'completed', { status: 'fulfilled' }],
    ['unless it is refused while it runs', -32602, 'working', { status: 'rejected', reason: { message: 'No' } }],
    ['unless it is refused for another reason', -32603, 'completed', { status: 'rejected', reason: { message: 'No' } }],
  ])('%s', async (_when, code, status, expected) => {
    const { task } = create(
      { 'tasks/cancel': () => ({ error: { code, message: 'No' } }), 'tasks/get': () => taskResult(status) },
      cancels,
    )
    expect(await Promise.allSettled([task.cancel()])).toMatchObject([expected])
  })
})
