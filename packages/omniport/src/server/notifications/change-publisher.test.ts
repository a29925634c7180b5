import { describe, expect, test } from 'vitest'
import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { MissedChanges, Session } from '../../protocol/exchange/session.js'
import type { Bus } from '../../store/bus.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { ChangePublisher, type ListKind, type ServerChange, toNotification } from './change-publisher.js'
import { Subscription } from './subscription.js'

const turn = () => new Promise<void>((resolve) => queueMicrotask(resolve))
const listChanged = (kind: string) => `notifications/${kind}/list_changed`
const updated = 'notifications/resources/updated'

/** A publisher whose bus is in the hands of the test. */
function setUp({ hasGaps = true } = {}) {
  const published: unknown[] = []
  let deliver: (message: JsonValue) => void = () => {}
  let gap = () => {}
  const stopped: string[] = []
  const bus: Bus = {
    publish: (topic, message) => void published.push([topic, message]),
    subscribe(_topic, listener) {
      deliver = listener
      return () => void stopped.push('bus')
    },
    ...(hasGaps && {
      onGap(fn: () => void) {
        gap = fn
        return () => void stopped.push('gaps')
      },
    }),
  }
  const publisher = new ChangePublisher(bus, 'changes s')
  return { publisher, published, stopped, deliver: (change: ServerChange) => deliver({ ...change }), gap: () => gap() }
}

function createSession(...uris: readonly string[]) {
  const notified: unknown[] = []
  let end: (session: Session) => void = () => {}
  let miss: (missed: MissedChanges, session: Session) => void = () => {}
  const session = {
    subscriptions: new Set(uris),
    notify: ({ method, params }: RpcNotification) =>
      void notified.push(params === undefined ? method : [method, params['uri']]),
    onEnd: (fn: typeof end) => {
      end = fn
    },
    onMissed: (fn: typeof miss) => {
      miss = fn
    },
  } as unknown as Session // all that a publisher uses
  return { session, notified, end: () => end(session), miss: (missed: MissedChanges) => miss(missed, session) }
}

function createSubscription(filter: Parameters<Subscription['acknowledge']>[0]) {
  const notified: unknown[] = []
  const subscription = new Subscription({ id: 'L', notify: ({ method }) => void notified.push(method) })
  subscription.acknowledge(filter)
  notified.length = 0
  return { subscription, notified }
}

const kinds: readonly ListKind[] = ['tools', 'prompts', 'resources']

describe('a change', () => {
  test('is published on the topic of the server', () => {
    const { publisher, published } = setUp()
    publisher.publish({ type: 'resource', uri: 'a:b' })
    expect(published).toEqual([['changes s', { type: 'resource', uri: 'a:b' }]])
  })

  test('that arrives is told to those who want it, in a turn, once of a kind', async () => {
    const { publisher, deliver } = setUp()
    const [all, tools] = [createSession('a:b', 'a:c'), createSession()]
    publisher.addSession(all.session, kinds)
    publisher.addSession(tools.session, ['tools'])
    const follows = createSubscription({ promptsListChanged: true, resourceSubscriptions: ['a:c'] })
    publisher.addSubscription(follows.subscription)
    for (const type of kinds) deliver({ type })
    deliver({ type: 'tools' })
    for (const uri of ['a:b', 'a:c', 'a:b', 'a:d']) deliver({ type: 'resource', uri })
    expect(all.notified).toEqual([])
    await turn()
    expect(all.notified).toEqual([...kinds.map(listChanged), [updated, 'a:b'], [updated, 'a:c']])
    expect([tools.notified, follows.notified]).toEqual([[listChanged('tools')], [listChanged('prompts'), updated]])
    deliver({ type: 'tools' })
    await turn()
    expect(tools.notified.length).toBe(2)
  })

  test('is a notification of its kind', () => {
    expect(kinds.map((type) => toNotification({ type }))).toEqual(
      kinds.map((kind) => ({ jsonrpc: '2.0', method: listChanged(kind) })),
    )
    expect(toNotification({ type: 'resource', uri: 'a:b' })).toEqual({
      jsonrpc: '2.0',
      method: updated,
      params: { uri: 'a:b' },
    })
  })
})

describe('a session', () => {
  test('is told once, however often it is added, until it ends', async () => {
    const { publisher } = setUp()
    const { session, notified, end } = createSession()
    publisher.addSession(session, ['tools'])
    publisher.addSession(session, kinds)
    publisher.publishLocally({ type: 'tools' })
    publisher.publishLocally({ type: 'prompts' })
    await turn()
    expect(notified).toEqual([listChanged('tools')])
    end()
    publisher.publishLocally({ type: 'tools' })
    await turn()
    expect(notified.length).toBe(1)
  })

  test('that missed changes is told of what it was declared, and of what it follows', () => {
    const { publisher } = setUp()
    const { session, notified, miss } = createSession()
    publisher.addSession(session, ['prompts', 'tools'])
    miss({ lists: false, resources: ['a:b'] })
    expect(notified.splice(0)).toEqual([[updated, 'a:b']])
    miss({ lists: true, resources: [] })
    expect(notified).toEqual([listChanged('prompts'), listChanged('tools')])
  })
})

describe('a gap of the bus', () => {
  test('counts as a change of the resources, and of those that anybody follows', async () => {
    const { publisher, gap } = setUp()
    const { session, notified } = createSession('a:b', 'a:c')
    const follows = createSubscription({ resourceSubscriptions: ['a:c', 'a:d'] })
    publisher.addSession(session, kinds)
    publisher.addSubscription(follows.subscription)
    gap()
    await turn()
    expect(notified).toEqual([listChanged('resources'), [updated, 'a:b'], [updated, 'a:c']])
    expect(follows.notified).toEqual([updated, updated])
  })

  test('need not be told by a bus', async () => {
    const { publisher, stopped } = setUp({ hasGaps: false })
    publisher.close()
    expect(stopped).toEqual(['bus'])
  })
})

describe('closing', () => {
  test('ends the subscriptions, and stops to listen', async () => {
    const { publisher, stopped } = setUp()
    const { session, notified } = createSession()
    const { subscription } = createSubscription({ toolsListChanged: true })
    publisher.addSession(session, kinds)
    publisher.addSubscription(subscription)
    publisher.close()
    expect([await subscription.ended, stopped]).toEqual([undefined, ['bus', 'gaps']])
    publisher.publishLocally({ type: 'tools' })
    await turn()
    expect(notified).toEqual([])
  })

  test('ends a subscription that comes later at once, and a session hears nothing', async () => {
    const { publisher } = setUp()
    publisher.close()
    const { session, notified } = createSession()
    const { subscription } = createSubscription({ toolsListChanged: true })
    publisher.addSession(session, kinds)
    publisher.addSubscription(subscription)
    expect([await subscription.ended, publisher.subscriptions.size]).toEqual([undefined, 0])
    publisher.publishLocally({ type: 'tools' })
    await turn()
    expect(notified).toEqual([])
  })
})

test('a subscription that was deleted hears nothing more', async () => {
  const { publisher } = setUp()
  const { subscription, notified } = createSubscription({ toolsListChanged: true, resourcesListChanged: true })
  publisher.addSubscription(subscription)
  publisher.publishLocally({ type: 'tools' })
  publisher.publishLocally({ type: 'resources' })
  await turn()
  expect([notified, [...publisher.subscriptions]]).toEqual([
    [listChanged('tools'), listChanged('resources')],
    [subscription],
  ])
  publisher.deleteSubscription(subscription)
  publisher.publishLocally({ type: 'tools' })
  await turn()
  expect([notified.length, publisher.subscriptions.size]).toEqual([2, 0])
})
