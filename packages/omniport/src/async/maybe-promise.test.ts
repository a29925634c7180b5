import { describe, expect, test } from 'vitest'
import { andThen, attempt, isPromise } from './maybe-promise.js'

const double = (value: number) => value * 2

/** What can be awaited and is no promise. */
function thenable(value: number): Promise<number> {
  return Object.defineProperty({}, 'then', { value: (resolve: (value: number) => void) => resolve(value) }) as never
}

test('promises and whatever else has a then are waited for', () => {
  const callable: unknown = Object.defineProperty(() => {}, 'then', { value: () => {} })
  expect([Promise.resolve(1), thenable(1), callable].every((value) => isPromise(value))).toBe(true)
  expect([undefined, null, 1, 'then', {}, () => {}].some((value) => isPromise(value))).toBe(false)
})

describe('andThen', () => {
  test('goes on at once with what is there', () => {
    expect(andThen(2, double)).toBe(4)
  })

  test('waits for a promise, and for what is no real one', async () => {
    await expect(andThen(Promise.resolve(2), double)).resolves.toBe(4)
    await expect(andThen(thenable(3), double)).resolves.toBe(6)
  })
})

describe('attempt', () => {
  const seen = (reason: unknown) => `seen: ${String(reason)}`

  test('gives what the work gives', async () => {
    expect(attempt(() => 'fine', seen)).toBe('fine')
    await expect(attempt(() => Promise.resolve('fine'), seen)).resolves.toBe('fine')
  })

  test('hands on what is thrown and what is rejected', async () => {
    const fail = () => {
      throw new Error('thrown')
    }
    expect(attempt(fail, seen)).toBe('seen: Error: thrown')
    await expect(attempt(() => Promise.reject('rejected'), seen)).resolves.toBe('seen: rejected')
  })
})
