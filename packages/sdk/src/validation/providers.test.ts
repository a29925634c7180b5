import { describe, expect, test, vi } from 'vitest'
import { AjvJsonSchemaValidator } from './ajv-provider.js'
import { CfWorkerJsonSchemaValidator } from './cfworker-provider.js'

const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }

describe.each([
  ['for Ajv', () => new AjvJsonSchemaValidator()],
  ['for workers', () => new CfWorkerJsonSchemaValidator()],
])('the validator of the library, %s', (_, create) => {
  test('says what is right, and what is wrong', () => {
    const validate = create().getValidator(schema)
    const value = { n: 1 }
    expect(validate(value)).toStrictEqual({ valid: true, data: value, errorMessage: undefined })
    expect(validate({ n: 'x' })).toStrictEqual({
      ...{ valid: false, data: undefined, errorMessage: expect.stringMatching(/^data\/n /) },
    })
  })
})

describe('the validator of a program with its own Ajv', () => {
  function create(compiled: boolean) {
    const validate = Object.assign((value: unknown) => value === 1, { errors: ['e'] })
    const ajv = {
      compile: vi.fn(() => validate),
      getSchema: vi.fn(() => (compiled ? validate : undefined)),
      errorsText: vi.fn((errors?: unknown) => `text of ${errors}`),
    }
    return { ajv, validator: new AjvJsonSchemaValidator(ajv) }
  }

  test('compiles a document, and says what is wrong in its words', () => {
    const { ajv, validator } = create(false)
    const validate = validator.getValidator(schema)
    expect(validate(1)).toStrictEqual({ valid: true, data: 1, errorMessage: undefined })
    expect(validate(2)).toStrictEqual({ valid: false, data: undefined, errorMessage: 'text of e' })
    expect([ajv.compile.mock.calls, ajv.getSchema.mock.calls]).toEqual([[[schema]], []])
  })

  test('uses a document that it knows', () => {
    const known = create(true)
    known.validator.getValidator({ ...schema, $id: 'x' })
    expect([known.ajv.getSchema.mock.calls, known.ajv.compile.mock.calls]).toEqual([[['x']], []])
    const other = create(false)
    other.validator.getValidator({ ...schema, $id: 'x' })
    other.validator.getValidator({ ...schema, $id: 5 })
    expect([other.ajv.getSchema.mock.calls, other.ajv.compile.mock.calls.length]).toEqual([[['x']], 2])
  })
})

describe('the dialect of a document', () => {
  // In draft 7 what stands beside a reference means nothing, and `dependentRequired` is no keyword.
  const referring = { $ref: '#/definitions/a', definitions: { a: true }, type: 'string' }
  const dependent = { dependentRequired: { a: ['b'] } }
  const prefixed = { prefixItems: [{ type: 'string' }] }
  const accepts = (validator: CfWorkerJsonSchemaValidator, document: object, value: unknown) =>
    validator.getValidator({ ...document })(value).valid

  test.each([
    ['4', [true, true, true]],
    ['7', [true, true, true]],
    ['2019-09', [false, false, true]],
    ['2020-12', [false, false, false]],
    [undefined, [false, false, false]],
  ] as const)('is that of draft %s', (draft, expected) => {
    const validator = new CfWorkerJsonSchemaValidator(draft === undefined ? undefined : { draft, shortcircuit: true })
    expect([
      accepts(validator, referring, 5),
      accepts(validator, dependent, { a: 1 }),
      accepts(validator, prefixed, [5]),
    ]).toEqual(expected)
  })

  test('is the one that the document names', () => {
    const validator = new CfWorkerJsonSchemaValidator()
    const draft7 = 'http://json-schema.org/draft-07/schema#'
    expect(accepts(validator, { ...dependent, $schema: draft7 }, { a: 1 })).toBe(true)
  })
})
