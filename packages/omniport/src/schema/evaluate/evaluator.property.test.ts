import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { preflight } from '../preflight/preflight.js'
import { evaluator } from './evaluator.js'

/**
 * Few names and values, so that schemas and values meet. Not generated, because the oracle errs there: names that objects
 * inherit, `contains` beside `prefixItems`, and `unevaluated…`.
 */
const name = fc.constantFrom('a', 'b', 'ab', 'abc')
const scalar = fc.oneof(fc.constantFrom(0, 1, 2, 1.5, -1, '', 'a', 'ab', 'abc', true, false, null))
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map(toObject),
  ),
})).value

/** Own members, also for a name like `__proto__`. */
function toObject(entries: readonly (readonly [string, unknown])[]): object {
  const object = {}
  for (const [key, member] of entries) {
    Object.defineProperty(object, key, { value: member, enumerable: true, configurable: true, writable: true })
  }
  return object
}

const count = fc.nat({ max: 3 })
const type = fc.constantFrom('array', 'boolean', 'integer', 'null', 'number', 'object', 'string')
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 2 })

const schema = fc.letrec<{ schema: unknown; keyword: readonly [string, unknown] }>((tie) => {
  const inner = tie('schema')
  const list = fc.array(inner, { minLength: 1, maxLength: 3 })
  const map = fc.array(fc.tuple(name, inner), { maxLength: 3 }).map(toObject)
  const patterns = fc.array(fc.tuple(fc.constantFrom('a', '^b', 'b.*c$'), inner), { maxLength: 2 }).map(toObject)
  const one = (keyword: string, contents: fc.Arbitrary<unknown>): fc.Arbitrary<readonly [string, unknown]> =>
    contents.map((member) => [keyword, member] as const)
  return {
    keyword: fc.oneof(
      one('type', fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }))),
      one('const', value),
      one('enum', fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (member) => JSON.stringify(member) })),
      ...['minimum', 'exclusiveMaximum'].map((keyword) => one(keyword, count)),
      one('multipleOf', fc.constantFrom(0.5, 1, 2)),
      ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map((keyword) =>
        one(keyword, count),
      ),
      one('pattern', fc.constantFrom('a', '^a?b', 'c$', '^$', '[^a]')),
      one('uniqueItems', fc.boolean()),
      one('required', names),
      one('dependentRequired', fc.array(fc.tuple(name, names), { maxLength: 2 }).map(toObject)),
      ...['properties', 'dependentSchemas'].map((keyword) => one(keyword, map)),
      one('patternProperties', patterns),
      ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => one(keyword, list)),
      ...['not', 'if', 'then', 'else', 'items', 'additionalProperties', 'propertyNames'].map((keyword) =>
        one(keyword, inner),
      ),
      one('$ref', fc.constantFrom('#/$defs/x', '#/$defs/y')),
    ),
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.boolean(),
      fc.array(tie('keyword'), { maxLength: 4 }).map(toObject),
    ),
  }
}).schema

/** `x` may refer to `y`; `y` is simple, so that references end. */
const document = fc
  .tuple(
    schema,
    schema,
    fc.constantFrom({ type: 'object' }, { minProperties: 2 }, { properties: { a: { type: 'string' } } }),
  )
  .map(([root, x, y]) => ({ allOf: [root], $defs: { x: withoutLoop(x), y } }))

function withoutLoop(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part).replaceAll('#/$defs/x', '#/$defs/y'))
}

function compileOwn(document: object): (value: unknown) => boolean {
  const check = evaluator.compile(preflight(document))
  return (value) => check(value).issues === undefined
}

/** The oracle's verdict; undefined where the code it generated throws. */
function runOracle(oracle: (value: unknown) => unknown, value: unknown): boolean | undefined {
  try {
    return oracle(value) === true
  } catch {
    return undefined
  }
}

describe('evaluator and ajv', () => {
  it('agree on random schemas and values', () => {
    const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true })
    let valid = 0
    fc.assert(
      fc.property(document, fc.array(value, { minLength: 1, maxLength: 8 }), (schema, values) => {
        const ajvCheck = ajv.compile(schema)
        const ownCheck = compileOwn(schema)
        for (const value of values) {
          const expected = runOracle(ajvCheck, value)
          fc.pre(expected !== undefined)
          expect(ownCheck(value)).toBe(expected)
          if (expected) valid += 1
        }
      }),
      { numRuns: 2_000 },
    )
    expect(valid > 1_000).toBe(true)
  })

  it('give every random value that is invalid at least one issue with a path into it', () => {
    fc.assert(
      fc.property(document, value, (schema, value) => {
        const result = evaluator.compile(preflight(schema))(value)
        expect(result.issues?.length).not.toBe(0)
        for (const issue of result.issues ?? []) expect(leadsInto(value, issue.path.slice(0, -1))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

function leadsInto(value: unknown, path: readonly (string | number)[]): boolean {
  let part = value
  for (const key of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return false
    part = (part as Record<string | number, unknown>)[key]
  }
  return true
}
