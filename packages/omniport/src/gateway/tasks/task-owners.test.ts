import { describe, expect, test } from 'vitest'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { createExchange, createPrincipal, createSession } from '../fixtures/gateway-parts.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import { TaskOwners, taskIdIn } from './task-owners.js'

const create = (limits: Pick<Limits, 'tasks' | 'tasksPerPrincipal'>) =>
  new TaskOwners({ limits: limits as Limits, runtime: defaultRuntime })

const first = { number: 1 } as UpstreamConnection
const second = { number: 2 } as UpstreamConnection
const randomIds = expect.stringMatching(/^[0-9a-f]{32}$/)
const exchangeOf = (id: string) => createExchange({ principal: createPrincipal(id) })
const [ann, ben, cem] = [exchangeOf('ann'), exchangeOf('ben'), exchangeOf('cem')] as const

describe('a task', () => {
  test('is of the client that began it, on its connection', () => {
    const owners = create({ tasks: 10, tasksPerPrincipal: 10 })
    owners.note('t1', first, ann)
    owners.note('t2', second, ann)
    expect([owners.find('t1', ann)?.connection, owners.find('t2', ann)?.connection]).toEqual([first, second])
    expect([owners.find('t1', ben)?.connection, owners.find('t3', ann)?.connection]).toEqual([undefined, undefined])
  })

  test('is forgotten where its owner has too many', () => {
    const owners = create({ tasks: 10, tasksPerPrincipal: 2 })
    for (const id of ['t1', 't2', 't3']) owners.note(id, first, ann)
    owners.note('t1', first, ben)
    expect(['t1', 't2', 't3'].map((id) => owners.find(id, ann)?.connection)).toEqual([undefined, first, first])
    expect(owners.find('t1', ben)?.connection).toBe(first)
  })

  test('is forgotten with its owner where there are too many', () => {
    const owners = create({ tasks: 2, tasksPerPrincipal: 10 })
    for (const exchange of [ann, ben, cem]) owners.note('t1', first, exchange)
    expect([ann, ben, cem].map((exchange) => owners.find('t1', exchange)?.connection)).toEqual([
      undefined,
      first,
      first,
    ])
  })

  test('tells its state to the session that began it, by its connection', () => {
    const owners = create({ tasks: 10, tasksPerPrincipal: 10 })
    const [one, two] = [createSession('one'), createSession('two')]
    owners.note('t1', first, createExchange({ session: one }))
    owners.note('t1', second, createExchange({ session: two }))
    owners.note('t2', first, ann)
    const message = { jsonrpc: '2.0', method: 'notifications/tasks/status' } as const
    owners.passStatus(message, { taskId: 't1', connection: 1 })
    owners.passStatus(message, { taskId: 't2', connection: 1 })
    owners.passStatus(message, { taskId: 't1', connection: 3 })
    expect([one.notified, two.notified]).toEqual([[message], []])
  })
})

describe('an id that a task has', () => {
  const connectionTo = (name: string, isClosed = false) => ({ owner: { name }, isClosed }) as UpstreamConnection

  test.each<[string, UpstreamConnection, UpstreamConnection]>([
    ['another upstream', connectionTo('build'), connectionTo('deploy')],
    ['another upstream, once the first connection is closed', connectionTo('build', true), connectionTo('deploy')],
    ['another connection of the upstream', connectionTo('build'), connectionTo('build')],
  ])('stays its own where it comes from %s', (_what, one, other) => {
    const owners = create({ tasks: 10, tasksPerPrincipal: 10 })
    expect(owners.note('1', one, ann)).toBe('1')
    const id = owners.note('1', other, ann)
    expect(id).toEqual(randomIds)
    expect(owners.find('1', ann)).toEqual({ id: '1', taskId: '1', connection: one })
    expect(owners.find(id, ann)).toEqual({ id, taskId: '1', connection: other })
    expect([owners.note('1', other, ben), owners.find(id, ben)]).toEqual(['1', undefined])
  })

  test.each<[string, UpstreamConnection, UpstreamConnection]>([
    ['its connection', first, first],
    ['another connection of its upstream, once its own is closed', connectionTo('a', true), connectionTo('a')],
  ])('is that of the new one where it comes again from %s', (_what, one, other) => {
    const owners = create({ tasks: 10, tasksPerPrincipal: 10 })
    owners.note('1', one, ann)
    expect(owners.note('1', other, ann)).toBe('1')
    expect(owners.find('1', ann)?.connection).toBe(other)
  })

  test('is none for an upstream that gives the id of the gateway', () => {
    const owners = create({ tasks: 10, tasksPerPrincipal: 10 })
    owners.note('1', first, ann)
    const id = owners.note('1', second, ann)
    expect(owners.note(id, second, ann)).not.toBe(id)
    expect(owners.find(id, ann)).toEqual({ id, taskId: '1', connection: second })
  })
})

test('the tasks of an upstream are told by its own ids, of equal ones that of the connection', () => {
  const owners = create({ tasks: 10, tasksPerPrincipal: 10 })
  const [build, deploy] = [{ name: 'build' }, { name: 'deploy' }]
  const [one, two, three] = [build, build, deploy].map((owner) => ({ owner }) as UpstreamConnection) as [
    ...[UpstreamConnection, UpstreamConnection, UpstreamConnection],
  ]
  const ids = [one, two, three].map((connection) => owners.note('1', connection, ann))
  owners.note('2', one, ann)
  const known = (connection: UpstreamConnection) =>
    [...owners.ofUpstream(connection, ann)].map(([taskId, { id }]) => [taskId, id])
  expect([known(one), known(two), known(three)]).toEqual([
    [
      ['1', '1'],
      ['2', '2'],
    ],
    [
      ['1', ids[1]],
      ['2', '2'],
    ],
    [['1', ids[2]]],
  ])
  expect(owners.ofUpstream(one, ben)).toEqual(new Map())
})

test.each([
  [{ resultType: 'task', taskId: 'a' }, 'a'],
  [{ resultType: 'task', taskId: 'a', task: { taskId: 'b' } }, 'a'],
  [{ task: { taskId: 'b' }, taskId: 'a' }, 'b'],
  [{ taskId: 'a' }, undefined],
  [{ task: { taskId: 5 } }, undefined],
  [{ task: null }, undefined],
  [{ resultType: 'task' }, undefined],
  ['a', undefined],
  [undefined, undefined],
])('the task in %j is %s', (result, expected) => {
  expect(taskIdIn(result)).toBe(expected)
})
