import { RpcError } from 'omniport/jsonrpc'
import { describe, expect, test, vi } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { Channel } from './channel.js'
import { FakeWindow } from './fixtures/fake-window.js'
import { open } from './fixtures/open-channel.js'

const closedBy = (method: string) => ({
  name: 'OmniportError',
  code: 'closed',
  message: `${method}: the connection between the view and its host is closed`,
})

describe('a request that has its answer', () => {
  test('is not cancelled by its signal afterwards', async () => {
    const { channel, peer, receive } = open()
    const controller = new AbortController()
    const request = channel.request('a', {}, { signal: controller.signal })
    receive({ id: 1, result: { a: 1 } })
    peer.taken()
    controller.abort()
    expect([await request, peer.taken()]).toEqual([{ a: 1 }, []])
  })

  test('is not cancelled by its signal after an error either', async () => {
    const { channel, clock, peer, receive } = open({ timeoutMs: 100 })
    const controller = new AbortController()
    const request = channel.request('a', {}, { signal: controller.signal })
    receive({ id: 1, error: { code: 5, message: 'no' } })
    await expect(request).rejects.toEqual(new RpcError(5, 'no'))
    peer.taken()
    controller.abort()
    clock.advance(100)
    expect(peer.taken()).toEqual([])
  })
})

test('a request without an end has no timer', () => {
  const { channel, clock } = open()
  void channel.request('a')
  void channel.request('b', {}, { timeoutMs: Number.POSITIVE_INFINITY })
  expect(clock.timers).toBe(0)
})

test('a request that cannot be sent leaves nothing behind', async () => {
  const { channel, clock, peer, receive } = open({ timeoutMs: 100 })
  const controller = new AbortController()
  const request = channel.request('a', { f: () => {} }, { signal: controller.signal })
  await expect(request).rejects.toMatchObject({ name: 'DataCloneError' })
  controller.abort()
  receive({ id: 1, result: {} })
  expect([clock.timers, peer.taken()]).toEqual([0, []])
})

test('a request that is given up leaves no timer', async () => {
  const { channel, clock, peer } = open({ timeoutMs: 100 })
  const controller = new AbortController()
  const request = channel.request('a', {}, { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(request).rejects.toThrow(new Error('enough'))
  peer.taken()
  clock.advance(100)
  expect([clock.timers, peer.taken()]).toEqual([0, []])
})

test('a request that was cancelled is not answered when it ends all the same, and its failure is nobody’s', async () => {
  const ends: ((value: unknown) => void)[] = []
  const serve = (method: string) =>
    new Promise((resolve, reject) => ends.push(method === 'fails' ? () => reject(new Error('late')) : resolve))
  const { peer, errors, receive } = open({ serve })
  receive({ id: 1, method: 'ends' })
  receive({ id: 2, method: 'fails' })
  receive({ id: 3, method: 'stays' })
  for (const requestId of [1, 2]) receive({ method: 'notifications/cancelled', params: { requestId } })
  for (const end of ends) end({ of: 'it' })
  await settled()
  expect([peer.taken(), errors]).toEqual([[{ id: 3, result: { of: 'it' } }], []])
})

test('a cancellation of the other end is no notification', async () => {
  const { notifications, receive } = open()
  receive({ method: 'notifications/cancelled', params: { requestId: 1 } })
  receive({ method: 'notifications/cancelledx', params: {} })
  expect(notifications).toEqual([['notifications/cancelledx', {}]])
})

describe('without a function for errors', () => {
  const unheard = (serve: () => unknown) => {
    const own = new FakeWindow()
    const peer = new FakeWindow()
    new Channel({ receiver: own, peer, peerOrigin: '*', serve, onNotification: () => {} })
    own.receive({ jsonrpc: '2.0', id: 1, method: 'm' }, peer)
    return peer
  }

  test.each<[string, () => unknown]>([
    ['fails', () => Promise.reject(new Error('of the host'))],
    ['returns what cannot be sent', () => ({ f: () => {} })],
  ])('a function that %s is an internal error still', async (_, serve) => {
    const peer = unheard(serve)
    await settled()
    expect(peer.taken()).toEqual([{ id: 1, error: { code: -32603, message: 'Internal error' } }])
  })
})

describe('a channel that is closed', () => {
  test('names the request that it ends, and the one that comes too late', async () => {
    const { channel, peer } = open()
    const first = channel.request('a')
    const second = channel.request('b')
    peer.taken()
    channel.close()
    await expect(first).rejects.toMatchObject(closedBy('a'))
    await expect(second).rejects.toMatchObject(closedBy('b'))
    await expect(channel.request('c')).rejects.toMatchObject(closedBy('c'))
    expect(peer.taken()).toEqual([])
  })

  test('says nothing of a request that it had refused before', async () => {
    const { channel, peer, receive } = open({ serve: () => new Promise(() => {}) })
    for (let id = 1; id <= 101; id += 1) receive({ id, method: 'm' })
    channel.close()
    await settled()
    expect(peer.taken()).toEqual([])
  })

  test('reports nothing of what it had served', async () => {
    let fail = () => {}
    const serve = () => new Promise((_, reject) => (fail = () => reject(new Error('late'))))
    const { channel, peer, errors, receive } = open({ serve })
    receive({ id: 1, method: 'm' })
    channel.close()
    fail()
    await settled()
    expect([peer.taken(), errors]).toEqual([[], []])
  })
})

test('a channel has the clock of the page where it is given none', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { channel } = open({ clock: undefined, timeoutMs: 50 })
    const request = expect(channel.request('a')).rejects.toMatchObject({ code: 'timeout' })
    vi.advanceTimersByTime(50)
    await request
  } finally {
    vi.useRealTimers()
  }
})
