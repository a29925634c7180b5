import { describe, expect, test } from 'vitest'
import { compileValidator } from './compile-validator.js'
import { loadValidator } from './load-validator.js'

describe('a validator', () => {
  test('names the place of each problem', () => {
    const validate = compileValidator({
      type: 'object',
      properties: { 'a/b~c': { type: 'array', items: { type: 'number' } }, d: { type: 'string' } },
    })
    const { valid, errorMessage } = validate({ 'a/b~c': [1, 'x'], d: 5 })
    expect(valid).toBe(false)
    expect(errorMessage).toMatch(/^data\/a~1b~0c\/1 [^,]+, data\/d [^,]+$/)
  })

  test('names the value itself where it is wrong', () => {
    expect(compileValidator({ type: 'string' })(5).errorMessage).toMatch(/^data \S/)
  })

  test('gives the value that is right', () => {
    const value = { a: 1 }
    expect(compileValidator({ type: 'object' })(value)).toStrictEqual({
      ...{ valid: true, data: value, errorMessage: undefined },
    })
  })
})

describe('the dialect of a document', () => {
  const dependent = { dependentRequired: { a: ['b'] } }
  const accepts = ($schema: unknown) => compileValidator({ ...dependent, $schema })({ a: 1 }).valid

  test.each([
    ['http://json-schema.org/draft-07/schema#', true],
    ['https://json-schema.org/draft-07/schema', true],
    ['https://json-schema.org/draft/2019-09/schema', false],
    ['https://json-schema.org/draft/2020-12/schema#', false],
    ['https://json-schema.org/draft-07/schema/more', false],
    ['x http://json-schema.org/draft-07/schema#', false],
    ['https://own.example/dialect', false],
    [undefined, false],
  ])('%s has no dependentRequired: %s', ($schema, expected) => {
    expect(accepts($schema)).toBe(expected)
  })
})

test('the validator of the library is loaded', async () => {
  const validator = await loadValidator()
  expect(validator.getValidator({ type: 'string' })('x')).toMatchObject({ valid: true, data: 'x' })
})
