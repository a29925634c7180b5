import { CapabilityMissing } from '../../../packages/omniport/src/protocol/errors/capability-missing.js'
import type { Revision } from '../../../packages/omniport/src/protocol/revisions/revision.js'
import { profileOf } from '../../../packages/omniport/src/protocol/revisions/revision-profile.js'
import type { InputKind } from '../../../packages/omniport/src/server/requests/context.js'
import { ask, hasForms } from '../ask.js'
import type { HandlerCase } from '../handler-case.js'
import type { Stage } from '../stage.js'

const kinds: readonly InputKind[] = ['elicit', 'elicitUrl', 'sample', 'sampleTools', 'roots']

/** Uses the handler as a client that can be asked nothing. */
const asMute = async (stage: Stage) => stage.use(await stage.connect({}))

const missing = 'The client did not declare the capability roots'
const error = (code: number, name = 'roots') => ({
  code,
  message: `The client did not declare the capability ${name}`,
  data: { requiredCapabilities: { [name]: {} } },
})

function possible(revision: Revision): string {
  const { elicitation, sampleTools } = profileOf(revision)
  return kinds
    .filter((kind) => {
      if (kind === 'elicit') return elicitation !== 'none'
      return kind === 'elicitUrl' ? elicitation === 'full' : kind !== 'sampleTools' || sampleTools
    })
    .join()
}

/** What a client declared, and what it did not. */
export const capabilities: readonly HandlerCase[] = [
  {
    name: 'what can be asked of who answers everything',
    run: (ctx) => kinds.filter((kind) => ctx.can(kind)).join(),
    expected: (revision) => ({ outcome: possible(revision), received: [], rounds: 1 }),
  },
  {
    name: 'what can be asked of who answers nothing',
    run: (ctx) => kinds.filter((kind) => ctx.can(kind)).join(),
    play: asMute,
    expected: { outcome: '', received: [], rounds: 1 },
  },
  {
    name: 'what can be asked of who has roots only',
    run: (ctx) => kinds.filter((kind) => ctx.can(kind)).join(),
    play: async (stage) => stage.use(await stage.connect({ roots: [] })),
    expected: { outcome: 'roots', received: [], rounds: 1 },
  },
  {
    name: 'a question nobody can answer, which is caught',
    run: (ctx) =>
      ask(ctx, 'a?').catch((reason) =>
        reason instanceof CapabilityMissing ? JSON.stringify(reason.requiredCapabilities) : 'else',
      ),
    play: asMute,
    expected: (revision) => ({
      outcome: hasForms(revision) ? '{"elicitation":{"form":{}}}' : '{"sampling":{}}',
      received: [],
      rounds: 1,
    }),
  },
  {
    name: 'a question nobody can answer in a tool',
    run: async (ctx) => String(await ctx.roots()),
    play: asMute,
    expected: (revision) => ({
      outcome: revision === '2026-07-28' ? error(-32021) : { failed: missing },
      received: [],
      rounds: 1,
    }),
  },
  ...(['prompt', 'resource'] as const).map(
    (of): HandlerCase => ({
      name: `a question nobody can answer in a ${of}`,
      of,
      run: async (ctx) => String(await ctx.roots()),
      play: asMute,
      expected: (revision) => ({
        outcome: error(revision === '2026-07-28' ? -32021 : -32603),
        received: [],
        rounds: 1,
      }),
    }),
  ),
  {
    name: 'a question nobody can answer, after one that was answered',
    run: async (ctx) => (await ctx.roots()).length + (await ask(ctx, 'a?')),
    play: async (stage) => stage.use(await stage.connect({ roots: [] })),
    isFor: (revision) => !hasForms(revision),
    expected: { outcome: { failed: missing.replace('roots', 'sampling') }, received: [], rounds: 1 },
  },
  {
    name: 'a question nobody can answer beside one that somebody can',
    run: async (ctx) => {
      const [answer, roots] = await Promise.all([ask(ctx, 'a?'), ctx.roots().catch(() => ['none'])])
      return answer + roots
    },
    play: async (stage) => {
      const { roots: _roots, ...handlers } = stage.person.handlers
      return stage.use(await stage.connect(handlers))
    },
    expected: { outcome: 'A?none', received: ['a?'], rounds: 2 },
  },
]
