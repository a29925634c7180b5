import { describe, expect, test } from 'vitest'
import { describeForm, type FormSource } from './describe-form.js'

const formOf = (schema: unknown, text = '{}', branches: FormSource['branches'] = new Map()) =>
  describeForm({ schema, text, branches })

describe('the form of a schema', () => {
  test('has a field for each member', () => {
    const form = formOf({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } }, ' ')
    expect(form).toMatchObject({ fields: [{ label: 'a' }, { label: 'b' }] })
    expect(form).not.toHaveProperty('note')
  })

  test('has one field for alternatives', () => {
    const form = formOf({
      oneOf: [
        { type: 'object', title: 'A' },
        { type: 'object', title: 'B' },
      ],
    })
    expect(form).toMatchObject({ fields: [{ kind: 'union', path: [], branches: [{ label: 'A' }, { label: 'B' }] }] })
  })

  test('has no fields where the schema has none', () => {
    expect(formOf({ type: 'object' })).toEqual({ fields: [] })
  })

  test.each([
    'if',
    'not',
    'contains',
    'propertyNames',
    'patternProperties',
    'dependentRequired',
    'dependentSchemas',
    'dependencies',
    'unevaluatedProperties',
    'unevaluatedItems',
  ])('says that it does not show %s', (word) => {
    expect(formOf({ type: 'object', [word]: {} })).toEqual({
      fields: [],
      note: `The schema also says ${word}: the form does not show it, the server checks it.`,
    })
  })

  test('names all that it does not show', () => {
    expect(formOf({ type: 'object', not: {}, if: {} })).toHaveProperty(
      'note',
      'The schema also says if, not: the form does not show it, the server checks it.',
    )
  })
})

describe('there is no form', () => {
  test.each<[string, unknown, string, object]>([
    [
      'while the text is no JSON',
      {},
      '{\n"a"',
      { reason: 'Line 2 is not JSON yet: A colon comes after the name of a member.', isBroken: true },
    ],
    ['of a list', {}, '[]', { reason: 'The value is not an object, so it has no fields.' }],
    ['of any value', {}, '{}', { reason: 'Any JSON value.' }],
    ['where no value is allowed', false, '{}', { reason: 'The schema allows no value here' }],
    ['of what is no schema', 'text', '{}', { reason: 'The schema here is not an object' }],
    ['of a text', { type: 'string' }, '{}', { reason: 'The schema is of a text, not of an object.' }],
    ['of a choice', { enum: [{}] }, '{}', { reason: 'The schema is of a choice, not of an object.' }],
    [
      'of a type that does not exist',
      { type: 'x'.repeat(41) },
      '{}',
      { reason: `The schema has a type that does not exist: ${'x'.repeat(40)}` },
    ],
    [
      'of a schema that cannot be read',
      {
        get type() {
          throw new Error('no')
        },
      },
      '{}',
      { reason: 'The schema cannot be read: no.' },
    ],
  ])('%s', (_name, schema, text, form) => {
    expect(formOf(schema, text)).toEqual(form)
  })
})
