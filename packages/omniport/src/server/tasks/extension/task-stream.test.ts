import { expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { TaskWorld } from '#test/support/task-nodes.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { tool } from '../../tools/tool.js'
import { TaskStream } from './task-stream.js'

/** A feed of one task that cannot be read at first, for the given reason. */
async function setUp(reason: unknown) {
  const world = new TaskWorld()
  const node = world.node({ t: tool({ task: 'optional', run: () => new Promise<string>(() => {}) }) })
  const id = await node.create('t')
  await world.settle()
  const reasons = [reason]
  const get = (task: string, owner: string) =>
    reasons.length > 0 ? Promise.reject(reasons.shift()) : node.service.get(task, owner)
  const logger = createRecordingLogger()
  const notifications: unknown[] = []
  const stream = {
    signal: new AbortController().signal,
    notify: (_method: string, params: object | undefined) => void notifications.push(params),
  }
  new TaskStream([id], {
    tasks: { get, watch: (listener) => node.service.watch(listener) },
    owner: 'stdio',
    stream,
    logger,
    encode: ({ task }) => ({ status: task.status }),
  }).start()
  await world.settle()
  expect(notifications).toEqual([])
  await node.service.cancel(id, 'stdio')
  await world.settle()
  return { notifications, errors: logger.errors }
}

test('a task that cannot be read is reported at its next change', async () => {
  const error = new Error('the store is down')
  expect(await setUp(error)).toEqual({
    notifications: [{ status: 'cancelled' }],
    errors: [{ message: 'A task could not be told to a subscription', error }],
  })
})

test('a subscription that has ended is told nothing more, and nothing looks at its tasks', async () => {
  const world = new TaskWorld()
  const node = world.node({ t: tool({ task: 'optional', run: () => new Promise<string>(() => {}) }) })
  const id = await node.create('t')
  await world.settle()
  const ending = new AbortController()
  const notifications: unknown[] = []
  const watchers = new Set<(id: string) => void>()
  let reads = 0
  const get = async (task: string, owner: string) => {
    reads += 1
    // The subscription ends while its task is being read.
    if (reads === 2) ending.abort()
    return node.service.get(task, owner)
  }
  const watch = (listener: (id: string) => void) => {
    watchers.add(listener)
    return () => void watchers.delete(listener)
  }
  new TaskStream([id], {
    tasks: { get, watch },
    owner: 'stdio',
    stream: { signal: ending.signal, notify: (_method, params) => void notifications.push(params) },
    logger: createRecordingLogger(),
    encode: ({ task }) => ({ status: task.status }),
  }).start()
  await world.settle()
  expect([notifications, watchers.size]).toEqual([[{ status: 'working' }], 1])
  await node.service.cancel(id, 'stdio')
  for (const listener of watchers) listener(id)
  await world.settle()
  expect([notifications, watchers.size, reads]).toEqual([[{ status: 'working' }], 0, 2])
})

test('a task that is gone is reported no more', async () => {
  expect(await setUp(RpcError.invalidParams('Unknown task'))).toEqual({ notifications: [], errors: [] })
})
