import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.js'

describe('the canonical text', () => {
  test.each([
    [{ b: 1, a: { d: [], c: null } }, '{"a":{"c":null,"d":[]},"b":1}'],
    [{ aa: 1, a: 2, B: 3, é: 4, 1: 5 }, '{"1":5,"B":3,"a":2,"aa":1,"é":4}'],
    [[3, 1, 2], '[3,1,2]'],
    [[], '[]'],
    [{}, '{}'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    [{ 'a "b"': 1 }, '{"a \\"b\\"":1}'],
    [1e21, '1e+21'],
    [-0, '0'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'undefined'],
  ])('of %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  test('is the same for objects whose members are in another order, and JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse())
        expect(canonicalJson(reversed)).toBe(canonicalJson(value))
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 200 },
    )
  })
})

describe('the work of a text', () => {
  const workOf = (value: unknown) => {
    let work = 0
    canonicalJson(value, {
      consume(amount) {
        work += amount
      },
    })
    return work
  }

  test.each([
    [1, 1],
    ['abc', 4],
    [[], 1],
    [[1, 'ab'], 5],
    [{}, 1],
    [{ abc: 1 }, 6],
    [{ a: undefined }, 1],
    [{ a: { b: 'cd' } }, 9],
  ])('of %j is %i', (value, work) => {
    expect(workOf(value)).toBe(work)
  })

  test('may be stopped', () => {
    const reason = new RangeError('enough')
    const stop = () => {
      throw reason
    }
    expect(() => canonicalJson([1], { consume: stop })).toThrow(reason)
  })
})
