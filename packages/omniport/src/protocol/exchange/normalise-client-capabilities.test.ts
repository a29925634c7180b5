import { expect, test } from 'vitest'
import { normaliseClientCapabilities } from './normalise-client-capabilities.js'

test.each([
  ['forms, since there were no modes', { elicitation: {} }, { elicitation: { form: {} } }],
  ['what else it has', { roots: {}, elicitation: { a: 1 } }, { roots: {}, elicitation: { a: 1, form: {} } }],
])('an elicitation without modes means %s', (_what, given, expected) => {
  expect(normaliseClientCapabilities(given)).toEqual(expected)
})

test.each([
  [{}],
  [{ elicitation: null }],
  [{ elicitation: true }],
  [{ elicitation: 'form' }],
  [{ elicitation: { form: {} } }],
  [{ elicitation: { url: {} } }],
  [{ elicitation: { form: { a: 1 }, url: {} } }],
])('%j stays as it is', (capabilities) => {
  expect(normaliseClientCapabilities(capabilities)).toBe(capabilities)
})
