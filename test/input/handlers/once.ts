import { expect } from 'vitest'
import { isSuspended } from '../../../packages/omniport/src/server/input/suspended.js'
import { ask } from '../ask.js'
import type { HandlerCase } from '../handler-case.js'

const changing = [
  new Date(0),
  { a: undefined },
  Number.NaN,
  new Map(),
  [undefined],
  () => 1,
  { toJSON: () => 'x' },
  -0,
  1n,
]

/** Side effects between questions. */
export const once: readonly HandlerCase[] = [
  {
    name: 'a side effect before a question',
    async run(ctx, probe) {
      const id = await ctx.once('pay', () => probe.count('pay'))
      return id + (await ask(ctx, 'a?'))
    },
    expected: { outcome: '1A?', received: ['a?'], rounds: 2, counts: { pay: 1 } },
  },
  {
    name: 'a side effect between questions',
    async run(ctx, probe) {
      const first = await ask(ctx, 'a?')
      const paid = await ctx.once('pay', async () => ({ by: first, times: [probe.count('pay'), null] }))
      return (await ask(ctx, 'b?')) + JSON.stringify(paid)
    },
    expected: { outcome: 'B?{"by":"A?","times":[1,null]}', received: ['a?', 'b?'], rounds: 3, counts: { pay: 1 } },
  },
  {
    name: 'a side effect without a value',
    async run(ctx, probe) {
      const value = await ctx.once('pay', () => void probe.count('pay'))
      return `${value}${await ask(ctx, 'a?')}`
    },
    expected: { outcome: 'undefinedA?', received: ['a?'], rounds: 2, counts: { pay: 1 } },
  },
  {
    name: 'a side effect whose value is changed by the handler',
    async run(ctx, probe) {
      const list = await ctx.once('begin', () => [String(probe.count('begin'))])
      list.push(await ask(ctx, 'a?'))
      list.push(await ask(ctx, 'b?'))
      return list.join()
    },
    expected: { outcome: '1,A?,B?', received: ['a?', 'b?'], rounds: 3, counts: { begin: 1 } },
  },
  {
    name: 'a side effect beside a question',
    async run(ctx, probe) {
      const slow = async () => {
        for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
        return probe.count('pay')
      }
      const [answer, id] = await Promise.all([ask(ctx, 'a?'), ctx.once('pay', slow)])
      return answer + id
    },
    expected: { outcome: 'A?1', received: ['a?'], rounds: 2, counts: { pay: 1 } },
  },
  {
    name: 'two side effects of the same name, one after the other',
    async run(ctx, probe) {
      const step = () => ctx.once('step', ({ idempotencyKey }) => `${probe.count('step')}${suffixOf(idempotencyKey)}`)
      return [await step(), await ask(ctx, 'a?'), await step(), await ask(ctx, 'b?')].join()
    },
    expected: { outcome: '1step,A?,2step-2,B?', received: ['a?', 'b?'], rounds: 3, counts: { step: 2 } },
  },
  {
    name: 'two side effects of the same name at once',
    async run(ctx, probe) {
      await ask(ctx, 'a?')
      const step = () => ctx.once('step', async () => probe.count('step'))
      return (await Promise.all([step(), step()])).join()
    },
    expected: {
      outcome: { failed: expect.stringContaining('"step" is open already; what overlaps needs a') },
      received: ['a?'],
      rounds: 2,
      counts: { step: 1 },
    },
  },
  {
    name: 'side effects whose values JSON would change',
    async run(ctx) {
      const stored = await Promise.all(
        changing.map((value, index) => ctx.once<unknown>(`${index}`, () => value).catch((reason) => reason)),
      )
      return `${stored.every((reason) => reason instanceof TypeError)} ${await ask(ctx, 'a?')}`
    },
    expected: { outcome: 'true A?', received: ['a?'], rounds: 2 },
  },
  {
    name: 'a side effect whose value JSON would change, which is not caught',
    run: async (ctx) => (await ctx.once('pay', () => new Date(0))) + (await ask(ctx, 'a?')),
    expected: { outcome: { failed: 'internal error' }, received: [], rounds: 1 },
  },
  {
    name: 'a question inside a side effect',
    run: (ctx) => ctx.once('pay', () => ask(ctx, 'a?')),
    expected: { outcome: { failed: expect.stringContaining('inside ctx.once') }, received: [], rounds: 1 },
  },
  {
    name: 'a question after some time inside a side effect, which is caught',
    async run(ctx) {
      const inside = ctx.once('pay', async () => {
        await new Promise((resolve) => setTimeout(resolve, 0))
        return ask(ctx, 'inside?')
      })
      const problem = await inside.catch((reason) => reason)
      return `${problem instanceof TypeError} ${await ask(ctx, 'a?')}`
    },
    expected: { outcome: 'true A?', received: ['a?'], rounds: 2 },
  },
  {
    name: 'a side effect inside a side effect',
    run: (ctx) => ctx.once('outer', () => ctx.once('inner', () => 'x')),
    expected: { outcome: { failed: expect.stringContaining('inside ctx.once') }, received: [], rounds: 1 },
  },
  {
    name: 'a side effect that fails is tried again, under the same key',
    async run(ctx, probe) {
      try {
        await ctx.once('pay', ({ idempotencyKey }) => {
          probe.count(`pay ${idempotencyKey}`)
          throw new Error('no money')
        })
      } catch (reason) {
        if (isSuspended(reason)) throw reason
      }
      probe.note(JSON.stringify(Object.values(probe.counts)))
      return ask(ctx, 'a?')
    },
    expected: (revision) => ({
      outcome: 'A?',
      received: ['a?'],
      rounds: 2,
      counts: expect.anything(),
      notes: revision === '2026-07-28' ? ['[1]', '[2]'] : ['[1]'],
    }),
  },
  {
    name: 'a side effect without a name',
    run: async (ctx) => ctx.once('', () => 'x'),
    expected: { outcome: { failed: 'internal error' }, received: [], rounds: 1 },
  },
]

/** What follows the chain in an idempotency key. */
function suffixOf(idempotencyKey: string): string {
  return idempotencyKey.slice(idempotencyKey.indexOf(':') + 1)
}
