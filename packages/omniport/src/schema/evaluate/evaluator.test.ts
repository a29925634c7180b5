import { describe, expect, it } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { preflight } from '../preflight/preflight.js'
import { evaluator } from './evaluator.js'

const draft07 = 'http://json-schema.org/draft-07/schema#'
const draft2019 = 'https://json-schema.org/draft/2019-09/schema'

function verdict(schema: unknown, value: unknown): boolean {
  return evaluator.compile(preflight(schema))(value).issues === undefined
}

type Row = readonly [name: string, schema: unknown, valid: readonly unknown[], invalid: readonly unknown[]]

const scalars: readonly Row[] = [
  ['true allows anything', true, [null, 1, {}], []],
  ['false allows nothing', false, [], [null, 1, {}]],
  ['type is one of the seven', { type: 'object' }, [{}], [[], null, 'a', undefined]],
  ['an integer may be written as 1.0', { type: 'integer' }, [1, 1.0, 1e3], [1.5, '1']],
  ['NaN and infinity are no numbers', { type: 'number' }, [0.5], [Number.NaN, Number.POSITIVE_INFINITY]],
  ['one of several types', { type: ['string', 'null'] }, ['a', null], [1]],
  [
    'const compares deeply',
    { const: { a: [1, { b: null }] } },
    [{ a: [1, { b: null }] }],
    [{ a: [1, {}] }, { a: [1] }],
  ],
  [
    'const does not mind the order of members',
    { const: { a: 1, b: 2 } },
    [{ b: 2, a: 1 }],
    [{ a: 1 }, { a: 1, b: 2, c: 3 }],
  ],
  ['const tells 0 from false', { const: 0 }, [0, -0], [false, null, '']],
  [
    'enum holds values of any kind',
    { enum: [1, 'a', null, { b: 1 }, []] },
    [1, 'a', null, { b: 1 }, []],
    [2, { b: 2 }, [1]],
  ],
  ['bounds of numbers', { minimum: 1, exclusiveMaximum: 3 }, [1, 2.9, 'x'], [0.9, 3]],
  ['exclusive lower and inclusive upper bounds', { exclusiveMinimum: 1, maximum: 3 }, [1.1, 3], [1, 3.1]],
  ['multiples are exact in decimal', { multipleOf: 0.0001 }, [0.0075, 1e20], [0.00751]],
  ['multiples of tiny and huge numbers end', { multipleOf: 1e-8 }, [12391239123, 1e308], [1e-9]],
  ['lengths count code points', { minLength: 2, maxLength: 3 }, ['ab', '😀😀', '😀😀😀'], ['😀', 'abcd', '😀😀😀😀']],
  ['a huge length is a bound too', { minLength: 2 ** 40 }, [1], ['a']],
  ['a pattern is found anywhere', { pattern: 'b+' }, ['abc', 5], ['ac']],
  ['a dollar is the end of the text only', { pattern: '^a$' }, ['a'], ['a\n', 'ba']],
  ['formats are asserted', { format: 'date' }, ['2024-02-29', 5], ['2023-02-29', 'today']],
  ['unknown formats are annotations', { format: '__proto__' }, ['x'], []],
]

const arrays: readonly Row[] = [
  [
    'prefixItems and items',
    { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
    [['a', 1], ['a'], []],
    [[1], ['a', 'b']],
  ],
  [
    'a list in items is a tuple in every dialect',
    { items: [{ type: 'string' }], additionalItems: false },
    [['a'], []],
    [[1], ['a', 1]],
  ],
  ['prefixItems is unknown in draft-07', { $schema: draft07, prefixItems: [false] }, [[1]], []],
  ['counts of items', { minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3]]],
  ['contains', { contains: { const: 1 } }, [[0, 1]], [[], [0]]],
  ['contains with bounds', { contains: { const: 1 }, minContains: 2, maxContains: 3 }, [[1, 1]], [[1], [1, 1, 1, 1]]],
  ['contains at least none', { contains: { const: 1 }, minContains: 0 }, [[], [2]], []],
  [
    'unique items',
    { uniqueItems: true },
    [[1, '1', true, [1], { a: 1 }, null]],
    [
      [1, 1.0],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  [
    'unevaluatedItems sees prefixItems and contains',
    { prefixItems: [true], contains: { const: 9 }, unevaluatedItems: false },
    [[1, 9], [9]],
    [[1, 9, 8]],
  ],
  [
    'unevaluatedItems does not see contains in 2019-09',
    { $schema: draft2019, contains: { const: 9 }, unevaluatedItems: false },
    [],
    [[9]],
  ],
]

const objects: readonly Row[] = [
  ['required names', { required: ['a'] }, [{ a: null }, []], [{}, { b: 1 }]],
  [
    'required names that objects inherit',
    { required: ['toString', 'constructor'] },
    [{ toString: 1, constructor: 2 }],
    [{}],
  ],
  [
    'properties that objects inherit',
    { properties: { toString: { type: 'string' } } },
    [{}, { toString: 'a' }],
    [{ toString: 1 }],
  ],
  ['a member that is undefined is absent', { required: ['a'] }, [], [{ a: undefined }]],
  [
    'additional properties are those neither named nor matched',
    {
      properties: { a: true },
      patternProperties: { '^x-': { type: 'number' } },
      additionalProperties: { type: 'string' },
    },
    [{ a: [], 'x-b': 1, c: 'c' }],
    [{ 'x-b': 'b' }, { c: 1 }],
  ],
  [
    'a name and a pattern both count',
    { properties: { ab: { minimum: 1 } }, patternProperties: { b: { maximum: 3 } } },
    [{ ab: 2 }],
    [{ ab: 0 }, { ab: 4 }],
  ],
  ['names of properties', { propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
  ['counts of properties', { minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 2 }]],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, [{ a: 1, b: 1 }, { b: 1 }], [{ a: 1 }]],
  ['dependentSchemas', { dependentSchemas: { a: { minProperties: 2 } } }, [{ b: 1 }], [{ a: 1 }]],
  [
    'dependencies of old drafts',
    { dependencies: { a: ['b'], c: { maxProperties: 1 } } },
    [{ a: 1, b: 1 }],
    [{ a: 1 }, { c: 1, d: 1 }],
  ],
  [
    'unevaluatedProperties sees through allOf, if and references',
    {
      $defs: { base: { properties: { a: true } } },
      allOf: [{ $ref: '#/$defs/base' }],
      if: { properties: { b: { const: 1 } }, required: ['b'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { c: true } },
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 1, c: 1 }, { a: 1 }],
    [{ a: 1, c: 1 }, { d: 1 }, { b: 2 }],
  ],
  [
    'unevaluatedProperties sees every branch of anyOf that holds',
    {
      anyOf: [
        { properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: true }, required: ['b'] },
      ],
      unevaluatedProperties: false,
    },
    [{ a: 'x', b: 1 }, { b: 1 }],
    [{ a: 1, b: 1 }],
  ],
  [
    'unevaluatedProperties does not see its cousins',
    { allOf: [{ properties: { a: true } }, { unevaluatedProperties: false }] },
    [{}],
    [{ a: 1 }],
  ],
]

const composition: readonly Row[] = [
  ['allOf', { allOf: [{ minimum: 1 }, { maximum: 3 }] }, [2], [0, 4]],
  ['anyOf', { anyOf: [{ type: 'string' }, { minimum: 3 }] }, ['a', 3], [1]],
  ['oneOf holds for exactly one', { oneOf: [{ minimum: 1 }, { maximum: 3 }] }, [0, 4], [2]],
  ['not', { not: { type: 'string' } }, [1], ['a']],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  ['if, then and else', { if: { type: 'string' }, then: { minLength: 2 }, else: { minimum: 2 } }, ['ab', 2], ['a', 1]],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  ['then without if says nothing', { then: false, else: false }, [1], []],
  [
    'recursion by reference',
    { properties: { next: { $ref: '#' } }, additionalProperties: false },
    [{ next: { next: {} } }],
    [{ next: { x: 1 } }],
  ],
  ['an anchor', { $defs: { a: { $anchor: 'here', type: 'string' } }, $ref: '#here' }, ['a'], [1]],
  [
    'a dynamic reference in one resource',
    { $dynamicAnchor: 'n', type: 'object', additionalProperties: { $dynamicRef: '#n' } },
    [{ a: {} }],
    [{ a: 1 }],
  ],
  [
    'a recursive reference of 2019-09',
    { $schema: draft2019, type: 'object', additionalProperties: { $recursiveRef: '#' } },
    [{ a: {} }],
    [{ a: 1 }],
  ],
  ['siblings of $ref count since 2019-09', { $defs: { a: {} }, $ref: '#/$defs/a', type: 'string' }, ['a'], [1]],
  [
    'siblings of $ref are ignored in draft-07',
    { $schema: draft07, definitions: { a: {} }, $ref: '#/definitions/a', type: 'string' },
    [1],
    [],
  ],
  ['a reference to false', { $defs: { no: false }, properties: { a: { $ref: '#/$defs/no' } } }, [{}], [{ a: 1 }]],
  [
    'a nested resource has references of its own',
    {
      $defs: { r: { $id: 'r', $defs: { a: { type: 'string' } }, items: { $ref: '#/$defs/a' } }, a: false },
      $ref: '#/$defs/r',
    },
    [['x']],
    [[1]],
  ],
]

const lookaround: readonly Row[] = [
  [
    'lookaround in the middle',
    { pattern: '^P(?:(\\d+W)|(?!.*W)(?=\\d|T\\d)(\\d+D)?(T(?=\\d)(\\d+H)?)?)$' },
    ['P1W', 'P1D', 'PT2H', 'P1DT2H', 1],
    ['P', 'P1DT', 'P1D2W', ''],
  ],
  ['a lookbehind', { pattern: '(?<=a)b(?<!😀ab)$' }, ['ab', '😀b ab'], ['b', '😀ab', 'abc']],
  ['a name with lookahead', { patternProperties: { '^x(?!y)': false } }, [{ xy: 1 }], [{ xz: 1 }]],
]

describe('evaluator', () => {
  it.each([...lookaround, ...scalars, ...arrays, ...objects, ...composition])('%s', (_name, schema, valid, invalid) => {
    verifies('JSCH-01', 'JSCH-02')
    expect(valid.filter((value) => !verdict(schema, value))).toEqual([])
    expect(invalid.filter((value) => verdict(schema, value))).toEqual([])
  })

  it('keeps names that objects inherit apart from what they inherit', () => {
    const schema: unknown = JSON.parse(
      '{"properties":{"__proto__":{"type":"string","default":"d"}},"required":["__proto__"],"additionalProperties":false}',
    )
    const check = evaluator.compile(preflight(schema))
    const filled = check({})
    expect(filled).toEqual({ value: JSON.parse('{"__proto__":"d"}') })
    expect(check(JSON.parse('{"__proto__":{"polluted":true}}'))).toEqual({
      issues: [{ path: ['__proto__'], message: 'must be a string' }],
    })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(({} as { polluted?: unknown }).polluted).toBe(undefined)
  })
})
