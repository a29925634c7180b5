import { describe, expect, test } from 'vitest'
import { InboundQueue, type ParsedLine } from './inbound-queue.js'

const line = (value: unknown): ParsedLine => ({ value, bytes: 1 })
const request = (id: string | number, method: unknown = 'm') => line({ id, method })
const cancel = (requestId: string | number, more = {}) =>
  line({ method: 'notifications/cancelled', params: { requestId }, ...more })

/** A queue of a receiver that is blocked, to which each line is told with its length. */
function open() {
  const state = { blocked: true }
  const queue = new InboundQueue(() => state.blocked)
  const taken = (force = false) => [...queue.take(force)]
  return { state, queue, taken }
}

test('what waits is counted with its bytes until it is taken', () => {
  const { queue, taken, state } = open()
  expect([queue.isEmpty, queue.bytes]).toEqual([true, 0])
  expect([queue.push(request(1), 100), queue.push(request(2), 200)]).toEqual([false, false])
  expect([queue.isEmpty, queue.bytes]).toEqual([false, 300])
  expect(taken()).toEqual([])
  state.blocked = false
  expect([taken(), queue.bytes, queue.isEmpty]).toEqual([[request(1), request(2)], 0, true])
})

test('a line that arrives while others wait waits behind them, though the receiver is free', () => {
  const { queue, state, taken } = open()
  queue.push(request(1), 100)
  state.blocked = false
  expect(queue.push(request(2), 5)).toBe(false)
  expect(taken()).toEqual([request(1), request(2)])
  expect(queue.push(request(3), 5)).toBe(true)
})

describe('a cancellation', () => {
  test('takes the newest request of its id, and then none', () => {
    const { queue, taken } = open()
    const [first, second] = [request(1), request(1)]
    queue.push(first, 5)
    queue.push(second, 5)
    expect(queue.push(cancel(1), 5)).toBe(false)
    expect(queue.push(cancel(1), 5)).toBe(true)
    const [left, ...others] = taken(true)
    expect([left === first, others]).toEqual([true, []])
  })

  test('is none for a request that was taken', () => {
    const { queue, taken } = open()
    queue.push(request(1), 100)
    taken(true)
    expect(queue.push(cancel(1), 5)).toBe(true)
  })

  test('of the newer of two remains when the older is taken', () => {
    const { queue, state } = open()
    queue.push(request(1), 100)
    queue.push(request(1), 100)
    state.blocked = false
    queue.take(false).next()
    state.blocked = true
    expect([queue.push(cancel(1), 5), queue.isEmpty]).toEqual([false, true])
  })

  test('with an id is a request, which waits', () => {
    const { queue } = open()
    queue.push(request(1), 100)
    expect(queue.push(cancel(1, { id: 2 }), 100)).toBe(false)
    expect(queue.bytes).toBe(200)
  })
})

describe('a line that does not wait', () => {
  test.each<[string, unknown]>([
    ['a response', { id: 1, result: {} }],
    [
      'a batch of responses',
      [
        { id: 1, result: {} },
        { id: 2, error: {} },
      ],
    ],
    ['progress', { method: 'notifications/progress', params: { progressToken: 1 } }],
  ])('is %s', (_name, value) => {
    expect(open().queue.push(line(value), 5)).toBe(true)
  })

  test.each<[string, unknown]>([
    [
      'a batch with a request',
      [
        { id: 1, result: {} },
        { id: 2, method: 'm' },
      ],
    ],
    ['a batch with what is no object', [{ id: 1, result: {} }, 5]],
    ['a text', 'text'],
    ['null', null],
    ['a method that is no text', { method: 5, params: { requestId: 1 } }],
    ['another notification', { method: 'notifications/x' }],
  ])('is not %s', (_name, value) => {
    expect(open().queue.push(line(value), 5)).toBe(false)
  })
})
