import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import type { ConnectOptions } from '../connect-options.js'
import { createSilentContext } from './answer-context.js'
import { InputHandlers, type ReceivedInputRequest } from './input-handlers.js'
import { UrlElicitationCompletions } from './url-elicitation-completions.js'

const profile = profileOf('2025-11-25')
const decline = () => ({ action: 'decline' as const })
const cancelPage = async () => 'cancel' as const
const sample = () => ({ role: 'assistant' as const, model: 'm', content: [{ type: 'text' as const, text: 'Oslo' }] })

const form = {
  method: 'elicitation/create',
  params: {
    message: 'Who?',
    requestedSchema: {
      type: 'object',
      properties: { name: { type: 'string', default: 'Ada' }, age: { type: 'integer' } },
    },
  },
}
const page = {
  method: 'elicitation/create',
  params: { mode: 'url', message: 'Go', url: 'https://example.com/1', elicitationId: 'e1' },
}
const question = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'The capital of Norway?' } }], maxTokens: 10 },
}
const rootsList = { method: 'roots/list' }

function create(options: ConnectOptions) {
  const clock = new VirtualRuntime()
  const completions = new UrlElicitationCompletions()
  const handlers = new InputHandlers(options, { clock, questionMs: 1_000, completions })
  const answer = (request: ReceivedInputRequest, signal = new AbortController().signal) =>
    handlers.prepare(request, profile)(createSilentContext(signal))
  return { handlers, completions, clock, answer }
}

describe('a client with', () => {
  test.each<[string, ConnectOptions, object, boolean]>([
    ['nothing', {}, {}, false],
    ['roots', { roots: [] }, { roots: {} }, false],
    ['a function for roots', { roots: () => [] }, { roots: {} }, false],
    ['forms', { elicit: decline }, { elicitation: { form: {} } }, true],
    ['pages', { elicitUrl: cancelPage }, { elicitation: { url: {} } }, true],
    ['a model', { sample }, { sampling: { tools: {} } }, true],
  ])('%s declares that, and may have a handler that takes long', (_name, options, capabilities, isInteractive) => {
    const { handlers } = create(options)
    expect([handlers.capabilities, handlers.hasInteractiveHandlers]).toEqual([capabilities, isInteractive])
  })

  test('a list of roots asks nobody for them, one with a function may', () => {
    const { handlers } = create({})
    const asks = () => ['roots/list', 'elicitation/create', undefined].map((method) => handlers.asksUser(method))
    expect(asks()).toEqual([false, true, true])
    handlers.replaceRoots(() => [])
    expect(asks()).toEqual([true, true, true])
  })
})

describe('what was not declared is refused:', () => {
  test.each<[string, ConnectOptions, object, string, number, string]>([
    ['forms', {}, form, 'elicitation', -32601, 'Method not found: elicitation/create'],
    ['pages', {}, page, 'elicitation', -32601, 'Method not found: elicitation/create'],
    ['a model', {}, question, 'sampling', -32601, 'Method not found: sampling/createMessage'],
    ['roots', {}, rootsList, 'roots', -32601, 'Method not found: roots/list'],
    [
      'forms where pages are',
      { elicitUrl: cancelPage },
      form,
      'elicitation.form',
      -32602,
      'The client did not declare elicitation.form',
    ],
    [
      'pages where forms are',
      { elicit: decline },
      page,
      'elicitation.url',
      -32602,
      'The client did not declare elicitation.url',
    ],
  ])('%s', (_name, options, request, capability, code, message) => {
    const { handlers } = create(options)
    expect(thrownBy(() => handlers.prepare(request as ReceivedInputRequest, profile))).toMatchObject({
      capability,
      code,
      message,
    })
  })

  test('a method that does not exist needs no capability', () => {
    const { handlers } = create({})
    const reason = thrownBy(() => handlers.prepare({ method: 'x/y' }, profile))
    expect(reason).toMatchObject({ code: -32601, message: 'Method not found: x/y' })
    expect(reason).not.toHaveProperty('capability')
  })
})

describe('the answer to a form', () => {
  test.each<[string, object, object]>([
    ['declined, without what was filled in', { action: 'decline', content: { age: 1 } }, { action: 'decline' }],
    ['cancelled', { action: 'cancel' }, { action: 'cancel' }],
    [
      'accepted',
      { action: 'accept', content: { name: 'Bob', age: 1 } },
      { action: 'accept', content: { name: 'Bob', age: 1 } },
    ],
    [
      'accepted, with defaults',
      { action: 'accept', content: { age: 1 } },
      { action: 'accept', content: { name: 'Ada', age: 1 } },
    ],
    ['accepted without content', { action: 'accept' }, { action: 'accept', content: { name: 'Ada' } }],
  ])('is %s', async (_name, given, expected) => {
    const asked: unknown[] = []
    const elicit = (asking: unknown) => {
      asked.push(asking)
      return given as ReturnType<typeof decline>
    }
    expect(await create({ elicit }).answer(form)).toEqual(expected)
    expect(asked).toEqual([{ message: 'Who?', schema: form.params.requestedSchema }])
  })

  test.each<[unknown, string]>([
    [undefined, 'The handler elicit gave no object'],
    ['accept', 'The handler elicit gave no object'],
    [{}, 'elicit: action must be "accept", "decline" or "cancel"'],
    [{ action: 'yes' }, 'elicit: action must be "accept", "decline" or "cancel"'],
    [{ action: 'accept', content: 'Ada' }, 'elicit: content must be an object'],
    [
      { action: 'accept', content: { age: 'old' } },
      'elicit: the content does not fit the form: "age" must be a number',
    ],
  ])('cannot be %j', async (given, message) => {
    const { answer, handlers } = create({ elicit: () => given as ReturnType<typeof decline> })
    await expect(answer(form)).rejects.toThrow(new TypeError(message))
    expect(handlers.openRequests.size).toBe(0)
  })
})

describe('the answer', () => {
  test('to a page is an action', async () => {
    const asked: unknown[] = []
    const { answer } = create({
      elicitUrl: async (given) => {
        asked.push(given)
        return 'decline'
      },
    })
    expect(await answer(page)).toEqual({ action: 'decline' })
    expect(asked).toEqual([{ message: 'Go', url: 'https://example.com/1' }])
  })

  test('to a page that was completed elsewhere is not waited for', async () => {
    const { answer, completions, handlers } = create({
      elicitUrl: (_asked, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    const answered = answer(page)
    completions.complete('another')
    expect(handlers.openRequests.size).toBe(1)
    completions.complete('e1')
    expect(await answered).toEqual({ action: 'accept' })
  })

  test('of a model has the shape of the revision', async () => {
    expect(await create({ sample }).answer(question)).toEqual({
      role: 'assistant',
      model: 'm',
      content: { type: 'text', text: 'Oslo' },
    })
  })

  test('to a question about roots is a copy of the list', async () => {
    const root = { uri: 'file:///a', name: 'a' }
    const given = [root]
    const { handlers, answer } = create({ roots: given })
    given.push({ uri: 'file:///b', name: 'b' })
    root.name = 'changed'
    expect(await answer(rootsList)).toEqual({ roots: [{ uri: 'file:///a', name: 'a' }] })
    const next = [{ uri: 'file:///c' }]
    handlers.replaceRoots(next)
    next.length = 0
    expect(await answer(rootsList)).toEqual({ roots: [{ uri: 'file:///c' }] })
  })

  test('to a question about roots may come of a function, and is checked', async () => {
    expect(await create({ roots: async () => [{ uri: 'file:///a' }] }).answer(rootsList)).toEqual({
      roots: [{ uri: 'file:///a' }],
    })
    const nothing = (() => undefined) as unknown as () => [] // what JavaScript lets through
    await expect(create({ roots: nothing }).answer(rootsList)).rejects.toThrow(
      new TypeError('roots must be an array of roots, got undefined'),
    )
    await expect(create({ roots: () => [{ uri: 'a' }] }).answer(rootsList)).rejects.toThrow(
      new TypeError('roots[0].uri must be a file:// URI without . and .. segments, got "a"'),
    )
  })

  test('is that of the handlers when it was asked for', async () => {
    const { handlers } = create({ roots: [{ uri: 'file:///a' }] })
    const respond = handlers.prepare(rootsList, profile)
    handlers.replaceRoots([])
    expect(await respond(createSilentContext(new AbortController().signal))).toEqual({ roots: [{ uri: 'file:///a' }] })
  })
})

describe('while a handler runs', () => {
  const pending: [string, object, (run: () => Promise<never>) => ConnectOptions][] = [
    ['a form', form, (run) => ({ elicit: run })],
    ['a page', page, (run) => ({ elicitUrl: run })],
    ['a model', question, (run) => ({ sample: run })],
    ['roots', rootsList, (run) => ({ roots: run })],
  ]

  test.each(pending)(
    'for %s, the question is open, and belongs to the request that caused it',
    async (_name, request, options) => {
      let fail: (reason: Error) => void = () => {}
      const run = () =>
        new Promise<never>((_resolve, reject) => {
          fail = reject
        })
      const { handlers, answer } = create(options(run))
      const causes: unknown[] = []
      handlers.openRequests.listen({ onOpen: ({ cause }) => causes.push(cause), onClose: () => causes.push('closed') })
      const gone = new AbortController()
      handlers.openRequests.setCause('q', 7)
      const answered = answer({ ...(request as ReceivedInputRequest), id: 'q' }, gone.signal)
      expect([handlers.openRequests.size, causes]).toEqual([1, [7]])
      gone.abort()
      expect([handlers.openRequests.size, causes]).toEqual([1, [7, 'closed']])
      fail(new Error('enough'))
      await expect(answered).rejects.toThrow('enough')
      expect([handlers.openRequests.size, causes]).toEqual([0, [7, 'closed']])
    },
  )
})
