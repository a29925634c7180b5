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
