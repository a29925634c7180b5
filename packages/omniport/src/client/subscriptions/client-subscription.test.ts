import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { createClientServices } from '../client-services.js'
import type { RevisionClient, SubscriptionEvents } from '../connect/revision-client.js'
import type { ConnectionRequestOptions } from '../connect/revision-connection.js'
import { RequestLost } from '../requests/request-lost.js'
import { ClientSubscription } from './client-subscription.js'
import type { Change, Filter } from './listening.js'

const filter: Filter = { tools: true, resources: true, uris: ['a:1'] }
const whole: Change[] = [{ type: 'tools' }, { type: 'resources' }, { type: 'resource', uri: 'a:1' }]

/** A subscription of a user, and each one at the server: with its events, its options and whether it was cancelled. */
function start({
  limit = 10,
  signal,
  subscribe = async () => {},
  honoured = filter,
}: {
  limit?: number
  signal?: AbortSignal
  subscribe?: (count: number) => Promise<void>
  honoured?: Filter
} = {}) {
  const runtime = new VirtualRuntime()
  const errors: string[] = []
  const services = createClientServices({ runtime, onError: ({ message }) => errors.push(message) })
  const published: Change[] = []
  services.changes.listen((change) => published.push(change))
  const made: { requested: Filter; events: SubscriptionEvents; options: ConnectionRequestOptions; cancels: number }[] =
    []
  const revisionClient = {
    subscribe: async (requested: Filter, events: SubscriptionEvents, options: ConnectionRequestOptions) => {
      const one = { requested, events, options, cancels: 0 }
      made.push(one)
      await subscribe(made.length)
      const cancel = async () => {
        one.cancels += 1
      }
      return { filter: honoured, cancel }
    },
  } as object as RevisionClient // all that is used here
  const ended: unknown[] = []
  const subscription = new ClientSubscription({ filter, limit, services, signal, onEnd: (one) => ended.push(one) })
  const begin = () => subscription.start(revisionClient, { timeoutMs: 7, signal })
  const restart = () => subscription.restart(revisionClient, { timeoutMs: 8 })
  return { runtime, errors, published, made, ended, subscription, begin, restart }
}

/** What is read until the end, and what ends it. */
async function read(subscription: ClientSubscription) {
  const changes: Change[] = []
  try {
    for await (const change of subscription) changes.push(change)
  } catch (reason) {
    return { changes, reason }
  }
  return { changes, reason: undefined }
}

describe('a subscription', () => {
  test('asks for its filter, and has what the server honours', async () => {
    const { subscription, begin, made } = start({ honoured: { tools: true } })
    expect(subscription.filter).toEqual({})
    await begin()
    expect(subscription.filter).toEqual({ tools: true })
    expect(made).toMatchObject([{ requested: filter, options: { timeoutMs: 7 } }])
  })

  test('gives the changes as they come, and ends with what waits when the server ends it', async () => {
    const { subscription, begin, made, ended } = start()
    await begin()
    made[0]?.events.onChange({ type: 'tools' })
    made[0]?.events.onChange({ type: 'resource', uri: 'a:1' })
    made[0]?.events.onEnd()
    expect(await read(subscription)).toEqual({
      changes: [{ type: 'tools' }, { type: 'resource', uri: 'a:1' }],
      reason: undefined,
    })
    expect(ended).toEqual([subscription])
  })

  test('ends with an error where the server gives one', async () => {
    const { subscription, begin, made } = start()
    await begin()
    const refused = new RpcError(-32603, 'No')
    made[0]?.events.onEnd(refused)
    expect(await read(subscription)).toEqual({ changes: [], reason: refused })
  })

  test('with more changes than may wait ends with an error, at the server too', async () => {
    const { subscription, begin, made, ended } = start({ limit: 1 })
    await begin()
    for (const change of whole.slice(0, 2)) made[0]?.events.onChange(change)
    expect((await read(subscription)).reason).toMatchObject({ code: 'limit' })
    expect([made[0]?.cancels, ended.includes(subscription)]).toEqual([1, true])
  })
})

describe('closing', () => {
  test('ends the iteration at once, and the subscription at the server, once', async () => {
    const { subscription, begin, made, ended } = start()
    await begin()
    made[0]?.events.onChange({ type: 'tools' })
    await subscription.close()
    await subscription.close()
    await subscription[Symbol.asyncDispose]()
    expect(await read(subscription)).toEqual({ changes: [], reason: undefined })
    expect([made[0]?.cancels, ended.length > 0]).toEqual([1, true])
  })

  test('is what leaving the loop does', async () => {
    const { subscription, begin, made } = start()
    await begin()
    const iterator = subscription[Symbol.asyncIterator]()
    expect(await iterator.return?.()).toEqual({ done: true, value: undefined })
    expect(made[0]?.cancels).toBe(1)
  })

  test('is what the signal does, also one that aborts meanwhile', async () => {
    const stop = new AbortController()
    const { subscription, begin, made } = start({ signal: stop.signal })
    await begin()
    stop.abort(new Error('enough'))
    expect([await read(subscription), made[0]?.cancels]).toEqual([{ changes: [], reason: undefined }, 1])
    const early = new AbortController()
    const other = start({
      signal: early.signal,
      subscribe: async () => early.abort(new Error('enough')),
    })
    await other.begin()
    await settled()
    expect([await read(other.subscription), other.made[0]?.cancels]).toEqual([{ changes: [], reason: undefined }, 1])
  })

  test('before it has begun sends nothing', async () => {
    const { subscription, made } = start()
    await subscription.close()
    expect(made).toEqual([])
  })
})

describe('a subscription whose connection is new', () => {
  test('is made again, and all of it counts as changed', async () => {
    const { subscription, begin, restart, made } = start()
    await begin()
    await restart()
    await subscription.end()
    expect(made.map(({ cancels, options }) => [cancels, options.timeoutMs])).toEqual([
      [1, 7],
      [0, 8],
    ])
    expect(await read(subscription)).toEqual({ changes: whole, reason: undefined })
  })

  test('ends with an error where it is refused, and is made again later where that is lost too', async () => {
    const refused = new RpcError(-32603, 'No')
    const { subscription, begin, restart } = start({
      subscribe: async (count) => {
        if (count > 1) throw refused
      },
    })
    await begin()
    await restart()
    expect(await read(subscription)).toEqual({ changes: [], reason: refused })
    const closed = new OmniportError('closed', 'The connection ended')
    const lost = start({
      subscribe: async (count) => {
        if (count > 1) throw closed
      },
    })
    await lost.begin()
    await expect(lost.restart()).rejects.toBe(closed)
    expect(lost.ended).toEqual([])
  })
})

describe('a subscription that is lost alone', () => {
  test('is made again after a while, by itself, and what it is about counts as changed', async () => {
    const { subscription, begin, made, runtime, published } = start()
    await begin()
    made[0]?.events.onLost(new RequestLost('broke'))
    await runtime.advance(74)
    expect(made.length).toBe(1)
    await runtime.advance(1)
    expect(made.map(({ options }) => [options.timeoutMs, options.isQuiet])).toEqual([
      [7, undefined],
      [7, true],
    ])
    expect(published).toEqual(whole)
    subscription.end()
    expect(await read(subscription)).toEqual({ changes: whole, reason: undefined })
  })

  test('ends with an error where the server refuses it then', async () => {
    const refused = new RpcError(-32603, 'No')
    const { subscription, begin, made, runtime } = start({
      subscribe: async (count) => {
        if (count > 1) throw refused
      },
    })
    await begin()
    made[0]?.events.onLost(new RequestLost('broke'))
    await runtime.advance(100)
    expect(await read(subscription)).toEqual({ changes: [], reason: refused })
  })

  test('is not made again once it is closed', async () => {
    const { subscription, begin, made, runtime, published } = start()
    await begin()
    made[0]?.events.onLost(new RequestLost('broke'))
    await subscription.close()
    await runtime.advance(10_000)
    expect([made.length, published, runtime.timers]).toEqual([1, [], 0])
  })

  test('and closed while it is made again is left at once', async () => {
    let open = () => {}
    const { subscription, begin, made, runtime, published } = start({
      subscribe: (count) =>
        count === 1
          ? Promise.resolve()
          : new Promise((resolve) => {
              open = resolve
            }),
    })
    await begin()
    made[0]?.events.onLost(new RequestLost('broke'))
    await runtime.advance(100)
    await subscription.close()
    open()
    await settled()
    expect([made.map(({ cancels }) => cancels), published]).toEqual([[1, 1], []])
  })
})

test('changes that may have been missed count for what the server honours', async () => {
  const { subscription, begin } = start({ honoured: { prompts: true, uris: ['a:2'] } })
  await begin()
  subscription.markAllChanged()
  subscription.end()
  expect((await read(subscription)).changes).toEqual([{ type: 'prompts' }, { type: 'resource', uri: 'a:2' }])
})
