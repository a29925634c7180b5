import { expect, test } from 'vitest'
import { toPromptArguments } from './prompt-command.js'

test('text and JSON strings are strings', () => {
  const given = [
    { name: 'a', value: { text: '1' } },
    { name: 'b', value: { json: 'x' } },
  ]
  expect(toPromptArguments(given)).toEqual({ a: '1', b: 'x' })
})

test.each([
  ['a number', [{ name: 'a', value: { json: 1 } }], 'a: arguments of a prompt are strings'],
  [
    'a name twice',
    [
      { name: 'a', value: { text: '1' } },
      { name: 'a', value: { text: '2' } },
    ],
    'a is given more than once',
  ],
])('%s is an error', (_name, given, message) => {
  expect(() => toPromptArguments(given)).toThrow(message)
})
