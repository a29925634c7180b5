import { describe, expect, test } from 'vitest'
import { preflight } from '../preflight/preflight.js'
import { compileSchema } from './compile-schema.js'
import { problemsOf } from './fixtures/problems-of.js'

const draft07 = 'http://json-schema.org/draft-07/schema#'
const draft2019 = 'https://json-schema.org/draft/2019-09/schema'

const values: Readonly<Record<string, unknown>> = {
  array: [1],
  boolean: false,
  fraction: 1.5,
  integer: 2,
  null: null,
  object: {},
  string: '2',
}

describe('a type', () => {
  test.each<readonly [type: string, names: readonly string[], message: string]>([
    ['array', ['array'], 'must be an array'],
    ['boolean', ['boolean'], 'must be true or false'],
    ['integer', ['integer'], 'must be an integer'],
    ['null', ['null'], 'must be null'],
    ['number', ['fraction', 'integer'], 'must be a number'],
    ['object', ['object'], 'must be an object'],
    ['string', ['string'], 'must be a string'],
  ])('%s is that of its values alone', (type, names, message) => {
    const found = Object.entries(values).map(([name, value]) => [name, ...problemsOf({ type }, value)])
    expect(found).toEqual(Object.keys(values).map((name) => (names.includes(name) ? [name] : [name, message])))
    expect(problemsOf({ type: [type] }, Number.NaN)).toEqual([message])
  })

  test.each([
    [['string'], 'must be a string'],
    [['string', 'null'], 'must be a string or null'],
    [['string', 'null', 'array'], 'must be a string, null or an array'],
    [['object', 'array', 'null', 'string'], 'must be an object, an array, null or a string'],
  ])('is one of %j', (type, message) => {
    expect(problemsOf({ type }, 5)).toEqual([message])
    expect(type.flatMap((name) => problemsOf({ type }, values[name]))).toEqual([])
  })

  test('that is wrong is all that is said', () => {
    expect(problemsOf({ type: 'object', required: ['a'], enum: [1] }, [])).toEqual(['must be an object'])
  })
})

describe('a schema inside another', () => {
  test('may be true or false', () => {
    expect(problemsOf({ properties: { a: true, b: false } }, { a: 1, b: 1 })).toEqual(['b is not allowed'])
    expect([problemsOf(true, 1), problemsOf(false, 1)]).toEqual([[], ['is not allowed']])
  })

  test('that many references lead to is one', () => {
    const schema = {
      $defs: { text: { type: 'string' } },
      properties: { a: { $ref: '#/$defs/text' }, b: { $ref: '#/$defs/text' } },
      additionalProperties: { $ref: '#/$defs/text' },
    }
    expect(problemsOf(schema, { a: 1, b: '', c: 2 })).toEqual(['a must be a string', 'c must be a string'])
  })

  test('may refer to a long chain of others', () => {
    const names = Array.from({ length: 150 }, (_, index) => `a${index}`)
    const $defs = Object.fromEntries(
      names.map((name, index) => [name, index === 149 ? { type: 'null' } : { $ref: `#/$defs/a${index + 1}` }]),
    )
    expect(problemsOf({ $defs, $ref: '#/$defs/a0' }, 1)).toEqual(['must be null'])
  })
})

describe('what stands beside a reference', () => {
  const beside = { $ref: '#/definitions/text', minLength: 3, unevaluatedProperties: false }
  const definitions = { text: { type: 'string' } }

  test.each([
    ['counts in 2020-12', undefined, ['must have at least 3 characters']],
    ['counts in 2019-09', draft2019, ['must have at least 3 characters']],
    ['is ignored in draft-07', draft07, []],
  ])('%s', (_name, $schema, problems) => {
    expect(problemsOf({ $schema, definitions, ...beside }, 'a')).toEqual(problems)
    expect(problemsOf({ $schema, definitions, ...beside }, 5)).toEqual(['must be a string'])
  })
})

describe('what was not evaluated', () => {
  test('means nothing in draft-07', () => {
    const schema = { $schema: draft07, unevaluatedProperties: false, unevaluatedItems: false }
    expect([problemsOf(schema, { a: 1 }), problemsOf(schema, [1])]).toEqual([[], []])
  })

  test('is told after all else', () => {
    const schema = { required: ['b'], properties: { a: { type: 'string' } }, unevaluatedProperties: false }
    expect(problemsOf(schema, { a: 1, c: 1 })).toEqual(['b is required', 'a must be a string'])
    expect(problemsOf(schema, { a: '', b: 1, c: 1 })).toEqual(['b is not allowed', 'c is not allowed'])
  })
})

test('a document with patterns is compiled with the engine for them only', () => {
  const safe = preflight({ properties: { a: { pattern: 'b' } } })
  expect(() => compileSchema(safe)).toThrow(new Error('a document with patterns needs the engine with patterns'))
})
