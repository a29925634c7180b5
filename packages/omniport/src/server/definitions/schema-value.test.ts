import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import * as v3 from 'zod/v3'
import { schemaValue } from './schema-value.js'

const standard = (vendor: unknown, jsonSchema?: unknown) => ({ '~standard': { vendor, jsonSchema } })
const check = (value: unknown) => () => schemaValue('input', value)
const noConversion = (vendor: string, advice: string) =>
  `input is a schema of ${vendor} that cannot say itself as JSON Schema: ${advice}`

const zodAdvice =
  "those that `import { z } from 'zod'` makes, 4.2 or later, can; for zod/mini write jsonSchema(z.toJSONSchema(schema))"

describe('a schema', () => {
  test.each([
    ['of a library', z.object({})],
    ['that converts itself', standard('x', {})],
    ['that is a function', Object.assign(() => {}, standard('x', {}))],
    ['of JSON Schema', { type: 'object' }],
  ])('may be one %s', (_name, schema) => {
    expect(check(schema)).not.toThrow()
  })

  test.each([
    ['undefined', undefined, 'input must be a schema, got undefined'],
    ['text', 'object', 'input must be a schema, got "object"'],
    ['a function', () => {}, 'input must be a schema, got a function'],
    ['null', null, 'input must be a schema, got null'],
    ['a shape', { city: z.string() }, 'input is a raw shape: wrap it in an object schema, such as z.object({ … })'],
    [
      'JSON Schema of another type',
      { type: 'string' },
      'input must be a Standard Schema or a JSON Schema with "type": "object"; wrap other documents in jsonSchema()',
    ],
    [
      'an empty object',
      {},
      'input must be a Standard Schema or a JSON Schema with "type": "object"; wrap other documents in jsonSchema()',
    ],
    [
      'something that only looks like one',
      { '~standard': null },
      'input must be a Standard Schema or a JSON Schema with "type": "object"; wrap other documents in jsonSchema()',
    ],
    ['one of another library', standard('x'), noConversion('x', 'use its wrapper for that')],
    ['one whose conversion is null', standard('x', null), noConversion('x', 'use its wrapper for that')],
    ['one of an old zod', standard('zod'), noConversion('zod', zodAdvice)],
    ['one of zod/mini', mini.object({}), noConversion('zod', zodAdvice)],
    ['one of zod/v3', v3.object({}), noConversion('zod', zodAdvice)],
    [
      'one of valibot',
      standard('valibot'),
      noConversion('valibot', 'wrap it in toStandardJsonSchema() of @valibot/to-json-schema'),
    ],
  ])('may not be %s', (_name, schema, message) => {
    expect(check(schema)).toThrow(new TypeError(message))
  })
})
