import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeForm } from './fields/describe-form.js'
import { startOfForm } from './fields/start-of.js'
import { anyForm } from './fixtures/any-schema.js'
import { fillIn } from './fixtures/fill-in.js'

describe('a form of any schema', () => {
  test('sends the value that was typed into its fields', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(anyForm, ({ schema, value }) => {
        const text = fillIn(schema, value as Record<string, unknown>)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 500 },
    )
  })

  test('shows the value that was typed as JSON, and leaves it as it is', () => {
    fc.assert(
      fc.property(anyForm, ({ schema, value }) => {
        const text = JSON.stringify(value, null, 3)
        const form = describeForm({ schema, text, branches: new Map() })
        expect(form).toHaveProperty('fields')
      }),
      { numRuns: 500 },
    )
  })

  test('is a form or a reason for whatever comes as a schema', () => {
    const keyword = fc.constantFrom(
      ...[
        'type',
        'properties',
        'items',
        'enum',
        'const',
        'anyOf',
        'oneOf',
        'allOf',
        'required',
        '$ref',
        '$defs',
        'pattern',
      ],
      ...['minimum', 'default', 'format', 'additionalProperties', 'prefixItems', 'title', 'not', 'examples'],
    )
    const word = fc.constantFrom(
      'object',
      'array',
      'string',
      'null',
      '#',
      '#/$defs/a',
      '#a',
      'https://a.example/',
      '(a+)+$',
    )
    const { any } = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { depthSize: 'medium' },
        fc.oneof(word, fc.constant(null), fc.boolean(), fc.integer()),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(keyword, tie('any'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(any, (schema) => {
        for (const text of [startOfForm(schema), '{"a":[1,{"b":null}]}', '{', '[]']) {
          const form = describeForm({ schema, text, branches: new Map() })
          expect('fields' in form ? form.fields.length >= 0 : form.reason.length > 10).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
