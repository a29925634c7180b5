import { describe, expect, test } from 'vitest'
import { assertProgress, progressTokenOf } from './progress-reporter.js'

describe('the token of a request', () => {
  const tokenOf = (params?: Readonly<Record<string, unknown>>) =>
    progressTokenOf({ jsonrpc: '2.0', id: 1, method: 'm', ...(params !== undefined && { params }) })

  test.each<[unknown]>([['a'], [''], [0], [1.5]])('may be %j', (progressToken) => {
    expect(tokenOf({ _meta: { progressToken } })).toBe(progressToken)
  })

  test.each<[unknown]>([[null], [true], [{}], [['a']], [undefined]])('is none if it is %j', (progressToken) => {
    expect(tokenOf({ _meta: { progressToken } })).toBeUndefined()
  })

  test.each<[Readonly<Record<string, unknown>> | undefined]>([
    [undefined],
    [{}],
    [{ progressToken: 'a' }],
    [{ _meta: null }],
    [{ _meta: 'progressToken' }],
  ])('is none in the parameters %j', (params) => {
    expect(tokenOf(params)).toBeUndefined()
  })
})

describe('what is reported as progress', () => {
  test.each<[number, number | undefined, string | undefined]>([
    [0, undefined, undefined],
    [-1.5, 0, ''],
    [2, 1, 'more than all'],
  ])('may be %s of %s: %s', (progress, total, message) => {
    expect(() => assertProgress(progress, total, message)).not.toThrow()
  })

  test.each<[unknown, unknown, unknown, string]>([
    [Number.NaN, undefined, undefined, 'progress must be a finite number, got NaN'],
    [Number.POSITIVE_INFINITY, 1, 'a', 'progress must be a finite number, got Infinity'],
    ['1', undefined, undefined, 'progress must be a finite number, got "1"'],
    [1, Number.NEGATIVE_INFINITY, undefined, 'total must be a finite number, got -Infinity'],
    [1, null, undefined, 'total must be a finite number, got null'],
    [1, 2, 3, 'message must be a string, got 3'],
    [1, undefined, null, 'message must be a string, got null'],
  ])('may not be %s of %s: %s', (progress, total, message, problem) => {
    expect(() => assertProgress(progress as number, total as number, message as string)).toThrow(
      new TypeError(`ctx.progress: ${problem}`),
    )
  })
})
