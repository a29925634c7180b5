import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { createLimits } from '../../protocol/limits/limits.js'
import type { TaskOutcome } from '../../server/tasks/service/task-snapshot.js'
import { FinishedTask } from './finished-task.js'
import { createFollowed, stateWith } from './fixtures/followed.js'
import { form, startMs, startTime, taskOf } from './fixtures/task-upstream.js'
import type { TaskState } from './task-source.js'

const stateOf = (status: string, more: object = {}, inputRequests: object = {}): TaskState => ({
  ...stateWith(status, more),
  inputRequests: inputRequests as TaskState['inputRequests'],
})

describe('the state of a task', () => {
  test('has the id that clients know, and a version', () => {
    const { task } = createFollowed('c1')
    const outcome = { type: 'error', error: { code: -5, message: 'No' } } as const
    expect(task.update({ ...stateOf('failed'), outcome })).toEqual({
      ...{ task: taskOf('failed', { taskId: 'c1' }), inputRequests: {}, outcome },
      version: 1,
    })
    expect(task.version).toBe(1)
  })

  test.each<[string, TaskState, number]>([
    ['the same', stateOf('working', {}, { a: form }), 1],
    ['the same with another time to look', stateOf('working', { pollIntervalMs: 5 }, { a: form }), 1],
    ['another status', stateOf('completed', {}, { a: form }), 2],
    ['another message', stateOf('working', { statusMessage: 'x' }, { a: form }), 2],
    ['another time', stateOf('working', { lastUpdatedAt: startTime }, { a: form }), 2],
    ['another question', stateOf('working', {}, { b: form }), 2],
  ])('has another version where it is another: %s', (_what, state, version) => {
    const { task } = createFollowed('c1')
    task.update(stateOf('working', {}, { a: form }))
    expect(task.update(state).version).toBe(version)
  })

  test.each([
    ['working', []],
    ['input_required', []],
    ['completed', ['at c1']],
    ['failed', ['at c1']],
    ['cancelled', ['at c1']],
  ])('of a task that is %s gives its connection free: %j', (status, released) => {
    const followed = createFollowed('c1')
    followed.task.update(stateOf(status))
    expect(followed.released).toEqual(released)
  })
})

describe('reading', () => {
  test('is done once for all that wait', async () => {
    const { task, source } = createFollowed('c1')
    let reads = 0
    source.read = async () => {
      reads += 1
      return stateOf('working')
    }
    const [one, two] = await Promise.all([task.read(), task.read()])
    expect([one === two, reads]).toEqual([true, 1])
    await task.read()
    expect(reads).toBe(2)
  })

  test('fails with the error of the protocol, or one that names the upstream', async () => {
    const { task, source } = createFollowed('c1')
    const refused = RpcError.invalidParams('Unknown task')
    source.read = () => Promise.reject(refused)
    await expect(task.read()).rejects.toBe(refused)
    source.read = () => Promise.reject(new Error('secret'))
    await expect(task.read()).rejects.toMatchObject({
      code: -32603,
      message: 'The upstream "notes" failed: internal error',
    })
  })
})

describe('a task that is over when it begins', () => {
  const runtime = new VirtualRuntime({ startMs })
  const services = { runtime, limits: createLimits({ taskMs: 5_000 }) }

  test.each<[TaskOutcome, string]>([
    [{ type: 'result', result: { content: [] } }, 'completed'],
    [{ type: 'error', error: { code: -5, message: 'No' } }, 'failed'],
  ])('has its outcome: %j', async (outcome, status) => {
    const task = new FinishedTask(outcome, services)
    expect(task.state).toEqual({
      task: {
        taskId: expect.stringMatching(/^[0-9a-f]{32}$/),
        ...{ status, createdAt: startTime, lastUpdatedAt: startTime, ttlMs: 5_000 },
      },
      inputRequests: {},
      outcome,
    })
    await task.cancel()
    await task.answer()
    await task.refuse()
    expect(await task.read()).toBe(task.state)
  })
})
