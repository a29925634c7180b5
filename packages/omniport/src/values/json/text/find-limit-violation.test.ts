import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exceedsDepth } from './exceeds-depth.js'
import { findLimitViolation } from './find-limit-violation.js'

const exceedsNodes = (text: string, jsonNodes: number) =>
  findLimitViolation(text, { jsonDepth: 1_000, jsonNodes })?.includes('limits.jsonNodes') ?? false

describe('the values in a JSON text', () => {
  test.each([
    ['a number', '1', 0],
    ['an empty array', '[]', 1],
    ['an array of three', '[1,2,3]', 3],
    ['arrays in an array', '[[],[],[]]', 6],
    ['an object', '{"a":1,"b":{"c":[]}}', 4],
    ['what only looks like some, in strings', '["[,{,\\",","\\\\",",,"]', 3],
    ['a long string', `["${'[,'.repeat(100)}\\"${','.repeat(100)}",1]`, 2],
    ['a string that does not end', '[",,,,', 1],
  ])('%s', (_name, text, count) => {
    const over = [count - 1, count].map((limit) => limit >= 0 && exceedsNodes(text, limit))
    expect(over).toEqual([count > 0, false])
  })

  test('are counted within twice their number', () => {
    const many = fc.array(fc.jsonValue(), { minLength: 2 })
    fc.assert(
      fc.property(many, (value) => {
        const [text, count] = [JSON.stringify(value), countOf(value)]
        expect([exceedsNodes(text, count - 2), exceedsNodes(text, 2 * count)]).toEqual([true, false])
      }),
      { numRuns: 500 },
    )
  })
})

test('the depth of a long text is that of a short one', () => {
  const nested = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 9 }, fc.string(), fc.array(tie('value')), fc.dictionary(fc.string(), tie('value'))),
  })).value
  fc.assert(
    fc.property(nested, fc.nat({ max: 8 }), (value, jsonDepth) => {
      const text = JSON.stringify([value])
      const long = `${text}${' '.repeat(3 * text.length)}`
      const isDeep = findLimitViolation(long, { jsonDepth, jsonNodes: 2 * text.length }) !== undefined
      expect(isDeep).toBe(exceedsDepth(text, jsonDepth))
    }),
    { numRuns: 500 },
  )
})

/** Values, those within others included. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((count, member) => count + countOf(member), 1)
}
