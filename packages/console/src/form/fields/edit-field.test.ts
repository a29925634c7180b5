import { describe, expect, test } from 'vitest'
import { describeForm } from './describe-form.js'
import * as edits from './edit-field.js'
import type { Field } from './field.js'

/** The field `a` of a text, and that text. */
function fieldIn(schema: unknown, text: string): Field {
  const form = describeForm({ schema: { type: 'object', properties: { a: schema } }, text, branches: new Map() })
  const field = 'fields' in form ? form.fields[0] : undefined
  if (field === undefined) throw new Error('it has no field')
  return field
}

/** What the text becomes by an edit of the field `a`. */
function after<T>(schema: unknown, text: string, edit: (text: string, field: Field) => T): T {
  return edit(text, fieldIn(schema, text))
}

const typed = (words: string) => (text: string, field: Field) => edits.typeInto(text, field, words)

describe('what is typed', () => {
  test.each<[string, object, string, string, string | undefined]>([
    ['into a text', { type: 'string' }, '{"a":"x"}', 'y"', '{"a":"y\\""}'],
    ['into a text, to empty it', { type: 'string' }, '{"a":"x"}', '', '{"a":""}'],
    ['as a number', { type: 'number' }, '{"a":1}', '-1.50e+7', '{"a":-1.50e+7}'],
    ['as zero', { type: 'number' }, '{"a":1}', '0', '{"a":0}'],
    ['as no number', { type: 'number' }, '{"a":1}', '1.', '{"a":"1."}'],
    ['as a number with a zero before', { type: 'number' }, '{"a":1}', '01', '{"a":"01"}'],
    ['as a number and more', { type: 'number' }, '{"a":1}', '1x', '{"a":"1x"}'],
    ['as more and a number', { type: 'number' }, '{"a":1}', 'x1', '{"a":"x1"}'],
    ['as a number with an empty exponent', { type: 'number' }, '{"a":1}', '1e', '{"a":"1e"}'],
    ['to empty a number', { type: 'number' }, '{"a":1,"b":2}', '', '{"b":2}'],
    ['as a space for a number', { type: 'number' }, '{"a":1}', ' ', '{"a":" "}'],
    ['as JSON', {}, '{"a":1}', ' [2] ', '{"a":[2]}'],
    ['as what is no JSON', {}, '{"a":1}', '[2', undefined],
    ['to empty JSON', {}, '{"a":1,"b":2}', ' \n', '{"b":2}'],
    ['into a file', { type: 'string', format: 'byte' }, '{}', 'AAA=', '{\n  "a": "AAA="\n}'],
  ])('%s', (_name, schema, text, words, expected) => {
    expect(after(schema, text, typed(words))).toBe(expected)
  })
})

describe('an option', () => {
  const one = { enum: ['x', 2] }
  const several = { type: 'array', uniqueItems: true, items: { enum: ['x', 'y', 3] } }

  test('is chosen by its place', () => {
    expect(after(one, '{"a":"x"}', (text, field) => edits.choose(text, field, 1))).toBe('{"a":2}')
    expect(after(one, '{"a":"x"}', (text, field) => edits.choose(text, field, 2))).toBe('{"a":"x"}')
  })

  test('of several is added, or taken away', () => {
    expect(after(several, '{"a":["y"]}', (text, field) => edits.toggle(text, field, 2))).toBe('{"a":["y", 3]}')
    expect(after(several, '{"a":["y",3]}', (text, field) => edits.toggle(text, field, 1))).toBe('{"a":[3]}')
    expect(after(several, '{"a":["y"]}', (text, field) => edits.toggle(text, field, 1))).toBe('{"a":[]}')
    expect(after(several, '{"a":["y"]}', (text, field) => edits.toggle(text, field, 7))).toBe('{"a":["y"]}')
  })
})

describe('a field', () => {
  test('is true, false or null', () => {
    const schema = { type: ['boolean', 'null'] }
    expect(after(schema, '{"a":true}', (text, field) => edits.setBoolean(text, field, false))).toBe('{"a":false}')
    expect(after(schema, '{"a":false}', (text, field) => edits.setBoolean(text, field, true))).toBe('{"a":true}')
    expect(after(schema, '{"a":false}', edits.setNull)).toBe('{"a":null}')
  })

  test.each<[string, object, string]>([
    ['a default', { type: 'number', default: 5 }, '5'],
    ['the simplest value', { type: 'string' }, '""'],
    ['its constant', { const: 'x' }, '"x"'],
    ['null, which it is', { type: 'null' }, 'null'],
    ['an empty list', { type: 'array' }, '[]'],
  ])('that was absent begins with %s', (_name, schema, json) => {
    expect(after(schema, '{"b":1}', edits.addField)).toBe(`{"b":1, "a": ${json}}`)
  })

  test('without a constant begins with null', () => {
    const field = { ...fieldIn({ const: 1 }, '{}'), options: [] }
    expect(edits.addField('{"b":1}', field)).toBe('{"b":1, "a": null}')
  })

  test('is left out', () => {
    expect(after({}, '{"a":1,"b":2}', edits.leaveOut)).toBe('{"b":2}')
  })
})

describe('an item', () => {
  const list = { type: 'array', items: { type: 'number' } }

  test('is added at the end', () => {
    expect(after(list, '{"a":[1]}', edits.addItem)).toBe('{"a":[1, 0]}')
    expect(after({ ...list, prefixItems: [{}], items: false }, '{"a":[1]}', edits.addItem)).toBe('{"a":[1]}')
  })

  test('moves up', () => {
    const [, second] = fieldIn(list, '{"a":[1,2]}').children
    expect(second === undefined ? undefined : edits.raiseItem('{"a":[1,2]}', second)).toBe('{"a":[2,1]}')
  })
})

describe('a member', () => {
  const map = { type: 'object', additionalProperties: { type: 'number' } }
  const added = (name: string) => (text: string, field: Field) => edits.addMember(text, field, name)

  test('is added with a name of its own', () => {
    expect(after(map, '{"a":{"x":1}}', added('y'))).toBe('{"a":{"x":1, "y": 0}}')
  })

  test('that is there stays as it is', () => {
    expect(after(map, '{"a":{"x":1}}', added('x'))).toBe('{"a":{"x":1}}')
  })

  test('is not added where none is allowed', () => {
    expect(after({ ...map, additionalProperties: false }, '{"a":{}}', added('y'))).toBe('{"a":{}}')
  })
})

test('another alternative begins with what it has', () => {
  const union = { oneOf: [{ type: 'string' }, { type: 'number', default: 4 }] }
  expect(after(union, '{"a":"x"}', (text, field) => edits.startBranch(text, field, 1))).toBe('{"a":4}')
  expect(after(union, '{"a":"x"}', (text, field) => edits.startBranch(text, field, 2))).toBe('{"a":null}')
})
