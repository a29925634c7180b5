import { describe, expect, test } from 'vitest'
import { defaultMessageLimits } from './default-message-limits.js'
import { createRateCheck, fitsLimits } from './message-limits.js'

const limits = { ...defaultMessageLimits, messageCharacters: 20, messageValues: 5, messageDepth: 3 }

class Point {
  x = 1
}

const cycle: { self?: unknown } = {}
cycle.self = cycle

describe('a message', () => {
  test.each<[string, unknown]>([
    ['an object', { a: 1, b: 'text', c: null, d: undefined }],
    ['texts up to the limit', { four: '1234567890123456' }],
    ['values up to the limit', [1, 2, 3, 4]],
    ['levels up to the limit', { a: { b: 1 } }],
    ['truth', [true, false]],
    ['an empty array as long as the values that there may be', new Array(5)],
    ['nothing', undefined],
    ['a member named __proto__', JSON.parse('{"__proto__": 1}')],
  ])('may be %s', (_, message) => {
    expect(fitsLimits(message, limits)).toBe(true)
  })

  test.each<[string, unknown]>([
    ['too long a text', { four: '12345678901234567' }],
    ['too long a name', { 'a name of more than twenty': 1 }],
    ['too many values', [1, 2, 3, 4, 5]],
    ['an empty array longer than the values that there may be', new Array(6)],
    ['texts that are too long together', ['12345678901', '1234567890']],
    ['a symbol', Symbol('a')],
    ['an array that is long and empty', { a: new Array(1e9) }],
    ['too many levels', { a: { b: { c: 1 } } }],
    ['a cycle', cycle],
    ['a map', { a: new Map() }],
    ['a date', { a: new Date() }],
    ['bytes', { a: new Uint8Array(1) }],
    ['a big integer', { a: 1n }],
    ['a function', { a: () => 1 }],
    ['an object of a class', { a: new Point() }],
  ])('cannot have %s', (_, message) => {
    expect(fitsLimits(message, limits)).toBe(false)
  })
})

describe('the rate of messages', () => {
  const check = () => createRateCheck({ messagesPerSecond: 10, messageBurst: 3 })

  test('is kept by as many as may come at once', () => {
    const keepsRate = check()
    expect([0, 0, 0, 0].map(() => keepsRate(5_000))).toEqual([true, true, true, false])
  })

  test('is kept for ever by messages that come as often as they may', () => {
    const keepsRate = check()
    const times = Array.from({ length: 1_000 }, (_, index) => 5_000 + 100 * index)
    expect(times.every((time) => keepsRate(time))).toBe(true)
  })

  test('is not kept for long by messages that come more often', () => {
    const keepsRate = check()
    const times = Array.from({ length: 20 }, (_, index) => 5_000 + 50 * index)
    expect(times.findIndex((time) => !keepsRate(time))).toBe(5)
  })
})
