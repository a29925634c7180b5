import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createSession, TaskWorld } from '#test/support/task-nodes.js'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import { tool } from '../../tools/tool.js'
import type { TaskService } from '../service/task-service.js'
import { StatusNotifications } from './status-notifications.js'

/** Notices of a node whose tasks end when they are asked to, and can be made unreadable. */
async function setUp() {
  const world = new TaskWorld()
  const ends: (() => void)[] = []
  const run = () => new Promise<string>((resolve) => ends.push(() => resolve('a')))
  const node = world.node({ t: tool({ task: 'optional', run }) })
  const logger = createRecordingLogger()
  const failure: { reason?: unknown } = {}
  const reads: string[] = []
  const tasks: Pick<TaskService, 'get' | 'watch'> = {
    get(id, owner) {
      reads.push(id)
      return failure.reason === undefined ? node.service.get(id, owner) : Promise.reject(failure.reason)
    },
    watch: (listener) => node.service.watch(listener),
  }
  const notifications = new StatusNotifications(tasks, { limits: defaultLimits, logger })
  const id = await node.create('t')
  const snapshot = await node.get(id)
  await world.settle()
  const end = async () => {
    for (const end of ends) end()
    await world.settle()
  }
  return { world, node, notifications, id, snapshot, end, logger, failure, reads }
}

test('what happened to a task before it was listened to is reported', async () => {
  const { world, notifications, snapshot, end, reads, node, id } = await setUp()
  await end()
  const session = createSession()
  notifications.add(snapshot, { session, owner: 'stdio' })
  await world.settle()
  expect(session.notified.map(({ params }) => params?.['status'])).toEqual(['completed'])
  reads.length = 0
  await node.service.cancel(id, 'stdio')
  await world.settle()
  expect([reads, session.notified.length]).toEqual([[], 1])
})

test('a task of a session that ended is not looked at any more', async () => {
  const { world, notifications, snapshot, end, reads } = await setUp()
  const ending = new AbortController()
  const session = { ...createSession(), signal: ending.signal }
  notifications.add(snapshot, { session, owner: 'stdio' })
  await world.settle()
  expect([reads.length, session.notified]).toEqual([1, []])
  ending.abort()
  await end()
  expect([reads.length, session.notified]).toEqual([1, []])
})

test('a task that cannot be read is reported at its next change', async () => {
  const { world, notifications, snapshot, end, failure, logger } = await setUp()
  const session = createSession()
  failure.reason = new Error('the store is down')
  notifications.add(snapshot, { session, owner: 'stdio' })
  await world.settle()
  expect(logger.errors).toEqual([
    { message: 'A task could not be told to the session that made it', error: failure.reason },
  ])
  failure.reason = undefined
  await end()
  expect(session.notified.map(({ params }) => params?.['status'])).toEqual(['completed'])
})

test('the tasks of a session are one listener of its end, which goes with the last of them', async () => {
  const { node, world, notifications, end } = await setUp()
  const session = createSession()
  for (let task = 0; task < 20; task += 1) {
    const snapshot = await node.get(await node.create('t'))
    notifications.add(snapshot, { session, owner: 'stdio' })
  }
  await world.settle()
  expect(getEventListeners(session.signal, 'abort')).toHaveLength(1)
  await end()
  expect(session.notified.map(({ params }) => params?.['status'])).toEqual(Array(20).fill('completed'))
  expect(getEventListeners(session.signal, 'abort')).toHaveLength(0)
})
