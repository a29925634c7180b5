import { expect } from 'vitest'
import { RpcError } from '../../../packages/omniport/src/jsonrpc/messages/rpc-error.js'
import { isSuspended } from '../../../packages/omniport/src/server/input/suspended.js'
import { ToolError } from '../../../packages/omniport/src/server/tools/tool-error.js'
import { ask } from '../ask.js'
import type { HandlerCase } from '../handler-case.js'
import { maxQuestions } from '../stage.js'

const tooManyOf = new RegExp(`^At most ${maxQuestions} questions per (call|task) \\(questions\\)$`)
const tooMany = `At most ${maxQuestions} questions per call (questions)`
const numbers = Array.from({ length: maxQuestions + 1 }, (_, index) => `${index}?`)

/** Handlers that ask and then fail. */
export const failures: readonly HandlerCase[] = [
  {
    name: 'a question, then an error of the tool',
    run: async (ctx) => {
      throw new ToolError(`no ${await ask(ctx, 'a?')}`)
    },
    expected: { outcome: { failed: 'no A?' }, received: ['a?'], rounds: 2 },
  },
  {
    name: 'a question, then an error of the protocol',
    run: async (ctx) => {
      throw new RpcError(-32000, `no ${await ask(ctx, 'a?')}`, { code: 7 })
    },
    expected: { outcome: { code: -32000, message: 'no A?', data: { code: 7 } }, received: ['a?'], rounds: 2 },
  },
  {
    name: 'a question, then a mistake',
    run: async (ctx) => {
      throw new TypeError(`secret ${await ask(ctx, 'a?')}`)
    },
    expected: { outcome: { failed: 'internal error' }, received: ['a?'], rounds: 2 },
  },
  {
    name: 'a mistake before the question',
    run: async (ctx) => {
      await Promise.reject(new TypeError('early'))
      return ask(ctx, 'a?')
    },
    expected: { outcome: { failed: 'internal error' }, received: [], rounds: 1 },
  },
  {
    name: 'more questions than allowed',
    run: async (ctx) => {
      for (const text of numbers) await ask(ctx, text)
      return 'all'
    },
    expected: {
      outcome: { failed: expect.stringMatching(tooManyOf) },
      received: numbers.slice(0, -1),
      rounds: maxQuestions + 1,
    },
  },
  {
    name: 'more questions than allowed in a prompt',
    of: 'prompt',
    run: async (ctx) => {
      for (const text of numbers) await ask(ctx, text)
      return 'all'
    },
    expected: { outcome: { code: -32603, message: tooMany }, received: numbers.slice(0, -1), rounds: maxQuestions + 1 },
  },
  {
    name: 'more questions than allowed, which is caught',
    run: async (ctx) => {
      try {
        for (const text of numbers) await ask(ctx, text)
      } catch (reason) {
        if (isSuspended(reason)) throw reason
      }
      return 'enough'
    },
    expected: { outcome: 'enough', received: numbers.slice(0, -1), rounds: maxQuestions + 1 },
  },
  {
    name: 'a handler that goes on after its questions are on their way',
    run: (ctx) => ask(ctx, 'a?').catch(() => 'guessed'),
    expected: { outcome: 'A?', received: ['a?'], rounds: 2 },
  },
  {
    name: 'a handler that tries again whatever it is told',
    async run(ctx) {
      for (;;) {
        const answer = await ask(ctx, 'a?').catch(() => undefined)
        if (answer !== undefined) return answer
      }
    },
    expected: { outcome: 'A?', received: ['a?'], rounds: 2 },
  },
  {
    name: 'a key that is no text',
    run: (ctx) => ask(ctx, 'a?', { key: 1 as unknown as string }),
    expected: { outcome: { failed: 'internal error' }, received: [], rounds: 1 },
  },
  {
    name: 'a question without text',
    run: (ctx) => ask(ctx, ''),
    isFor: (revision) => revision >= '2025-06-18',
    expected: { outcome: { failed: 'internal error' }, received: [], rounds: 1 },
  },
]
