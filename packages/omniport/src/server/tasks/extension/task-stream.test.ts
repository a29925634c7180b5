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

test('a task that is gone is reported no more', async () => {
  expect(await setUp(RpcError.invalidParams('Unknown task'))).toEqual({ notifications: [], errors: [] })
})
