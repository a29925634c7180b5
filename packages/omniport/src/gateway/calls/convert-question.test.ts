import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { type ConvertedQuestion, convertQuestion, type ReceivedQuestion } from './convert-question.js'

const all = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }

function convert(
  question: ReceivedQuestion,
  from: Revision,
  to: Revision,
  capabilities: object = all,
): ConvertedQuestion {
  const exchange = { client: { name: 'c', capabilities }, revision: to } as Pick<Exchange, 'client' | 'revision'>
  return convertQuestion(question, { from, exchange, runtime: new VirtualRuntime() })
}

const schema = { type: 'object', properties: { name: { type: 'string' } } }

describe('a question between two of one revision', () => {
  test('passes as it is, and so does its answer', () => {
    const params = { message: 'Who?', requestedSchema: schema, other: 1 }
    const {
      method,
      params: sent,
      toAnswer,
    } = convert({ method: 'elicitation/create', params }, '2025-11-25', '2025-11-25')
    const answer = { anything: true }
    expect([method, sent === params, toAnswer(answer) === answer]).toEqual(['elicitation/create', true, true])
  })

  test('has no parameters where those are no object', () => {
    expect(convert({ method: 'roots/list' }, '2025-11-25', '2025-11-25')).not.toHaveProperty('params')
    expect(convert({ method: 'roots/list', params: [1] }, '2025-11-25', '2025-11-25')).not.toHaveProperty('params')
  })
})

describe('a question of another revision', () => {
  test('is a form', () => {
    const params = { message: 'Who?', requestedSchema: schema }
    const {
      method,
      params: sent,
      toAnswer,
    } = convert({ method: 'elicitation/create', params }, '2025-06-18', '2026-07-28')
    expect([method, sent]).toEqual(['elicitation/create', { mode: 'form', message: 'Who?', requestedSchema: schema }])
    expect(toAnswer({ action: 'accept', content: { name: 'Ada' } })).toMatchObject({
      ...{ action: 'accept', content: { name: 'Ada' } },
    })
  })

  test('is an address, with an id where the client has such', () => {
    const params = { mode: 'url', message: 'Open', url: 'https://a.test/' }
    const toLegacy = convert({ method: 'elicitation/create', params }, '2026-07-28', '2025-11-25')
    expect(toLegacy.params).toEqual({ ...params, elicitationId: expect.stringMatching(/^\S{16,}$/) })
    const withId = { ...params, elicitationId: 'e1' }
    const toModern = convert({ method: 'elicitation/create', params: withId }, '2025-11-25', '2026-07-28')
    expect(toModern.params).toEqual(params)
  })

  test('is sampling', () => {
    const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 }
    const { method, params: sent } = convert({ method: 'sampling/createMessage', params }, '2025-06-18', '2025-11-25')
    expect([method, sent]).toEqual(['sampling/createMessage', expect.objectContaining({ maxTokens: 5 })])
  })

  test('is about roots', () => {
    const { method, toAnswer } = convert({ method: 'roots/list' }, '2025-06-18', '2026-07-28')
    expect(method).toBe('roots/list')
    expect(toAnswer({ roots: [{ uri: 'file:///a' }] })).toMatchObject({ roots: [{ uri: 'file:///a' }] })
  })
})

describe('a question that the client did not declare', () => {
  test.each([
    ['elicitation/create', { sampling: {}, roots: {} }],
    ['sampling/createMessage', { elicitation: {}, roots: {} }],
    ['roots/list', { elicitation: {}, sampling: {} }],
  ])('is not known to it: %s', (method, capabilities) => {
    for (const to of ['2025-11-25', '2026-07-28'] as const) {
      expect(() => convert({ method, params: {} }, '2025-11-25', to, capabilities)).toThrow(
        expect.objectContaining({ code: -32601 }),
      )
    }
  })

  test('passes where nobody knows what it needs', () => {
    expect(convert({ method: 'x/y' }, '2025-11-25', '2025-11-25', {}).method).toBe('x/y')
  })
})
