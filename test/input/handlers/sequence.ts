import { ask } from '../ask.js'
import type { HandlerCase } from '../handler-case.js'

/** Questions one after the other. */
export const sequence: readonly HandlerCase[] = [
  {
    name: 'a handler that asks nothing',
    run: () => 'nothing',
    expected: { outcome: 'nothing', received: [], rounds: 1 },
  },
  {
    name: 'one question',
    run: (ctx) => ask(ctx, 'name?'),
    expected: { outcome: 'NAME?', received: ['name?'], rounds: 2 },
  },
  {
    name: 'two questions, the second made of the answer to the first',
    run: async (ctx) => ask(ctx, `are you ${await ask(ctx, 'name?')}`),
    expected: { outcome: 'ARE YOU NAME?', received: ['name?', 'are you NAME?'], rounds: 3 },
  },
  {
    name: 'a loop until the answer is enough',
    async run(ctx) {
      let path = ''
      while (path.length < 4) path += await ask(ctx, `after "${path}"?`)
      return path
    },
    speak: (text) => text.slice(6).length.toString(),
    expected: { outcome: '3456', received: ['after ""?', 'after "3"?', 'after "34"?', 'after "345"?'], rounds: 5 },
  },
  {
    name: 'the same question again and again',
    run: async (ctx) => [await ask(ctx, 'n?'), await ask(ctx, 'n?'), await ask(ctx, 'n?')].join(),
    speak: (_text, time) => `${time}`,
    expected: { outcome: '1,2,3', received: ['n?', 'n?', 'n?'], rounds: 4 },
  },
  {
    name: 'the same key again and again',
    run: async (ctx) => [await ask(ctx, 'a?', { key: 'k' }), await ask(ctx, 'b?', { key: 'k' })].join(),
    expected: { outcome: 'A?,B?', received: ['a?', 'b?'], rounds: 3 },
  },
  {
    name: 'keys named like what every object has',
    run: async (ctx) =>
      [await ask(ctx, 'a?', { key: '__proto__' }), await ask(ctx, 'b?', { key: 'constructor' })].join(),
    expected: { outcome: 'A?,B?', received: ['a?', 'b?'], rounds: 3 },
  },
  {
    name: 'a way that depends on an answer',
    run: async (ctx) => ((await ask(ctx, 'left?')) === 'no' ? ask(ctx, 'right?') : 'left'),
    speak: (text) => (text === 'left?' ? 'no' : 'yes'),
    expected: { outcome: 'yes', received: ['left?', 'right?'], rounds: 3 },
  },
  {
    name: 'work of several turns between the questions',
    async run(ctx) {
      await turns(3)
      const first = await ask(ctx, 'a?')
      await turns(3)
      return first + (await ask(ctx, 'b?'))
    },
    expected: { outcome: 'A?B?', received: ['a?', 'b?'], rounds: 3 },
  },
  {
    name: 'an answer that the handler changes',
    async run(ctx) {
      const question = { messages: [{ role: 'user', content: 'a?' }], maxTokens: 10 } as const
      const { content } = await ctx.sample(question)
      const [first] = content
      if (first?.type === 'text') Object.assign(first, { text: `${first.text} changed` })
      return JSON.stringify(content) + (await ask(ctx, 'b?')) + (await ask(ctx, 'c?'))
    },
    expected: {
      outcome: '[{"type":"text","text":"A? changed"}]B?C?',
      received: ['a?', 'b?', 'c?'],
      rounds: 4,
    },
  },
  {
    name: 'roots, and a question after them',
    async run(ctx) {
      const roots = await ctx.roots()
      return (await ask(ctx, `which of ${roots.map(({ uri }) => uri).join()}?`)) + (await ctx.roots()).length
    },
    expected: { outcome: 'WHICH OF FILE:///HOME?1', received: ['which of file:///home?'], rounds: 4 },
  },
]

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}
