import { describe, expect, test } from 'vitest'
import { problemsOf } from './fixtures/problems-of.js'

const draft07 = 'http://json-schema.org/draft-07/schema#'

describe('an issue of an object', () => {
  test.each<readonly [name: string, schema: object, value: unknown, problems: readonly string[]]>([
    ['each missing member', { required: ['a', 'b', 'c'] }, { b: 1 }, ['a is required', 'c is required']],
    [
      'each member that another demands',
      { dependentRequired: { a: ['x', 'y'], b: ['z'], c: ['w'] } },
      { a: 1, b: 1, y: 1 },
      ['x is required', 'z is required'],
    ],
    [
      'what dependencies of both kinds demand',
      { dependentRequired: { a: ['x'] }, dependencies: { a: ['y'] } },
      { a: 1 },
      ['x is required', 'y is required'],
    ],
    ['too few members', { minProperties: 2 }, { a: 1 }, ['must have at least 2 properties']],
    ['too few, of one', { minProperties: 1 }, {}, ['must have at least 1 property']],
    ['too many members', { maxProperties: 2 }, { a: 1, b: 1, c: 1 }, ['must have at most 2 properties']],
    [
      'each wrong name',
      { propertyNames: { maxLength: 2 } },
      { abc: 1, ab: 1, def: 1 },
      ['abc must have at most 2 characters', 'def must have at most 2 characters'],
    ],
    [
      'each wrong member that is named',
      { properties: { a: { type: 'string' }, b: { type: 'null' }, c: true } },
      { c: 1, b: 2, a: 3 },
      ['a must be a string', 'b must be null'],
    ],
    [
      'each wrong member where patterns are',
      { properties: { ab: { type: 'string' } }, patternProperties: { b$: { maximum: 1 } } },
      { ab: 2, b: 3, c: 4 },
      ['ab must be a string', 'ab must be at most 1', 'b must be at most 1'],
    ],
    [
      'each member that is not allowed',
      { additionalProperties: false },
      { a: 1, b: 1 },
      ['a is not allowed', 'b is not allowed'],
    ],
  ])('tells %s', (_name, schema, value, problems) => {
    expect(problemsOf(schema, value)).toEqual(problems)
  })
})

describe('an object', () => {
  test.each<readonly [schema: object, valid: readonly unknown[], invalid: readonly unknown[]]>([
    [{ minProperties: 2 }, [{ a: 1, b: 1 }], [{}, { a: 1 }, { a: 1, b: undefined }]],
    [{ maxProperties: 1 }, [{}, { a: 1 }, { a: 1, b: undefined }], [{ a: 1, b: 1 }]],
    [{ minProperties: 0, maxProperties: 0 }, [{}], [{ a: 1 }]],
    [{ $schema: draft07, dependentRequired: { a: ['b'] } }, [{ a: 1 }], []],
    [{ $schema: draft07, dependencies: { a: ['b'] } }, [{ b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]],
    [{ dependentRequired: { a: [] } }, [{ a: 1 }], []],
    [{ dependentRequired: { toString: ['b'] } }, [{}], [{ toString: 1 }]],
    [{ properties: { a: true }, additionalProperties: { type: 'null' } }, [{ a: 1, b: null }], [{ a: 1, b: 1 }]],
    [{ patternProperties: { '^x': { type: 'null' } } }, [{ y: 1, x: null }], [{ x: 1 }]],
    [{ properties: { a: { type: 'null' } }, patternProperties: { b: true } }, [{ a: null, b: 1 }], [{ a: 1, b: 1 }]],
    [{ properties: {}, propertyNames: false }, [{}], [{ a: 1 }]],
  ])('of %j', (schema, valid, invalid) => {
    expect(valid.filter((value) => problemsOf(schema, value).length > 0)).toEqual([])
    expect(invalid.filter((value) => problemsOf(schema, value).length === 0)).toEqual([])
  })

  test.each([
    { required: ['a'] },
    { minProperties: 5 },
    { maxProperties: 0 },
    { propertyNames: false },
    { properties: { 0: false, length: false } },
    { additionalProperties: false },
    { dependentRequired: { length: ['a'] } },
    { dependentSchemas: { length: false } },
  ])('is what %j is about, and nothing else', (schema) => {
    const others = ['', 'aa', 0, null, true, [], [1, 2]]
    expect(others.filter((value) => problemsOf(schema, value).length > 0)).toEqual([])
  })
})

describe('a member that was not evaluated', () => {
  test.each<readonly [name: string, schema: object, value: unknown, problems: readonly string[]]>([
    ['is not named', { properties: { a: true } }, { a: 1, b: 1, c: 1 }, ['b is not allowed', 'c is not allowed']],
    ['matches no pattern', { patternProperties: { '^x': true } }, { xa: 1, ya: 1 }, ['ya is not allowed']],
    ['is none beside additional members', { additionalProperties: true }, { a: 1 }, []],
    [
      'is not named where patterns are',
      { properties: { a: true }, patternProperties: { '^x': true } },
      { a: 1, x: 1, b: 1 },
      ['b is not allowed'],
    ],
  ])('%s', (_name, schema, value, problems) => {
    expect(problemsOf({ ...schema, unevaluatedProperties: false }, value)).toEqual(problems)
  })
})
