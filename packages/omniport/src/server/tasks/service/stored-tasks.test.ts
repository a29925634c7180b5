import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { TaskWorld } from '#test/support/task-nodes.js'
import { tool } from '../../tools/tool.js'

test('the id of a task is 128 bits of the random source of the server', async () => {
  verifies('TASK-21', 'TASKX-31')
  const world = new TaskWorld()
  const given: string[] = []
  const { runtime } = world
  const randomBytes = runtime.randomBytes.bind(runtime)
  runtime.randomBytes = (length) => {
    const bytes = randomBytes(length)
    given.push(Buffer.from(bytes).toString('hex'))
    return bytes
  }
  const id = await world.node({ work: tool({ task: 'optional', run: () => 'done' }) }).create('work')
  expect(given).toContain(id)
  expect(id).toHaveLength(32)
})
