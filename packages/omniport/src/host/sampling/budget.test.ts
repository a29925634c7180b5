import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { Budget, defaultSampleBudget, elicitationsPerMinute, rootsPerMinute } from './budget.js'
import { SampleRefused } from './sample-refused.js'

function messageOf(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (reason) {
    return (reason as Error).message
  }
}

test('an answer is cut to what one may have', () => {
  verifies('SAMP-13')
  const budget = new Budget(new VirtualRuntime(), { maxTokens: 100 })
  expect([99, 100, 101].map((wanted) => budget.sample(wanted).maxTokens)).toEqual([99, 100, 100])
})

test('the requests of one minute are so many, in any minute', async () => {
  verifies('SAMP-21')
  const runtime = new VirtualRuntime()
  const budget = new Budget(runtime, { requestsPerMinute: 2 })
  budget.sample(1)
  await runtime.advance(30_000)
  budget.sample(1)
  await runtime.advance(29_999)
  expect(messageOf(() => budget.sample(1))).toBe(
    'The server asked the model more than 2 times in a minute (sampleBudget.requestsPerMinute)',
  )
  await runtime.advance(1)
  budget.sample(1)
  expect(messageOf(() => budget.sample(1))).toContain('requestsPerMinute')
  await runtime.advance(30_000)
  budget.sample(1)
  expect(messageOf(() => budget.sample(1))).toContain('requestsPerMinute')
})

test('what is refused is so to the server as a person refuses', () => {
  const budget = new Budget(new VirtualRuntime(), { requestsPerMinute: 1 })
  budget.sample(1)
  let refused: unknown
  try {
    budget.sample(1)
  } catch (reason) {
    refused = reason
  }
  expect(refused).toBeInstanceOf(SampleRefused)
  expect(refused).toMatchObject({ name: 'AbortError', code: 'limit' })
})

test('tokens in all are so many, and what is not used may be had again, once', () => {
  const budget = new Budget(new VirtualRuntime(), { totalTokens: 100 })
  const first = budget.sample(60)
  expect(messageOf(() => budget.sample(41))).toBe(
    'The model was asked for 41 tokens, and 40 of 100 tokens are left for this server (sampleBudget.totalTokens)',
  )
  first.settle(10)
  first.settle(0)
  expect(messageOf(() => budget.sample(91))).toContain('90 of 100')
  budget.sample(90)
  expect(messageOf(() => budget.sample(1))).toContain('0 of 100')
})

test('no more comes back than was taken', () => {
  const budget = new Budget(new VirtualRuntime(), { totalTokens: 100 })
  budget.sample(50).settle(1_000)
  expect(messageOf(() => budget.sample(51))).toContain('50 of 100')
})

test('a request that is refused takes nothing', () => {
  const budget = new Budget(new VirtualRuntime(), { totalTokens: 10, requestsPerMinute: 1 })
  expect(messageOf(() => budget.sample(11))).toContain('totalTokens')
  budget.sample(4)
  expect(messageOf(() => budget.sample(1))).toContain('requestsPerMinute')
  expect(messageOf(() => budget.sample(7))).toContain('6 of 10')
})

test('where nobody says, there are defaults, and undefined is nobody', () => {
  const budget = new Budget(new VirtualRuntime(), { maxTokens: undefined, requestsPerMinute: undefined })
  expect(defaultSampleBudget).toEqual({ requestsPerMinute: 20, maxTokens: 4_096, totalTokens: 200_000 })
  const granted = Array.from({ length: 20 }, () => budget.sample(1e9).maxTokens)
  expect(new Set(granted)).toEqual(new Set([4_096]))
  expect(messageOf(() => budget.sample(1))).toContain('more than 20 times')
})

test('forms and pages, and looks at the roots, have rates of their own', async () => {
  verifies('ELI-35')
  const runtime = new VirtualRuntime()
  const budget = new Budget(runtime)
  for (let count = 0; count < elicitationsPerMinute; count += 1) budget.elicit()
  for (let count = 0; count < rootsPerMinute; count += 1) budget.roots()
  expect(messageOf(() => budget.elicit())).toBe(
    'The server asked the person more than 20 times in a minute (elicitationsPerMinute)',
  )
  expect(messageOf(() => budget.roots())).toBe(
    'The server asked for the roots more than 60 times in a minute (rootsPerMinute)',
  )
  budget.sample(1)
  await runtime.advance(60_000)
  budget.elicit()
  budget.roots()
})

test('a clock that is set back holds up for a minute at most', () => {
  let now = 1_000_000
  const budget = new Budget({ now: () => now }, { requestsPerMinute: 1 })
  budget.sample(1)
  now -= 500_000
  expect(messageOf(() => budget.sample(1))).toContain('requestsPerMinute')
  now += 60_000
  budget.sample(1)
})

test('whatever is asked and settled when, no minute and no sum is exceeded', () => {
  const step = fc.record({ waitMs: fc.nat(40_000), tokens: fc.integer({ min: 1, max: 60 }), used: fc.nat(80) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = 0
      const most = { requestsPerMinute: 3, maxTokens: 50, totalTokens: 400 }
      const budget = new Budget({ now: () => now }, most)
      const times: number[] = []
      let spent = 0
      for (const { waitMs, tokens, used } of steps) {
        now += waitMs
        const before = times.filter((at) => now - at < 60_000).length
        const wanted = Math.min(tokens, most.maxTokens)
        const fits = before < most.requestsPerMinute && spent + wanted <= most.totalTokens
        expect(messageOf(() => budget.sample(tokens).settle(used)) === undefined).toBe(fits)
        if (!fits) continue
        times.push(now)
        spent += Math.min(used, wanted)
      }
    }),
  )
})
