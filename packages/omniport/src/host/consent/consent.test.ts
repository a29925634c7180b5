import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { ConsentDecision, Verdict } from './decisions/consent-decision.js'
import type { Decision } from './decisions/decision.js'
import { ConsentHarness } from './fixtures/consent-harness.js'
import { call, form, launch, page, prompt, roots, sampled, start } from './fixtures/consent-requests.js'
import { bindConsentRequest } from './requests/bind-consent-request.js'
import type { ConsentRequest } from './requests/consent-request.js'

const everything: readonly ConsentRequest[] = [start, call(), prompt, sampled, form, page(), roots]
const nobody = { ask: undefined }

describe('what the policy says', () => {
  test.each(['allow', 'deny'] as const)('%s is the answer to everything, whatever is remembered', async (verdict) => {
    verifies('HOST-01', 'HOST-04')
    let rule: Verdict = 'ask'
    const harness = new ConsentHarness({ policy: async () => rule })
    for (const question of everything) {
      await harness.put(question, { answer: verdict === 'allow' ? 'deny' : 'allow', remember: 'session' })
    }
    rule = verdict
    for (const question of everything) {
      expect(await harness.decide(question)).toEqual({ answer: verdict, by: 'policy' })
    }
    expect(harness.asked).toEqual([])
  })

  test('is asked about exactly what is to happen', async () => {
    const received: ConsentRequest[] = []
    const harness = new ConsentHarness({ policy: (question) => (received.push(question) > 0 ? 'allow' : 'deny') })
    for (const question of everything) await harness.decide(question)
    expect(received).toEqual(everything)
    expect(received.every((question, index) => question === everything[index])).toBe(true)
  })

  test.each([undefined, null, true, 'yes', 'Allow', { answer: 'allow' }, 1])(
    'must be a verdict: %j allows nothing',
    async (verdict) => {
      const harness = new ConsentHarness({ policy: () => verdict as Verdict })
      await expect(harness.decide(call())).rejects.toThrow(/^policy: its result must be "allow", "ask" or "deny", got /)
      expect([harness.entries, harness.asked]).toEqual([[], []])
    },
  )

  test.each([
    [
      'throws',
      () => {
        throw new Error('broken')
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('is nothing where it %s', async (_, policy) => {
    const harness = new ConsentHarness({ policy })
    await expect(harness.decide(call())).rejects.toThrow('broken')
    expect([harness.entries, harness.asked]).toEqual([[], []])
  })
})

describe('without a policy', () => {
  test('forms and pages are shown, and all else is asked', async () => {
    verifies('HOST-01', 'HOST-02', 'HOST-03')
    const harness = new ConsentHarness()
    for (const question of [form, page()]) {
      expect(await harness.decide(question)).toEqual({ answer: 'allow', by: 'default' })
    }
    for (const question of [start, call(), prompt, sampled, roots]) {
      expect(await harness.put(question, 'allow')).toEqual({ answer: 'allow', by: 'person' })
    }
  })

  test('and without anybody to ask, all else is denied', async () => {
    verifies('HOST-01', 'HOST-02', 'HOST-03', 'SEC-10')
    const harness = new ConsentHarness(nobody)
    const outcomes = await Promise.all(everything.map((question) => harness.decide(question)))
    expect(outcomes.map(({ answer, by }) => `${answer} ${by}`)).toEqual(
      everything.map(({ type }) => (type === 'elicit' ? 'allow default' : 'deny default')),
    )
  })

  test('what a server says of its own tools changes nothing', async () => {
    verifies('HOST-07', 'TOOL-08')
    for (const readOnlyHint of [true, false, undefined]) {
      const tame = { annotations: { readOnlyHint, destructiveHint: false, openWorldHint: false } }
      expect(await new ConsentHarness(nobody).decide(call({}, tame))).toEqual({ answer: 'deny', by: 'default' })
      const harness = new ConsentHarness()
      expect(await harness.put(call({}, tame), 'deny')).toEqual({ answer: 'deny', by: 'person' })
    }
  })
})

describe('what a person says', () => {
  test.each<readonly [ConsentDecision, 'allow' | 'deny']>([
    ['allow', 'allow'],
    ['deny', 'deny'],
    [{ answer: 'allow' }, 'allow'],
    [{ answer: 'deny' }, 'deny'],
  ])('%j holds once', async (given, answer) => {
    verifies('SAMP-02')
    const harness = new ConsentHarness()
    for (const question of [start, call(), prompt, sampled, roots, call()]) {
      expect(await harness.put(question, given)).toEqual({ answer, by: 'person' })
    }
    expect(await harness.consent.list()).toEqual([])
  })

  test.each<readonly [unknown, string]>([
    [undefined, 'ask: its result must be "allow", "deny" or an object with an answer, got undefined'],
    [true, 'ask: its result must be "allow", "deny" or an object with an answer, got true'],
    ['yes', 'ask: its result must be "allow", "deny" or an object with an answer, got "yes"'],
    [{}, 'ask: answer must be "allow" or "deny", got undefined'],
    [{ answer: 'ask' }, 'ask: answer must be "allow" or "deny", got "ask"'],
    [{ answer: 'allow', remember: true }, 'ask: remember must be "session", "always" or an object, got true'],
    [{ answer: 'allow', remember: 'ever' }, 'ask: remember must be "session", "always" or an object, got "ever"'],
    [{ answer: 'allow', remember: {} }, 'ask: remember.scope must be "session" or "always", got undefined'],
    [{ answer: 'allow', remember: { scope: 'always', args: 1 } }, 'ask: remember.args must be true or false, got 1'],
    [
      { answer: 'allow', remember: { scope: 'always', forMs: 0 } },
      'ask: remember.forMs must be a whole number, 1 or more, got 0',
    ],
    [
      { answer: 'allow', remember: { scope: 'always', forMs: Number.POSITIVE_INFINITY } },
      'ask: remember.forMs must be a whole number, 1 or more, got Infinity',
    ],
    [
      { answer: 'allow', params: prompt.params },
      'ask: params must be left out unless the request is a prompt (type "sample" without result)',
    ],
    [
      { answer: 'allow', result: sampled.result },
      'ask: result must be left out unless the request has one (type "sample" with result)',
    ],
  ])('must be an answer: %j allows nothing', async (answer, message) => {
    const harness = new ConsentHarness()
    await expect(harness.put(call(), answer as ConsentDecision)).rejects.toThrow(new TypeError(message))
    expect([harness.entries, await harness.consent.list()]).toEqual([[], []])
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('gone')
      },
    ],
    ['rejects', () => Promise.reject(new Error('gone'))],
  ])('is nothing where asking %s', async (_, ask) => {
    const harness = new ConsentHarness({ ask })
    await expect(harness.decide(call())).rejects.toThrow('gone')
    await expect(harness.decide(call())).rejects.toThrow('gone')
    expect(harness.entries).toEqual([])
  })

  test('is about the whole question, with a signal', async () => {
    const harness = new ConsentHarness()
    const question = call({ text: 'x'.repeat(100_000) })
    const deciding = harness.decide(question)
    const asked = await harness.next()
    expect(asked.request).toBe(question)
    expect(asked.signal.aborted).toBe(false)
    asked.answer('allow')
    await deciding
  })
})

describe('a prompt and its answer', () => {
  const params = { messages: [{ role: 'user', content: 'edited' }], maxTokens: 5 } as const
  const result = { role: 'assistant', model: 'm', content: [{ type: 'text', text: 'edited' }] } as const

  test('may be edited', async () => {
    verifies('HOST-03', 'SAMP-03')
    const harness = new ConsentHarness()
    expect(await harness.put(prompt, { answer: 'allow', params })).toEqual({ answer: 'allow', by: 'person', params })
    const edited = await harness.put(sampled, { answer: 'allow', result: { ...result, content: [...result.content] } })
    expect(edited).toEqual({ answer: 'allow', by: 'person', result })
  })

  test('are not sent where they were edited and refused', async () => {
    const harness = new ConsentHarness()
    expect(await harness.put(prompt, { answer: 'deny', params })).toEqual({ answer: 'deny', by: 'person' })
  })

  test.each<readonly [ConsentRequest, object, string]>([
    [prompt, { params: [] }, 'ask: params must be an object, got an array'],
    [prompt, { params: {} }, 'ask: params.messages must be an array with at least one message'],
    [prompt, { params: { ...params, maxTokens: 0 } }, 'ask: params.maxTokens must be a positive integer'],
    [prompt, { result }, 'ask: result must be left out unless the request has one (type "sample" with result)'],
    [sampled, { params }, 'ask: params must be left out unless the request is a prompt (type "sample" without result)'],
    [sampled, { result: 'x' }, 'ask: result must be an object, got "x"'],
    [sampled, { result: { ...result, role: 'user' } }, 'ask: result.role must be "assistant"'],
    [sampled, { result: { ...result, model: 1 } }, 'ask: result.model must be a string'],
    [sampled, { result: { ...result, stopReason: 1 } }, 'ask: result.stopReason must be a string'],
    [sampled, { result: { ...result, _meta: 1 } }, 'ask: result._meta must be an object'],
    [sampled, { result: { ...result, content: 'x' } }, 'ask: result.content must be an array'],
    [
      sampled,
      { result: { ...result, content: [{ type: 'x' }] } },
      'ask: result.content[0].type must be one of text, image, audio, tool_use and tool_result',
    ],
    [prompt, { params, remember: 'session' }, 'ask: remember must be left out of an edited decision'],
    [sampled, { result, remember: 'always' }, 'ask: remember must be left out of an edited decision'],
    [
      prompt,
      { remember: { scope: 'session', args: true } },
      'ask: remember.args must be left out unless the request is a call, got a request of type "sample"',
    ],
  ])('of %# cannot be %j', async (question, more, message) => {
    const harness = new ConsentHarness()
    await expect(harness.put(question, { answer: 'allow', ...more } as ConsentDecision)).rejects.toThrow(
      new TypeError(message),
    )
    expect([harness.entries, await harness.consent.list()]).toEqual([[], []])
  })

  test('are remembered one without the other', async () => {
    verifies('HOST-03')
    const harness = new ConsentHarness()
    await harness.put(prompt, { answer: 'allow', remember: 'session' })
    expect(await harness.decide(prompt)).toEqual({ answer: 'allow', by: 'memory' })
    expect(await harness.put(sampled, 'deny')).toEqual({ answer: 'deny', by: 'person' })
  })
})

describe('equal questions at the same time', () => {
  test('are asked one after the other, where the answer is not remembered', async () => {
    const harness = new ConsentHarness()
    const first = harness.decide(call({ a: 1 }))
    const second = harness.decide(call({ a: 2 }))
    const asked = await harness.next()
    await harness.quiet()
    expect(harness.asked).toEqual([])
    asked.answer('allow')
    expect(await first).toEqual({ answer: 'allow', by: 'person' })
    const next = await harness.next()
    expect(next.request).toMatchObject({ args: { a: 2 } })
    next.answer('deny')
    expect(await second).toEqual({ answer: 'deny', by: 'person' })
  })

  test('are asked once, where it is', async () => {
    const harness = new ConsentHarness()
    const deciding = Array.from({ length: 20 }, (_, a) => harness.decide(call({ a })))
    const asked = await harness.next()
    asked.answer({ answer: 'allow', remember: 'session' })
    const [first, ...others] = await Promise.all(deciding)
    expect(first).toEqual({ answer: 'allow', by: 'person' })
    expect(new Set(others.map(({ answer, by }) => `${answer} ${by}`))).toEqual(new Set(['allow memory']))
    expect([harness.asked.length, harness.entries.length]).toEqual([0, 20])
  })

  test('do not share an answer that was for other arguments', async () => {
    const harness = new ConsentHarness()
    const [first, second] = [harness.decide(call({ a: 1 })), harness.decide(call({ a: 2 }))]
    const asked = await harness.next()
    asked.answer({ answer: 'allow', remember: { scope: 'session', args: true } })
    await first
    const next = await harness.next()
    next.answer('deny')
    expect(await second).toEqual({ answer: 'deny', by: 'person' })
  })

  test('wait for nobody else', async () => {
    const harness = new ConsentHarness()
    const others = [prompt, sampled, start, roots, call({}, { tool: 'x' }), { ...call(), server: 'other' }]
    const deciding = [call(), ...others].map((question) => harness.decide(question))
    await harness.quiet()
    expect(harness.asked.map(({ request: question }) => JSON.stringify(question)).sort()).toEqual(
      [call(), ...others].map((question) => JSON.stringify(question)).sort(),
    )
    for (const { answer } of harness.asked) answer('deny')
    await Promise.all(deciding)
  })

  test('go on where one of them fails, or is given up', async () => {
    const harness = new ConsentHarness()
    const abort = new AbortController()
    const first = harness.decide(call({ a: 1 }))
    const waiting = harness.decide(call({ a: 2 }), { signal: abort.signal })
    const third = harness.decide(call({ a: 3 }))
    const asked = await harness.next()
    abort.abort(new Error('given up'))
    await expect(waiting).rejects.toThrow('given up')
    asked.fail(new Error('no screen'))
    await expect(first).rejects.toThrow('no screen')
    const next = await harness.next()
    expect(next.request).toMatchObject({ args: { a: 3 } })
    next.answer('allow')
    expect(await third).toEqual({ answer: 'allow', by: 'person' })
  })
})

describe('aborting', () => {
  test('ends the wait for a person who does not care, and the next is asked', async () => {
    verifies('SEC-10')
    const harness = new ConsentHarness()
    const abort = new AbortController()
    const first = harness.decide(call({ a: 1 }), { signal: abort.signal })
    const second = harness.decide(call({ a: 2 }))
    const asked = await harness.next()
    const reason = new Error('given up')
    abort.abort(reason)
    await expect(first).rejects.toBe(reason)
    expect(asked.signal.reason).toBe(reason)
    const next = await harness.next()
    asked.answer({ answer: 'allow', remember: 'always' })
    next.answer('deny')
    expect(await second).toEqual({ answer: 'deny', by: 'person' })
    expect([await harness.consent.list(), harness.entries.length]).toEqual([[], 1])
  })

  test('ends the wait for the policy, the store and the log', async () => {
    const never = new Promise<never>(() => {})
    const harnesses = [
      new ConsentHarness({ policy: () => never }),
      new ConsentHarness({ decisions: { list: () => never, put: () => never, delete: () => never } }),
      new ConsentHarness({ policy: () => 'allow', audit: { append: () => never } }),
    ]
    for (const harness of harnesses) {
      const abort = new AbortController()
      const deciding = harness.decide(call(), { signal: abort.signal })
      await harness.quiet()
      abort.abort(new Error('given up'))
      await expect(deciding).rejects.toThrow('given up')
      expect([harness.asked, harness.entries]).toEqual([[], []])
    }
  })

  test('before the question asks nobody', async () => {
    const policies: ConsentRequest[] = []
    const harness = new ConsentHarness({ policy: (question) => (policies.push(question) > 0 ? 'ask' : 'deny') })
    await expect(harness.decide(call(), { signal: AbortSignal.abort(new Error('given up')) })).rejects.toThrow(
      'given up',
    )
    expect([policies, harness.asked, harness.entries]).toEqual([[], [], []])
  })
})

describe('everything is written down before it is known', () => {
  test('with what it is about, who decided and for how long', async () => {
    verifies('HOST-04')
    let rule: Verdict = 'deny'
    const harness = new ConsentHarness({ policy: () => rule })
    await harness.decide(page())
    rule = 'ask'
    await harness.put(call(), { answer: 'allow', remember: { scope: 'session', forMs: 5 } })
    await harness.decide(call())
    await harness.put(roots, 'deny')
    const of = { type: 'decision', server: 'notes' }
    expect(harness.entries).toEqual([
      { ...of, question: 'elicit', subject: 'https://a.example', answer: 'deny', by: 'policy' },
      { ...of, question: 'call', subject: 'add', answer: 'allow', by: 'person', remembered: 'session' },
      { ...of, question: 'call', subject: 'add', answer: 'allow', by: 'memory' },
      { ...of, question: 'roots', subject: 'file:///a file:///b', answer: 'deny', by: 'person' },
    ])
  })

  test('and what cannot be written allows nothing and is not remembered', async () => {
    verifies('HOST-04')
    const audit = { append: () => Promise.reject(new Error('disk full')) }
    await expect(new ConsentHarness({ audit, policy: () => 'allow' }).decide(call())).rejects.toThrow('disk full')
    await expect(new ConsentHarness({ audit, ...nobody }).decide(call())).rejects.toThrow('disk full')
    const harness = new ConsentHarness({ audit })
    await expect(harness.put(call(), { answer: 'allow', remember: 'always' })).rejects.toThrow('disk full')
    expect(await harness.consent.list()).toEqual([])
  })

  test('a store that fails allows nothing', async () => {
    const fail = () => Promise.reject(new Error('no store'))
    const failingStore = { list: async () => [], put: fail, delete: fail }
    const harness = new ConsentHarness({ decisions: failingStore })
    await expect(harness.put(call(), { answer: 'allow', remember: 'always' })).rejects.toThrow('no store')
    await expect(harness.consent.forget('x')).rejects.toThrow('no store')
    expect(await harness.put(call(), { answer: 'allow', remember: 'session' })).toEqual({
      answer: 'allow',
      by: 'person',
    })
    const unread = new ConsentHarness({ decisions: { ...failingStore, list: fail } })
    await expect(unread.decide(call())).rejects.toThrow('no store')
    await expect(unread.consent.list()).rejects.toThrow('no store')
  })
})

test('a store may hold anything: only what fits the question exactly holds', async () => {
  const like = { type: 'call', server: 'notes', answer: 'allow' }
  const strange = [like, { ...like, binding: undefined }, { ...like, binding: 'x' }, { ...like, type: 'elicit' }]
  const decisions = { list: async () => strange as never, put: async () => {}, delete: async () => {} }
  for (const question of [call(), prompt, roots, start]) {
    expect(await new ConsentHarness({ ...nobody, decisions }).decide(question)).toEqual({
      answer: 'deny',
      by: 'default',
    })
  }
})

test.each([
  ['type', { type: 'start' }],
  ['server', { server: 'other' }],
])('what a store has for the same binding and another %s does not hold', async (_, more) => {
  const { binding } = await bindConsentRequest(call(), launch)
  const about = { type: 'call', server: 'notes', subject: 'add', binding } as const
  const decision: Decision = { id: 'a', ...about, answer: 'allow', scope: 'always', at: 0 }
  const decide = (stored: object) => {
    const decisions = { list: async () => [stored as Decision], put: async () => {}, delete: async () => {} }
    return new ConsentHarness({ ...nobody, decisions }).decide(call())
  }
  expect(await decide(decision)).toEqual({ answer: 'allow', by: 'memory' })
  expect(await decide({ ...decision, ...more })).toEqual({ answer: 'deny', by: 'default' })
})

test.each(['session', 'always'] as const)('a no that is remembered (%s) holds beside a later yes', async (scope) => {
  const harness = new ConsentHarness()
  await harness.put(call({ a: 1 }), { answer: 'deny', remember: { scope, args: true } })
  await harness.put(call({ a: 2 }), { answer: 'allow', remember: 'always' })
  expect(await harness.decide(call({ a: 1 }))).toEqual({ answer: 'deny', by: 'memory' })
  expect(await harness.decide(call({ a: 3 }))).toEqual({ answer: 'allow', by: 'memory' })
})

test('a no to all calls holds for those that were allowed', async () => {
  const harness = new ConsentHarness()
  await harness.put(call({ a: 1 }), { answer: 'allow', remember: { scope: 'always', args: true } })
  await harness.put(call({ a: 2 }), { answer: 'deny', remember: 'session' })
  expect(await harness.decide(call({ a: 1 }))).toEqual({ answer: 'deny', by: 'memory' })
})

test('a signal that many share is listened to only while somebody waits', async () => {
  const harness = new ConsentHarness()
  const { signal } = new AbortController()
  const all = Array.from({ length: 30 }, (_, a) => harness.decide(call({ a }), { signal }))
  const asked = await harness.next()
  expect(getEventListeners(signal, 'abort').length).toBe(1)
  asked.answer({ answer: 'allow', remember: 'session' })
  await Promise.all(all)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
