import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { ConsentHarness } from '../fixtures/consent-harness.js'
import { call, form, page, prompt, sampled } from '../fixtures/consent-requests.js'
import type { ConsentRequest } from '../requests/consent-request.js'
import type { Remember, Verdict } from './consent-decision.js'
import type { Decision } from './decision.js'

/** Questions under names that say what they are about, and what they are about exactly. */
const questions: readonly (readonly [about: string, exactly: string, ConsentRequest])[] = [
  ['add', 'add 1', call({ a: 1 })],
  ['add', 'add 2', call({ a: 2 })],
  ['add again', 'add again 1', call({ a: 1 }, { definition: 'd2' })],
  ['of other', 'of other 1', { ...call({ a: 1 }), server: 'other' }],
  ['prompt', 'prompt', prompt],
  ['sampled', 'sampled', sampled],
  ['form', 'form', form],
  ['a', 'a', page('https://a.example/1')],
  ['a', 'a', page('https://a.example/2')],
  ['b', 'b', page('https://b.example/1')],
]

const remember = fc.option(
  fc.oneof(
    fc.constantFrom('session' as const, 'always' as const),
    fc.record({
      scope: fc.constantFrom('session' as const, 'always' as const),
      args: fc.boolean(),
      forMs: fc.option(fc.constantFrom(10, 100), { nil: undefined }),
    }),
  ),
  { nil: undefined },
)

const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('ask' as const),
      question: fc.nat(questions.length - 1),
      verdict: fc.constantFrom<Verdict[]>('ask', 'ask', 'ask', 'allow', 'deny'),
      answer: fc.constantFrom('allow' as const, 'deny' as const),
      remember,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.record({ what: fc.constant('wait' as const), ms: fc.constantFrom(1, 10, 50) }),
      fc.record({ what: fc.constant('forget' as const), nth: fc.nat(5) }),
      fc.constant({ what: 'restart' as const }),
    ),
  },
)

type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

interface StoredAnswer {
  readonly about: string
  readonly answer: 'allow' | 'deny'
  readonly scope: 'session' | 'always'
  readonly until: number
}

/** What should be remembered, in the simplest way to say it. */
class Model {
  #stored: StoredAnswer[] = []

  /** Those of the store first, as they are listed. */
  at(now: number): readonly StoredAnswer[] {
    const holding = this.#stored.filter(({ until }) => now < until)
    return [...holding.filter(({ scope }) => scope === 'always'), ...holding.filter(({ scope }) => scope === 'session')]
  }

  answerTo(about: readonly string[], now: number): 'allow' | 'deny' | undefined {
    const answers = this.at(now).flatMap((stored) => (about.includes(stored.about) ? [stored.answer] : []))
    return answers.find((answer) => answer === 'deny') ?? answers[0]
  }

  add(stored: StoredAnswer): void {
    this.#stored.push(stored)
  }

  remove(gone: (stored: StoredAnswer) => boolean): void {
    this.#stored = this.#stored.filter((stored) => !gone(stored))
  }
}

/** The model beside the real one, and what is done to both. */
class Both {
  #verdict: Verdict = 'ask'
  readonly #model = new Model()
  #harness = new ConsentHarness({ policy: () => this.#verdict })
  readonly #lasting = { decisions: this.#harness.decisions, runtime: this.#harness.runtime }

  async do(event: Event): Promise<void> {
    const { runtime } = this.#lasting
    if (event.what === 'wait') await runtime.advance(event.ms)
    if (event.what === 'restart') {
      this.#harness = new ConsentHarness({ policy: () => this.#verdict, ...this.#lasting })
      this.#model.remove(({ scope }) => scope === 'session')
    }
    if (event.what === 'forget') await this.#forget(event.nth)
    if (event.what === 'ask') await this.#ask(event)
    const summarize = ({ answer, scope }: StoredAnswer | Decision) => `${answer} ${scope}`
    expect((await this.#harness.consent.list()).map(summarize)).toEqual(this.#model.at(runtime.now()).map(summarize))
    expect(this.#harness.asked).toEqual([])
  }

  async #forget(nth: number): Promise<void> {
    const about = this.#model.at(this.#lasting.runtime.now())[nth]
    const decision = (await this.#harness.consent.list())[nth]
    this.#model.remove((stored) => stored === about)
    await this.#harness.consent.forget(decision?.id ?? 'none')
  }

  async #ask({ question: index, verdict, answer, remember }: Extract<Event, { what: 'ask' }>): Promise<void> {
    const harness = this.#harness
    const now = this.#lasting.runtime.now()
    const [about, exactly, question] = questions[index] ?? ['', '', form]
    this.#verdict = verdict
    const { scope, args, forMs } = toRemember(remember, question)
    const memory = this.#model.answerTo([about, exactly], now)
    const how = typeof remember === 'object' ? { ...remember, args } : remember
    const known = verdict === 'ask' ? { answer: memory, by: 'memory' } : { answer: verdict, by: 'policy' }
    const isAsked = known.answer === undefined
    const given = isAsked ? harness.put(question, { answer, remember: how }) : harness.decide(question)
    expect(await given).toEqual(isAsked ? { answer, by: 'person' } : known)
    const until = now + (forMs ?? Number.POSITIVE_INFINITY)
    if (isAsked && scope !== undefined) this.#model.add({ about: args ? exactly : about, answer, scope, until })
  }
}

/** Arguments are those of calls. */
function toRemember(remember: Remember | undefined, { type }: ConsentRequest) {
  if (typeof remember !== 'object') return { scope: remember, args: false, forMs: undefined }
  return { ...remember, args: remember.args === true && type === 'call' }
}

test('whatever happens, an answer comes from the rule, else from what was remembered and holds, else from the person', async () => {
  verifies('HOST-01', 'HOST-04')
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (happenings) => {
      const both = new Both()
      for (const happening of happenings) await both.do(happening)
    }),
    { numRuns: 200 },
  )
})

test('of what is remembered for the life of a host there are 1,000: the oldest is asked about again', async () => {
  const harness = new ConsentHarness()
  const tool = (n: number) => call({}, { tool: `t${n}` })
  for (let n = 0; n <= 1_000; n += 1) await harness.put(tool(n), { answer: 'deny', remember: 'session' })
  expect((await harness.consent.list()).length).toBe(1_000)
  expect(await harness.decide(tool(1))).toEqual({ answer: 'deny', by: 'memory' })
  expect(await harness.put(tool(0), 'allow')).toEqual({ answer: 'allow', by: 'person' })
})

test('a decision says what it is about, since when and until when', async () => {
  const harness = new ConsentHarness()
  await harness.put(call({ a: 1 }), { answer: 'allow', remember: { scope: 'always', forMs: 60_000 } })
  const at = harness.runtime.now()
  const [decision] = await harness.consent.list()
  expect(decision).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    type: 'call',
    server: 'notes',
    subject: 'add',
    binding: expect.stringMatching(/^[0-9a-f]{64}$/),
    answer: 'allow',
    scope: 'always',
    at,
    until: at + 60_000,
  })
  await harness.runtime.advance(59_999)
  expect(await harness.decide(call({ a: 1 }))).toEqual({ answer: 'allow', by: 'memory' })
  await harness.runtime.advance(1)
  expect(await harness.consent.list()).toEqual([])
  expect(await harness.put(call({ a: 1 }), 'deny')).toEqual({ answer: 'deny', by: 'person' })
})
