import fc from 'fast-check'
import { test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { RandomCalls, settle } from './fixtures/random-calls.js'

/** What may happen to parked calls, from whichever side. */
const events = fc.array(
  fc.record({
    what: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('begin', 'answer') },
      { weight: 4, arbitrary: fc.constantFrom('partial', 'repeat', 'stale', 'foreign', 'altered', 'other params') },
      { weight: 3, arbitrary: fc.constantFrom('other answer', 'cancel', 'finish', 'fail', 'wait', 'expire') },
      { weight: 1, arbitrary: fc.constant('close') },
    ),
    pick: fc.nat({ max: 11 }),
    /** Whether it is over before the next begins, and how much happens meanwhile if not. */
    turns: fc.constantFrom(12, 12, 0, 1, 3),
  }),
  { minLength: 1, maxLength: 24 },
)

test('whatever happens to parked calls: each runs once, each question settles once, no answer crosses, nothing is left', async () => {
  verifies('MRTR-07', 'MRTR-10', 'MRTR-11', 'MRTR-12')
  await fc.assert(
    fc.asyncProperty(events, async (steps) => {
      const calls = new RandomCalls()
      await calls.meet('begin', 0)
      await settle()
      for (const { what, pick, turns } of steps) {
        await calls.meet(what, pick)
        await settle(turns)
      }
      await calls.checkEnd()
    }),
    { numRuns: 120 },
  )
}, 60_000)
