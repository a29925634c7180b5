import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { ResultContext } from '../../extensions/result-context.js'
import { ExtensionTask, tasksExtension } from './extension-task.js'

const times = { ttlMs: null, pollIntervalMs: 100 }
const working = { taskId: 't1', status: 'working', ...times }
const completed = { ...working, status: 'completed', result: { content: [] } }
const unknownTask = new RpcError(-32602, 'Unknown task')

/** A task whose states a test says, one for each poll, and then the last again; an error is thrown. */
function start(created: object, states: readonly unknown[], answer: ResultContext['answer'] = async () => ({})) {
  const runtime = new VirtualRuntime()
  const requests: unknown[] = []
  const caller = new AbortController()
  let polls = 0
  const ctx: ResultContext = {
    method: 'tools/call',
    params: { name: 'x' },
    signal: caller.signal,
    timeoutMs: 1_000,
    request: async (method, params) => {
      requests.push([method, params])
      if (method !== 'tasks/get') return {}
      const state = states[Math.min(polls, states.length - 1)]
      polls += 1
      if (state instanceof Error) throw state
      return state as Record<string, unknown> // a server may send anything
    },
    answer,
  }
  const services = { runtime, limits: defaultLimits }
  const create = () => new ExtensionTask({ ...created }, ctx, services)
  return { runtime, requests, caller, ctx, services, create }
}

/** What a task comes to whose first poll gives `state`. */
async function outcomeOf(state: unknown) {
  const { runtime, ctx, create } = start(working, [state])
  const outcome = create()
    .run(ctx)
    .catch((reason: unknown) => reason)
  await runtime.advance(100)
  return outcome
}

describe('a task', () => {
  test('has the id and the status of the result that made it', () => {
    const task = start({ ...working, status: 'input_required' }, []).create()
    expect([task.id, task.status]).toEqual(['t1', 'input_required'])
  })

  test('needs an id', () => {
    expect(thrownBy(start({ status: 'working' }, []).create)).toEqual(
      new OmniportError('invalid_result', 'tools/call: taskId must be a string that is not empty'),
    )
  })

  test('that works is asked for after a pause, until it is over', async () => {
    const { runtime, requests, ctx, create } = start(working, [working, completed])
    const task = create()
    const result = task.run(ctx)
    await runtime.advance(99)
    expect(requests).toEqual([])
    await runtime.advance(1)
    expect([requests, task.status]).toEqual([[['tasks/get', { taskId: 't1' }]], 'working'])
    await runtime.advance(100)
    expect([await result, task.status, requests.length, runtime.timers]).toEqual([{ content: [] }, 'completed', 2, 0])
  })

  test.each(['completed', 'failed', 'cancelled', 'input_required'])(
    'that is %s is asked for at once',
    async (status) => {
      const { requests, ctx, create } = start({ ...working, status }, [completed])
      const task = create()
      const result = task.run(ctx).catch(() => 'failed')
      await settled()
      expect(requests).toEqual([['tasks/get', { taskId: 't1' }]])
      await result
    },
  )
})

describe('the outcome', () => {
  test.each<[string, object, unknown]>([
    ['is its result', completed, { content: [] }],
    [
      'is missing',
      { ...completed, result: undefined },
      new OmniportError('invalid_result', 'tasks/get: the result of a completed task must be an object'),
    ],
    [
      'is its error',
      { ...working, status: 'failed', error: { code: 7, message: 'no', data: 1 } },
      new RpcError(7, 'no', 1),
    ],
    [
      'is a failure without an error',
      { ...working, status: 'failed' },
      new OmniportError('invalid_result', 'tasks/get: the error of a failed task must be an object'),
    ],
    ...[{ code: '7', message: 'no' }, { code: 7.5, message: 'no' }, { message: 'no' }, { code: 7 }].map(
      (error): [string, object, unknown] => [
        `is the error ${JSON.stringify(error)}`,
        { ...working, status: 'failed', error },
        new OmniportError('invalid_result', 'tasks/get: the error of a failed task must have a code and a message'),
      ],
    ),
    [
      'is a cancellation',
      { ...working, status: 'cancelled', statusMessage: 'too late' },
      new OmniportError('closed', 'The task "t1" was cancelled: too late'),
    ],
    [
      'is another task',
      { ...completed, taskId: 't2' },
      new OmniportError('invalid_result', 'tasks/get: the task is another'),
    ],
    [
      'asks nothing',
      { ...working, status: 'input_required', inputRequests: undefined },
      new OmniportError('invalid_result', 'tasks/get: inputRequests must be an object'),
    ],
  ])('%s', async (_name, state, expected) => {
    expect(await outcomeOf(state)).toEqual(expected)
  })

  test('is that the server does not know the task', async () => {
    expect(await outcomeOf(unknownTask)).toBe(unknownTask)
  })
})

describe('what a task asks', () => {
  const asking = { ...working, status: 'input_required', inputRequests: { who: { method: 'a' } } }

  test('is answered, and the task goes on', async () => {
    const asked: unknown[] = []
    const answer = async (request: unknown) => {
      asked.push(request)
      return { name: 'Ada' }
    }
    const { runtime, requests, ctx, create } = start(working, [asking, working, completed], answer)
    const result = create().run(ctx)
    await runtime.advance(300)
    expect([await result, asked]).toEqual([{ content: [] }, [{ method: 'a' }]])
    expect(requests).toContainEqual(['tasks/update', { taskId: 't1', inputResponses: { who: { name: 'Ada' } } }])
  })

  test('while it works is nothing', async () => {
    const asked: unknown[] = []
    const answer = async (request: unknown) => ({ asked: asked.push(request) })
    const { runtime, ctx, create } = start(working, [{ ...asking, status: 'working' }, completed], answer)
    const result = create().run(ctx)
    await runtime.advance(200)
    expect([await result, asked]).toEqual([{ content: [] }, []])
  })

  test('ends the call where it cannot be answered', async () => {
    const answer = () => Promise.reject(new Error('nobody is there'))
    const { runtime, ctx, create } = start(working, [asking], answer)
    const failed = expect(create().run(ctx)).rejects.toThrow('nobody is there')
    await runtime.advance(100)
    await failed
    expect(runtime.timers).toBe(0)
  })

  test('is taken back when the task is not followed any more', async () => {
    const reasons: unknown[] = []
    const answer: ResultContext['answer'] = (_request, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason)
          reject(signal.reason)
        })
      })
    const { runtime, ctx, create } = start(working, [asking, { ...completed, result: {} }], answer)
    const result = create().run(ctx)
    await runtime.advance(100)
    expect(reasons).toEqual([])
    await runtime.advance(100)
    await result
    expect(reasons).toMatchObject([{ name: 'AbortError', message: 'The task is not followed any more' }])
  })
})

describe('one who gives up', () => {
  test('waits no longer, and leaves no timer', async () => {
    const { runtime, requests, caller, ctx, create } = start(working, [working])
    const result = create().run(ctx)
    caller.abort(new Error('enough'))
    await expect(result).rejects.toThrow('enough')
    expect([requests, runtime.timers]).toEqual([[], 0])
    await expect(create().run(ctx)).rejects.toThrow('enough')
    expect(requests).toEqual([])
  })

  test('may wait again', async () => {
    const { runtime, caller, ctx, create } = start(working, [completed])
    const task = create()
    const first = task.run(ctx)
    caller.abort(new Error('enough'))
    await expect(first).rejects.toThrow('enough')
    const second = task.run({ ...ctx, signal: new AbortController().signal })
    await runtime.advance(100)
    expect(await second).toEqual({ content: [] })
  })
})

describe('cancelling', () => {
  test('is told to the server, and then an unknown task is a cancelled one', async () => {
    const { runtime, requests, ctx, create } = start(working, [unknownTask])
    const task = create()
    await task.cancel()
    expect(requests).toEqual([['tasks/cancel', { taskId: 't1' }]])
    const failed = expect(task.run(ctx)).rejects.toThrow(new OmniportError('closed', 'The task "t1" was cancelled'))
    await runtime.advance(100)
    await failed
  })

  test.each<[string, Error]>([
    ['an error of another kind', new RpcError(-32603, 'Internal error')],
    ['what went wrong on this side', new OmniportError('closed', 'The connection was closed')],
  ])('does not hide %s', async (_name, reason) => {
    const { runtime, ctx, create } = start(working, [reason])
    const task = create()
    await task.cancel()
    const failed = expect(task.run(ctx)).rejects.toBe(reason)
    await runtime.advance(100)
    await failed
  })

  test.each(['completed', 'failed', 'cancelled'])('a task that is %s does nothing', async (status) => {
    const { requests, create } = start({ ...working, status }, [])
    await create().cancel()
    expect(requests).toEqual([])
  })
})

describe('the extension', () => {
  test('is of 2026-07-28, and makes calls of tools take long', () => {
    const extension = tasksExtension(start(working, []).services)
    expect(extension).toMatchObject({
      revisions: ['2026-07-28'],
      resultTypes: { task: { methods: ['tools/call'], mayTakeLong: true } },
      nameParams: { 'tasks/get': 'taskId', 'tasks/update': 'taskId', 'tasks/cancel': 'taskId' },
    })
  })

  test('leads to the result of the task', async () => {
    const { runtime, requests, ctx, services } = start(working, [completed])
    const result = tasksExtension(services).resultTypes?.['task']?.run(working, ctx)
    await runtime.advance(100)
    expect([await result, requests.length]).toEqual([{ content: [] }, 1])
  })

  test('cancels the task of a call that was given up', async () => {
    const { requests, caller, ctx, services } = start(working, [working])
    const result = tasksExtension(services).resultTypes?.['task']?.run(working, ctx)
    caller.abort(new Error('enough'))
    await expect(result).rejects.toThrow('enough')
    expect(requests).toEqual([['tasks/cancel', { taskId: 't1' }]])
  })
})

test('a task that is over leaves nothing at the signal of its caller', async () => {
  const asking = { ...working, status: 'input_required', inputRequests: { a: { method: 'roots/list' } } }
  const { runtime, caller, ctx, create } = start(working, [asking, completed])
  const result = create().run(ctx)
  await runtime.advance(0)
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1)
  await runtime.advance(1_000)
  expect(await result).toEqual({ content: [] })
  expect([getEventListeners(caller.signal, 'abort'), runtime.timers]).toEqual([[], 0])
})
