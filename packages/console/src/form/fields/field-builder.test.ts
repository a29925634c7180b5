import { describe, expect, test } from 'vitest'
import { describeForm } from './describe-form.js'
import type { Field } from './field.js'

/** The fields of an object with these members. */
function fieldsOf(properties: object, value: unknown = {}, more: object = {}): readonly Field[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const form = describeForm({ schema: { type: 'object', properties, ...more }, text, branches: new Map() })
  if (!('fields' in form)) throw new Error(form.reason)
  return form.fields
}

/** The field of a member `a`. */
function fieldOf(schema: unknown, value?: unknown, more: object = {}): Field {
  const [field] = fieldsOf({ a: schema }, value === undefined ? {} : { a: value }, more)
  if (field === undefined) throw new Error('it has no field')
  return field
}

describe('a field', () => {
  test('of an absent value is empty', () => {
    expect(fieldOf({ type: 'string', title: 'Title' }, undefined, { required: ['a'] })).toEqual({
      kind: 'text',
      path: ['a'],
      key: '["a"]',
      label: 'a',
      type: 'string',
      description: 'Title',
      isRequired: true,
      isExtra: false,
      isPresent: false,
      isNullable: false,
      isNull: false,
      text: '',
      placeholder: '',
      start: '""',
      options: [],
      selected: [],
      children: [],
      branches: [],
      branch: 0,
      isSecret: false,
    })
  })

  test('has the text of its value: of a string without quotes, of others as typed', () => {
    const schema = { a: { type: 'string' }, b: { type: 'number' }, c: {} }
    const fields = fieldsOf(schema, '{"a":"x\\ny","b":1.50,"c":[1,  2]}')
    expect(fields.map(({ text, isPresent }) => [text, isPresent])).toEqual([
      ['x\ny', true],
      ['1.50', true],
      ['[1,  2]', true],
    ])
  })

  test('is required where the schema says so', () => {
    const fields = fieldsOf({ a: {}, b: {} }, {}, { required: ['b'] })
    expect(fields.map(({ isRequired }) => isRequired)).toEqual([false, true])
  })

  test('has a description of its own before that of what it refers to', () => {
    const root = { $defs: { d: { type: 'string', description: 'theirs' } } }
    expect(fieldOf({ $ref: '#/$defs/d' }, undefined, root).description).toBe('theirs')
    expect(fieldOf({ $ref: '#/$defs/d', description: 'mine', title: 'T' }, undefined, root).description).toBe('mine')
    expect(fieldOf(true).description).toBeUndefined()
  })

  test.each<[object, string]>([
    [{ type: 'string', default: 'x', format: 'date' }, 'x'],
    [{ type: 'string', examples: ['y'] }, 'y'],
    [{ type: 'string', format: 'email' }, 'name@example.com'],
    [{ type: 'string', format: 'unknown' }, ''],
  ])('of %j hints at %j', (schema, placeholder) => {
    expect(fieldOf(schema).placeholder).toBe(placeholder)
  })

  test.each<[string, unknown, unknown, readonly [boolean, boolean]]>([
    ['null that may be', { type: ['string', 'null'] }, null, [true, true]],
    ['a text that may be null', { type: ['string', 'null'] }, 'null', [true, false]],
    ['null that may not be', { type: 'string' }, null, [false, false]],
    ['nothing that may be null', { type: ['string', 'null'] }, undefined, [true, false]],
  ])('has %s', (_name, schema, value, nullable) => {
    const { isNullable, isNull } = fieldOf(schema, value)
    expect([isNullable, isNull]).toEqual(nullable)
  })
})

describe('the kind of a field', () => {
  test.each<[object, string]>([
    [{ type: 'string' }, 'text'],
    [{ type: 'number' }, 'number'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'null' }, 'constant'],
    [{ const: 1, enum: [1, 2] }, 'constant'],
    [{ enum: [1, 2], type: 'number' }, 'choice'],
    [{ enum: [], type: 'number' }, 'number'],
    [{ type: ['string', 'number'] }, 'union'],
    [{ type: 'object' }, 'object'],
    [{ type: 'array' }, 'list'],
    [{ type: 'array', uniqueItems: true, items: { enum: [1] } }, 'choices'],
    [{ type: 'array', uniqueItems: false, items: { enum: [1] } }, 'list'],
    [{ type: 'array', uniqueItems: true, items: { enum: [] } }, 'list'],
    [{ type: 'array', uniqueItems: true, items: [{ enum: [1] }] }, 'list'],
    [{}, 'json'],
    [{ type: 'x' }, 'json'],
  ])('of %j is %s', (schema, kind) => {
    expect(fieldOf(schema).kind).toBe(kind)
  })

  test.each<[object, Partial<Field>]>([
    [{ format: 'password' }, { kind: 'text', isSecret: true }],
    [{ writeOnly: true }, { kind: 'text', isSecret: true }],
    [{ writeOnly: 'true' }, { kind: 'text', isSecret: false }],
    [{ contentEncoding: 'base64' }, { kind: 'file', encoding: 'base64' }],
    [{ contentEncoding: 'base32' }, { kind: 'text' }],
    [{ format: 'byte' }, { kind: 'file', encoding: 'base64' }],
    [{ format: 'binary' }, { kind: 'file', encoding: 'base64' }],
    [{ format: 'data-url' }, { kind: 'file', encoding: 'data-url' }],
    [{ format: 'data-uri' }, { kind: 'file', encoding: 'data-url' }],
  ])('of a text with %j is %j', (more, field) => {
    expect(fieldOf({ type: 'string', ...more })).toMatchObject(field)
  })

  test.each<[unknown, string]>([
    [{}, 'Any JSON value.'],
    [{ type: 'x' }, 'The schema has a type that does not exist: x'],
    [false, 'The schema allows no value here'],
  ])('of %j is JSON, and says why', (schema, reason) => {
    expect(fieldOf(schema)).toMatchObject({ kind: 'json', reason })
  })

  test.each<[unknown, unknown, string]>([
    [{ type: 'object' }, [], 'The value here is not an object'],
    [{ type: 'array' }, {}, 'The value here is not a list'],
    [{ type: 'array', uniqueItems: true, items: { enum: [1] } }, 1, 'The value here is not a list'],
  ])('of %j with the value %j is JSON, and says why', (schema, value, reason) => {
    expect(fieldOf(schema, value)).toMatchObject({ kind: 'json', reason, text: JSON.stringify(value) })
  })
})

describe('the options of a choice', () => {
  test('are named after their values, or by the schema', () => {
    const schema = { enum: ['a', 1, null, { b: 2 }], enumNames: ['An a', 5] }
    expect(fieldOf(schema).options).toEqual([
      { label: 'An a', json: '"a"' },
      { label: '1', json: '1' },
      { label: 'null', json: 'null' },
      { label: '{"b":2}', json: '{"b":2}' },
    ])
  })

  test('are chosen where the value is one of them, however it is written', () => {
    const choice = { a: { enum: [1, { b: 2 }] } }
    expect(fieldsOf(choice, '{"a": {"b" : 2}}')[0]?.selected).toEqual([1])
    expect(fieldsOf(choice, '{"a": 3}')[0]?.selected).toEqual([])
    expect(fieldsOf(choice, '{}')[0]?.selected).toEqual([])
  })

  test('are chosen several at a time, in the order of the value', () => {
    const schema = { type: 'array', uniqueItems: true, items: { enum: ['a', 'b', 'c'] } }
    expect(fieldOf(schema, ['c', 'x', 'a'])).toMatchObject({ selected: [2, 0], start: '[]' })
    expect(fieldOf(schema).selected).toEqual([])
  })

  test('of a constant are the one that it is', () => {
    expect(fieldOf({ const: { a: 1 } }).options).toEqual([{ label: '{"a":1}', json: '{"a":1}' }])
    expect(fieldOf({ type: 'null' }).options).toEqual([{ label: 'null', json: 'null' }])
  })
})
