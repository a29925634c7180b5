import process from 'node:process'
import fc from 'fast-check'
import { expect } from 'vitest'
import { evaluator } from '../../packages/omniport/src/schema/evaluate/evaluator.js'
import { preflight } from '../../packages/omniport/src/schema/preflight/preflight.js'
import type { AnySchema } from '../../packages/omniport/src/schema/schema.js'
import { SchemaError } from '../../packages/omniport/src/schema/schema-error.js'
import { toJsonSchema } from '../../packages/omniport/src/schema/standard/to-json-schema.js'
import { createValidator } from '../../packages/omniport/src/schema/standard/validator.js'
import { fuzz } from './fuzz.js'
import { hostileValue } from './hostile-values.js'
import { json } from './json-text.js'

const limits = { schemaBytes: 4_096, schemaDepth: 8, subschemas: 60 }

const dialects = fc.constantFrom(
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'http://json-schema.org/draft-07/schema#',
  'http://json-schema.org/draft-04/schema#',
  'x',
)
const refs = fc.constantFrom(
  ...[
    '#',
    '#/$defs/a',
    '#/$defs/b',
    '#/$defs/__proto__',
    '#/definitions/a',
    '#a',
    '#/properties/a',
    '#/%',
    '#/~2',
    '#/',
  ],
  ...['https://evil.example/schema', 'file:///etc/passwd', '', 'a', '#/$defs/a/$ref', '#/constructor'],
)
const patterns = fc.constantFrom(
  ...[
    '^(a+)+$',
    '(',
    '[a-z]{1000}{1000}',
    '\\p{L}',
    '(?=a)',
    '(a)\\1',
    '\\',
    '',
    '.*.*.*x',
    '\\u{1F600}',
    '[^]',
    '(?<n>a)',
  ],
)
const name = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString', '')

/** Members of the right form and of any other, for every keyword that is known. */
const schema = fc.letrec<{ schema: unknown }>((tie) => {
  const inner = tie('schema')
  const list = fc.array(inner, { maxLength: 3 })
  const map = fc.array(fc.tuple(name, inner), { maxLength: 3 }).map((members) => Object.fromEntries(members))
  const held: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    $schema: dialects,
    $ref: refs,
    $dynamicRef: refs,
    $recursiveRef: fc.constant('#'),
    $id: fc.constantFrom('a', 'https://x.example/a', '#a', ''),
    $anchor: fc.constantFrom('a', '1', ''),
    $dynamicAnchor: fc.constantFrom('a'),
    type: fc.constantFrom<unknown[]>('object', 'string', 'integer', 'null', ['string', 'null'], [], 'any', ['a', 'a']),
    pattern: patterns,
    patternProperties: fc.tuple(patterns, inner).map(([pattern, held]) => ({ [pattern]: held })),
    format: fc.constantFrom('date-time', 'email', 'regex', 'uri', '__proto__', 'constructor', 'x'),
    enum: fc.array(json, { maxLength: 3 }),
    const: json,
    default: json,
    required: fc.array(name, { maxLength: 3 }),
    dependentRequired: fc.tuple(name, fc.array(name)).map(([key, names]) => ({ [key]: names })),
    dependencies: fc.oneof(
      map,
      fc.tuple(name, fc.array(name)).map(([key, names]) => ({ [key]: names })),
    ),
    ...Object.fromEntries(['properties', '$defs', 'definitions', 'dependentSchemas'].map((keyword) => [keyword, map])),
    ...Object.fromEntries(['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => [keyword, list])),
    ...Object.fromEntries(
      [
        ...['not', 'if', 'then', 'else', 'items', 'contains', 'additionalProperties', 'propertyNames'],
        ...['unevaluatedProperties', 'unevaluatedItems', 'additionalItems'],
      ].map((keyword) => [keyword, inner]),
    ),
    ...Object.fromEntries(
      [
        ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
        ...['minItems', 'maxItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
      ].map((keyword) => [keyword, fc.constantFrom<unknown[]>(0, 1, 2.5, -1, 1e308, '1', null)]),
    ),
    uniqueItems: fc.constantFrom<unknown[]>(true, false, 1),
  }
  const keyword = fc.constantFrom(...Object.keys(held)).chain((key) => {
    const right = held[key] ?? json
    return fc.oneof({ weight: 14, arbitrary: right }, json).map((member) => [key, member] as const)
  })
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 6, arbitrary: fc.array(keyword, { maxLength: 4 }).map((members) => Object.fromEntries(members)) },
    ),
  }
}).schema

/** Far more than the work of a check takes. */
const mostMs = 10_000

fuzz(
  'whatever a schema is, it is refused with a SchemaError, or any value can be checked against it',
  fc.property(schema, fc.array(json, { minLength: 1, maxLength: 3 }), (document, values) => {
    const start = process.cpuUsage()
    const check = compiled(document)
    if (check === undefined) return
    for (const value of values) {
      const { issues } = check(value)
      if (issues !== undefined && (issues.length === 0 || issues.some(({ message }) => message === '')))
        throw new Error('An issue says nothing')
    }
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(mostMs)
  }),
)

/** Undefined: it was refused. */
function compiled(document: unknown): ReturnType<typeof evaluator.compile> | undefined {
  try {
    return evaluator.compile(preflight(document, limits))
  } catch (reason) {
    if (!(reason instanceof SchemaError)) throw reason
    return undefined
  }
}

const side = fc.constantFrom('input', 'output')

fuzz(
  'whatever is given as a schema, it is taken or refused with a TypeError',
  fc.property(fc.oneof(schema, schema, hostileValue), side, (given, side) => {
    const value = isMade(given) ? given.make() : given
    try {
      toJsonSchema(value as AnySchema, side)
      createValidator(value as AnySchema, side, limits)
    } catch (reason) {
      const isOfAuthor = reason instanceof Error && reason.message === 'a trap' // thrown by what was read
      if (!(reason instanceof TypeError) && !isOfAuthor) throw reason
    }
  }),
)

function isMade(given: unknown): given is { readonly what: unknown; readonly make: () => unknown } {
  return typeof given === 'object' && given !== null && 'make' in given
}

/** Each level may be checked in several ways, which multiply. */
const doubling = fc
  .record({
    keyword: fc.constantFrom('anyOf', 'allOf', 'oneOf', 'if'),
    levels: fc.integer({ min: 20, max: 80 }),
    width: fc.integer({ min: 2, max: 4 }),
    closed: fc.boolean(),
  })
  .map(({ keyword, levels, width, closed }) => {
    const forms = Array.from({ length: width }, () => ({ properties: { c: { $ref: '#/$defs/n' } }, required: ['x'] }))
    const branches = ['if', 'then', 'else'].map((name, at) => [name, forms[at % width]])
    const node = keyword === 'if' ? Object.fromEntries(branches) : { [keyword]: forms }
    const document = { $defs: { n: node }, $ref: '#/$defs/n', ...(closed && { unevaluatedProperties: false }) }
    let value: object = {}
    for (let level = 0; level < levels; level += 1) value = { c: value }
    return { document, value }
  })

fuzz(
  'a check that multiplies comes to an end, with a verdict or the word that it is too complex',
  fc.property(doubling, ({ document, value }) => {
    const start = process.cpuUsage()
    const { issues } = evaluator.compile(preflight(document))(value)
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(mostMs)
    expect(issues).not.toEqual([])
  }),
)
