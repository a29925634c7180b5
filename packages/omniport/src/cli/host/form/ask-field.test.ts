import { expect, test } from 'vitest'
import type { Prompts } from '../screen/prompts.js'
import { askField } from './ask-field.js'
import type { Field } from './field.js'

test.each([
  ['without a default', undefined, false],
  ['with the default yes', true, true],
  ['with the default no', false, false],
])('a required yes or no %s is what Enter says', async (_name, current, initial) => {
  const asked: unknown[] = []
  const select = async (prompt: { readonly initial?: unknown }) => {
    asked.push(prompt.initial)
    return prompt.initial
  }
  const field = { name: 'sure', label: 'sure', isRequired: true, kind: 'boolean', choices: [] } as unknown as Field
  const answer = await askField({ select } as unknown as Prompts, field, current)
  expect([asked, answer]).toEqual([[initial], { type: 'value', value: initial }])
})

test.each([
  [
    ['b', 'c'],
    ['b', 'c'],
  ],
  [['x', 'b'], ['b']],
  ['b', []],
])('choices begin with those of %j', async (current, initial) => {
  const multiselect = async (prompt: { readonly initial?: readonly unknown[] }) => prompt.initial
  const choices = ['a', 'b', 'c'].map((value) => ({ value, label: value }))
  const toCheck = async () => () => undefined
  const field = { name: 'some', label: 'some', isRequired: true, kind: 'choices', choices, toCheck } as unknown as Field
  const answer = await askField({ multiselect } as unknown as Prompts, field, current)
  expect(answer).toEqual({ type: 'value', value: initial })
})
