import { describe, expect, test } from 'vitest'
import { createLimits, defaultLimits } from './limits.js'

describe('limits', () => {
  test('are the defaults where none are given, and cannot be changed', () => {
    const limits = createLimits()
    expect(limits).toEqual(defaultLimits)
    expect([Object.isFrozen(limits), Object.isFrozen(defaultLimits)]).toEqual([true, true])
  })

  test('are the defaults but for those that are given', () => {
    expect(createLimits({ drainMs: 1, batch: undefined })).toEqual({ ...defaultLimits, drainMs: 1 })
  })

  test('are those of a base but for those that are given', () => {
    const base = createLimits({ pages: 3, handlerMs: 7 })
    expect(createLimits({ drainMs: 1, handlerMs: undefined }, base)).toEqual({ ...base, drainMs: 1 })
  })

  test('go up to a hundred times their default, and as far as one likes where they have none', () => {
    const given = { lineBytes: 6_710_886_400, jsonDepth: 1_000, handlerMs: Number.POSITIVE_INFINITY }
    expect(createLimits(given)).toEqual({ ...defaultLimits, ...given })
  })

  test('go beyond that where it is said by name', () => {
    const unbounded = { pages: Number.POSITIVE_INFINITY, jsonDepth: 1_001 }
    expect(createLimits({ ...unbounded, allowUnbounded: ['pages', 'jsonDepth'] })).toEqual({
      ...defaultLimits,
      ...unbounded,
    })
  })

  test.each([
    [{ drainMS: 1 }, 'limits: there is no limit "drainMS"'],
    [{ constructor: 1 }, 'limits: there is no limit "constructor"'],
    [{ drainMs: 0 }, 'limits.drainMs must be a positive number, got 0'],
    [{ drainMs: -1 }, 'limits.drainMs must be a positive number, got -1'],
    [{ drainMs: Number.NaN }, 'limits.drainMs must be a positive number, got NaN'],
    [{ drainMs: null }, 'limits.drainMs must be a positive number, got null'],
    [{ drainMs: '5' }, 'limits.drainMs must be a positive number, got 5'],
    [{ drainMs: 0, allowUnbounded: ['drainMs'] }, 'limits.drainMs must be a positive number, got 0'],
    [{ pages: 6_401 }, "limits.pages is at most 6400, got 6401; more takes allowUnbounded: ['pages']"],
    [
      { pages: Number.POSITIVE_INFINITY, allowUnbounded: ['items'] },
      "limits.pages is at most 6400, got Infinity; more takes allowUnbounded: ['pages']",
    ],
    [{ jsonDepth: 1_001 }, "limits.jsonDepth is at most 1000, got 1001; more takes allowUnbounded: ['jsonDepth']"],
    [{ allowUnbounded: ['page'] }, 'limits: there is no limit "page"'],
    [{ allowUnbounded: true }, 'limits.allowUnbounded must be an array of names of limits'],
  ])('are refused: %j', (given, message) => {
    expect(() => createLimits(given as never)).toThrow(new TypeError(message))
  })
})
