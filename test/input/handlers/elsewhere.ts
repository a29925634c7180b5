import { RpcError } from '../../../packages/omniport/src/jsonrpc/messages/rpc-error.js'
import { ask } from '../ask.js'
import type { HandlerCase } from '../handler-case.js'

/** Questions of prompts and resources. */
export const elsewhere: readonly HandlerCase[] = (['prompt', 'resource'] as const).flatMap((of): HandlerCase[] => [
  {
    name: `questions and a side effect in a ${of}`,
    of,
    async run(ctx, probe) {
      const [first, second] = await Promise.all([ask(ctx, 'a?'), ask(ctx, 'b?')])
      const paid = await ctx.once('pay', () => probe.count('pay'))
      return first + second + paid + (await ask(ctx, 'c?'))
    },
    expected: { outcome: 'A?B?1C?', received: ['a?', 'b?', 'c?'], rounds: 3, counts: { pay: 1 } },
  },
  {
    name: `a ${of} that fails after a question`,
    of,
    run: async (ctx) => {
      throw new RpcError(-32000, await ask(ctx, 'a?'))
    },
    expected: { outcome: { code: -32000, message: 'A?' }, received: ['a?'], rounds: 2 },
  },
  {
    name: `a mistake in a ${of} after a question`,
    of,
    run: async (ctx) => {
      throw new TypeError(await ask(ctx, 'a?'))
    },
    expected: { outcome: { code: -32603, message: 'internal error' }, received: ['a?'], rounds: 2 },
  },
  {
    name: `questions of a ${of} are asked every time, whatever it says of caching`,
    of,
    run: (ctx) => ask(ctx, 'a?'),
    speak: (_text, time) => `${time}`,
    play: async (stage) => [await stage.use(), await stage.use()].join(),
    expected: { outcome: '1,2', received: ['a?', 'a?'], rounds: 2, uses: 2 },
  },
])
