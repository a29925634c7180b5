import { expect, test } from 'vitest'
import { newestProfile } from '../protocol/revisions/profiles.js'
import { everything, form, page, roots, sample } from './fixtures/parking-harness.js'
import { toInputRequest } from './to-input-request.js'

const convert = (question: { method: string; params?: object }, capabilities: object = everything) => {
  const message = { method: question.method, params: { ...question.params } }
  return toInputRequest(message, { capabilities: { ...capabilities } }, newestProfile)
}
const withParams = (question: { method: string; params: object }, more: object) => ({
  ...question,
  params: { ...question.params, ...more },
})

test.each([
  ['a form without a mode gets one', form, withParams(form, { mode: 'form' })],
  [
    'unknown members of a form stay',
    withParams(form, { 'x-hint': 1 }),
    withParams(form, { mode: 'form', 'x-hint': 1 }),
  ],
  ['roots have parameters', { method: 'roots/list' }, { ...roots, params: {} }],
  ['a progress token belongs to the hop', withParams(sample, { _meta: { progressToken: 1 } }), sample],
  [
    'other metadata passes',
    withParams(sample, { _meta: { progressToken: 1, 'a.example/b': 2 } }),
    withParams(sample, { _meta: { 'a.example/b': 2 } }),
  ],
  ['a client that runs no tasks answers plainly', withParams(sample, { task: { ttl: 1 } }), sample],
  ['a client without context gives none', withParams(sample, { includeContext: 'thisServer' }), sample],
])('%s', (_name, question, expected) => {
  expect(convert(question)).toEqual(expected)
})

test('a page has no id in a result', () => {
  const { elicitationId: _, ...params } = page.params
  expect(convert(page)).toEqual({ ...page, params })
})

test('a client with context is asked for it', () => {
  const question = withParams(sample, { includeContext: 'thisServer' })
  expect(convert(question, { sampling: { context: {} } })).toEqual(question)
})

test.each([
  ['a page that no client opens', withParams(page, { url: 'javascript:1' }), 'params.url must be'],
  [
    'a form with a nested object',
    withParams(form, { requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } }),
    'params.requestedSchema',
  ],
  ['a mode of the future', withParams(form, { mode: 'voice' }), 'params.mode must be'],
])('%s is refused', (_name, question, message) => {
  expect(() => convert(question)).toThrow(
    expect.objectContaining({ code: -32602, message: expect.stringContaining(message) }),
  )
})
