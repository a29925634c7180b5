import { describe, expect, test } from 'vitest'
import type { AuthOptions } from '../../entries/client.js'
import { UsageError } from '../actions/usage-error.js'
import type { ConsoleEvent, PersonAnswer, PersonRequest, Settings } from '../contract.js'
import { hostOf, hostRequests } from './host-requests.js'
import { PersonRequests } from './person-requests.js'
import { TokenKeys } from './token-keys.js'

type Handlers = {
  readonly [K in keyof ReturnType<typeof hostRequests>]: NonNullable<ReturnType<typeof hostRequests>[K]>
}

function create(settings: Partial<Settings> = {}) {
  const events: ConsoleEvent[] = []
  const steps: unknown[][] = []
  const requests = new PersonRequests({
    publish: (event) => events.push(event),
    onOpen: ({ id }) => steps.push(['open', id]),
    onEnd: ({ id }, ms) => steps.push(['end', id, typeof ms]),
  })
  const handlers = hostRequests({
    requests,
    settings: () => ({ confirmCalls: 'never', reviewSampling: 'always', ...settings }) as Settings,
    workOf: (server) => ({ operation: `work of ${server}` }),
  }) as Handlers
  const answer = (given: PersonAnswer) => requests.answer(requests.all.at(-1)?.id ?? '', given)
  return { handlers, requests, events, steps, answer }
}

const { signal } = new AbortController()
const options = { signal } as never

describe('what needs the person', () => {
  test.each<[object, object, string]>([
    [{ type: 'call' }, {}, 'allow'],
    [{ type: 'call' }, { confirmCalls: 'always' }, 'ask'],
    [{ type: 'call', isFromApp: true }, {}, 'ask'],
    [{ type: 'call', isFromApp: false }, {}, 'allow'],
    [{ type: 'sample' }, {}, 'allow'],
    [{ type: 'sample' }, { model: 'm' }, 'ask'],
    [{ type: 'sample' }, { model: 'm', reviewSampling: 'never' }, 'allow'],
    [{ type: 'elicit' }, { confirmCalls: 'always' }, 'allow'],
    [{ type: 'start' }, {}, 'ask'],
    [{ type: 'skill' }, {}, 'ask'],
  ])('%j with %j: %s', (request, settings, expected) => {
    expect(create(settings).handlers.policy(request as never)).toBe(expected)
  })
})

describe('a consent', () => {
  const call = { type: 'call', server: 's', tool: { tool: 't', name: 's__t' }, args: { a: 1 }, findings: [] }

  test('is described, and its answer is a decision', async () => {
    const { handlers, requests, answer } = create()
    const decided = handlers.ask(call as never, options)
    const [request] = requests.all
    expect(request).toMatchObject({
      ...{ type: 'consent', subject: 'call', server: 's', canRemember: true, operation: 'work of s' },
      detail: { args: { a: 1 } },
    })
    const { description } = request as Extract<PersonRequest, { type: 'consent' }>
    expect(description.lines[0]).toEqual({ label: 'Server', text: 's', isForeign: false, isWarning: false })
    expect(description.lines.filter(({ label }) => label === '')).toEqual([])
    answer({ type: 'consent', answer: 'allow' })
    expect(await decided).toEqual({ answer: 'allow' })
  })

  test.each<[object, object]>([
    [
      { answer: 'deny', remember: 'always' },
      { answer: 'deny', remember: 'always' },
    ],
    [
      { answer: 'allow', remember: 'session', onlyTheseArguments: true },
      { answer: 'allow', remember: { scope: 'session', args: true } },
    ],
    [{ answer: 'allow', onlyTheseArguments: true }, { answer: 'allow' }],
    [
      { answer: 'allow', params: { p: 1 }, result: { r: 1 } },
      { answer: 'allow', params: { p: 1 }, result: { r: 1 } },
    ],
  ])('%j is %j', async (given, decision) => {
    const { handlers, answer } = create()
    const decided = handlers.ask(call as never, options)
    answer({ type: 'consent', ...given } as PersonAnswer)
    expect(await decided).toEqual(decision)
  })

  test('begins with its warnings', () => {
    const { handlers, requests } = create()
    const findings = [{ kind: 'instructions', path: '/description', text: 'hides something' }]
    void handlers.ask({ ...call, args: { a: 'b\nc' }, findings } as never, options)
    const [request] = requests.all
    expect((request as Extract<PersonRequest, { type: 'consent' }>).description.lines[0]).toEqual({
      text: 'The definition of the tool is suspicious at /description: hides something',
      isForeign: false,
      isWarning: true,
    })
  })

  test('of a skill whose files come and go is not remembered', () => {
    const skill = {
      name: 'a',
      uri: 'skill://a/SKILL.md',
      description: 'D',
      bytes: 1,
      findings: [],
      files: 'dynamic',
      skill: 'a',
      entry: { resources: [] },
    }
    const { handlers, requests } = create()
    void handlers.ask({ type: 'skill', server: 's', skill, asksFor: {}, sameName: [] } as never, options)
    expect(requests.all).toMatchObject([{ subject: 'skill', canRemember: false }])
  })

  test.each<[object, object]>([
    [{}, { params: { messages: [], maxTokens: 5 } }],
    [{ result: { role: 'assistant', content: [{ type: 'text', text: 'x' }], model: 'm' } }, { result: { model: 'm' } }],
  ])('to use a model has what can be edited: %j', (more, edited) => {
    const { handlers, requests } = create()
    const params = { messages: [], maxTokens: 5 }
    void handlers.ask({ type: 'sample', server: 's', params, ...more } as never, options)
    expect(requests.all).toMatchObject([{ subject: 'sample', params, ...edited }])
    expect(requests.all.map((request) => 'result' in request)).toEqual(['result' in more])
  })

  test('to call a tool has nothing to edit', () => {
    const { handlers, requests } = create()
    void handlers.ask(call as never, options)
    expect(requests.all.map((request) => ['params' in request, 'result' in request])).toEqual([[false, false]])
  })

  test('has no detail where that would be too long', () => {
    const { handlers, requests } = create()
    void handlers.ask({ ...call, args: { a: 'x'.repeat(1_000_000) } } as never, options)
    expect(requests.all).toMatchObject([{ detail: null }])
  })
})

describe('a form', () => {
  test.each<[object, object]>([
    [
      { action: 'accept', content: { a: 1 } },
      { action: 'accept', content: { a: 1 } },
    ],
    [{ action: 'accept' }, { action: 'accept', content: {} }],
    [{ action: 'decline', content: { a: 1 } }, { action: 'decline' }],
    [{ action: 'cancel' }, { action: 'cancel' }],
  ])('answered with %j is %j', async (given, result) => {
    const { handlers, requests, answer } = create()
    const form = { server: 's', message: 'Who?', schema: { type: 'object', properties: {} } }
    const elicited = handlers.elicit(form as never, options)
    expect(requests.all).toMatchObject([{ type: 'form', ...form, operation: 'work of s' }])
    answer({ type: 'form', ...given } as PersonAnswer)
    expect(await elicited).toEqual(result)
  })
})

test('an address is shown with its host', async () => {
  const { handlers, requests, answer } = create()
  const page = { server: 's', message: 'Pay', url: 'https://pay.example/x' }
  const elicited = handlers.elicitUrl(page as never, options)
  expect(requests.all).toMatchObject([{ type: 'url', ...page, host: 'pay.example', operation: 'work of s' }])
  answer({ type: 'url', action: 'decline' })
  expect(await elicited).toBe('decline')
})

describe('sampling', () => {
  const content = { type: 'text', text: 'x' }
  test.each<[unknown, unknown]>([
    [{ content }, { role: 'assistant', model: 'person', content: [content] }],
    [
      { content: [content], model: 'm', role: 'user' },
      { role: 'user', model: 'm', content: [content] },
    ],
    [undefined, undefined],
  ])('the answer %j is %j', async (result, expected) => {
    const { handlers, requests, answer } = create()
    const sampled = handlers.sample({ messages: [] } as never, { server: 's', signal } as never)
    expect(requests.all).toMatchObject([{ type: 'sample', server: 's', params: { messages: [] } }])
    answer({ type: 'sample', action: 'answer', result } as PersonAnswer)
    expect(await sampled).toEqual(expected)
  })

  test('may be declined', async () => {
    const { handlers, answer } = create()
    const sampled = handlers.sample({ messages: [] } as never, { server: 's', signal } as never)
    answer({ type: 'sample', action: 'decline' })
    await expect(sampled).rejects.toMatchObject({
      name: 'AbortError',
      message: 'The person declined the sampling request',
    })
  })
})

describe('requests to the person', () => {
  const draft = { type: 'url', server: 's', message: 'm', url: 'u', host: 'h', warnings: [] } as const

  test('are open until they are answered, and that is told', async () => {
    const { requests, events, steps } = create()
    const asked = requests.ask(draft, signal)
    expect(requests.all).toEqual([{ ...draft, id: 'r1', at: expect.any(Number) }])
    requests.answer('r1', { type: 'url', action: 'accept' })
    expect(await asked).toEqual({ type: 'url', action: 'accept' })
    expect(requests.all).toEqual([])
    expect(steps).toEqual([
      ['open', 'r1'],
      ['end', 'r1', 'number'],
    ])
    expect(events.map(({ type }) => type)).toEqual(['request', 'request-ended'])
    expect(events.at(-1)).toEqual({ type: 'request-ended', id: 'r1', reason: 'answered' })
  })

  test('are withdrawn when the signal aborts', async () => {
    const { requests, events } = create()
    const ending = new AbortController()
    const asked = requests.ask(draft, ending.signal)
    const reason = new Error('left')
    ending.abort(reason)
    await expect(asked).rejects.toBe(reason)
    expect(events.at(-1)).toEqual({ type: 'request-ended', id: 'r1', reason: 'cancelled' })
    await expect(requests.ask(draft, ending.signal)).rejects.toBe(reason)
    expect(events).toHaveLength(2)
  })

  test('are answered once, and with what was asked', () => {
    const { requests } = create()
    void requests.ask(draft, signal)
    expect(() => requests.answer('r1', { type: 'form', action: 'decline' })).toThrow(
      new UsageError("answer.type must be 'url', got 'form'"),
    )
    requests.answer('r1', { type: 'url', action: 'accept' })
    expect(() => requests.answer('r1', { type: 'url', action: 'accept' })).toThrow(
      new UsageError('This was answered already, or is not needed any more'),
    )
  })

  test('are 200 at most', async () => {
    const { requests } = create()
    for (let count = 0; count < 200; count += 1) void requests.ask(draft, new AbortController().signal)
    await expect(requests.ask(draft, signal)).rejects.toThrow(new Error('200 requests wait for an answer already'))
    expect(requests.all).toHaveLength(200)
  })
})

test.each([
  ['https://a.example:8080/x', 'a.example:8080'],
  ['nothing', ''],
])('the host of %s is %j', (url, host) => {
  expect(hostOf(url)).toBe(host)
})

test('the tokens that a server used can be deleted, and no others', async () => {
  const calls: unknown[][] = []
  const store = Object.fromEntries(
    ['get', 'set', 'delete', 'exclusive'].map((name) => [
      name,
      async (...args: unknown[]) => calls.push([name, ...args]),
    ]),
  ) as unknown as NonNullable<AuthOptions['store']>
  const keys = new TokenKeys(store)
  await keys.storeOf('s').get('read')
  await keys.storeOf('s').set('written', 1 as never)
  await keys.storeOf('s').delete('deleted')
  await keys.storeOf('t').get('other')
  const fn = async () => 5
  await keys.storeOf('s').exclusive('locked', fn, signal)
  calls.length = 0
  await keys.forget('s')
  await keys.forget('none')
  expect(calls).toEqual([
    ['delete', 'read'],
    ['delete', 'written'],
  ])
})
