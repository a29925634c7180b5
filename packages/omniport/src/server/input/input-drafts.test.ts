import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import type { SampleParams } from '../../protocol/model/sampling.js'
import { createForm } from '../../schema/elicitation/create-form.js'
import { assertQuestion, elicitDraft, rootsDraft, sampleDraft, urlDraft } from './input-drafts.js'

const requestedSchema = {
  type: 'object',
  properties: { age: { type: 'integer', minimum: 1 } },
  required: ['age'],
} as const
const form = createForm(requestedSchema, defaultLimits)
const messages = [{ role: 'user', content: 'Hi' }] as const
const asked: SampleParams = { messages, maxTokens: 5 }
const answer = { role: 'assistant', content: { type: 'text', text: 'Ho' }, model: 'm' }
const use = { type: 'tool_use', id: 'a', name: 't', input: {} } as const

describe('a form', () => {
  const draft = elicitDraft('How old?', form)

  test('is asked for with its message and its schema, which tell it from others', () => {
    const params = { mode: 'form', message: 'How old?', requestedSchema: form.requestedSchema }
    expect([draft.kind, draft.request]).toEqual(['elicit', { method: 'elicitation/create', params }])
    expect(draft.fingerprint).toBe(elicitDraft('How old?', form).fingerprint)
    expect(draft.fingerprint).not.toBe(elicitDraft('How tall?', form).fingerprint)
    expect(JSON.parse(draft.fingerprint)).toEqual(params)
  })

  test('has values that fit it', async () => {
    const accepted = { action: 'accept', content: { age: 3 } }
    expect(await draft.read(accepted)).toEqual({ type: 'value', value: accepted, stored: accepted })
  })

  test.each(['decline', 'cancel'])('may be answered with %s', async (action) => {
    expect(await draft.read({ action, content: { age: 'x' } })).toEqual({
      type: 'value',
      value: { action },
      stored: { action },
    })
  })

  test.each([[{ action: 'accept' }], [{ action: 'accept', content: { age: 0 } }]])(
    'is not filled in with %j',
    async (given) => {
      expect(await draft.read(given)).toEqual({ type: 'insufficient', problem: expect.stringMatching(/^age/) })
    },
  )

  test('is asked for again with what was wrong before its message', () => {
    expect(draft.again?.('age is missing')).toEqual({
      ...draft.request,
      params: { ...draft.request.params, message: 'Please check: age is missing\n\nHow old?' },
    })
  })

  test('may have a wrong answer, which is not asked for again', async () => {
    expect(await draft.read({ action: 'maybe' })).toEqual({
      type: 'malformed',
      problem: 'elicitation/create: action must be "accept", "decline" or "cancel"',
    })
  })

  test('that cannot be checked fails', async () => {
    const broken = { ...form, check: () => Promise.reject(new Error('broken')) }
    await expect(elicitDraft('?', broken as never).read({ action: 'accept' })).rejects.toThrow('broken')
  })
})

describe('a page', () => {
  const draft = urlDraft('Pay', 'https://a.example/')

  test('is asked for with its address', () => {
    const params = { mode: 'url', message: 'Pay', url: 'https://a.example/' }
    expect(draft).toMatchObject({ kind: 'elicitUrl', request: { method: 'elicitation/create', params } })
    expect([JSON.parse(draft.fingerprint), draft.again]).toEqual([params, undefined])
    expect(JSON.parse(urlDraft('Pay', undefined).fingerprint)).toEqual({ mode: 'url', message: 'Pay' })
  })

  test('is answered with an action alone', async () => {
    expect(await draft.read({ action: 'accept', content: { a: 'b' } })).toEqual({
      type: 'value',
      value: 'accept',
      stored: { action: 'accept' },
    })
    expect(await draft.read(null)).toEqual({
      type: 'malformed',
      problem: 'elicitation/create: the result must be an object',
    })
  })
})

describe('a question to a model', () => {
  test('has what it was given, bytes as text', () => {
    const content = { type: 'image', data: new Uint8Array([1]), mimeType: 'image/png' } as const
    const { kind, request, fingerprint } = sampleDraft({ messages: [{ role: 'user', content }], maxTokens: 5 })
    const params = { messages: [{ role: 'user', content: { ...content, data: 'AQ==' } }], maxTokens: 5 }
    expect([kind, request, JSON.parse(fingerprint)]).toEqual([
      'sample',
      { method: 'sampling/createMessage', params },
      params,
    ])
  })

  test('is refused where no model can be asked it', () => {
    expect(thrownBy(() => sampleDraft({ messages, maxTokens: 0 }))).toEqual(
      new TypeError('sample: maxTokens must be a positive integer'),
    )
  })

  test('is answered by a list of blocks', async () => {
    const reply = { ...answer, content: [answer.content] }
    expect(await sampleDraft(asked).read(answer)).toEqual({ type: 'value', value: reply, stored: reply })
    expect(await sampleDraft(asked).read({ ...answer, model: 1 })).toEqual({
      type: 'malformed',
      problem: 'sampling/createMessage: model must be a string',
    })
  })

  test('may be answered with the use of a tool where tools were offered', async () => {
    const using = { ...answer, content: [answer.content, use] }
    expect(await sampleDraft(asked).read(using)).toEqual({
      type: 'malformed',
      problem: 'sampling/createMessage: a tool is used where none was offered',
    })
    const offered = sampleDraft({ ...asked, tools: [] })
    expect(await offered.read(using)).toEqual({ type: 'value', value: using, stored: using })
    expect(await offered.read(answer)).toMatchObject({ type: 'value' })
  })
})

test('roots are asked for without parameters, and are a list', async () => {
  const draft = rootsDraft()
  expect([draft.kind, draft.request, draft.fingerprint]).toEqual(['roots', { method: 'roots/list' }, '{}'])
  const roots = [{ uri: 'file:///a', name: 'a' }]
  expect(await draft.read({ roots })).toEqual({ type: 'value', value: roots, stored: { roots } })
  expect(await draft.read({})).toEqual({ type: 'malformed', problem: 'roots/list: roots must be an array' })
})

test.each([undefined, '', 1])('%j is no message', (message) => {
  const problem = (kind: string) => new TypeError(`ctx.${kind}: message must be a text`)
  expect(thrownBy(() => assertQuestion(message, requestedSchema))).toEqual(problem('elicit'))
  expect(thrownBy(() => urlDraft(message as never, 'https://a.example/'))).toEqual(problem('elicitUrl'))
})

test.each<[string, readonly unknown[], string]>([
  [
    'the form of other libraries',
    [{ message: 'How old?', requestedSchema }],
    'ctx.elicit: the message is an argument of its own; write ctx.elicit("…", schema)',
  ],
  ['no schema', ['How old?'], 'ctx.elicit: schema must be a Standard Schema or a JSON Schema object, got undefined'],
  ['null', ['How old?', null], 'ctx.elicit: schema must be a Standard Schema or a JSON Schema object, got null'],
  ['a text', ['How old?', 'age'], 'ctx.elicit: schema must be a Standard Schema or a JSON Schema object, got "age"'],
])('a form with %s is refused', (_name, [message, schema], problem) => {
  expect(thrownBy(() => assertQuestion(message, schema))).toEqual(new TypeError(problem))
})

test('a page with the form of other libraries is refused', () => {
  const given = { message: 'Pay', url: 'https://a.example/' }
  expect(thrownBy(() => urlDraft(given as never, undefined))).toEqual(
    new TypeError('ctx.elicitUrl: the message is an argument of its own; write ctx.elicitUrl("…", url)'),
  )
})
