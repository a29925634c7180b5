import { expect } from 'vitest'
import { z } from 'zod'
import { defaultLimits } from '../../../packages/omniport/src/protocol/limits/limits.js'
import { ask, hasForms } from '../ask.js'
import type { HandlerCase } from '../handler-case.js'
import { maxQuestions } from '../stage.js'

const isFor = hasForms

const settings = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'Ada' },
    age: { type: 'integer', default: 36 },
    member: { type: 'boolean', default: true },
    mail: { type: 'string' },
  },
} as const

/** What only forms have. */
export const forms: readonly HandlerCase[] = [
  ...(['decline', 'cancel'] as const).flatMap((action): readonly HandlerCase[] => [
    {
      name: `${action} is an answer`,
      isFor,
      run: async (ctx) => `${await ask(ctx, 'a?')} ${await ask(ctx, 'b?')}`,
      speak: (text) => (text === 'a?' ? { action } : 'yes'),
      expected: { outcome: `${action} yes`, received: ['a?', 'b?'], rounds: 3 },
    },
    {
      name: `${action} has no content`,
      isFor,
      run: async (ctx) => JSON.stringify(await ctx.elicit('a?', settings)),
      speak: () => ({ action }),
      expected: { outcome: `{"action":"${action}"}`, received: ['a?'], rounds: 2 },
    },
  ]),
  {
    name: 'fields that are left out get their defaults',
    isFor,
    run: async (ctx) => JSON.stringify(sorted((await ctx.elicit('a?', settings)).content ?? {})),
    speak: () => ({ content: { name: 'Grace' } }),
    expected: { outcome: '{"age":36,"member":true,"name":"Grace"}', received: ['a?'], rounds: 2 },
  },
  {
    name: 'an answer that does not fit is asked for again',
    isFor,
    run: async (ctx) => {
      const { content } = await ctx.elicit('a?', z.object({ value: z.string().regex(/^b+$/) }))
      return `${content?.value} ${await ask(ctx, 'c?')}`
    },
    speak: (text, time) => (text === 'c?' ? 'yes' : 'abb'.slice(0, time).replace(/^a(?=b)/, '')),
    expected: { outcome: 'b yes', received: ['a?', 'again: a?', 'c?'], rounds: 4 },
  },
  {
    name: 'an answer that does not fit is asked for again beside one that does',
    isFor,
    run: async (ctx) => {
      const strict = z.object({ value: z.string().min(2) }).refine(({ value }) => value !== 'no')
      const [first, second] = await Promise.all([ctx.elicit('a?', strict), ask(ctx, 'b?')])
      return `${first.content?.value} ${second}`
    },
    speak: (text, time) => (text === 'b?' ? 'once' : (['no', 'yes'][time - 1] ?? '')),
    expected: { outcome: 'yes once', received: ['a?', 'b?', 'again: a?'], rounds: 3 },
  },
  {
    name: 'an answer that never fits is not asked for for good',
    isFor,
    run: async (ctx) => JSON.stringify(await ctx.elicit('a?', z.object({ value: z.string().regex(/^b$/) }))),
    expected: (revision) => {
      const isModern = revision === '2026-07-28'
      const { rounds } = defaultLimits
      return {
        outcome: {
          failed: isModern
            ? `At most ${rounds} rounds per request (rounds)`
            : expect.stringMatching(`^At most ${maxQuestions} questions per (call|task) `),
        },
        received: ['a?', ...Array.from({ length: (isModern ? rounds : maxQuestions) - 1 }, () => 'again: a?')],
        rounds: rounds + 1,
      }
    },
  },
  {
    name: 'what a schema transforms is transformed in every round',
    isFor,
    run: async (ctx) => {
      const { content } = await ctx.elicit('a?', z.object({ value: z.string().transform((text) => text.length) }))
      return `${content?.value}${await ask(ctx, 'b?')}`
    },
    expected: { outcome: '2B?', received: ['a?', 'b?'], rounds: 3 },
  },
  {
    name: 'a page to open, with the same id in every round',
    isFor: (revision) => revision >= '2025-11-25',
    run: async (ctx, probe) => {
      const { action, id } = await ctx.elicitUrl('pay', (given) => `https://pay.test/${probe.count(given) && ''}`)
      const { length } = Object.keys(probe.counts)
      return `${action} ${length} ${Object.hasOwn(probe.counts, id)} ${await ask(ctx, 'paid?')}`
    },
    expected: {
      outcome: 'accept 1 true PAID?',
      received: ['pay https://pay.test/', 'paid?'],
      rounds: 3,
      counts: expect.anything(),
    },
  },
]

function sorted(content: object): object {
  return Object.fromEntries(Object.entries(content).sort())
}
