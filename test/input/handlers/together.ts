import { expect } from 'vitest'
import type { Context } from '../../../packages/omniport/src/server/requests/context.js'
import { ask } from '../ask.js'
import type { HandlerCase } from '../handler-case.js'

const overlapping = 'an equal question is open already; what overlaps needs a key of its own'

const orders = ['left 1,right 1,left 2,right 2', 'left 1,right 1,right 2,left 2']

/** Questions at the same time. */
export const together: readonly HandlerCase[] = [
  {
    name: 'three questions at once',
    run: async (ctx) => (await Promise.all(['a?', 'b?', 'c?'].map((text) => ask(ctx, text)))).join(),
    expected: { outcome: 'A?,B?,C?', received: ['a?', 'b?', 'c?'], rounds: 2 },
  },
  {
    name: 'a question beside the roots',
    run: async (ctx) => {
      const [text, roots] = await Promise.all([ask(ctx, 'a?'), ctx.roots()])
      return text + roots.length
    },
    expected: { outcome: 'A?1', received: ['a?'], rounds: 2 },
  },
  {
    name: 'equal questions at once, told apart by keys',
    run: async (ctx) => (await Promise.all(['x', 'y'].map((key) => ask(ctx, 'n?', { key })))).join(),
    speak: (_text, time) => `${time}`,
    expected: { outcome: '1,2', received: ['n?', 'n?'], rounds: 2 },
  },
  {
    name: 'equal questions at once, not told apart',
    async run(ctx) {
      await ask(ctx, 'first?')
      return (await Promise.all([ask(ctx, 'n?'), ask(ctx, 'n?')])).join()
    },
    expected: {
      outcome: { failed: expect.stringContaining(overlapping) },
      received: expect.arrayContaining(['first?']),
      rounds: 2,
    },
  },
  {
    name: 'equal keys at once',
    run: async (ctx) => (await Promise.all(['a?', 'b?'].map((text) => ask(ctx, text, { key: 'k' })))).join(),
    expected: {
      outcome: { failed: expect.stringContaining('"k" is open already; what overlaps needs a key of its own') },
      received: expect.any(Array),
      rounds: 1,
    },
  },
  {
    name: 'two branches, each with questions of its own',
    run: async (ctx) => (await Promise.all([branch(ctx, 'left'), branch(ctx, 'right')])).join(),
    expected: {
      outcome: 'LEFT 1LEFT 2,RIGHT 1RIGHT 2',
      // Answers that are on their way at once may overtake each other.
      received: expect.toSatisfy(
        (received: readonly string[]) => orders.includes(received.join()),
        'each branch in its order',
      ),
      rounds: 3,
    },
  },
  {
    name: 'a short branch beside a long one',
    async run(ctx) {
      const long = async () => (await branch(ctx, 'long')) + (await ask(ctx, 'long 3'))
      return (await Promise.all([long(), ask(ctx, 'short')])).join()
    },
    expected: {
      outcome: 'LONG 1LONG 2LONG 3,SHORT',
      received: ['long 1', 'short', 'long 2', 'long 3'],
      rounds: 4,
    },
  },
]

async function branch(ctx: Context, name: string): Promise<string> {
  return (await ask(ctx, `${name} 1`)) + (await ask(ctx, `${name} 2`))
}
