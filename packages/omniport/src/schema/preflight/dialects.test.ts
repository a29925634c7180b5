import { describe, expect, test } from 'vitest'
import { SchemaError } from '../schema-error.js'
import { dialectOf, readDialect } from './dialects.js'

describe('a dialect', () => {
  test.each([
    ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
    ['https://json-schema.org/draft/2020-12/schema#', '2020-12'],
    ['http://json-schema.org/draft/2020-12/schema', '2020-12'],
    ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
    ['http://json-schema.org/draft-07/schema#', 'draft-07'],
    ['http://json-schema.org/draft-07/schema', 'draft-07'],
    ['https://json-schema.org/draft-07/schema', 'draft-07'],
  ])('is named by %s', (uri, dialect) => {
    expect([readDialect(uri, ''), dialectOf({ $schema: uri })]).toEqual([dialect, dialect])
  })

  test.each([
    'http://json-schema.org/draft-07#/schema',
    'http://json-schema.org/draft-07/schema##',
    'https://json-schema.org/draft/2020-12/schema/',
    'HTTPS://json-schema.org/draft/2020-12/schema',
    '',
    5,
    null,
    undefined,
  ])('is not named by %j', (uri) => {
    const reason =
      'unsupported dialect; supported are https://json-schema.org/draft/2020-12/schema, ' +
      'https://json-schema.org/draft/2019-09/schema, http://json-schema.org/draft-07/schema#'
    expect(() => readDialect(uri, '/x')).toThrow(new SchemaError('/x', reason))
    expect(() => dialectOf({ $schema: uri })).toThrow(new SchemaError('/$schema', reason))
  })

  test.each([{}, true, false, Object.create({ $schema: 'http://json-schema.org/draft-07/schema' }), [], 'text'])(
    'is the newest of %j',
    (document) => {
      expect(dialectOf(document)).toBe('2020-12')
    },
  )
})
