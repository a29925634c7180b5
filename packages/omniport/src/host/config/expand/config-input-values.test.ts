import { expect, test } from 'vitest'
import type { InputDefinition, InputQuestion } from './config-input.js'
import { ConfigInputValues } from './config-input-values.js'

test('what is typed for one file is not given to another, whose input is the same', async () => {
  const asked: InputQuestion[] = []
  const answers = new ConfigInputValues((question) => {
    asked.push(question)
    return `for ${question.file}`
  })
  const definition = { id: 'key', description: 'A key', isSecret: true } as const
  const answer = (file: string) => answers.value({ id: 'key', definition, file, path: ['a'] })
  expect(await Promise.all(['/a', '/b', '/a'].map(answer))).toEqual(['for /a', 'for /b', 'for /a'])
  expect(asked).toEqual([
    { ...definition, file: '/a' },
    { ...definition, file: '/b' },
  ])
})

test('an input that changed is asked for again, and one that did not is not', async () => {
  const asked: unknown[] = []
  const answers = new ConfigInputValues(({ description }) => {
    asked.push(description)
    return `${description}`
  })
  const answer = (description: string) =>
    answers.value({ id: 'k', definition: { id: 'k', isSecret: false, description }, file: '/a', path: [] })
  expect([await answer('one'), await answer('two'), await answer('one')]).toEqual(['one', 'two', 'one'])
  expect(asked).toEqual(['one', 'two'])
})

test.each<[string, InputDefinition | undefined, string]>([
  ['that is not defined', undefined, ': the input k is not defined in inputs'],
  ['that is not supported', { unsupported: 'is odd' }, ': the input k is odd'],
  ['without a default', { id: 'k', isSecret: false }, ': the input k has no value'],
  [
    'whose default is no option',
    { id: 'k', isSecret: false, default: 'c', options: ['a', 'b'] },
    ': the input k must be one of its options',
  ],
])('an input %s is a fault of its field where nobody is asked', async (_, definition, message) => {
  const value = new ConfigInputValues(undefined).value({ id: 'k', definition, file: '/a', path: ['s', 'args', 0] })
  await expect(value).rejects.toMatchObject({ name: 'FieldFault', path: ['s', 'args', 0], message })
})

test.each([
  ['its default', { id: 'k', isSecret: false, default: 'd' }, 'd'],
  ['an empty default', { id: 'k', isSecret: false, default: '' }, ''],
  ['a default among its options', { id: 'k', isSecret: false, default: 'b', options: ['a', 'b'] }, 'b'],
])('where nobody is asked an input is %s', async (_, definition, expected) => {
  expect(await new ConfigInputValues(undefined).value({ id: 'k', definition, file: '/a', path: [] })).toBe(expected)
})
