import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { type ConnectionOutcome, StreamPosition } from './stream-position.js'

const runtime = new VirtualRuntime()
const event = (id: string | undefined) => ({ type: 'message', id, data: new Uint8Array() })

/** The times before the next connection after each of these outcomes in a row; `moves` says that each brought an event. */
function delays(
  outcomes: readonly ConnectionOutcome[],
  { retryMs, moves = false }: { retryMs?: number; moves?: boolean } = {},
) {
  const position = new StreamPosition()
  if (retryMs !== undefined) position.onRetry(retryMs)
  return outcomes.map((outcome, index) => {
    if (moves) position.accept(event(`e${index}`))
    return position.delayMs(outcome, runtime)
  })
}

const many = (outcome: ConnectionOutcome, count: number) => Array.from({ length: count }, () => outcome)

describe('the position in a stream', () => {
  test('is that of the last event with an id', () => {
    const position = new StreamPosition()
    expect(position.lastId).toBeUndefined()
    expect([position.accept(event('a')), position.accept(event(undefined)), position.lastId]).toEqual([true, true, 'a'])
    expect([position.accept(event('b')), position.lastId]).toEqual([true, 'b'])
  })

  test('does not go back to an event that was received before', () => {
    const position = new StreamPosition()
    for (const id of ['a', 'b']) position.accept(event(id))
    expect([position.accept(event('a')), position.accept(event('b')), position.lastId]).toEqual([false, false, 'b'])
  })

  test('can be forgotten, and the events before it are not received again', () => {
    const position = new StreamPosition()
    position.accept(event('a'))
    position.forget()
    expect([position.lastId, position.accept(event('a')), position.lastId]).toEqual([undefined, false, undefined])
  })

  test('remembers the last 1,024 events', () => {
    const position = new StreamPosition()
    for (let index = 0; index < 1_024; index += 1) position.accept(event(`${index}`))
    expect(position.accept(event('0'))).toBe(false)
    position.accept(event('1024'))
    expect([position.accept(event('1')), position.accept(event('0'))]).toEqual([false, true])
  })
})

describe('the time before the next connection', () => {
  test('is short after one that lasted, each time', () => {
    expect(delays(many('lasting', 3))).toEqual([75, 75, 75])
  })

  test.each(['brief', 'failed'] as const)('grows up to half a minute after one that was %s', (outcome) => {
    expect(delays(many(outcome, 10))).toEqual([150, 300, 601, 1202, 2403, 4806, 9613, 19225, 22529, 22529])
  })

  test('is short again after one that lasted', () => {
    expect(delays(['failed', 'failed', 'lasting', 'failed'])).toEqual([150, 300, 75, 150])
  })

  test('grows up to five seconds while there are new events', () => {
    expect(delays(many('brief', 8), { moves: true }).slice(4)).toEqual([2403, 3755, 3755, 3755])
    expect(delays(many('failed', 8), { moves: true }).slice(4)).toEqual([2403, 4806, 9613, 19225])
  })

  test('counts events since the last connection alone', () => {
    const position = new StreamPosition()
    position.accept(event('a'))
    const outcomes = many('brief', 7)
    expect(outcomes.map((outcome) => position.delayMs(outcome, runtime)).slice(4)).toEqual([2403, 4806, 9613])
  })

  test('is what the server says from a second on, unless the connection failed', () => {
    expect(delays(['brief', 'brief', 'lasting', 'failed', 'failed'], { retryMs: 1_000 })).toEqual([
      1_000, 1_000, 1_000, 1_000, 1_000,
    ])
    expect(delays(many('brief', 6), { retryMs: 1_000 })[5]).toBe(1_000)
    expect(delays(many('failed', 6), { retryMs: 1_000 })[5]).toBe(4806)
  })

  test('is no less than the server says below that', () => {
    expect(delays(['lasting', 'brief', 'brief', 'brief'], { retryMs: 400 })).toEqual([400, 400, 400, 601])
    expect(delays(many('brief', 6), { retryMs: 999 })[5]).toBe(4806)
  })

  test('is a tenth of a second at least, and five minutes at most, whatever the server says', () => {
    expect([delays(['lasting'], { retryMs: 1 }), delays(['lasting'], { retryMs: 9_999_999 })]).toEqual([
      [100],
      [300_000],
    ])
  })
})
