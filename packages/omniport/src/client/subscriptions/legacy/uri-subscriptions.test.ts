import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { RevisionConnection } from '../../connect/revision-connection.js'
import { deferred } from '../../fixtures/connect-fake.js'
import { UriSubscriptions } from './uri-subscriptions.js'

const refused = new RpcError(-32002, 'Not found')
const lost = new OmniportError('unreachable', 'The server is away')

/** The subscriptions at a server that answers as a test says; at once, unless it gives a promise. */
function start(answer: (method: string, uri: string) => unknown = () => ({})) {
  const runtime = new VirtualRuntime()
  const sent: string[] = []
  const timeouts: unknown[] = []
  const reported: unknown[] = []
  const services = { runtime, timeoutMs: 60_000, report: (reason: unknown) => reported.push(reason) }
  const connection = {
    services,
    request: async (method: string, { uri }: { uri: string }, options: { timeoutMs?: number; signal?: unknown }) => {
      sent.push(`${method.slice('resources/'.length)} ${uri}`)
      timeouts.push([options.timeoutMs, options.signal])
      return answer(method, uri)
    },
  } as unknown as RevisionConnection // all members that are used here
  return { subscriptions: new UriSubscriptions(connection), sent, timeouts, reported, runtime }
}

describe('resources', () => {
  test('are subscribed to, each once, with the time of the caller, and left with that of the client', async () => {
    const { subscriptions, sent, timeouts } = start()
    expect(await subscriptions.add(['a:1', 'a:2'], { timeoutMs: 7 })).toEqual(['a:1', 'a:2'])
    expect(await subscriptions.add(['a:2', 'a:3'], { timeoutMs: 8 })).toEqual(['a:2', 'a:3'])
    await subscriptions.delete(['a:1', 'a:2'])
    await subscriptions.delete(['a:2', 'a:3'])
    expect(sent).toEqual([
      'subscribe a:1',
      'subscribe a:2',
      'subscribe a:3',
      'unsubscribe a:1',
      'unsubscribe a:2',
      'unsubscribe a:3',
    ])
    expect(timeouts).toEqual([7, 7, 8, 60_000, 60_000, 60_000].map((timeoutMs) => [timeoutMs, undefined]))
  })

  test('that are not there may be none, or left without having been watched', async () => {
    const { subscriptions, sent } = start()
    expect(await subscriptions.add([], {})).toEqual([])
    await subscriptions.delete(['a:1'])
    expect(sent).toEqual([])
  })

  test('that were left are subscribed to again, and once left they are gone', async () => {
    const { subscriptions, sent } = start()
    await subscriptions.add(['a:1'], {})
    await subscriptions.delete(['a:1'])
    await subscriptions.delete(['a:1'])
    await subscriptions.add(['a:1'], {})
    expect(sent).toEqual(['subscribe a:1', 'unsubscribe a:1', 'subscribe a:1'])
  })

  test('are asked for one request after the other', async () => {
    const first = deferred<object>()
    const { subscriptions, sent } = start((method) => (method === 'resources/unsubscribe' ? first.promise : {}))
    await subscriptions.add(['a:1'], {})
    const leaving = subscriptions.delete(['a:1'])
    const adding = subscriptions.add(['a:1'], {})
    await settled()
    expect(sent).toEqual(['subscribe a:1', 'unsubscribe a:1'])
    first.resolve({})
    expect(await adding).toEqual(['a:1'])
    await leaving
    await subscriptions.add(['a:1'], {})
    expect(sent).toEqual(['subscribe a:1', 'unsubscribe a:1', 'subscribe a:1'])
  })
})

describe('a server that refuses', () => {
  test('some resources is not asked for them any more, until somebody wants them again', async () => {
    let isThere = false
    const { subscriptions, sent, reported } = start((_method, uri) => {
      if (uri === 'a:2' && !isThere) throw refused
      return {}
    })
    expect(await subscriptions.add(['a:1', 'a:2'], {})).toEqual(['a:1'])
    await subscriptions.delete(['a:2'])
    isThere = true
    expect(await subscriptions.add(['a:2'], {})).toEqual(['a:2'])
    expect([sent, reported]).toEqual([['subscribe a:1', 'subscribe a:2', 'subscribe a:2'], []])
  })

  test('a resource for all who wait for it', async () => {
    const { subscriptions, sent } = start(() => {
      throw refused
    })
    expect(await Promise.all([subscriptions.add(['a:1'], {}), subscriptions.add(['a:1'], {})])).toEqual([[], []])
    expect(await subscriptions.add(['a:1'], {})).toEqual([])
    expect(sent).toEqual(['subscribe a:1', 'subscribe a:1'])
  })

  test('to be left has it reported, unless the connection is over', async () => {
    const problems = [lost, new OmniportError('closed', 'The connection was closed'), refused]
    const { subscriptions, reported, sent } = start((method) => {
      if (method === 'resources/unsubscribe') throw problems.shift()
      return {}
    })
    for (const uri of ['a:1', 'a:2', 'a:3']) {
      await subscriptions.add([uri], {})
      await subscriptions.delete([uri])
    }
    expect(reported).toEqual([lost, refused])
    await subscriptions.add(['a:1'], {})
    expect(sent.at(-1)).toBe('subscribe a:1')
  })
})

describe('a server that cannot be asked', () => {
  test('for one resource is not asked for the others either, and may be asked again', async () => {
    let isAway = true
    const { subscriptions, sent } = start((_method, uri) => {
      if (uri === 'a:2' && isAway) throw lost
      return {}
    })
    await expect(subscriptions.add(['a:1', 'a:2', 'a:3'], {})).rejects.toBe(lost)
    await settled()
    expect(sent.slice(3)).toEqual(['unsubscribe a:1', 'unsubscribe a:3'])
    isAway = false
    expect(await subscriptions.add(['a:2', 'a:1'], {})).toEqual(['a:2', 'a:1'])
    expect(sent.slice(5)).toEqual(['subscribe a:2', 'subscribe a:1'])
  })

  test('leaves what others watch', async () => {
    let isAway = false
    const { subscriptions, sent } = start((_method, uri) => {
      if (uri === 'a:2' && isAway) throw lost
      return {}
    })
    await subscriptions.add(['a:1'], {})
    isAway = true
    await expect(subscriptions.add(['a:1', 'a:2'], {})).rejects.toBe(lost)
    await settled()
    expect(sent).toEqual(['subscribe a:1', 'subscribe a:2'])
    await subscriptions.delete(['a:1'])
    expect(sent.at(-1)).toBe('unsubscribe a:1')
  })

  test('fails all who wait for the same resource, and the next one asks again', async () => {
    let isAway = true
    const { subscriptions, sent } = start(() => {
      if (isAway) throw lost
      return {}
    })
    const waiting = [subscriptions.add(['a:1'], {}), subscriptions.add(['a:1'], {})]
    expect(await Promise.allSettled(waiting)).toEqual([
      { status: 'rejected', reason: lost },
      { status: 'rejected', reason: lost },
    ])
    isAway = false
    expect(await subscriptions.add(['a:1'], {})).toEqual(['a:1'])
    expect(sent).toEqual(['subscribe a:1', 'subscribe a:1'])
  })
})

describe('one who gives up', () => {
  test('rejects at once, and what was asked for is left when the server has answered', async () => {
    const asked = deferred<object>()
    const { subscriptions, sent } = start((method) => (method === 'resources/subscribe' ? asked.promise : {}))
    const gone = new AbortController()
    const rejected = expect(subscriptions.add(['a:1'], { signal: gone.signal })).rejects.toThrow('enough')
    await settled()
    gone.abort(new Error('enough'))
    await rejected
    expect(sent).toEqual(['subscribe a:1'])
    asked.resolve({})
    await settled()
    expect(sent).toEqual(['subscribe a:1', 'unsubscribe a:1'])
  })

  test('takes nothing from another who waits for the same resource', async () => {
    const asked = deferred<object>()
    const { subscriptions, sent } = start(() => asked.promise)
    const gone = new AbortController()
    const rejected = expect(subscriptions.add(['a:1'], { signal: gone.signal })).rejects.toThrow('enough')
    const other = subscriptions.add(['a:1'], {})
    gone.abort(new Error('enough'))
    await rejected
    asked.resolve({})
    expect(await other).toEqual(['a:1'])
    await settled()
    expect(sent).toEqual(['subscribe a:1'])
  })

  test('before the server could not be asked has nothing to leave', async () => {
    const asked = deferred<object>()
    const { subscriptions, sent, reported } = start(() => asked.promise)
    const gone = new AbortController()
    const rejected = expect(subscriptions.add(['a:1'], { signal: gone.signal })).rejects.toThrow('enough')
    await settled()
    gone.abort(new Error('enough'))
    await rejected
    asked.reject(lost)
    await settled()
    expect([sent, reported]).toEqual([['subscribe a:1'], []])
  })
})
