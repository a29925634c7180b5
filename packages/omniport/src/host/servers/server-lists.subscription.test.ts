import { expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Client } from '../../client/client.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { slowConnection } from './fixtures/slow-lists.js'
import { type ListChange, ServerLists } from './server-lists.js'

/** Lists, what they reported and which changes they heard of. */
function begin() {
  const reported: unknown[] = []
  const changed: ListChange[] = []
  const lists = new ServerLists({
    runtime: new VirtualRuntime(),
    refreshMs: 1_000,
    onChange: (type) => changed.push(type),
    report: (reason) => reported.push(reason),
  })
  return { lists, reported, changed }
}

/** A connection whose subscription settles when a test says. */
function listeningLater() {
  const { client, changes, requested } = slowConnection()
  let settle = (_: Promise<object>) => {}
  const listening = new Promise<object>((resolve) => {
    settle = resolve
  })
  const filter = { tools: true, prompts: true, resources: true }
  const subscription = { filter, [Symbol.asyncIterator]: () => changes }
  const slow = Object.assign(Object.create(client), { listen: () => listening }) as Client
  return { client: slow, changes, requested, subscription, settle }
}

test('a server that cannot tell of changes is no failure', async () => {
  const { lists, reported } = begin()
  const { client, settle } = listeningLater()
  lists.attach(client)
  settle(Promise.reject(new OmniportError('unsupported', 'It cannot')))
  await settled()
  expect(reported).toEqual([])
})

test('the end of a connection is not reported here', async () => {
  const { lists, reported } = begin()
  const { client, settle } = listeningLater()
  lists.attach(client)
  settle(Promise.reject(new OmniportError('closed', 'The connection ended')))
  await settled()
  expect(reported).toEqual([])
})

test('a subscription that breaks is reported, and lists expire from then on', async () => {
  const { lists, reported } = begin()
  const { client, requested, subscription, settle } = listeningLater()
  lists.attach(client)
  let fail = (_: unknown) => {}
  const broken = {
    next: () =>
      new Promise<IteratorResult<{ type: ListChange }>>((_, reject) => {
        fail = reject
      }),
  }
  settle(Promise.resolve({ ...subscription, [Symbol.asyncIterator]: () => broken }))
  await settled()
  const first = lists.get(client, 'tools')
  requested[0]?.answer('a')
  await first
  await settled()
  fail(new Error('broken'))
  await settled()
  expect(reported).toEqual([new Error('broken')])
  void lists.get(client, 'tools')
  expect(requested).toHaveLength(2)
})

test('changes of a former connection are not heard, however late it subscribes', async () => {
  const { lists, reported, changed } = begin()
  const [former, current] = [listeningLater(), listeningLater()]
  lists.attach(former.client)
  lists.attach(current.client)
  current.settle(Promise.resolve(current.subscription))
  former.settle(Promise.resolve(former.subscription))
  await settled()
  former.changes.push({ type: 'tools' })
  await settled()
  expect(changed).toEqual([])
  current.changes.push({ type: 'tools' })
  await settled()
  expect([changed, reported]).toEqual([['tools'], []])
  lists.detach()
  current.changes.push({ type: 'prompts' })
  await settled()
  expect(changed).toEqual(['tools'])
})

test('lists of a former connection are read, and not cached', async () => {
  const { lists } = begin()
  const [former, current] = [slowConnection(), slowConnection()]
  lists.attach(current.client)
  void lists.get(former.client, 'tools')
  void lists.get(former.client, 'tools')
  void lists.reload(former.client, 'prompts')
  expect(former.requested.map(({ list, fresh }) => [list, fresh])).toEqual([
    ['tools', false],
    ['tools', false],
    ['prompts', true],
  ])
  expect(current.requested).toEqual([])
})

test('each list is read by its own request', async () => {
  const { lists } = begin()
  const { client, requested } = slowConnection()
  lists.attach(client)
  for (const name of ['tools', 'prompts', 'resources', 'resourceTemplates'] as const) void lists.get(client, name)
  expect(requested.map(({ list }) => list)).toEqual(['tools', 'prompts', 'resources', 'resourceTemplates'])
})
