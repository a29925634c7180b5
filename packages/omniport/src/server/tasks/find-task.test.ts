import { expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { findTask } from './find-task.js'
import type { TaskSnapshot } from './service/task-snapshot.js'

const asked: unknown[] = []
const answering = (get: () => Promise<TaskSnapshot>) => ({
  get: (...args: unknown[]) => {
    asked.push(args)
    return get()
  },
})

test('a task is found by its id and its owner', async () => {
  const snapshot: TaskSnapshot = {
    task: { taskId: 't', status: 'working', createdAt: '', lastUpdatedAt: '', ttlMs: 1 },
    version: 1,
    inputRequests: {},
  }
  expect(
    await findTask(
      answering(async () => snapshot),
      't',
      'ada',
    ),
  ).toBe(snapshot)
  expect(asked.splice(0)).toEqual([['t', 'ada']])
})

test('a task that is unknown is not there, and any other failure is one', async () => {
  const failing = (reason: unknown) => answering(() => Promise.reject(reason))
  expect(await findTask(failing(RpcError.invalidParams('Unknown task')), 't', 'ada')).toBeUndefined()
  const away = new Error('away')
  await expect(findTask(failing(away), 't', 'ada')).rejects.toBe(away)
  await expect(findTask(failing(RpcError.internal('away')), 't', 'ada')).rejects.toMatchObject({ code: -32603 })
})
