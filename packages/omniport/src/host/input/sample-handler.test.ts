import { describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { SampleContent, SampleParams, SampleResult } from '../../protocol/model/sampling.js'
import type { ConsentRequest } from '../consent/requests/consent-request.js'
import type { Sample } from '../sampling/sample.js'
import { SampleRefused } from '../sampling/sample-refused.js'
import { setUp } from './fixtures/set-up.js'
import type { ConsentResult } from './input-handler-options.js'
import { createSampleHandler, maxToolRounds } from './sample-handler.js'

const params: SampleParams = {
  messages: [{ role: 'user', content: [{ type: 'text', text: 'The capital of Norway?' }] }],
  maxTokens: 100,
}
const tools = [{ name: 'search', inputSchema: { type: 'object' } }] as const
const use = { type: 'tool_use', id: 'u1', name: 'search', input: {} } as const

const oslo: SampleResult<SampleContent> = {
  role: 'assistant',
  content: [{ type: 'text', text: 'Oslo' }],
  model: 'm',
  stopReason: 'endTurn',
}
const answered = (...content: SampleContent[]) => ({ ...oslo, content })
const textIn = ({ content }: SampleResult<SampleContent>) => content.map((block) => block.type === 'text' && block.text)

/** Answers the question about the prompt with one, and that about the answer with the other. */
function inTurn(prompt: ConsentResult, answer: ConsentResult = { answer: 'allow' }) {
  return (question: ConsentRequest) => (question.type === 'sample' && question.result === undefined ? prompt : answer)
}

test('a person sees what is asked, and what the server would get', async () => {
  verifies('HOST-03', 'SAMP-02', 'SAMP-03', 'SAMP-21')
  const order: string[] = []
  const { options, questions, launches, audited, ctx } = setUp({
    decide: ({ type, ...question }) => {
      order.push('result' in question ? 'answer' : 'prompt')
      return { answer: 'allow' }
    },
  })
  const sample = vi.fn<Sample>(() => {
    order.push('model')
    return oslo
  })
  expect(await createSampleHandler(options, sample)(params, ctx)).toEqual(oslo)
  expect(order).toEqual(['prompt', 'model', 'answer'])
  expect(questions).toEqual([
    { type: 'sample', server: 'notes', params },
    { type: 'sample', server: 'notes', params, result: oslo },
  ])
  expect(launches).toEqual([{ type: 'program' }, { type: 'program' }])
  expect(sample.mock.calls).toEqual([[params, { ...ctx, server: 'notes' }]])
  expect(audited).toEqual([{ type: 'sample', server: 'notes', model: 'm', maxTokens: 100, stopReason: 'endTurn' }])
})

test('what is said to a model, and by it, is not in the audit log', async () => {
  verifies('SAMP-22')
  const { options, audited, ctx } = setUp()
  await createSampleHandler(options, () => oslo)({ ...params, systemPrompt: 'Be brief' }, ctx)
  const text = JSON.stringify(audited)
  expect(['Norway', 'Oslo', 'brief'].filter((word) => text.includes(word))).toEqual([])
})

test('a prompt that is denied reaches no model', async () => {
  verifies('HOST-03', 'SAMP-02')
  const { options, questions, audited, ctx } = setUp({ decide: inTurn({ answer: 'deny' }) })
  const sample = vi.fn<Sample>(() => oslo)
  const asked = Promise.resolve(createSampleHandler(options, sample)(params, ctx))
  const refused = await asked.catch((reason: unknown) => reason)
  expect(refused).toBeInstanceOf(SampleRefused)
  expect(refused).toMatchObject({
    name: 'AbortError',
    code: 'denied',
    message: 'The sampling request of notes was denied',
  })
  expect([sample.mock.calls, questions.length, audited]).toEqual([[], 1, []])
})

test('an answer that is denied reaches no server', async () => {
  verifies('HOST-03', 'SAMP-02', 'SAMP-03')
  const { options, audited, ctx } = setUp({ decide: inTurn({ answer: 'allow' }, { answer: 'deny' }) })
  await expect(createSampleHandler(options, () => oslo)(params, ctx)).rejects.toMatchObject({
    name: 'AbortError',
    code: 'denied',
    message: 'The answer of the model to notes was denied',
  })
  expect(audited).toEqual([])
})

test('a person may change what is asked, and what is answered', async () => {
  verifies('HOST-03', 'SAMP-03')
  const sweden: SampleParams = { messages: [{ role: 'user', content: 'Of Sweden?' }], maxTokens: 50 }
  const stockholm = answered({ type: 'text', text: 'Stockholm' })
  const { options, questions, audited, ctx } = setUp({
    decide: inTurn({ answer: 'allow', params: sweden }, { answer: 'allow', result: { ...stockholm, model: 'ann' } }),
  })
  const sample = vi.fn<Sample>(() => oslo)
  expect(await createSampleHandler(options, sample)(params, ctx)).toEqual({ ...stockholm, model: 'ann' })
  expect(sample.mock.calls[0]?.[0]).toEqual(sweden)
  expect(questions[1]).toMatchObject({ params: sweden, result: oslo })
  expect(audited).toMatchObject([{ model: 'ann', maxTokens: 50 }])
})

describe('tokens', () => {
  test('are cut to the budget before anybody is asked', async () => {
    verifies('SAMP-13')
    const { options, questions, audited, ctx } = setUp({ sampleBudget: { maxTokens: 30 } })
    const sample = vi.fn<Sample>(() => oslo)
    await createSampleHandler(options, sample)(params, ctx)
    expect(questions).toMatchObject([{ params: { maxTokens: 30 } }, { params: { maxTokens: 30 } }])
    expect(sample.mock.calls[0]?.[0].maxTokens).toBe(30)
    expect(audited).toMatchObject([{ maxTokens: 30 }])
  })

  test('are never more than the server asked for, whoever changes it', async () => {
    verifies('SAMP-13')
    const { options, ctx } = setUp({ decide: inTurn({ answer: 'allow', params: { ...params, maxTokens: 500 } }) })
    const sample = vi.fn<Sample>(() => oslo)
    await createSampleHandler(options, sample)(params, ctx)
    expect(sample.mock.calls[0]?.[0].maxTokens).toBe(100)
  })

  test('count as far as they were allowed, and not at all where the prompt was denied', async () => {
    let prompt: ConsentResult = { answer: 'deny' }
    const { options, ctx } = setUp({
      decide: (question) => inTurn(prompt)(question),
      sampleBudget: { totalTokens: 150 },
    })
    const answer = createSampleHandler(options, () => oslo)
    await expect(answer(params, ctx)).rejects.toMatchObject({ code: 'denied' })
    prompt = { answer: 'allow', params: { ...params, maxTokens: 40 } }
    await answer(params, ctx)
    await expect(answer({ ...params, maxTokens: 111 }, ctx)).rejects.toMatchObject({ code: 'limit' })
    prompt = { answer: 'allow' }
    await answer({ ...params, maxTokens: 110 }, ctx)
    await expect(answer({ ...params, maxTokens: 1 }, ctx)).rejects.toMatchObject({
      name: 'AbortError',
      message: expect.stringContaining('0 of 150 tokens are left'),
    })
  })

  test('of a model that failed are used', async () => {
    const { options, ctx } = setUp({ sampleBudget: { totalTokens: 100 } })
    const failure = new Error('down')
    const answer = createSampleHandler(options, () => Promise.reject(failure))
    await expect(answer(params, ctx)).rejects.toBe(failure)
    await expect(answer(params, ctx)).rejects.toMatchObject({ code: 'limit' })
  })
})

test('too many requests in a minute are refused, and nobody is asked', async () => {
  verifies('SAMP-21')
  const { options, questions, runtime, ctx } = setUp({ sampleBudget: { requestsPerMinute: 2 } })
  const answer = createSampleHandler(options, () => oslo)
  await Promise.all([answer(params, ctx), answer(params, ctx)])
  await expect(answer(params, ctx)).rejects.toMatchObject({ name: 'AbortError', code: 'limit' })
  expect(questions).toHaveLength(4)
  await runtime.advance(60_000)
  expect(await answer(params, ctx)).toEqual(oslo)
})

test.each(['none', 'thisServer', 'allServers'] as const)(
  'no context goes along: includeContext %s is dropped, whoever gives it',
  async (includeContext) => {
    verifies('HOST-05', 'SAMP-11')
    const edited = { ...params, includeContext }
    const { options, questions, ctx } = setUp({ decide: inTurn({ answer: 'allow', params: edited }) })
    const sample = vi.fn<Sample>(() => oslo)
    await createSampleHandler(options, sample)({ ...params, includeContext }, ctx)
    expect(questions[0]).toEqual({ type: 'sample', server: 'notes', params })
    expect(sample.mock.calls[0]?.[0]).toEqual(params)
  },
)

test('nothing of one question is in the next', async () => {
  verifies('SAMP-20')
  const { options, questions, ctx } = setUp()
  const sample = vi.fn<Sample>(() => oslo)
  const answer = createSampleHandler(options, sample)
  await answer({ ...params, systemPrompt: 'Be brief' }, ctx)
  const second: SampleParams = { messages: [{ role: 'user', content: 'And?' }], maxTokens: 5 }
  await answer(second, ctx)
  expect(sample.mock.calls[1]?.[0]).toEqual(second)
  expect(questions[2]).toEqual({ type: 'sample', server: 'notes', params: second })
})

describe('tools', () => {
  const offered: SampleParams = { ...params, tools }

  test('that were offered may be asked for', async () => {
    const { options, ctx } = setUp()
    const result = answered({ type: 'text', text: 'Well' }, use, { ...use, id: 'u2' })
    expect(await createSampleHandler(options, () => result)(offered, ctx)).toEqual(result)
  })

  test.each<[string, SampleParams, SampleParams | undefined, SampleContent[], string]>([
    ['none were offered', params, undefined, [use], '.content[0].name must be the name of an offered tool'],
    [
      'it is another',
      offered,
      undefined,
      [{ ...use, name: 'rm' }],
      '.content[0].name must be the name of an offered tool',
    ],
    ['a person took it away', offered, params, [use], '.content[0].name must be the name of an offered tool'],
    ['a person added it', params, offered, [use], '.content[0].name must be the name of an offered tool'],
    ['none may be used', { ...offered, toolChoice: { mode: 'none' } }, undefined, [use], '.content[0].name must be'],
    ['two have one id', offered, undefined, [use, use], '.content[1].id must be unique'],
    [
      'it has the result of one',
      offered,
      undefined,
      [{ type: 'tool_result', toolUseId: 'u1', content: [] }],
      '.content[0] must not be a tool result: the server runs the tools',
    ],
  ])('are no answer where %s', async (_name, asked, edited, content, problem) => {
    verifies('SAMP-21')
    const { options, questions, audited, ctx } = setUp({ decide: inTurn({ answer: 'allow', params: edited }) })
    await expect(createSampleHandler(options, () => answered(...content))(asked, ctx)).rejects.toMatchObject({
      code: 'invalid_result',
      message: expect.stringContaining(`The answer of the model${problem}`),
    })
    expect([questions.length, audited]).toEqual([1, []])
  })

  test('cannot be put in by a person either', async () => {
    const { options, audited, ctx } = setUp({
      decide: inTurn({ answer: 'allow' }, { answer: 'allow', result: answered(use) }),
    })
    await expect(createSampleHandler(options, () => oslo)(params, ctx)).rejects.toMatchObject({
      code: 'invalid_result',
    })
    expect(audited).toEqual([])
  })

  test('may be used so often in one conversation', async () => {
    verifies('SAMP-09')
    const round = (index: number): SampleParams['messages'] => [
      { role: 'assistant', content: [{ ...use, id: `u${index}` }] },
      { role: 'user', content: [{ type: 'tool_result', toolUseId: `u${index}`, content: [] }] },
    ]
    const after = (rounds: number): SampleParams => ({
      ...offered,
      messages: [...params.messages, ...Array.from({ length: rounds }, (_, index) => round(index)).flat()],
    })
    const { options, questions, ctx } = setUp()
    const answer = createSampleHandler(options, () => oslo)
    expect(await answer(after(maxToolRounds), ctx)).toEqual(oslo)
    await expect(answer(after(maxToolRounds + 1), ctx)).rejects.toMatchObject({
      name: 'AbortError',
      code: 'limit',
      message: 'The model used tools 33 times; the limit is 32 (maxToolRounds)',
    })
    expect(questions).toHaveLength(2)
  })
})

test.each<[unknown, string]>([
  [undefined, ' must be an object'],
  ['Oslo', ' must be an object'],
  [{ ...oslo, role: 'user' }, '.role must be "assistant"'],
  [{ ...oslo, model: undefined }, '.model must be a string'],
  [{ ...oslo, stopReason: 1 }, '.stopReason must be a string'],
  [{ ...oslo, _meta: [] }, '._meta must be an object'],
  [{ ...oslo, content: 'Oslo' }, '.content must be an array'],
  [{ ...oslo, content: [{ type: 'text' }] }, '.content[0].text must be a string'],
])('%j is no answer of a model', async (result, problem) => {
  verifies('SAMP-21')
  const { options, questions, ctx } = setUp()
  const sample = () => result as SampleResult<SampleContent>
  await expect(createSampleHandler(options, sample)(params, ctx)).rejects.toMatchObject({
    code: 'invalid_result',
    message: `The answer of the model${problem}`,
  })
  expect(questions).toHaveLength(1)
})

test('the server gets the members of an answer, and no others', async () => {
  const { options, ctx } = setUp()
  const result = { ...oslo, _meta: { 'a/b': 1 }, apiKey: 'secret' }
  expect(await createSampleHandler(options, () => result)(params, ctx)).toEqual({ ...oslo, _meta: { 'a/b': 1 } })
  const silent = { ...answered(), stopReason: undefined }
  const given = await createSampleHandler(options, () => silent)(params, ctx)
  expect([textIn(given), Object.keys(given)]).toEqual([[''], ['role', 'content', 'model']])
})

test('what cannot be written down does not reach the server', async () => {
  const { options, ctx } = setUp()
  const full = new Error('disk full')
  const audit = { append: () => Promise.reject(full) }
  await expect(createSampleHandler({ ...options, audit }, () => oslo)(params, ctx)).rejects.toBe(full)
})

describe('once nobody waits any more', () => {
  const gone = new Error('gone')

  test('nobody is asked', async () => {
    const { options, questions, controller, ctx } = setUp()
    controller.abort(gone)
    await expect(createSampleHandler(options, () => oslo)(params, ctx)).rejects.toBe(gone)
    expect(questions).toEqual([])
  })

  test('no model is asked', async () => {
    const { options, controller, ctx } = setUp({
      decide: () => {
        controller.abort(gone)
        return { answer: 'allow' }
      },
    })
    const sample = vi.fn<Sample>(() => oslo)
    await expect(createSampleHandler(options, sample)(params, ctx)).rejects.toBe(gone)
    expect(sample).not.toHaveBeenCalled()
  })

  test('no person reads an answer', async () => {
    const { options, questions, audited, controller, ctx } = setUp()
    const sample: Sample = () => {
      controller.abort(gone)
      return oslo
    }
    await expect(createSampleHandler(options, sample)(params, ctx)).rejects.toBe(gone)
    expect([questions.length, audited]).toEqual([1, []])
  })
})
