import { expect, test } from 'vitest'
import { TaskWorld } from '#test/support/task-nodes.js'
import { tool } from '../../tools/tool.js'

test('the end of a node waits for the handlers that it aborted', async () => {
  const world = new TaskWorld()
  let end = () => {}
  const run = () =>
    new Promise<string>((resolve) => {
      end = () => resolve('late')
    })
  const node = world.node({ t: tool({ task: 'optional', run }) }, { store: undefined, limits: { drainMs: 1_000 } })
  await node.create('t')
  await world.settle()
  let isClosed = false
  const closed = node.service.close().then(() => {
    isClosed = true
  })
  await world.settle()
  expect(isClosed).toBe(false)
  end()
  await world.settle()
  expect(isClosed).toBe(true)
  await closed
})
