import { describe, expect, test } from 'vitest'
import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import { ConnectionTasks } from './connection-tasks.js'
import type { CoreTask } from './core-task.js'

const related = 'io.modelcontextprotocol/related-task'

function awaitedBy(wanted: unknown): CoreTask {
  return { isAwaitedBy: (id: unknown) => id === wanted } as unknown as CoreTask
}

describe('what is held', () => {
  test('is there until it ends', () => {
    const tasks = new ConnectionTasks(2)
    const task = { untilMs: 5 }
    tasks.hold('a', task)
    expect(tasks.get('a')).toBe(task)
    expect(tasks.get('b')).toBeUndefined()
    tasks.release('a')
    expect(tasks.get('a')).toBeUndefined()
  })

  test('beyond the limit the first is forgotten', () => {
    const tasks = new ConnectionTasks(2)
    for (const id of ['a', 'b', 'c']) tasks.hold(id, { untilMs: 5 })
    expect(['a', 'b', 'c'].map((id) => tasks.get(id)?.untilMs)).toEqual([undefined, 5, 5])
  })

  test('the connection is of use as long as a task may run', () => {
    const tasks = new ConnectionTasks(5)
    expect(tasks.isHolding(0)).toBe(false)
    tasks.hold('a', { untilMs: 5 })
    tasks.hold('b', { untilMs: 8 })
    expect(tasks.isHolding(4)).toBe(true)
    expect(tasks.isHolding(5)).toBe(true)
    expect([tasks.get('a'), tasks.get('b')?.untilMs]).toEqual([undefined, 8])
    expect(tasks.isHolding(8)).toBe(false)
    expect(tasks.get('b')).toBeUndefined()
  })
})

describe('a question belongs to', () => {
  const first = awaitedBy(1)
  const second = awaitedBy(2)
  const tasks = new ConnectionTasks(5)
  tasks.hold('none', { untilMs: 5 })
  tasks.hold('a', { untilMs: 5, core: first })
  tasks.hold('b', { untilMs: 5, core: second })

  test.each([
    ['the task that it names', { _meta: { [related]: { taskId: 'a' } } }, 2, first],
    ['no task that it names', { _meta: { [related]: { taskId: 'x' } } }, 2, undefined],
    ['the task on whose stream it came', {}, 2, second],
    ['none, if it came on another', {}, 3, undefined],
    ['none, if it came on no stream', {}, undefined, undefined],
  ])('%s', (_what, params, cause, expected) => {
    expect(tasks.coreTaskOf(params, cause)).toBe(expected)
  })
})

test('progress passes to the calls with its token alone', () => {
  const passed: unknown[] = []
  const tasks = new ConnectionTasks(5)
  const to = (name: string) => (message: RpcNotification) => void passed.push([name, message])
  tasks.hold('a', { untilMs: 5, progress: { token: 1, pass: to('a') } })
  tasks.hold('b', { untilMs: 5, progress: { token: 2, pass: to('b') } })
  const message = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 2 } } as const
  tasks.passProgress(message)
  expect(passed).toEqual([['b', message]])
})

test('progress without a token passes to nobody', () => {
  const tasks = new ConnectionTasks(5)
  tasks.hold('a', { untilMs: 5 })
  expect(tasks.passProgress({ jsonrpc: '2.0', method: 'notifications/progress' })).toBeUndefined()
})

describe('a message about a task', () => {
  const about = (taskId: string) => ({
    ...{ jsonrpc: '2.0', method: 'x' },
    params: { n: 1, _meta: { other: 1, [related]: { taskId } } },
  })

  test('has the id that clients know', () => {
    const tasks = new ConnectionTasks(2)
    tasks.name('1', 'a')
    expect(tasks.toClient(about('1'))).toEqual(about('a'))
    const status = { method: 'notifications/tasks/status', params: { taskId: '1', status: 'working' } }
    expect(tasks.toClient(status)).toEqual({ ...status, params: { taskId: 'a', status: 'working' } })
  })

  test('passes as it is where clients know no other id', () => {
    const tasks = new ConnectionTasks(2)
    tasks.name('1', 'a')
    tasks.name('1', '1')
    tasks.name('2', 'b')
    for (const message of [about('1'), about('3'), { method: 'x' }, { method: 'x', params: { taskId: 2 } }]) {
      expect(tasks.toClient(message)).toBe(message)
    }
  })
})
