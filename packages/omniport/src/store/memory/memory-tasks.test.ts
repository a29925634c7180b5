import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { tasksContract } from '../contracts/tasks.contract.js'
import { createMemoryTasks } from './memory-tasks.js'

describe('the contract', () => {
  const clock = createManualRuntime()
  const pass = async (ms: number) => clock.advance(ms)
  const checks = tasksContract({ create: () => createMemoryTasks({ clock }), pass })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

test('beyond its entries nothing more is created until one is gone; what is there may be replaced', async () => {
  const clock = createManualRuntime()
  const tasks = createMemoryTasks({ clock, maxEntries: 2 })
  await tasks.create('a', { owner: 'me' }, 10)
  await tasks.create('b', { owner: 'me' }, 20)
  await expect(tasks.create('c', { owner: 'me' }, 10)).rejects.toMatchObject({
    ...{ code: 'limit', message: 'records: 2 are stored already; raise maxEntries or try later' },
  })
  expect(await tasks.create('a', { owner: 'me' }, 10)).toBe(false)
  expect(await tasks.replace('b', 2, { owner: 'me' }, 20)).toBe(true)
  expect(await tasks.list('me', undefined, 10)).toEqual(['a', 'b'])
  clock.advance(10)
  expect(await tasks.create('c', { owner: 'me' }, 10)).toBe(true)
  expect(await tasks.list('me', 'a', 10)).toEqual(['b', 'c'])
})

test('as many places of tasks that are gone are remembered as tasks may be kept', async () => {
  const tasks = createMemoryTasks({ clock: createManualRuntime(), maxEntries: 2 })
  for (const id of ['a', 'b', 'c']) {
    await tasks.create(id, { owner: 'me' }, 10)
    await tasks.delete(id)
  }
  await tasks.create('d', { owner: 'me' }, 10)
  const message = 'tasks: the position of the last listed task is forgotten, or the task belongs to another owner'
  await expect(tasks.list('me', 'a', 10)).rejects.toMatchObject({ code: 'limit', message })
  await expect(tasks.list('you', 'd', 10)).rejects.toMatchObject({ code: 'limit', message })
  expect(await Promise.all(['b', 'c'].map((id) => tasks.list('me', id, 10)))).toEqual([['d'], ['d']])
})

test('a task is listed to the millisecond, whether or not a timer came in time', async () => {
  const time = { now: 0 }
  const tasks = createMemoryTasks({ clock: { now: () => time.now, after: () => () => {} } })
  await tasks.create('a', { owner: 'me' }, 100)
  await tasks.create('b', { owner: 'me' }, 200)
  time.now = 99
  expect(await tasks.list('me', undefined, 1)).toEqual(['a'])
  time.now = 100
  expect(await tasks.list('me', undefined, 1)).toEqual(['b'])
  await tasks.create('a', { owner: 'me' }, 100)
  expect(await tasks.list('me', undefined, 2)).toEqual(['b', 'a'])
})

test('one timer runs while there are tasks, and none when they are gone', async () => {
  const clock = createManualRuntime()
  const tasks = createMemoryTasks({ clock })
  await tasks.create('a', { owner: 'me' }, 10)
  await tasks.create('b', { owner: 'me' }, 20)
  const timers = [clock.timers]
  clock.advance(20)
  timers.push(clock.timers)
  expect([timers, await tasks.list('me', undefined, 10)]).toEqual([[1, 0], []])
})

test.each([
  ['nothing', null],
  ['a list', Object.assign(['me'], { owner: 'me' })],
  ['an object that has none', {}],
  ['an object that only inherits one', Object.create({ owner: 'me' })],
  ['an object whose owner is no text', { owner: ['me'] }],
])('a task of %s has no owner, and is there all the same', async (_what, value) => {
  const tasks = createMemoryTasks({ clock: createManualRuntime() })
  expect(await tasks.create('a', value, 10)).toBe(true)
  expect(await tasks.list('me', undefined, 10)).toEqual([])
  expect(await tasks.get('a')).toEqual({ value: JSON.parse(JSON.stringify(value)), version: 1 })
})
