import { describe, expect, it } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { refusal } from './fixtures/refusal.js'
import { preflight } from './preflight.js'

type Row = readonly [name: string, document: unknown, path: string, reason: string]

const notLocal = 'references must stay inside the document (#, #/…, #anchor)'
const endless = 'the reference leads back to itself for the same value'

const malformed: readonly Row[] = [
  ['a text is not a schema', 'string', '', 'a schema must be an object, true or false'],
  ['null is not a schema', null, '', 'a schema must be an object, true or false'],
  ['an array is not a schema', [], '', 'a schema must be an object, true or false'],
  ['a function inside is not JSON', { const: { a: [() => 1] } }, '/const/a/0', 'a function is not JSON'],
  ['a bigint inside is not JSON', { maximum: 1n }, '/maximum', 'a bigint is not JSON'],
  ['type is a name', { type: 5 }, '/type', typeExpectation()],
  ['type is a known name', { type: 'text' }, '/type', typeExpectation()],
  ['type is not an empty list', { type: [] }, '/type', typeExpectation()],
  ['required is a list', { required: 'a' }, '/required', 'required must be an array of strings'],
  ['required is not a flag of an old draft', { required: true }, '/required', 'required must be an array of strings'],
  [
    'properties is an object',
    { properties: [] },
    '/properties',
    'properties must be an object whose members are schemas',
  ],
  [
    'a property is a schema',
    { properties: { a: 'string' } },
    '/properties',
    'properties must be an object whose members are schemas',
  ],
  ['a length is not negative', { minLength: -1 }, '/minLength', 'minLength must be a non-negative integer'],
  ['a count is not a fraction', { maxItems: 1.5 }, '/maxItems', 'maxItems must be a non-negative integer'],
  ['a bound is a number', { minimum: '1' }, '/minimum', 'minimum must be a number'],
  ['a divisor is positive', { multipleOf: 0 }, '/multipleOf', 'multipleOf must be a number greater than 0'],
  [
    'an exclusive bound is not a flag of an old draft',
    { exclusiveMinimum: true },
    '/exclusiveMinimum',
    'exclusiveMinimum must be a number',
  ],
  ['alternatives are not empty', { anyOf: [] }, '/anyOf', 'anyOf must be an array of schemas with at least one'],
  ['enum is a list', { enum: 'a' }, '/enum', 'enum must be an array'],
  ['a pattern is a text', { pattern: 1 }, '/pattern', 'pattern must be a string'],
  ['a flag is a boolean', { uniqueItems: 'yes' }, '/uniqueItems', 'uniqueItems must be true or false'],
  ['an error deep inside has its path', deepError(), '/properties/a~1b/items/not/type', typeExpectation()],
]

function typeExpectation(): string {
  return 'type must be one of array, boolean, integer, null, number, object and string, or an array of them'
}

function deepError(): object {
  return { properties: { 'a/b': { items: { not: { type: 'x' } } } } }
}

const references: readonly Row[] = [
  ['a reference to the network', { $ref: 'https://example.com/a.json' }, '/$ref', notLocal],
  ['a reference to a neighbour file', { items: { $ref: 'a.json#/b' } }, '/items/$ref', notLocal],
  ['a dynamic reference to the network', { $dynamicRef: 'http://example.com/#a' }, '/$dynamicRef', notLocal],
  ['a reference of an older dialect', { items: { $recursiveRef: 'a.json' } }, '/items/$recursiveRef', notLocal],
  [
    'a reference of a later dialect',
    { $schema: 'http://json-schema.org/draft-07/schema#', items: { $dynamicRef: 'a.json' } },
    '/items/$dynamicRef',
    notLocal,
  ],
  ['a reference to a metaschema', { $ref: 'https://json-schema.org/draft/2020-12/schema' }, '/$ref', notLocal],
  ['a pointer that has no target', { $ref: '#/$defs/a' }, '/$ref', '#/$defs/a has no target'],
  ['a pointer to what objects inherit', { $ref: '#/constructor' }, '/$ref', '#/constructor has no target'],
  ['a pointer to no schema', { title: 'x', $ref: '#/title' }, '/$ref', '#/title is not a schema'],
  ['an anchor that is not there', { $ref: '#a' }, '/$ref', 'the anchor #a does not exist here'],
  ['a fragment that is not encoded', { $ref: '#%' }, '/$ref', 'the fragment is not percent-encoded text'],
  [
    'an anchor that is there twice',
    { $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } },
    '/$defs/b',
    'the anchor x occurs twice',
  ],
  [
    'a dynamic reference across resources',
    { $dynamicRef: '#x', $defs: { a: { $dynamicAnchor: 'x' }, b: { $id: 'b' } } },
    '/$dynamicRef',
    '$dynamicRef across several $id is not supported',
  ],
  ['a reference to itself', { $ref: '#' }, '', endless],
  ['a reference through allOf', { $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } }, '/$defs/a/allOf/0', endless],
  [
    'references in a circle',
    { $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } },
    '/$defs/b/not',
    endless,
  ],
  [
    'a reference to a bad schema under an unknown keyword',
    { 'x-types': { a: { type: 1 } }, $ref: '#/x-types/a' },
    '/x-types/a/type',
    typeExpectation(),
  ],
]

const patterns: readonly Row[] = [
  ['a backreference', { pattern: '(a)\\1' }, '/pattern', 'the pattern uses a backreference, which is not supported'],
  [
    'a named backreference',
    { pattern: '(?<x>a)\\k<x>' },
    '/pattern',
    'the pattern uses a backreference, which is not supported',
  ],
  ['a backreference beside lookaround', { pattern: '(a)(?=b)\\1' }, '/pattern', 'the pattern has a back reference'],
  ['lookaround that is too large', { pattern: '(?=a)b{5000}' }, '/pattern', 'the pattern is larger than 5000 states'],
  ['lookaround that is invalid', { pattern: '(?=a)*+' }, '/pattern', 'the pattern is not valid without the flag v'],
  ['a pattern that is none', { pattern: '(' }, '/pattern', 'the pattern has a ( without a )'],
  [
    'a count beyond a thousand',
    { pattern: '(a{100}){100}' },
    '/pattern',
    'the pattern repeats a part more than 1000 times',
  ],
  [
    'a pattern with too many states',
    { pattern: '[a-z]{900}'.repeat(6) },
    '/pattern',
    'the pattern is larger than 5000 states',
  ],
  [
    'a pattern that is too long',
    { pattern: 'a'.repeat(5_000) },
    '/pattern',
    'the pattern is longer than 4096 characters',
  ],
  [
    'a bad pattern for names',
    { patternProperties: { '[': {} } },
    '/patternProperties/[',
    'the pattern has a [ without a ]',
  ],
]

const sharedSchema = { type: 'string', $comment: 'shared' }

describe('preflight', () => {
  it.each([...malformed, ...references, ...patterns])('refuses: %s', (_name, document, path, reason) => {
    expect(refusal(document)).toEqual({ path, reason })
  })

  it('refuses what is not valid in its dialect, at its path', () => {
    verifies('JSCH-03')
    expect(refusal({ properties: { a: { minItems: '2' } } })).toEqual({
      path: '/properties/a/minItems',
      reason: 'minItems must be a non-negative integer',
    })
  })

  it('follows local references only, and refuses others instead of ignoring them', () => {
    verifies('JSCH-05', 'JSCH-06', 'JSCH-07')
    expect(refusal({ properties: { a: { $ref: 'http://169.254.169.254/' } } })).toEqual({
      path: '/properties/a/$ref',
      reason: notLocal,
    })
  })

  it.each([
    ['no dialect is 2020-12', {}, '2020-12'],
    ['2020-12', { $schema: 'https://json-schema.org/draft/2020-12/schema' }, '2020-12'],
    ['2019-09', { $schema: 'https://json-schema.org/draft/2019-09/schema#' }, '2019-09'],
    ['draft-07', { $schema: 'http://json-schema.org/draft-07/schema#' }, 'draft-07'],
    ['draft-07 without its number sign', { $schema: 'http://json-schema.org/draft-07/schema' }, 'draft-07'],
    ['true has the default dialect', true, '2020-12'],
  ] as const)('reads the dialect: %s', (_name, document, dialect) => {
    verifies('JSCH-01')
    expect(preflight(document).dialect).toBe(dialect)
  })

  it.each([
    ['draft-04', { $schema: 'http://json-schema.org/draft-04/schema#' }],
    ['a dialect of its own', { $schema: 'https://example.com/dialect' }],
    ['a dialect that is no text', { $schema: 7 }],
  ])('refuses %s and names the supported dialects', (_name, document) => {
    verifies('JSCH-02', 'JSCH-04')
    expect(refusal(document)).toEqual({
      path: '/$schema',
      reason:
        'unsupported dialect; supported are https://json-schema.org/draft/2020-12/schema, ' +
        'https://json-schema.org/draft/2019-09/schema, http://json-schema.org/draft-07/schema#',
    })
  })

  it('refuses a second dialect inside a document', () => {
    const inner = { $id: 'inner', $schema: 'http://json-schema.org/draft-07/schema#' }
    expect(refusal({ $defs: { inner } })).toEqual({
      path: '/$defs/inner/$schema',
      reason: 'a document must have one dialect',
    })
  })

  it.each([
    ['unknown keywords, whatever they hold', { 'x-mcp-header': 5, nullable: 'x', $dynamic: [{ type: 1 }] }],
    ['definitions in 2020-12', { definitions: { a: {} }, $ref: '#/definitions/a' }],
    ['a list in items in 2020-12', { items: [{}, true], additionalItems: false }],
    ['dependencies of both kinds', { dependencies: { a: ['b'], c: { required: ['d'] } } }],
    ['names that objects inherit', JSON.parse('{"properties":{"__proto__":{},"constructor":{},"toString":true}}')],
    ['a fragment as $id that is only decoration', { properties: { a: { $id: '#/properties/a' } } }],
    [
      'an anchor of draft-07',
      { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { a: { $id: '#a' } }, $ref: '#a' },
    ],
    ['siblings of $ref in draft-07 that would not resolve to an end', draft07Sibling()],
    [
      '2020-12 keywords that draft-07 does not know',
      { $schema: 'http://json-schema.org/draft-07/schema', prefixItems: 5 },
    ],
    ['recursion that goes into the value', { properties: { child: { $ref: '#' } } }],
    [
      'a dynamic reference in one resource',
      { $dynamicAnchor: 'node', properties: { child: { $dynamicRef: '#node' } } },
    ],
    ['a pointer with escapes', { $defs: { 'a/b ~c': {} }, $ref: '#/$defs/a~1b%20~0c' }],
    [
      'references into a nested resource',
      { $defs: { r: { $id: 'r', $defs: { a: {} }, items: { $ref: '#/$defs/a' } } } },
    ],
    ['one object in two places', { properties: { a: sharedSchema, b: sharedSchema } }],
    ['a lookbehind', { pattern: '(?<=a)b' }],
    ['a lookahead in the middle', { pattern: 'a(?=b)' }],
    ['a leading lookahead of one alternative only', { pattern: '^(?=a)b|c' }],
    ['leading lookahead', { pattern: '^(?=.{1,253}$)(?!-)[a-z-]+$' }],
    ['members that are undefined', { type: 'object', title: undefined }],
  ] as const)('lets pass: %s', (_name, document) => {
    expect(refusal(document)).toBe(undefined)
  })

  it('takes other limits', () => {
    expect(() => preflight({ title: 'abc' }, { schemaBytes: 10 })).toThrow('it is larger than 10 bytes')
    expect(() => preflight({ not: {} }, { schemaDepth: 1 })).toThrow('schemas are nested deeper than 1 levels')
    expect(() => preflight({ not: {} }, { subschemas: 1 })).toThrow('it has more than 1 subschemas')
  })

  it('leaves patterns unread when they are not ours to run', () => {
    expect(preflight({ pattern: '(a)\\1' }, { patterns: 'any' }).document).toEqual({ pattern: '(a)\\1' })
  })

  it('gives a frozen copy that later changes do not reach', () => {
    const document = { properties: { a: { enum: [1] } } }
    const copy = preflight(document).document
    document.properties.a.enum.push(2)
    expect(copy).toEqual({ properties: { a: { enum: [1] } } })
    expect(Object.isFrozen((copy as typeof document).properties.a.enum)).toBe(true)
  })

  it('says where and why in its message, which is bounded', () => {
    const error = (): unknown => preflight({ properties: { ['x'.repeat(1_000)]: { type: 1 } } })
    expect(error).toThrow(/^JSON Schema refused at \/properties\/x{288}…: type must be one of/)
    expect(error).toThrow(TypeError)
  })
})

function draft07Sibling(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: { a: { $ref: '#/definitions/b', allOf: [{ $ref: '#/definitions/a' }] }, b: {} },
  }
}
