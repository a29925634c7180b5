import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '../../../../../test/requirements/verifies.js'
import type { FullAnswer, Verdict } from './answer.js'
import { ConsentWorld } from './fixtures/consent-world.js'
import { call, form, launch, page, prompt, sampled } from './fixtures/questions.js'
import type { Question } from './question.js'

/** Questions under names that say what they are about, and what they are about exactly. */
const questions: readonly (readonly [about: string, exactly: string, Question])[] = [
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

const events = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({
      what: fc.constant('ask' as const),
      question: fc.nat(questions.length - 1),
      verdict: fc.constantFrom<Verdict[]>('ask', 'ask', 'ask', 'allow', 'deny'),
      answer: fc.constantFrom('allow' as const, 'deny' as const),
      remember,
    }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('wait' as const), ms: fc.constantFrom(1, 10, 50) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('forget' as const), nth: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.constant({ what: 'restart' as const }) },
  ),
  { maxLength: 30 },
)

interface Kept {
  readonly about: string
  readonly answer: 'allow' | 'deny'
  readonly scope: 'session' | 'always'
  readonly until: number
}

test('whatever happens, an answer comes from the rule, else from what was remembered and holds, else from the person', async () => {
  verifies('HOST-01', 'HOST-04')
  await fc.assert(
    fc.asyncProperty(events, async (happenings) => {
      let verdict: Verdict = 'ask'
      let world = new ConsentWorld({ policy: () => verdict })
      const { decisions, runtime } = world
      let kept: Kept[] = []
      for (const event of happenings) {
        const now = runtime.now()
        kept = kept.filter(({ until }) => now < until)
        if (event.what === 'wait') await runtime.advance(event.ms)
        if (event.what === 'restart') {
          world = new ConsentWorld({ policy: () => verdict, decisions, runtime })
          kept = kept.filter(({ scope }) => scope === 'always')
        }
        if (event.what === 'forget') {
          const all = await world.consent.list()
          const ordered = [...kept.filter(({ scope }) => scope === 'always'), ...kept.filter(({ scope }) => scope !== 'always')]
          expect(all.map(({ answer, scope }) => [answer, scope])).toEqual(ordered.map(({ answer, scope }) => [answer, scope]))
          const [id, about] = [all[event.nth]?.id, ordered[event.nth]]
          await world.consent.forget(id ?? 'none')
          kept = kept.filter((one) => one !== about)
        }
        if (event.what === 'ask') {
          verdict = event.verdict
          const [about, exactly, question] = questions[event.question] ?? ['', '', form]
          const known = kept.filter((one) => one.about === about || one.about === exactly)
          const memory = known.some(({ answer }) => answer === 'deny') ? 'deny' : known[0]?.answer
          const isAsked = verdict === 'ask' && memory === undefined
          const args = typeof event.remember === 'object' && event.remember.args && question.type === 'call'
          const how = typeof event.remember === 'object' ? { ...event.remember, args } : event.remember
          const answer: FullAnswer = { answer: event.answer, remember: how }
          const outcome = await (isAsked ? world.put(question, answer) : world.decide(question, { launch }))
          if (verdict !== 'ask') expect(outcome).toEqual({ answer: verdict, by: 'policy' })
          else if (memory !== undefined) expect(outcome).toEqual({ answer: memory, by: 'memory' })
          else {
            expect(outcome).toEqual({ answer: event.answer, by: 'person' })
            if (how !== undefined) {
              const scope = typeof how === 'object' ? how.scope : how
              const forMs = typeof how === 'object' ? how.forMs : undefined
              kept.push({ about: args ? exactly : about, answer: event.answer, scope, until: now + (forMs ?? Infinity) })
            }
          }
          expect(world.asked).toEqual([])
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('of what is remembered for the life of a host there are 1,000: the oldest is asked about again', async () => {
  const world = new ConsentWorld()
  const tool = (n: number) => call({}, { tool: `t${n}` })
  for (let n = 0; n <= 1_000; n += 1) await world.put(tool(n), { answer: 'deny', remember: 'session' })
  expect((await world.consent.list()).length).toBe(1_000)
  expect(await world.decide(tool(1))).toEqual({ answer: 'deny', by: 'memory' })
  expect(await world.put(tool(0), 'allow')).toEqual({ answer: 'allow', by: 'person' })
})

test('a decision says what it is about, since when and until when', async () => {
  const world = new ConsentWorld()
  await world.put(call({ a: 1 }), { answer: 'allow', remember: { scope: 'always', forMs: 60_000 } })
  const at = world.runtime.now()
  const [decision] = await world.consent.list()
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
  await world.runtime.advance(59_999)
  expect(await world.decide(call({ a: 1 }))).toEqual({ answer: 'allow', by: 'memory' })
  await world.runtime.advance(1)
  expect(await world.consent.list()).toEqual([])
  expect(await world.put(call({ a: 1 }), 'deny')).toEqual({ answer: 'deny', by: 'person' })
})
