import { describe, expect, it, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { preflight } from '../preflight/preflight.js'
import { SchemaError } from '../schema-error.js'
import { evaluator } from './evaluator.js'

describe('hostile schemas and values', () => {
  const tooComplex = { issues: [{ path: [], message: 'is too complex to validate' }] }

  it.each([
    ['alternatives that double per level', doubling('anyOf', ['c']), nested(60, {}), tooComplex],
    ['conjunctions that double per level', doubling('allOf', []), nested(60, {}), tooComplex],
    [
      'unevaluated members over doubling alternatives',
      { ...doubling('anyOf', ['c']), unevaluatedProperties: false },
      nested(60, {}),
      tooComplex,
    ],
    ['a value 200,000 levels deep', { properties: { c: { $ref: '#' } } }, nested(200_000, {}), tooComplex],
    ['a deep value in uniqueItems', { uniqueItems: true }, [nested(200_000, {})], tooComplex],
    [
      'long distinct texts in uniqueItems',
      { uniqueItems: true },
      Array.from({ length: 1_000 }, (_, i) => 'x'.repeat(50_000) + i),
      tooComplex,
    ],
    ['lookaround that backtracks', { pattern: '^a(?=b|(a+)+$)..x' }, `${'a'.repeat(50)}!`, tooComplex],
    ['a loop that backtracks beside lookaround', { pattern: '^(a+)+$(?<!b)' }, `${'a'.repeat(50)}!`, tooComplex],
    ['a text too long for its pattern', { pattern: '[a-z]{1000}$' }, 'a'.repeat(1_000_000), tooComplex],
  ])('end: %s', (_name, schema, value, expected) => {
    verifies('JSCH-08')
    expect(evaluator.compile(preflight(schema))(value)).toEqual(expected)
  })

  it('a branch that fails early does not use up the work', () => {
    const form = (name: string): object => ({
      type: 'object',
      properties: { c: { $ref: '#/$defs/n' } },
      required: [name],
    })
    const schema = { $defs: { n: { anyOf: [form('x'), form('y')] } }, $ref: '#/$defs/n' }
    expect(evaluator.compile(preflight(schema))(nested(60, {})).issues === undefined).toBe(false)
  })

  it("a backtracker's nightmare is linear", () => {
    const check = evaluator.compile(preflight({ pattern: '^(a+)+$' }))
    expect(check(`${'a'.repeat(100_000)}!`)).toEqual({
      issues: [{ path: [], message: 'must match the pattern "^(a+)+$"' }],
    })
    expect(check('a'.repeat(100_000)).issues).toBe(undefined)
  })

  it('what is wrong is said, however long the machine took', () => {
    const check = evaluator.compile(preflight({ pattern: '^(a+)+$' }))
    let ms = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 10_000))
    expect(check(`${'a'.repeat(100_000)}!`)).toEqual({
      issues: [{ path: [], message: 'must match the pattern "^(a+)+$"' }],
    })
    clock.mockRestore()
  })

  it('100,000 unique objects are no trouble', () => {
    const values = Array.from({ length: 100_000 }, (_, id) => ({ id }))
    expect(evaluator.compile(preflight({ uniqueItems: true }))(values).issues).toBe(undefined)
  })

  it('a pattern that RE2 does not know is refused when it is compiled', () => {
    const compile = (): unknown => evaluator.compile(preflight({ items: { pattern: '\\p{Script=Grek}' } }))
    expect(compile).toThrow(SchemaError)
    expect(compile).toThrow('JSON Schema refused at /items/pattern: the pattern cannot be run in linear time')
  })

  it('patterns that are too large together are refused', () => {
    const names = Array.from({ length: 60 }, (_, index) => `^${index}[a-z]{1000}`)
    const schema = { patternProperties: Object.fromEntries(names.map((name) => [name, {}])) }
    expect(() => evaluator.compile(preflight(schema))).toThrow('all patterns together are too large')
  })
})

function doubling(keyword: string, required: readonly string[]): object {
  const form = (): object => ({ properties: { c: { $ref: '#/$defs/n' } }, required })
  return { $defs: { n: { [keyword]: [form(), form()] } }, $ref: '#/$defs/n' }
}

function nested(levels: number, leaf: object): object {
  let value = leaf
  for (let level = 0; level < levels; level += 1) value = { c: value }
  return value
}
