import { describe, expect, test } from 'vitest'
import { describeForm, type FormSource } from './describe-form.js'
import type { Field } from './field.js'

/** The field of a member `a`. */
function fieldOf(schema: unknown, value?: unknown, more: Partial<FormSource> & { readonly root?: object } = {}): Field {
  const text = JSON.stringify(value === undefined ? {} : { a: value })
  const { root = {}, branches = new Map() } = more
  const form = describeForm({ schema: { type: 'object', properties: { a: schema }, ...root }, text, branches })
  const field = 'fields' in form ? form.fields[0] : undefined
  if (field === undefined) throw new Error('it has no field')
  return field
}

const labelsOf = ({ children }: Field) =>
  children.map(({ label, kind, isExtra }) => `${label} ${kind}${isExtra ? '+' : ''}`)

describe('an object', () => {
  const schema = {
    type: 'object',
    properties: { b: { type: 'string' }, c: { type: 'number', default: 1 } },
    required: ['c'],
  }

  test('that is absent has no fields yet, and something to begin with', () => {
    expect(fieldOf(schema)).toMatchObject({ isPresent: false, children: [], start: '{ "c": 1 }', itemStart: 'null' })
  })

  test('that is there has the fields of the schema, and those that it has besides', () => {
    const field = fieldOf(schema, { x: 1, c: 2 })
    expect(labelsOf(field)).toEqual(['b text', 'c number', 'x json+'])
    expect(field.children.map(({ path, isRequired }) => [path, isRequired])).toEqual([
      [['a', 'b'], false],
      [['a', 'c'], true],
      [['a', 'x'], false],
    ])
    expect(field.start).toBe('{ "c": 1 }')
  })

  test('has others of the type that the schema says', () => {
    const map = { type: 'object', additionalProperties: { type: 'number' } }
    expect(labelsOf(fieldOf(map, { x: 1 }))).toEqual(['x number+'])
    expect([fieldOf(map).itemStart, fieldOf(map, {}).itemStart]).toEqual(['0', '0'])
  })

  test('takes no others where the schema allows none', () => {
    const closed = { type: 'object', additionalProperties: false }
    expect([fieldOf(closed).itemStart, fieldOf(closed, {}).itemStart]).toEqual([undefined, undefined])
    expect(fieldOf(closed, { x: 1 }).children).toMatchObject([
      { label: 'x', kind: 'json', reason: 'The schema allows no value here' },
    ])
  })

  test('begins empty where nothing of it is needed', () => {
    expect(fieldOf({ type: 'object' }).start).toBe('{}')
  })
})

describe('a list', () => {
  test('that is absent has no items, and something to begin with', () => {
    const field = fieldOf({ type: 'array', items: { type: 'number' } })
    expect(field).toMatchObject({ children: [], start: '[]', itemStart: '0', isPresent: false })
  })

  test('has a field for each item, counted from 1', () => {
    const field = fieldOf({ type: 'array', items: { type: 'number' } }, [5, 6])
    expect(labelsOf(field)).toEqual(['1 number', '2 number'])
    expect(field.children.map(({ path, isRequired, text }) => [path, isRequired, text])).toEqual([
      [['a', 0], true, '5'],
      [['a', 1], true, '6'],
    ])
    expect([field.start, field.itemStart]).toEqual(['[]', '0'])
  })

  test.each(['items', 'prefixItems'])('has first items of their own by %s', (keyword) => {
    const rest = keyword === 'items' ? { additionalItems: { type: 'boolean' } } : { items: { type: 'boolean' } }
    const schema = { type: 'array', [keyword]: [{ type: 'string' }, { type: 'number' }], ...rest }
    expect(labelsOf(fieldOf(schema, ['x', 1, true]))).toEqual(['1 text', '2 number', '3 boolean'])
    expect([[], ['x'], ['x', 1]].map((value) => fieldOf(schema, value).itemStart)).toEqual(['""', '0', 'false'])
    expect(fieldOf(schema).itemStart).toBe('""')
  })

  test('takes no more items where the schema allows none', () => {
    const schema = { type: 'array', prefixItems: [{ type: 'string' }], items: false }
    expect([fieldOf(schema, []).itemStart, fieldOf(schema, ['x']).itemStart]).toEqual(['""', undefined])
  })

  test('of anything takes anything', () => {
    expect(fieldOf({ type: 'array' }, [1])).toMatchObject({ itemStart: 'null', children: [{ kind: 'json' }] })
  })
})

describe('alternatives', () => {
  const schema = { oneOf: [{ type: 'string', title: 'Words' }, { type: 'number', minimum: 3 }, { type: 'boolean' }] }

  test('are named, each with something to begin with', () => {
    expect(fieldOf(schema)).toMatchObject({
      kind: 'union',
      branches: [
        { label: 'Words', start: '""' },
        { label: 'number', start: '3' },
        { label: 'boolean', start: 'false' },
      ],
    })
  })

  test.each<[string, unknown, number]>([
    ['that fits', 5, 1],
    ['that fits, though it is the last', true, 2],
    ['that stands first where none fits', 1, 0],
    ['that stands first where nothing is there', undefined, 0],
  ])('are edited as the one %s', (_name, value, branch) => {
    const field = fieldOf(schema, value)
    expect([field.branch, field.children[0]?.kind]).toEqual([branch, ['text', 'number', 'boolean'][branch]])
  })

  test('are edited as the one that was chosen', () => {
    const chosen = (branch: number) => fieldOf(schema, 5, { branches: new Map([['["a"]', branch]]) }).branch
    expect([0, 1, 2].map(chosen)).toEqual([0, 1, 2])
    expect([-1, 3].map(chosen)).toEqual([0, 0])
  })

  test('have one field inside, at the same place, with a key of its own', () => {
    expect(fieldOf(schema, 5).children).toMatchObject([
      { path: ['a'], key: '["a"]/1', label: '', isRequired: true, text: '5' },
    ])
  })

  test.each(['$defs', 'definitions'])('fit by what they refer to in %s', (keyword) => {
    const root = { [keyword]: { n: { type: 'number' } } }
    const union = { oneOf: [{ type: 'object', properties: { b: { $ref: `#/${keyword}/n` } } }, { type: 'object' }] }
    expect(fieldOf(union, { b: 1 }, { root }).branch).toBe(0)
    expect(fieldOf(union, { b: 'x' }, { root }).branch).toBe(1)
  })
})

describe('a form is bounded', () => {
  test('to 800 fields', () => {
    const properties = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }]))
    const last = (count: number) => {
      const form = describeForm({
        schema: { type: 'object', properties: properties(count) },
        text: '{}',
        branches: new Map(),
      })
      return 'fields' in form ? form.fields.at(-1) : undefined
    }
    expect(last(799)).toMatchObject({ label: 'p798', kind: 'text' })
    expect(last(800)).toMatchObject({ label: 'p799', kind: 'json', reason: 'The form has too many fields' })
  })

  test('to 16 levels', () => {
    const ring = { type: 'array', items: { $ref: '#/$defs/ring' } }
    const nest = (depth: number): unknown => (depth === 0 ? [] : [nest(depth - 1)])
    const innermost = (field: Field): Field => (field.children[0] === undefined ? field : innermost(field.children[0]))
    const at = (depth: number) =>
      innermost(fieldOf({ $ref: '#/$defs/ring' }, nest(depth), { root: { $defs: { ring } } }))
    expect(at(15)).toMatchObject({ kind: 'list' })
    expect(at(15).path).toHaveLength(16)
    expect(at(16)).toMatchObject({ kind: 'json', reason: 'The fields are too deep inside of each other' })
  })
})
