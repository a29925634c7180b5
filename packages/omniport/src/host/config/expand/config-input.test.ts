import { expect, test } from 'vitest'
import { type InputDefinition, parseInputs } from './config-input.js'

/** The definition of the input with this id and these members. */
function definitionOf(members: object): InputDefinition | undefined {
  return parseInputs([{ id: 'k', ...members }]).get('k')
}

const wrongType = { unsupported: 'must be of type promptString or pickString' }

test('an input of text has what a person is shown', () => {
  const shown = { description: 'A key', default: 'd' }
  expect(definitionOf({ type: 'promptString', ...shown, password: true })).toEqual({
    id: 'k',
    isSecret: true,
    ...shown,
  })
})

test.each([
  ['nothing else', {}],
  ['members of other types', { description: 5, default: {}, password: 'yes' }],
  ['options', { options: ['a'] }],
])('an input of text with %s is only that', (_, more) => {
  expect(definitionOf({ type: 'promptString', ...more })).toEqual({ id: 'k', isSecret: false })
})

test.each([
  ['texts', ['a', 'b']],
  ['labels with values', [{ label: 'A', value: 'a' }, 'b']],
])('a choice may be among %s', (_, options) => {
  expect(definitionOf({ type: 'pickString', options })).toEqual({ id: 'k', isSecret: false, options: ['a', 'b'] })
})

test.each([
  ['no options', { type: 'pickString', options: [] }],
  ['options that are no list', { type: 'pickString', options: 'a' }],
  ['options of which one is no text', { type: 'pickString', options: ['a', 5] }],
  ['options without values', { type: 'pickString', options: [{ label: 'A' }] }],
  ['no type', { options: ['a'] }],
  ['an unknown type', { type: 'other' }],
])('an input with %s is not supported', (_, members) => {
  expect(definitionOf(members)).toEqual(wrongType)
})

test('a command of an editor is not supported', () => {
  expect(definitionOf({ type: 'command' })).toEqual({
    unsupported: 'is a command of an editor, which is not supported',
  })
})

test('of an id that is there twice the last counts; what has none is left out', () => {
  const inputs = parseInputs([
    { id: 'k', type: 'command' },
    'k',
    null,
    { id: 5, type: 'promptString' },
    { type: 'promptString' },
    { id: 'k', type: 'promptString' },
  ])
  expect(inputs).toEqual(new Map([['k', { id: 'k', isSecret: false }]]))
})

test.each([[undefined], ['k'], [{ k: {} }]])('%j is no list of inputs', (value) => {
  expect(parseInputs(value)).toEqual(new Map())
})

test('the first 1,000 inputs count', () => {
  const inputs = Array.from({ length: 1_001 }, (_, at) => ({ id: `${at}`, type: 'promptString' }))
  const ids = [...parseInputs(inputs).keys()]
  expect([ids.length, ids.at(-1)]).toEqual([1_000, '999'])
})
