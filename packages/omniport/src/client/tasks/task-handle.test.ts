import { describe, expect, test } from 'vitest'
import type { TaskStatus } from '../../protocol/model/task.js'
import { cancelUnwanted, type StartedTask } from './started-task.js'
import { TaskHandle } from './task-handle.js'

/** A task whose waits end as `outcomes` say, one after the other. */
function start(outcomes: readonly (() => Promise<Record<string, unknown>>)[], maxTimeoutMs?: number) {
  const waits: unknown[] = []
  let status: TaskStatus = 'working'
  let cancels = 0
  const task: StartedTask = {
    id: 't1',
    get status() {
      return status
    },
    run: (options) => {
      waits.push(options)
      return (outcomes[waits.length - 1] ?? (async () => ({})))()
    },
    cancel: async () => {
      cancels += 1
    },
  }
  const check = async (result: object) => ({ content: [], structuredContent: { ...result } })
  const end = (last: TaskStatus) => {
    status = last
  }
  return { handle: new TaskHandle(task, { maxTimeoutMs, check }), task, waits, end, cancels: () => cancels }
}

const fails = () => Promise.reject(new Error('enough'))

describe('the task of a call', () => {
  test('has the id and the status of what runs', () => {
    const { handle, end } = start([])
    expect([handle.id, handle.status]).toEqual(['t1', 'working'])
    end('completed')
    expect(handle.status).toBe('completed')
  })

  test('has one result for all who ask, which is checked, within the time that was given', async () => {
    const { handle, waits } = start([async () => ({ a: 1 })], 7)
    const both = await Promise.all([handle.result(), handle.result()])
    expect(both).toEqual([
      { content: [], structuredContent: { a: 1 } },
      { content: [], structuredContent: { a: 1 } },
    ])
    expect(await handle.result()).toBe(both[0])
    expect(waits).toEqual([{ maxTimeoutMs: 7 }])
  })

  test('is waited for again after a failure, while it is not over', async () => {
    const { handle, waits, end } = start([fails, async () => ({ a: 2 })])
    await expect(handle.result()).rejects.toThrow('enough')
    end('completed')
    expect(await handle.result()).toMatchObject({ structuredContent: { a: 2 } })
    expect(waits.length).toBe(2)
  })

  test.each(['completed', 'failed', 'cancelled'] as const)('that is %s fails once and for all', async (status) => {
    const { handle, waits, end } = start([fails])
    end(status)
    await expect(handle.result()).rejects.toThrow('enough')
    await expect(handle.result()).rejects.toThrow('enough')
    expect(waits.length).toBe(1)
  })

  test('is cancelled as it says', async () => {
    const { handle, cancels } = start([])
    await handle.cancel()
    expect(cancels()).toBe(1)
  })
})

test('a task that nobody wants is cancelled, whatever comes of it', async () => {
  const { task, cancels } = start([])
  expect(cancelUnwanted(task)).toBeUndefined()
  let asked = 0
  const refusing = () => {
    asked += 1
    return Promise.reject(new Error('no'))
  }
  cancelUnwanted({ cancel: refusing })
  await Promise.resolve()
  expect([cancels(), asked]).toEqual([1, 1])
})
