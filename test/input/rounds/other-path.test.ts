import { expect, test } from 'vitest'
import { defaultLimits } from '../../../packages/omniport/src/protocol/limits/limits.js'
import { isSuspended } from '../../../packages/omniport/src/server/input/suspended.js'
import { prompt } from '../../../packages/omniport/src/server/prompts/prompt.js'
import type { Context } from '../../../packages/omniport/src/server/requests/context.js'
import { tool } from '../../../packages/omniport/src/server/tools/tool.js'
import { verifies } from '../../requirements/verifies.js'
import { settled } from '../../support/virtual-runtime.js'
import { ask } from '../ask.js'
import { answering, type OpenRounds, openRounds } from './open-rounds.js'

/** A server whose handlers do something else in every run: `run` knows which one it is. */
async function openFickle(run: (ctx: Context, time: number) => Promise<string>): Promise<OpenRounds> {
  let time = 0
  const next = (ctx: Context) => {
    time += 1
    return run(ctx, time)
  }
  return openRounds({
    tools: { ask: tool({ run: (_args, ctx) => next(ctx) }) },
    prompts: { ask: prompt({ get: (_args, ctx) => next(ctx) }) },
  })
}

const expected =
  'The handler asks "q2" where it read the answer "q1" before: with the same answers it must take the same path. Wrap what ' +
  'varies in ctx.once'

test.each([
  ['tools/call', { text: expected, isError: true }],
  ['prompts/get', { error: { code: -32603, message: expected } }],
] as const)('%s: a handler that takes another way than before is told so, after some time', async (method, outcome) => {
  const ends: boolean[] = []
  const rounds = await openFickle(async (ctx, time) => {
    try {
      return await ask(ctx, 'n?', { key: `q${time}` })
    } catch (reason) {
      ends.push(isSuspended(reason))
      throw reason
    }
  })
  const { requestState } = await rounds.send(method, { name: 'ask' })
  let reply: unknown
  const sent = rounds.send(method, { name: 'ask', ...answering(requestState, { q1: 'A' }) }).then((given) => {
    reply = given
  })
  while (rounds.runtime.timers === 0) await settled(1)
  expect(reply).toBeUndefined()
  rounds.runtime.advance(defaultLimits.replayMs - 1)
  await settled(20)
  expect(reply).toBeUndefined()
  rounds.runtime.advance(1)
  await sent
  expect(reply).toMatchObject(outcome)
  await settled(2)
  expect([rounds.runtime.timers, ends]).toEqual([0, [true, false]])
  rounds.close()
})

test('an answer that is read late is no other way', async () => {
  verifies('MRTR-13')
  const rounds = await openFickle(async (ctx, time) => {
    const late = async () => {
      if (time === 2) await settled(10)
      return ask(ctx, 'late?', { key: 'late' })
    }
    const early = async () => (await ask(ctx, 'a?', { key: 'a' })) + (await ask(ctx, 'b?', { key: 'b' }))
    return (await Promise.all([early(), late()])).join()
  })
  const { inputRequests: first, requestState } = await rounds.call()
  expect(Object.keys(first)).toEqual(['a', 'late'])
  const retry = answering(requestState, { a: 'A', late: 'L' })
  const { inputRequests, requestState: next } = await rounds.call(retry)
  expect(Object.keys(inputRequests)).toEqual(['b'])
  expect((await rounds.call(answering(next, { b: 'B' }))).text).toBe('AB,L')
  rounds.close()
})

test('a handler that ends without reading its answers just ends', async () => {
  verifies('MRTR-12')
  const rounds = await openFickle(async (ctx, time) => (time === 1 ? ask(ctx, 'a?', { key: 'a' }) : 'never mind'))
  const { requestState } = await rounds.call()
  expect((await rounds.call(answering(requestState, { a: 'A' }))).text).toBe('never mind')
  expect(rounds.runtime.timers).toBe(0)
  rounds.close()
})

test('what varies is the same in every round when it is wrapped in once', async () => {
  verifies('MRTR-13')
  const rounds = await openFickle(async (ctx, time) =>
    ask(ctx, 'n?', { key: `q${await ctx.once('time', () => time)}` }),
  )
  const { requestState, inputRequests } = await rounds.call()
  expect(Object.keys(inputRequests)).toEqual(['q1'])
  expect((await rounds.call(answering(requestState, { q1: 'A' }))).text).toBe('A')
  rounds.close()
})
