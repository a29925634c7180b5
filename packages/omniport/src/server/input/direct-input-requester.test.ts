import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { Ask, AskOptions, Exchange } from '../../protocol/exchange/exchange.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import type { InputRequest } from '../../protocol/model/input-request.js'
import { DirectInputRequester } from './direct-input-requester.js'
import type { KeyedInputRequest, ParsedAnswer } from './input-requester.js'

const roots: InputRequest = { method: 'roots/list' }
const form = (message: string): InputRequest => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties: {} } },
})
const over = { name: 'Suspended', message: 'The call is over: nothing more can be asked' }

type Answer = (message: Parameters<Ask>[0]) => unknown

/** A requester whose client answers as the test says, or can be asked nothing. */
function setUp(answer: Answer | 'nothing' = () => 'yes', limits: { readonly questions?: number } = {}) {
  const [call, ending] = [new AbortController(), new AbortController()]
  const asked: { readonly message: Parameters<Ask>[0]; readonly options: AskOptions }[] = []
  const ask: Ask = async (message, options = {}) => {
    asked.push({ message, options })
    return answer === 'nothing' ? undefined : answer(message)
  }
  const exchange: Exchange = {
    signal: call.signal,
    revision: '2025-06-18',
    client: { capabilities: {} },
    round: 0,
    state: new Map(),
    notify() {},
    ...(answer !== 'nothing' && { ask }),
  }
  const requester = new DirectInputRequester({
    exchange,
    limits: { ...defaultLimits, ...limits },
    runtime: createManualRuntime(),
    ending: ending.signal,
  })
  return { requester, asked, call, ending }
}

const value = async (answer: unknown): Promise<ParsedAnswer<unknown>> => ({
  type: 'value',
  value: answer,
  stored: answer,
})
const question = (request = roots, more: Partial<KeyedInputRequest<unknown>> = {}): KeyedInputRequest<unknown> => ({
  ...{ key: 'a', request, read: value },
  ...more,
})

describe('a question', () => {
  test('is a request of the revision, with a time-out, and its answer is read', async () => {
    const { requester, asked } = setUp(() => 5)
    const onProgress = () => {}
    expect(await requester.request(question(form('Who?'), { onProgress }))).toBe(5)
    const params = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } }
    expect(asked.map(({ message }) => message)).toEqual([{ method: 'elicitation/create', params }])
    expect(asked[0]?.options).toMatchObject({ timeoutMs: defaultLimits.questionMs, onProgress })
  })

  test('without parameters has none', async () => {
    const { requester, asked } = setUp()
    await requester.request(question())
    expect(asked.map(({ message }) => Object.keys(message))).toEqual([['method']])
  })

  test('is asked again until the answer does', async () => {
    let count = 0
    const { requester, asked } = setUp(() => {
      count += 1
      return count
    })
    const read = async (answer: unknown): Promise<ParsedAnswer<unknown>> =>
      answer === 3 ? value(answer) : { type: 'insufficient', problem: `not ${answer}` }
    expect(await requester.request(question(form('Who?'), { read, again: form }))).toBe(3)
    expect(asked.map(({ message }) => message.params?.['message'])).toEqual(['Who?', 'not 1', 'not 2'])
  })

  test('is asked as before where no other is known', async () => {
    let count = 0
    const { requester, asked } = setUp()
    const read = async (answer: unknown): Promise<ParsedAnswer<unknown>> => {
      count += 1
      return count === 2 ? value(answer) : { type: 'insufficient', problem: 'no' }
    }
    await requester.request(question(form('Who?'), { read }))
    expect(asked.map(({ message }) => message.params?.['message'])).toEqual(['Who?', 'Who?'])
  })

  test('with an answer that is none fails', async () => {
    const { requester, asked } = setUp()
    const read = async (): Promise<ParsedAnswer<unknown>> => ({ type: 'malformed', problem: 'no answer' })
    await expect(requester.request(question(roots, { read }))).rejects.toMatchObject({
      code: 'invalid_result',
      message: 'no answer',
    })
    expect(asked.length).toBe(1)
  })

  test('is one of as many as the limit says, those that are asked again among them', async () => {
    const { requester, asked } = setUp(() => 1, { questions: 2 })
    const read = async (): Promise<ParsedAnswer<unknown>> => ({ type: 'insufficient', problem: 'no' })
    await expect(requester.request(question(roots, { read }))).rejects.toMatchObject({
      code: 'limit',
      message: 'At most 2 questions per call (questions)',
    })
    expect(asked.length).toBe(2)
  })

  test('reaches nobody on a connection without requests of the server', async () => {
    await expect(setUp('nothing').requester.request(question())).rejects.toMatchObject({
      code: 'unsupported',
      message: 'No question can reach the client on this connection',
    })
  })

  test('fails as the client does', async () => {
    const reason = new Error('no')
    const { requester } = setUp(() => {
      throw reason
    })
    await expect(requester.request(question())).rejects.toBe(reason)
  })
})

describe('a side effect', () => {
  test('happens each time, with the same id', async () => {
    const { requester } = setUp()
    const ids: string[] = []
    const run = async (id: string) => ids.push(id)
    expect([await requester.once('a', run), await requester.once('b', run)]).toEqual([1, 2])
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), ids[0]])
    expect(requester.isReplaying).toBe(false)
  })
})

describe('the end of a call', () => {
  test.each(['call', 'ending'] as const)('by the signal of the %s ends its questions', async (name) => {
    const all = setUp()
    await all.requester.request(question())
    const signal = all.asked[0]?.options.signal
    all[name].abort('enough')
    expect(signal?.reason).toBe('enough')
    await expect(all.requester.request(question())).rejects.toBe('enough')
    await expect(all.requester.once('a', async () => 1)).rejects.toBe('enough')
    expect(all.asked.length).toBe(1)
  })

  test('ends the questions that are open, and lets no more be asked or done', async () => {
    const { requester, asked } = setUp(() => new Promise(() => {}))
    void requester.request(question())
    requester.finish()
    expect(asked[0]?.options.signal?.reason).toMatchObject(over)
    await expect(requester.request(question())).rejects.toMatchObject(over)
    await expect(requester.once('a', async () => 1)).rejects.toMatchObject(over)
    expect(asked.length).toBe(1)
  })

  test('aborts nothing where nothing is open, and leaves no listeners', async () => {
    const { requester, asked, call, ending } = setUp()
    await requester.request(question())
    await expect(requester.request(question(roots, { read: () => Promise.reject(new Error('no')) }))).rejects.toThrow(
      'no',
    )
    requester.finish()
    expect(asked.map(({ options }) => options.signal?.aborted)).toEqual([false, false])
    expect([call, ending].map(({ signal }) => getEventListeners(signal, 'abort').length)).toEqual([0, 0])
  })
})
