import { expect, test } from 'vitest'
import { callEnded, isSuspended, Suspended } from './suspended.js'

test('a run that waits for answers says so', () => {
  const suspended = new Suspended()
  expect([suspended.name, suspended.message]).toEqual([
    'Suspended',
    'The questions of this call are on their way; it will run again with the answers',
  ])
  expect(new Suspended('Later').message).toBe('Later')
})

test('a run that is over says so', () => {
  expect([callEnded().name, callEnded().message]).toEqual(['Suspended', 'The call is over: nothing more can be asked'])
})

test('is told from other errors, also that of another copy of this library', () => {
  const brand = Symbol.for('omniport.Suspended')
  expect([new Suspended(), callEnded(), { [brand]: true }].map(isSuspended)).toEqual([true, true, true])
  const others = [
    new Error('a'),
    null,
    undefined,
    'Suspended',
    { [brand]: false },
    Object.assign(() => {}, { [brand]: true }),
  ]
  expect(others.map(isSuspended)).toEqual(others.map(() => false))
})
