import { isSuspended } from '../../../packages/omniport/src/server/input/suspended.js'
import { ToolError } from '../../../packages/omniport/src/server/tools/tool-error.js'
import { ask } from '../ask.js'
import type { HandlerCase } from '../handler-case.js'
import type { Probe } from '../probe.js'

/** Handlers that hold something while they ask. */
export const holding: readonly HandlerCase[] = [
  {
    name: 'a lock around questions',
    async run(ctx, probe) {
      const release = await probe.lock()
      try {
        return (await ask(ctx, 'a?')) + (await ask(ctx, 'b?'))
      } finally {
        release()
      }
    },
    expected: { outcome: 'A?B?', received: ['a?', 'b?'], rounds: 3, opens: 1 },
  },
  {
    name: 'something disposable around a question',
    async run(ctx, probe) {
      await using _held = disposable(probe)
      return ask(ctx, 'a?')
    },
    expected: { outcome: 'A?', received: ['a?'], rounds: 2, opens: 1 },
  },
  {
    name: 'something that takes a turn to close, around a question',
    async run(ctx, probe) {
      const leave = probe.enter()
      try {
        return await ask(ctx, 'a?')
      } finally {
        await Promise.resolve()
        leave()
      }
    },
    expected: { outcome: 'A?', received: ['a?'], rounds: 2, opens: 1 },
  },
  {
    name: 'a transaction around a question, committed',
    run: (ctx, probe) => transaction(probe, () => ask(ctx, 'a?')),
    expected: (revision) => ({
      outcome: 'A?',
      received: ['a?'],
      rounds: 2,
      opens: 1,
      notes: revision === '2026-07-28' ? ['released', 'committed'] : ['committed'],
    }),
  },
  {
    name: 'a transaction around a question, compensated',
    run: (ctx, probe) =>
      transaction(probe, async () => {
        throw new ToolError(await ask(ctx, 'a?'))
      }),
    expected: (revision) => ({
      outcome: { failed: 'A?' },
      received: ['a?'],
      rounds: 2,
      opens: 1,
      notes: revision === '2026-07-28' ? ['released', 'compensated'] : ['compensated'],
    }),
  },
  {
    name: 'locks in two branches',
    async run(ctx, probe) {
      const branch = async (text: string) => {
        const release = await probe.lock()
        try {
          return await ask(ctx, text)
        } finally {
          release()
        }
      }
      return (await Promise.all([branch('a?'), branch('b?')])).join()
    },
    expected: { outcome: 'A?,B?', received: ['a?', 'b?'], rounds: 3, opens: 2 },
  },
  {
    name: 'the signal, which aborts while questions are on their way and not at a good end',
    async run(ctx, probe) {
      const { signal } = ctx
      signal.addEventListener('abort', () => probe.note(String(isSuspended(signal.reason))))
      return ask(ctx, 'a?')
    },
    expected: (revision) => ({
      outcome: 'A?',
      received: ['a?'],
      rounds: 2,
      notes: revision === '2026-07-28' ? ['true'] : [],
    }),
  },
]

function disposable(probe: Probe): AsyncDisposable {
  const leave = probe.enter()
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.resolve()
      leave()
    },
  }
}

/** As the authors of handlers write it. */
async function transaction(probe: Probe, work: () => Promise<string>): Promise<string> {
  const leave = probe.enter()
  try {
    const value = await work()
    probe.note('committed')
    return value
  } catch (reason) {
    probe.note(isSuspended(reason) ? 'released' : 'compensated')
    throw reason
  } finally {
    leave()
  }
}
