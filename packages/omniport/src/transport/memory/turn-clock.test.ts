import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { TurnClock } from './turn-clock.js'

/** A runtime whose turns end when told. */
function setUp() {
  const deferred: (() => void)[] = []
  const runtime = { ...createManualRuntime(), defer: (fn: () => void) => void deferred.push(fn) }
  const manual = createManualRuntime()
  const given = { ...runtime, now: () => manual.now(), after: manual.after }
  const endTurn = () => {
    for (const fn of deferred.splice(0)) fn()
  }
  return { clock: new TurnClock(given), manual, deferred, endTurn }
}

test('what is stopped in its turn has no timer; there is one end of a turn for all', () => {
  const { clock, manual, deferred, endTurn } = setUp()
  const stops = [1, 2, 3].map((ms) => clock.after(ms, () => {}))
  for (const stop of stops) stop()
  expect([manual.timers, deferred.length]).toEqual([0, 1])
  endTurn()
  expect(manual.timers).toBe(0)
})

test('what is left starts at the end of the turn, in the order in which it was asked for', () => {
  const { clock, manual, endTurn } = setUp()
  const fired: string[] = []
  clock.after(5, () => fired.push('a'))
  const stop = clock.after(5, () => fired.push('b'))
  clock.after(5, () => fired.push('c'))
  const late = clock.after(5, () => fired.push('d'))
  stop()
  endTurn()
  expect(manual.timers).toBe(3)
  late()
  late()
  expect(manual.timers).toBe(2)
  manual.advance(5)
  expect([fired, manual.timers]).toEqual([['a', 'c'], 0])
})

test('every turn in which something is asked for has an end', () => {
  const { clock, manual, endTurn } = setUp()
  clock.after(5, () => {})
  endTurn()
  clock.after(5, () => {})
  endTurn()
  expect([manual.timers, clock.now()]).toEqual([2, 0])
})

test('a timer has the options that it was asked for with', () => {
  const deferred: (() => void)[] = []
  const given: unknown[] = []
  const clock = new TurnClock({
    ...createManualRuntime(),
    defer: (fn) => void deferred.push(fn),
    after: (ms, _fn, options) => {
      given.push([ms, options])
      return () => {}
    },
  })
  clock.after(5, () => {}, { background: true })
  clock.after(6, () => {})
  for (const fn of deferred) fn()
  expect(given).toEqual([
    [5, { background: true }],
    [6, undefined],
  ])
})
