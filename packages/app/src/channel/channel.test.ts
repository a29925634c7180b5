import { OmniportError, RpcError } from 'omniport/jsonrpc'
import { describe, expect, test, vi } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { Channel } from './channel.js'
import { FakeWindow } from './fixtures/fake-window.js'
import { open } from './fixtures/open-channel.js'

describe('a request', () => {
  test('is posted with an id of its own and settled by the response to it', async () => {
    const { channel, peer, receive } = open()
    const first = channel.request('a', { x: 1 })
    const second = channel.request('b')
    expect(peer.posted).toEqual([
      { message: { id: 1, method: 'a', params: { x: 1 } }, targetOrigin: '*' },
      { message: { id: 2, method: 'b', params: {} }, targetOrigin: '*' },
    ])
    receive({ id: 2, result: { b: true } })
    receive({ id: 1, result: { a: true } })
    expect([await first, await second]).toEqual([{ a: true }, { b: true }])
  })

  test('has an id that no other channel of the window uses, though both talk to the same one', async () => {
    const { channel, own, peer, receive } = open()
    const other = new Channel({ receiver: own, peer, peerOrigin: '*', serve: () => ({}), onNotification: () => {} })
    const requests = [channel.request('a'), other.request('b'), channel.request('c')]
    expect(peer.taken().map(({ id, method }) => [id, method])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ])
    for (const id of [3, 1, 2]) receive({ id, result: { id } })
    expect(await Promise.all(requests)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  })

  test('rejects with the error of the response', async () => {
    const { channel, receive } = open()
    const request = channel.request('a')
    receive({ id: 1, error: { code: -32000, message: 'Denied', data: { why: 'user' } } })
    await expect(request).rejects.toEqual(new RpcError(-32000, 'Denied', { why: 'user' }))
    await expect(request).rejects.toMatchObject({ code: -32000, data: { why: 'user' } })
  })

  test.each([
    ['text', 'x'],
    ['null', null],
    ['a list', []],
  ])('rejects a result that is %s', async (_, result) => {
    const { channel, receive } = open()
    const request = channel.request('a')
    receive({ id: 1, result })
    await expect(request).rejects.toMatchObject({ code: 'invalid_result', message: 'a: the result must be an object' })
  })

  test('is given up after its time, and the other end is told', async () => {
    const { channel, clock, peer, receive } = open({ timeoutMs: 100 })
    const request = channel.request('a')
    peer.taken()
    clock.advance(99)
    expect(peer.taken()).toEqual([])
    clock.advance(1)
    await expect(request).rejects.toMatchObject({ code: 'timeout', message: 'a: no answer within 100 ms' })
    expect(peer.taken()).toEqual([
      { method: 'notifications/cancelled', params: { requestId: 1, reason: 'a: no answer within 100 ms' } },
    ])
    receive({ id: 1, result: {} })
    expect(clock.timers).toBe(0)
  })

  test('has the time that it asks for', async () => {
    const { channel, clock, receive } = open({ timeoutMs: 100 })
    const request = channel.request('a', {}, { timeoutMs: Number.POSITIVE_INFINITY })
    clock.advance(1_000_000)
    receive({ id: 1, result: { late: true } })
    expect(await request).toEqual({ late: true })
  })

  test('is given up by its signal, with the reason of that', async () => {
    const { channel, peer } = open({ timeoutMs: 100 })
    const controller = new AbortController()
    const request = channel.request('a', {}, { signal: controller.signal })
    peer.taken()
    controller.abort(new Error('enough'))
    await expect(request).rejects.toThrow('enough')
    expect(peer.taken()).toEqual([
      { method: 'notifications/cancelled', params: { requestId: 1, reason: 'The caller cancelled' } },
    ])
    await expect(channel.request('b', {}, { signal: controller.signal })).rejects.toThrow('enough')
    expect(peer.taken()).toEqual([])
  })

  test('leaves no timer and no listener behind', async () => {
    const { channel, clock, receive } = open({ timeoutMs: 100 })
    const { signal } = new AbortController()
    const removed = vi.spyOn(signal, 'removeEventListener')
    const request = channel.request('a', {}, { signal })
    receive({ id: 1, result: {} })
    await request
    expect([clock.timers, removed.mock.calls.length]).toEqual([0, 1])
  })

  test('rejects for parameters that cannot be sent', async () => {
    const { channel } = open()
    await expect(channel.request('a', { f: () => {} })).rejects.toMatchObject({ name: 'DataCloneError' })
  })
})

describe('what is no answer', () => {
  const answer = { jsonrpc: '2.0', id: 1, result: { forged: true } }
  test.each<[string, unknown]>([
    ['null', null],
    ['text', JSON.stringify(answer)],
    ['a list', [answer]],
    ['another version', { ...answer, jsonrpc: '1.0' }],
    ['no version', { id: 1, result: {} }],
    ['an unknown id', { ...answer, id: 2 }],
    ['the id as text', { ...answer, id: '1' }],
    ['an id that is the name of a member of objects', { ...answer, id: '__proto__' }],
    ['an id that is an object', { ...answer, id: { valueOf: 1 } }],
    ['an id with a fraction', { ...answer, id: 1.5 }],
    ['no id', { jsonrpc: '2.0', result: {} }],
    ['a result and an error', { ...answer, error: { code: 1, message: '' } }],
    ['neither', { jsonrpc: '2.0', id: 1 }],
    ['an error without a code', { jsonrpc: '2.0', id: 1, error: { message: 'x' } }],
    ['an error that is text', { jsonrpc: '2.0', id: 1, error: 'x' }],
    ['a method that is a number', { ...answer, method: 1 }],
    ['a method that is null', { ...answer, method: null }],
  ])('is ignored: %s', async (_, data) => {
    const { channel, own, peer, errors, notifications } = open()
    const request = channel.request('a')
    peer.taken()
    own.receive(data, peer)
    own.receive({ jsonrpc: '2.0', id: 1, result: { real: true } }, peer)
    expect(await request).toEqual({ real: true })
    expect([peer.taken(), errors, notifications]).toEqual([[], [], []])
  })

  test.each<[string, (fake: FakeWindow) => unknown]>([
    ['another window', () => new FakeWindow()],
    ['its own window', (own) => own],
    ['no window', () => null],
  ])('is ignored: an answer, a request and a notification of %s', async (_, sourceOf) => {
    const serve = vi.fn()
    const { channel, own, peer, notifications } = open({ serve })
    const request = channel.request('a')
    peer.taken()
    for (const message of [answer, { jsonrpc: '2.0', id: 7, method: 'm' }, { jsonrpc: '2.0', method: 'm' }]) {
      own.receive(message, sourceOf(own))
    }
    await settled()
    expect([serve.mock.calls, notifications, peer.taken()]).toEqual([[], [], []])
    own.receive({ ...answer, result: { real: true } }, peer)
    expect(await request).toEqual({ real: true })
  })

  test('is ignored: an answer of another document in the window at the other end', async () => {
    const { channel, peer, receive } = open({ peerOrigin: 'https://host.example' })
    const request = channel.request('a')
    expect(peer.posted[0]?.targetOrigin).toBe('https://host.example')
    receive(answer, 'https://evil.example')
    receive(answer, 'null')
    receive({ id: 1, result: { real: true } }, 'https://host.example')
    expect(await request).toEqual({ real: true })
  })

  test('is posted to any document where the other end has no origin, and heard of that only', async () => {
    const { channel, peer, receive } = open({ peerOrigin: 'null' })
    const request = channel.request('a')
    expect(peer.posted[0]?.targetOrigin).toBe('*')
    receive(answer, 'https://evil.example')
    receive({ id: 1, result: { real: true } }, 'null')
    expect(await request).toEqual({ real: true })
  })
})

describe('a request of the other end', () => {
  test('is answered with what serves it', async () => {
    const serve = vi.fn(async (method: string, params: object) => ({ method, params }))
    const { peer, receive } = open({ serve })
    receive({ id: 'x', method: 'm', params: { a: 1 } })
    receive({ id: 0, method: 'n' })
    await settled()
    expect(peer.taken()).toEqual([
      { id: 'x', result: { method: 'm', params: { a: 1 } } },
      { id: 0, result: { method: 'n', params: {} } },
    ])
  })

  test.each<[string, unknown, object, number]>([
    ['an RpcError, as it is', new RpcError(-32602, 'Wrong', 1), { code: -32602, message: 'Wrong', data: 1 }, 0],
    ['anything else, without its text', new Error('secret'), { code: -32603, message: 'Internal error' }, 1],
  ])('is answered with what that throws: %s', async (_, reason, error, reported) => {
    const { peer, errors, receive } = open({ serve: () => Promise.reject(reason) })
    receive({ id: 1, method: 'm' })
    await settled()
    expect([peer.taken(), errors.length]).toEqual([[{ id: 1, error }], reported])
  })

  test('is answered with an error where the result cannot be sent', async () => {
    const { peer, errors, receive } = open({ serve: () => ({ f: () => {} }) })
    receive({ id: 1, method: 'm' })
    await settled()
    expect(peer.taken()).toEqual([{ id: 1, error: { code: -32603, message: 'Internal error' } }])
    expect(errors).toMatchObject([{ name: 'DataCloneError' }])
  })

  test('is cancelled: its signal aborts, and there is no answer', async () => {
    let aborted = 0
    const serve = (_method: string, _params: object, signal: AbortSignal) => {
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted += 1
          reject(signal.reason)
        })
      })
    }
    const { peer, receive } = open({ serve })
    receive({ id: 1, method: 'm' })
    receive({ id: 2, method: 'm' })
    for (const requestId of ['1', '__proto__', null, {}, 3]) {
      receive({ method: 'notifications/cancelled', params: { requestId } })
    }
    await settled()
    expect(aborted).toBe(0)
    receive({ method: 'notifications/cancelled', params: { requestId: 1 } })
    await settled()
    expect([aborted, peer.taken()]).toEqual([1, []])
  })

  test('runs beside 99 others; one more is refused, and one with the same id is ignored', async () => {
    const ends: (() => void)[] = []
    const serve = () => new Promise<object>((resolve) => ends.push(() => resolve({})))
    const { peer, receive } = open({ serve })
    for (let id = 1; id <= 100; id += 1) receive({ id, method: 'm' })
    receive({ id: 1, method: 'm' })
    receive({ id: 101, method: 'm' })
    await settled()
    expect(ends.length).toBe(100)
    expect(peer.taken()).toEqual([
      { id: 101, error: { code: -32000, message: 'Too many requests at once: at most 100' } },
    ])
    for (const end of ends) end()
    await settled()
    expect(peer.taken().map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
    receive({ id: 101, method: 'm' })
    expect(ends.length).toBe(101)
  })
})

test('notifications arrive in their order, with parameters that are objects', () => {
  const { notifications, receive } = open()
  receive({ method: 'a', params: { x: 1 } })
  receive({ method: 'b' })
  receive({ method: 'c', params: [1] })
  receive({ method: 'd', id: null })
  expect(notifications).toEqual([
    ['a', { x: 1 }],
    ['b', {}],
  ])
})

test('a closed channel rejects what is open, aborts what it serves, and neither hears nor sends', async () => {
  let signal: AbortSignal | undefined
  const serve = (_method: string, _params: object, given: AbortSignal) => {
    signal = given
    return new Promise(() => {})
  }
  const { own, peer, channel, clock, receive } = open({ serve, timeoutMs: 100 })
  const request = channel.request('a')
  receive({ id: 1, method: 'm' })
  peer.taken()
  channel.close()
  channel.close()
  await expect(request).rejects.toBeInstanceOf(OmniportError)
  await expect(request).rejects.toMatchObject({ code: 'closed' })
  await expect(channel.request('b')).rejects.toMatchObject({ code: 'closed' })
  channel.notify('c')
  expect([own.listeners.size, signal?.aborted, clock.timers, peer.taken()]).toEqual([0, true, 0, []])
})
