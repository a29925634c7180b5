import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { tasksContract } from '../../contracts/tasks.contract.js'
import { FileTasks } from './file-tasks.js'
import { createJournaled } from './fixtures/journaled.js'

describe('the contract', () => {
  const clock = createManualRuntime()
  const pass = async (ms: number) => clock.advance(ms)
  const create = () => new FileTasks({ ...createJournaled().services, clock })
  test.each(tasksContract({ create, pass }).map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

test('after a restart they are in the order in which they were created, whatever was written last', async () => {
  const before = createJournaled()
  const tasks = new FileTasks(before.services)
  for (const id of ['c', 'a', 'b']) await tasks.create(id, { owner: 'me' }, 10)
  await tasks.create('other', {}, 10)
  await tasks.replace('c', 1, { owner: 'me', x: 1 }, 10)
  const [first, second, third, other, replaced] = before.records
  expect(first).toBe(`["tasks","set","c",${before.clock.now() + 10},1,1,"me",{"owner":"me"}]`)
  const after = createJournaled({ restarted: before })
  const restored = new FileTasks(after.services)
  const records = [third, other, second, first, replaced].map(String)
  expect(after.replay(restored.table, records)).toEqual([true, true, true, true, true])
  restored.sort()
  expect(await restored.list('me', undefined, 10)).toEqual(['c', 'a', 'b'])
  expect(await restored.list('me', 'c', 1)).toEqual(['a'])
})

test('those whose time is over are not listed, even before a timer fires', async () => {
  const time = { now: 0 }
  const { services } = createJournaled()
  const tasks = new FileTasks({ ...services, clock: { now: () => time.now, after: () => () => {} } })
  await tasks.create('a', { owner: 'me' }, 10)
  await tasks.create('b', { owner: 'me' }, 20)
  time.now = 10
  expect(await tasks.list('me', undefined, 10)).toEqual(['b'])
  expect(await tasks.list('me', 'a', 10)).toEqual(['b'])
})

test('a position that is not known is refused', async () => {
  const tasks = new FileTasks(createJournaled().services)
  await tasks.create('a', { owner: 'me' }, 10)
  const message = 'tasks: the position of the last listed task is forgotten, or the task belongs to another owner'
  await expect(tasks.list('me', 'x', 10)).rejects.toMatchObject({ code: 'limit', message })
  await expect(tasks.list('you', 'a', 10)).rejects.toMatchObject({ code: 'limit', message })
})
