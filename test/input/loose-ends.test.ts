import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSuspended } from '../../packages/omniport/src/server/input/suspended.js'
import type { Context } from '../../packages/omniport/src/server/requests/context.js'
import { ToolError } from '../../packages/omniport/src/server/tools/tool-error.js'
import { verifies } from '../requirements/verifies.js'
import { settled } from '../support/virtual-runtime.js'
import { ask } from './ask.js'
import { doors } from './doors.js'
import type { HandlerCase } from './handler-case.js'
import { Stage } from './stage.js'

const places = doors.flatMap((door) => door.revisions.map((revision) => ({ door, revision, where: door.name })))
const expected = { outcome: undefined, received: [], rounds: 0 }
const never = () => new Promise<string>(() => {})

describe.each(places)('$revision over $where', ({ door, revision }) => {
  let stage: Stage

  beforeAll(async () => {
    stage = await Stage.open(door, revision)
  })

  afterAll(() => stage.close())

  test('nothing is asked, done or heard of after the handler ended', async () => {
    const contexts: Context[] = []
    const keep = (asks: boolean) => ({
      name: 'a handler that lends its context',
      run: async (ctx: Context) => {
        contexts.push(ctx)
        return asks ? ask(ctx, 'a?') : 'nothing'
      },
      expected,
    })
    expect([await stage.play(keep(false)), await stage.play(keep(true))]).toEqual(['nothing', 'A?'])
    for (const ctx of [contexts[0], contexts.at(-1)]) {
      const reason = await ask(ctx as Context, 'late?').catch((given: unknown) => given)
      expect([isSuspended(reason), String(reason)]).toEqual([
        true,
        'Suspended: The call is over: nothing more can be asked',
      ])
    }
    expect(stage.person.received).toEqual(['a?'])
  })

  test('a call that is cancelled while its question is open lets go of everything', async () => {
    verifies('MRTR-12', 'MRTR-28')
    const abort = new AbortController()
    const asked = new Promise<void>((resolve) => {
      stage.person.onAsked = resolve
    })
    const outcome = stage.play({
      name: 'a handler that holds something',
      async run(ctx, probe) {
        const leave = probe.enter()
        try {
          return await ask(ctx, 'a?')
        } finally {
          leave()
        }
      },
      speak: never,
      play: () => stage.client.callTool('handler', {}, { signal: abort.signal }),
      expected,
    })
    const refused = expect(outcome).rejects.toThrow('enough')
    await asked
    abort.abort(new Error('enough'))
    await refused
    while (stage.probe.open > 0 || stage.person.signals.some(({ aborted }) => !aborted)) await settled(1)
    expect([stage.probe.opened, stage.probe.closed, stage.person.signals.length]).toEqual([1, 1, 1])
  })

  test('many calls at once do not hear the answers of each other', async () => {
    verifies('MRTR-18')
    const calls = Array.from({ length: 6 }, (_, index) => `${index}`)
    const outcome = await stage.play({
      name: 'a handler that knows its call',
      async run(ctx, probe) {
        const call = String(ctx.request.meta['test/call'])
        const [first, second] = await Promise.all([ask(ctx, `${call} a?`), ask(ctx, `${call} b?`)])
        const paid = await ctx.once('pay', async () => {
          await settled(2)
          return `${call} paid ${probe.count(call)}`
        })
        return [first, second, paid, await ask(ctx, `${call} c?`)].join()
      },
      speak: async (text) => {
        await settled(text.length % 3)
        return text.toUpperCase()
      },
      play: async () => {
        const results = calls.map((call) => stage.client.callTool('handler', {}, { meta: { 'test/call': call } }))
        return (await Promise.all(results)).map(({ content }) => content)
      },
      expected,
    })
    expect(outcome).toEqual(
      calls.map((call) => [{ type: 'text', text: `${call} A?,${call} B?,${call} paid 1,${call} C?` }]),
    )
  })

  test.each<Pick<HandlerCase, 'name' | 'run'> & { readonly outcome: unknown }>([
    {
      name: 'returns',
      run: async (ctx) => {
        void ask(ctx, 'a?')
        return 'done'
      },
      outcome: 'done',
    },
    {
      name: 'fails',
      run: async (ctx) => String(await Promise.all([ask(ctx, 'a?'), Promise.reject(new ToolError('no'))])),
      outcome: { failed: 'no' },
    },
  ])('a question that nobody waits for, where the handler $name', async ({ name, run, outcome }) => {
    verifies('MRTR-12')
    expect(await stage.play({ name, run, speak: never, expected })).toEqual(outcome)
    expect(await stage.use()).toEqual(outcome)
    expect([stage.logger.errors, stage.logger.warnings.filter((text) => text.includes('isSuspended'))]).toEqual([
      [],
      [],
    ])
  })
})
