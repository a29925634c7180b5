import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { createClientServices } from '../client-services.js'
import type { RevisionClient, SubscriptionEvents } from '../connect/revision-client.js'
import { RequestLost } from '../requests/request-lost.js'
import { ClientSubscription } from './client-subscription.js'
import type { Change, Filter } from './listening.js'

const filter: Filter = { prompts: true }

/** A subscription of a caller with a signal, and what the server was asked for. */
function start() {
  const runtime = new VirtualRuntime()
  const services = createClientServices({ runtime })
  const published: Change[] = []
  services.changes.listen((change) => published.push(change))
  const { signal } = new AbortController()
  const asked: { events: SubscriptionEvents; options: object; cancels: number }[] = []
  const revisionClient = {
    subscribe: async (_filter: Filter, events: SubscriptionEvents, options: object) => {
      const one = { events, options, cancels: 0 }
      asked.push(one)
      const cancel = async () => {
        one.cancels += 1
      }
      return { filter, cancel }
    },
  } as object as RevisionClient // all that is used here
  const ends: ClientSubscription[] = []
  const onEnd = (one: ClientSubscription) => ends.push(one)
  const subscription = new ClientSubscription({ filter, limit: 10, services, signal, onEnd })
  const begin = () => subscription.start(revisionClient, { timeoutMs: 7, signal })
  return { runtime, subscription, begin, asked, published, ends, listeners: () => getEventListeners(signal, 'abort') }
}

describe('the signal of the caller', () => {
  test.each<[string, (subscription: ClientSubscription) => unknown]>([
    ['is closed', (subscription) => subscription.close()],
    ['has ended', (subscription) => subscription.end()],
    ['has failed', (subscription) => subscription.end(new Error('no'))],
  ])('has no listener once the subscription %s', async (_how, finish) => {
    const { subscription, begin, listeners } = start()
    await begin()
    expect(listeners()).toHaveLength(1)
    await finish(subscription)
    expect(listeners()).toEqual([])
  })
})

describe('a subscription that is lost', () => {
  const lost = new RequestLost('The stream broke off')

  test('is made again without the signal of its start, and all that it may have missed is told', async () => {
    const { runtime, subscription, begin, asked, published } = start()
    await begin()
    asked[0]?.events.onLost(lost)
    await runtime.advance(60_000)
    expect(asked.map(({ options }) => options).slice(1)).toEqual([{ timeoutMs: 7, isQuiet: true }])
    expect(published).toEqual([{ type: 'prompts' }])
    const reader = subscription[Symbol.asyncIterator]()
    expect(await reader.next()).toEqual({ done: false, value: { type: 'prompts' } })
    await subscription.close()
    expect(asked.map(({ cancels }) => cancels)).toEqual([0, 1])
  })

  test('is not made again once it is closed, and nothing is told', async () => {
    const { runtime, subscription, begin, asked, published } = start()
    await begin()
    asked[0]?.events.onLost(lost)
    await subscription.close()
    await runtime.advance(60_000)
    await settled()
    expect([asked.length, published, runtime.timers]).toEqual([1, [], 0])
  })
})
