import { expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { TaskWorld } from '#test/support/task-nodes.js'
import { tool } from '../../tools/tool.js'

const open = () => ({ version: -1, signal: new AbortController().signal })

function setUp() {
  const world = new TaskWorld()
  let finish: (text: string) => void = () => {}
  const run = () =>
    new Promise<string>((resolve) => {
      finish = resolve
    })
  const tools = { t: tool({ task: 'optional', run }) }
  return { world, tools, node: world.node(tools), finish: () => finish('done') }
}

/** What a promise came to so far. */
function follow<T>(promise: Promise<T>): { readonly outcome: () => T | unknown } {
  let outcome: unknown = 'waiting'
  promise.then(
    (value) => {
      outcome = value
    },
    (reason: unknown) => {
      outcome = reason
    },
  )
  return { outcome: () => outcome }
}

test.each(['the same node', 'another node'])('who waits on %s hears of a change at once', async (where) => {
  verifies('TASK-13')
  const { world, tools, node, finish } = setUp()
  const id = await node.create('t')
  const { version } = await node.get(id)
  const { service } = where === 'the same node' ? node : world.node(tools)
  const waiting = follow(service.changed(id, 'stdio', { ...open(), version }))
  await world.settle()
  expect(waiting.outcome()).toBe('waiting')
  finish()
  await world.settle()
  expect(waiting.outcome()).toMatchObject({ task: { status: 'completed' } })
  expect(world.runtime.timers).toBe(0)
})

test('a version that is not that of now is a change already', async () => {
  const { node } = setUp()
  const id = await node.create('t')
  expect((await node.service.changed(id, 'stdio', open())).task.status).toBe('working')
})

test('word may be lost: who waits looks again', async () => {
  const { world, tools } = setUp()
  const deaf = { publish() {}, subscribe: () => () => {} }
  const [runner, looker] = [world.node(tools, { bus: deaf }), world.node(tools, { bus: deaf })]
  const id = await runner.create('t')
  const { version } = await looker.get(id)
  const waiting = follow(looker.service.changed(id, 'stdio', { ...open(), version }))
  await world.settle()
  await runner.service.cancel(id, 'stdio')
  await world.pass(1_999)
  expect(waiting.outcome()).toBe('waiting')
  await world.pass(1)
  expect(waiting.outcome()).toMatchObject({ task: { status: 'cancelled' } })
})

test('waiting ends with its signal, with the task and with the server', async () => {
  const { world, node, finish } = setUp()
  const id = await node.create('t', {}, { ttlMs: 60_000 })
  const other = await node.create('t')
  const { version } = await node.get(id)
  const stop = new AbortController()
  const given = follow(node.service.changed(id, 'stdio', { version, signal: stop.signal }))
  const expired = follow(node.service.changed(id, 'stdio', { ...open(), version }))
  const closed = follow(node.service.changed(other, 'stdio', { ...open(), version: (await node.get(other)).version }))
  await world.settle()
  stop.abort('enough')
  await world.settle()
  expect([given.outcome(), expired.outcome()]).toEqual(['enough', 'waiting'])
  await expect(node.service.changed(id, 'stdio', { version, signal: stop.signal })).rejects.toBe('enough')
  await world.pass(60_000)
  expect([expired.outcome(), closed.outcome()]).toMatchObject([{ code: -32602 }, 'waiting'])
  const closing = node.service.close()
  await world.settle()
  expect(closed.outcome()).toMatchObject({ code: -32603, message: 'The server is closing' })
  finish()
  await world.pass(5_000)
  await closing
  expect(world.runtime.timers).toBe(0)
})

test('many that wait are no leak of which the platform warns', async () => {
  const warn = vi.spyOn(process, 'emitWarning')
  const { world, node, finish } = setUp()
  const id = await node.create('t')
  const { version } = await node.get(id)
  const waiting = Array.from({ length: 20 }, () => node.service.changed(id, 'stdio', { ...open(), version }))
  await world.settle()
  finish()
  const seen = await Promise.all(waiting)
  expect(seen.filter(({ task }) => task.status === 'completed')).toHaveLength(20)
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})

test('watchers hear of every task on every node until they stop', async () => {
  const { world, tools, node } = setUp()
  const changedIds: string[] = []
  const stop = world.node(tools).service.watch((id) => changedIds.push(id))
  const first = await node.create('t')
  const second = await node.create('t')
  await world.settle()
  expect(changedIds).toEqual([first, second])
  await node.service.cancel(first, 'stdio')
  await world.settle()
  expect(changedIds).toEqual([first, second, first])
  stop()
  await node.service.cancel(second, 'stdio')
  await world.settle()
  expect(changedIds.length).toBe(3)
})
