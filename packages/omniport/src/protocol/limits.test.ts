import { describe, expect, test } from 'vitest'
import { createLimits, defaultLimits } from './limits.js'

describe('limits', () => {
  test('are the defaults where none are given, and cannot be changed', () => {
    const limits = createLimits()
    expect(limits).toEqual(defaultLimits)
    expect([Object.isFrozen(limits), Object.isFrozen(defaultLimits)]).toEqual([true, true])
  })

  test('are the defaults but for those that are given', () => {
    expect(createLimits({ drainMs: 1, batch: undefined, pages: Number.POSITIVE_INFINITY })).toEqual({
      ...defaultLimits,
      drainMs: 1,
      pages: Number.POSITIVE_INFINITY,
    })
  })

  test.each([
    [{ drainMS: 1 }, 'limits: there is no limit "drainMS"'],
    [{ constructor: 1 }, 'limits: there is no limit "constructor"'],
    [{ drainMs: 0 }, 'limits.drainMs must be a positive number, got 0'],
    [{ drainMs: -1 }, 'limits.drainMs must be a positive number, got -1'],
    [{ drainMs: Number.NaN }, 'limits.drainMs must be a positive number, got NaN'],
    [{ drainMs: null }, 'limits.drainMs must be a positive number, got null'],
  ])('are refused: %j', (given, message) => {
    expect(() => createLimits(given as never)).toThrow(new TypeError(message))
  })
})
