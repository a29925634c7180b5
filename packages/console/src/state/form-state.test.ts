import { describe, expect, test } from 'vitest'
import { FormState } from './form-state.js'

const schema = { type: 'object', properties: { a: { type: 'number' }, b: { default: 2 } }, required: ['a', 'b'] }

describe('a value that is edited', () => {
  test('begins with what the schema has, as a form that nobody has tried yet', () => {
    const state = new FormState(schema)
    expect(state.schema).toBe(schema)
    expect(state.text.value).toBe('{\n  "b": 2\n}')
    expect([state.view.value, state.wasTried.value]).toEqual(['form', false])
    expect([state.branches.value.size, state.drafts.value.size]).toEqual([0, 0])
  })

  test('begins with the text that is given', () => {
    expect(new FormState(schema, '{"a":1}').text.value).toBe('{"a":1}')
  })

  test('has fields and problems that follow the text', () => {
    const state = new FormState(schema, '{}')
    expect(state.problems.value.map(({ path, text }) => [path, text])).toEqual([
      [['a'], 'Required'],
      [['b'], 'Required'],
    ])
    state.text.value = '{"a":"x","b":1}'
    expect(state.problems.value).toEqual([{ path: ['a'], text: 'Must be a number' }])
    expect(state.form.value).toMatchObject({ fields: [{ text: 'x' }, { text: '1' }] })
  })

  test.each([
    ['an object', '{"a":1}', { a: 1 }],
    ['nothing', '', {}],
    ['space', ' \n', {}],
    ['a list', '[1]', undefined],
    ['null', 'null', undefined],
    ['a number', '1', undefined],
    ['a text', '"a"', undefined],
    ['what is no JSON', '{"a":', undefined],
  ])('of %s is sent as an object, or not at all', (_name, text, value) => {
    expect(new FormState({}, text).toObject()).toEqual(value)
  })

  test('is any value to who asks for that', () => {
    expect(new FormState({}, '[1]').toValue()).toEqual([1])
    expect(new FormState({}, '  ').toValue()).toEqual({})
  })

  test('says where its text is no JSON, and then nothing about the schema', () => {
    const state = new FormState(schema, '{')
    expect(state.parsed.value).toMatchObject({ problem: { line: 1 } })
    expect(state.problems.value).toEqual([])
  })

  test('is an empty object where nothing is typed', () => {
    const state = new FormState(schema, ' ')
    expect(state.parsed.value).toMatchObject({ node: { kind: 'object', members: [] } })
    expect(state.problems.value).toHaveLength(2)
  })

  test('holds drafts by their field until they are taken away', () => {
    const state = new FormState({})
    const before = state.drafts.value
    state.setDraft('x', '[1,')
    state.setDraft('y', '{')
    state.setDraft('x', undefined)
    expect([...state.drafts.value]).toEqual([['y', '{']])
    expect(before.size).toBe(0)
  })

  test('holds the branch that was chosen for a field', () => {
    const union = { type: 'object', properties: { a: { oneOf: [{ type: 'string' }, { type: 'number' }] } } }
    const state = new FormState(union, '{"a":"x"}')
    state.setBranch('["b"]', 3)
    state.setBranch('["a"]', 1)
    expect([...state.branches.value]).toEqual([
      ['["b"]', 3],
      ['["a"]', 1],
    ])
    expect(state.form.value).toMatchObject({ fields: [{ branch: 1 }] })
  })
})
