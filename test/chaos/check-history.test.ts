import { describe, expect, test } from 'vitest'
import { checkHistory } from './check-history.js'
import type { CallKind, ChaosEvent } from './history.js'

const called = (call: string, kind: CallKind = 'plain'): ChaosEvent => ({
  type: 'called',
  call,
  kind,
  at: 1_000,
  timeoutMs: 5_000,
})
const answered = (call: string, at = 2_000, text = `done ${call}`): ChaosEvent => ({ type: 'answered', call, at, text })
const failed = (call: string, at = 2_000): ChaosEvent => ({ type: 'answered', call, at, error: 'closed' })
const effect = (call: string, run = 'a'): ChaosEvent => ({ type: 'effect', call, run })
const progress = (call: string, ...steps: readonly number[]): ChaosEvent[] =>
  steps.map((step) => ({ type: 'progress', call, step }))
const event = (id: string): ChaosEvent => ({ type: 'event', stream: 's', id })

const check = (...events: readonly ChaosEvent[]) => checkHistory({ events, steps: 3, graceMs: 1_000 })

describe('a history is clean', () => {
  test.each<[string, readonly ChaosEvent[]]>([
    ['of calls that were answered', [called('1'), effect('1'), answered('1')]],
    ['of a call that failed, whether it ran or not', [called('1'), failed('1'), called('2'), effect('2'), failed('2')]],
    ['of a stream with all its events', [called('1', 'stream'), effect('1'), ...progress('1', 1, 2, 3), answered('1')]],
    ['of a stream that broke off', [called('1', 'stream'), effect('1'), ...progress('1', 1, 2), failed('1')]],
    ['of an answer at the end of the grace', [called('1'), effect('1'), answered('1', 7_000)]],
    ['of events that differ', [event('1'), event('2')]],
    ['of a gap', [event('1'), { type: 'gap', stream: 's' }]],
  ])('%s', (_, events) => {
    expect(check(...events).violations).toEqual([])
  })

  test('of a task that ran twice, which is counted', () => {
    const { violations, repeatedTasks } = check(called('1', 'task'), effect('1', 'a'), effect('1', 'b'), answered('1'))
    expect([violations, repeatedTasks]).toEqual([[], 1])
  })
})

describe('a history is broken', () => {
  test.each<[string, readonly ChaosEvent[], string]>([
    ['by a call without an answer', [called('1'), effect('1')], '1 (plain) has 0 answers'],
    ['by two answers', [called('1'), effect('1'), answered('1'), failed('1')], '1 (plain) has 2 answers'],
    [
      'by an answer that is late',
      [called('1'), effect('1'), answered('1', 7_001)],
      '1 (plain) ended 1001 ms after its time-out',
    ],
    [
      'by the answer of another call',
      [called('1'), effect('1'), answered('1', 2_000, 'done 2')],
      '1 (plain) has the answer of another call: done 2',
    ],
    ['by an answer that nothing was done for', [called('1'), answered('1')], '1 (plain) is answered and never ran'],
    [
      'by a call that ran twice',
      [called('1'), effect('1', 'a'), effect('1', 'b'), failed('1')],
      '1 (plain) ran 2 times',
    ],
    ['by a call of nobody', [effect('1')], '1 was never called, and there is a effect of it'],
    [
      'by a question that was answered twice',
      [
        called('1', 'question'),
        effect('1'),
        ...['q', 'q'].map((question): ChaosEvent => ({ type: 'asked', call: '1', question })),
        answered('1'),
      ],
      '1 (question) answered a question twice',
    ],
    [
      'by progress that came twice',
      [called('1', 'stream'), effect('1'), ...progress('1', 1, 2, 2, 3), answered('1')],
      '1 (stream) has its progress twice, out of order or with a hole: 1 2 2 3',
    ],
    [
      'by progress out of order',
      [called('1', 'stream'), effect('1'), ...progress('1', 2, 1, 3), answered('1')],
      '1 (stream) has its progress twice, out of order or with a hole: 2 1 3',
    ],
    [
      'by a hole in it',
      [called('1', 'stream'), effect('1'), ...progress('1', 1, 3), failed('1')],
      '1 (stream) has its progress twice, out of order or with a hole: 1 3',
    ],
    [
      'by a tail that is missing',
      [called('1', 'stream'), effect('1'), ...progress('1', 1, 2), answered('1')],
      '1 (stream) is answered after 2 of 3 events',
    ],
    [
      'by progress of a call that reports none',
      [called('1'), effect('1'), ...progress('1', 1), answered('1')],
      '1 (plain) has progress of another call',
    ],
    ['by an event that came twice', [event('1'), event('2'), event('1')], 'the event 1 of s came twice'],
  ])('%s', (_, events, violation) => {
    expect(check(...events).violations).toEqual([violation])
  })
})

test('the report counts', () => {
  const {
    calls,
    answered: done,
    failed: broken,
    errors,
  } = check(...[called('1'), effect('1'), answered('1'), called('2'), failed('2'), called('3'), failed('3')])
  expect([calls, done, broken, [...errors]]).toEqual([3, 1, 2, [['plain: closed', 2]]])
})
