import { describe, expect, test } from 'vitest'
import type { ClientCapabilities, JSONRPCMessage } from '../types.js'
import { ServerQuestions } from './server-questions.js'

type Handlers = ReturnType<ServerQuestions['handlersFor']>

function create(capabilities: ClientCapabilities) {
  const delivered: JSONRPCMessage[] = []
  const questions = new ServerQuestions((message) => void delivered.push(message))
  const handlers = questions.handlersFor(capabilities) as Required<Handlers>
  const answer = (id: string, result: object) => questions.settle({ jsonrpc: '2.0', id, result: { ...result } })
  return { questions, handlers, delivered, answer }
}

const all = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }
const context = (signal: AbortSignal = new AbortController().signal) => ({ signal }) as never
const schema = { type: 'object', properties: {} }
const form = { message: 'Who?', schema } as never

describe('a client answers', () => {
  test.each<[ClientCapabilities, string[]]>([
    [{}, []],
    [{ elicitation: {} }, ['elicit']],
    [{ elicitation: { form: {} } }, ['elicit']],
    [{ elicitation: { url: {} } }, ['elicitUrl']],
    [{ sampling: {} }, ['sample']],
    [{ roots: {} }, ['roots']],
    [all, ['elicit', 'elicitUrl', 'sample', 'roots']],
  ])('as it declares: %j by %j', (capabilities, names) => {
    expect(Object.keys(create(capabilities).handlers)).toEqual(names)
  })

  test('a form', async () => {
    const { handlers, delivered, answer } = create(all)
    const asking = (handlers.elicit as (...given: unknown[]) => Promise<unknown>)(form, context())
    const params = { mode: 'form', message: 'Who?', requestedSchema: schema }
    expect(delivered).toEqual([{ jsonrpc: '2.0', id: 'input-1', method: 'elicitation/create', params }])
    answer('input-1', { action: 'accept', content: { a: 1 } })
    expect(await asking).toEqual({ action: 'accept', content: { a: 1 } })
  })

  test('a page to open, which gets an id', async () => {
    const { handlers, delivered, answer } = create(all)
    const page = { message: 'Open', url: 'https://a.example/' } as never
    const asking = (handlers.elicitUrl as (...given: unknown[]) => Promise<unknown>)(page, context())
    const elicitationId = expect.stringMatching(/^[0-9a-f-]{36}$/)
    const params = { mode: 'url', message: 'Open', url: 'https://a.example/', elicitationId }
    expect(delivered).toEqual([{ jsonrpc: '2.0', id: 'input-1', method: 'elicitation/create', params }])
    answer('input-1', { action: 'decline' })
    expect(await asking).toBe('decline')
  })

  test.each([
    ['a block', { type: 'text', text: 'a' }],
    ['a list of blocks', [{ type: 'text', text: 'a' }]],
  ])('for its model with %s', async (_, content) => {
    const { handlers, delivered, answer } = create(all)
    const params = { messages: [], maxTokens: 1 }
    const asking = (handlers.sample as (...given: unknown[]) => Promise<unknown>)(params, context())
    expect(delivered).toEqual([{ jsonrpc: '2.0', id: 'input-1', method: 'sampling/createMessage', params }])
    answer('input-1', { model: 'm', content })
    expect(await asking).toEqual({ model: 'm', content: [{ type: 'text', text: 'a' }] })
  })

  test('with its roots', async () => {
    const { handlers, delivered, answer } = create(all)
    const asking = (handlers.roots as unknown as (...given: unknown[]) => Promise<unknown>)(context())
    expect(delivered).toEqual([{ jsonrpc: '2.0', id: 'input-1', method: 'roots/list' }])
    answer('input-1', { roots: [{ uri: 'file:///a' }] })
    expect(await asking).toEqual([{ uri: 'file:///a' }])
  })

  test('with an error', async () => {
    const { handlers, questions } = create(all)
    const asking = (handlers.elicit as (...given: unknown[]) => Promise<unknown>)(form, context())
    questions.settle({ jsonrpc: '2.0', id: 'input-1', error: { code: -32042, message: 'Not now', data: { a: 1 } } })
    await expect(asking).rejects.toMatchObject({ code: -32042, message: 'Not now', data: { a: 1 } })
  })

  test('several questions, each with its own id', async () => {
    const { handlers, answer } = create(all)
    const elicit = handlers.elicit as (...given: unknown[]) => Promise<unknown>
    const asking = [elicit(form, context()), elicit(form, context())]
    answer('input-2', { action: 'cancel' })
    answer('input-1', { action: 'decline' })
    expect(await Promise.all(asking)).toEqual([{ action: 'decline' }, { action: 'cancel' }])
  })
})

describe('a question that is given up', () => {
  test('is cancelled at the client, whose answer comes too late', async () => {
    const { handlers, delivered, answer } = create(all)
    const ending = new AbortController()
    const asking = (handlers.elicit as (...given: unknown[]) => Promise<unknown>)(form, context(ending.signal))
    ending.abort('enough')
    await expect(asking).rejects.toBe('enough')
    answer('input-1', { action: 'accept' })
    expect(delivered.slice(1)).toEqual([
      {
        ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
        params: { requestId: 'input-1', reason: 'enough' },
      },
    ])
  })

  test('after its answer is not cancelled', async () => {
    const { handlers, delivered, answer } = create(all)
    const ending = new AbortController()
    const asking = (handlers.elicit as (...given: unknown[]) => Promise<unknown>)(form, context(ending.signal))
    answer('input-1', { action: 'accept' })
    ending.abort('enough')
    expect(await asking).toEqual({ action: 'accept' })
    expect(delivered).toHaveLength(1)
  })
})

test('an answer to no question is left alone', () => {
  const { questions, delivered } = create(all)
  questions.settle({ jsonrpc: '2.0', id: 'input-9', result: {} })
  questions.settle({ jsonrpc: '2.0', error: { code: 1, message: 'm' } })
  expect(delivered).toEqual([])
})
