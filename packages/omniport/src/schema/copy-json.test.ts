import { describe, expect, test } from 'vitest'
import { copyJson } from './copy-json.js'
import { SchemaError } from './schema-error.js'

const depth = 500

describe('a copy', () => {
  test('is equal, frozen and shares nothing', () => {
    const value = { a: [1, { b: null }], c: 'x', d: true, e: -1.5 }
    const copy = copyJson(value) as typeof value
    expect(copy).toStrictEqual(value)
    expect([copy, copy.a, copy.a[1]].map((part) => Object.isFrozen(part))).toEqual([true, true, true])
    expect([copy === value, copy.a === value.a, copy.a[1] === value.a[1]]).toEqual([false, false, false])
    expect(Object.isFrozen(value)).toBe(false)
  })

  test('has no undefined members', () => {
    expect(Object.keys(copyJson({ a: undefined, b: 1 }) as object)).toEqual(['b'])
  })

  test('has members of any name, also in its JSON', () => {
    const text = '{"__proto__":{"a":1},"constructor":2}'
    const copy = copyJson(JSON.parse(text))
    expect(JSON.stringify(copy)).toBe(text)
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })

  test.each(['text', 5, null, true, false])('of %j is itself', (value) => {
    expect(copyJson(value)).toBe(value)
  })
})

describe('a value that is not JSON is refused with its place', () => {
  test.each<readonly [value: unknown, path: string, reason: string]>([
    [undefined, '', 'undefined is not JSON'],
    [[1, undefined], '/1', 'undefined is not JSON'],
    [{ 'a/b': [{ c: () => 1 }] }, '/a~1b/0/c', 'a function is not JSON'],
    [{ a: 1n }, '/a', 'a bigint is not JSON'],
    [Symbol('a'), '', 'a symbol is not JSON'],
  ])('%#', (value, path, reason) => {
    expect(() => copyJson(value)).toThrow(new SchemaError(path, reason))
    expect(() => copyJson(value)).toThrow(expect.objectContaining({ path, reason }))
  })
})

describe('the bytes of a value', () => {
  test.each<readonly [value: unknown, bytes: number]>([
    ['', 2],
    ['abc', 5],
    ['"', 4],
    ['\n', 4],
    ['€', 5],
    ['😀', 6],
    [null, 4],
    [false, 5],
    [12.5, 4],
    [[], 2],
    [[1, 2], 6],
    [{}, 2],
    [{ a: 1 }, 8],
    [{ '€': '', b: undefined }, 11],
    [[[], {}], 8],
  ])('%j takes %i', (value, bytes) => {
    expect(copyJson(value, { bytes, depth })).toEqual(value)
    expect(() => copyJson(value, { bytes: bytes - 1, depth })).toThrow(
      new SchemaError('', `it is larger than ${bytes - 1} bytes`),
    )
  })

  test('are counted before the rest of a long text is read', () => {
    expect(() => copyJson(['x'.repeat(1_000_000), 1n], { bytes: 100, depth })).toThrow('it is larger than 100 bytes')
  })
})

describe('the depth of a value', () => {
  const nested = (levels: number): unknown =>
    levels === 0 ? 1 : levels % 2 === 0 ? [nested(levels - 1)] : { a: nested(levels - 1) }

  test.each([1, 2, 5])('of %i levels', (levels) => {
    const bytes = 1_000
    expect(copyJson(nested(levels), { bytes, depth: levels })).toEqual(nested(levels))
    expect(() => copyJson(nested(levels), { bytes, depth: levels - 1 })).toThrow(
      new SchemaError('', `it is nested deeper than ${levels - 1} levels`),
    )
  })

  test('is 500 without limits, which ends circles', () => {
    const circle: unknown[] = []
    circle.push(circle)
    expect(copyJson(nested(500))).toEqual(nested(500))
    expect(() => copyJson(nested(501))).toThrow('it is nested deeper than 500 levels')
    expect(() => copyJson(circle)).toThrow('it is nested deeper than 500 levels')
  })
})
