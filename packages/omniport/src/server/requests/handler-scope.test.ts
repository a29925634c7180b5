import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { settled } from '#test/support/virtual-runtime.js'
import { logLevels } from '../../protocol/exchange/log-level.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { type Revision, revisions } from '../../protocol/revisions/revision.js'
import { tool } from '../tools/tool.js'
import type { Context } from './context.js'

/** What a tool sends while it runs. */
async function sentBy(
  run: (ctx: Context) => unknown,
  meta: object = {},
  revision: Revision = '2025-11-25',
  level?: string,
) {
  const contexts: Context[] = []
  const { server, logger } = defineServer({
    tools: {
      t: tool({
        run(_args, ctx) {
          contexts.push(ctx)
          return String(run(ctx))
        },
      }),
    },
  })
  const { request, settle, messages, close } = await connectRaw(server, { revision })
  if (level !== undefined) await request('logging/setLevel', { level })
  const { result, error } = await request('tools/call', { name: 't', _meta: meta })
  contexts[0]?.progress(1e9)
  contexts[0]?.log.emergency('after the answer')
  await settle()
  close()
  return {
    result: result ?? error,
    logger,
    sent: messages.map(({ method, params }) => [method?.replace('notifications/', ''), params]),
  }
}

const logged = (level: string, data: unknown) => ['message', { level, logger: 't', data }]
const logAll = (ctx: Context) => {
  for (const level of logLevels) ctx.log[level](level)
}

describe('ctx.log', () => {
  const legacy = revisions.slice(0, 4)

  test.each(legacy)('sends info and above at %s until the client says otherwise', async (revision) => {
    verifiesIn(revision, 'LOG-01', 'LOG-10')
    const { sent } = await sentBy(logAll, {}, revision)
    expect(sent).toEqual(logLevels.slice(1).map((level) => logged(level, level)))
  })

  test.each(logLevels)('sends %s and above when that is the level of the session', async (level) => {
    const { sent } = await sentBy(logAll, { [metaKeys.logLevel]: 'not for this era' }, '2025-06-18', level)
    expect(sent).toEqual(logLevels.slice(logLevels.indexOf(level)).map((each) => logged(each, each)))
  })

  test('is silent at 2026-07-28 unless the request says a level', async () => {
    verifies('LOG-05', 'LOG-13', 'LOG-14')
    expect((await sentBy(logAll, {}, '2026-07-28')).sent).toEqual([])
  })

  test.each(logLevels)('sends %s and above when the request says so at 2026-07-28', async (level) => {
    verifies('LOG-05', 'LOG-07', 'LOG-14')
    const { sent } = await sentBy(logAll, { [metaKeys.logLevel]: level }, '2026-07-28')
    expect(sent).toEqual(logLevels.slice(logLevels.indexOf(level)).map((each) => logged(each, each)))
  })

  test('carries any JSON, and nothing as null', async () => {
    const values = [undefined, null, { a: [1] }, 'x', 0]
    const { sent } = await sentBy((ctx) => values.map((data) => ctx.log.info(data)))
    expect(sent).toEqual([null, null, { a: [1] }, 'x', 0].map((data) => logged('info', data)))
  })

  test('of what is no JSON says so, here and there', async () => {
    verifies('LOG-13')
    const { sent, logger } = await sentBy((ctx) => ctx.log.info({ n: 1n }))
    expect(sent).toEqual([logged('info', '[not JSON]')])
    expect(logger.errors.map(({ message }) => message)).toEqual(['t logged what JSON cannot carry'])
  })

  test('of one request is not that of another', async () => {
    verifies('LOG-05', 'LOG-07', 'BASE-25')
    const { server } = defineServer({ tools: { t: tool({ run: (_args, ctx) => ctx.log.error('x') }) } })
    const { request, messages, close } = await connectRaw(server, { revision: '2026-07-28' })
    await request('tools/call', { name: 't', _meta: { [metaKeys.logLevel]: 'debug' } })
    expect(messages.splice(0).length).toBe(1)
    await request('tools/call', { name: 't' })
    expect(messages).toEqual([])
    close()
  })

  test('has a level of the session, checked', async () => {
    const { request, close } = await connectRaw(defineServer().server)
    expect((await request('logging/setLevel', { level: 'warning' })).result).toEqual({})
    expect((await request('logging/setLevel', { level: 'loud' })).error?.code).toBe(-32602)
    close()
  })
})

const progressed = (progressToken: unknown, progress: number, more = {}) => [
  'progress',
  { progressToken, progress, ...more },
]

describe('ctx.progress', () => {
  test.each(revisions)('reports to who asked for it, and never after the answer, at %s', async (revision) => {
    verifiesIn(revision, 'PRO-01', 'PRO-04', 'PRO-05')
    const { sent } = await sentBy((ctx) => ctx.progress(1, 2, 'half'), { progressToken: 0 }, revision)
    const message = revision === '2024-11-05' ? {} : { message: 'half' }
    expect(sent).toEqual([progressed(0, 1, { total: 2, ...message })])
  })

  test('is silent where nobody asked', async () => {
    verifies('PRO-04')
    expect((await sentBy((ctx) => ctx.progress(1))).sent).toEqual([])
  })

  test('of a flood is a few reports, the last among them, before the answer', async () => {
    verifies('PRO-02')
    const flood = (ctx: Context) => {
      for (let done = 1; done <= 100_000; done += 1) ctx.progress(done, 100_000)
    }
    const { sent } = await sentBy(flood, { progressToken: 'x' })
    const reports = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100_000]
    expect(sent).toEqual(reports.map((done) => progressed('x', done, { total: 100_000 })))
  })

  test.each([
    ['progress', [Number.NaN], 'progress must be a finite number, got NaN'],
    ['progress', [Number.POSITIVE_INFINITY], 'progress must be a finite number, got Infinity'],
    ['progress', ['1' as never], 'progress must be a finite number, got "1"'],
    ['total', [1, Number.NaN], 'total must be a finite number, got NaN'],
  ] as const)('refuses a %s that is %j, asked for or not', async (_name, args, problem) => {
    const { logger, result } = await sentBy((ctx) => ctx.progress(...(args as [number])))
    expect(logger.errors.map(({ error }) => error)).toEqual([new TypeError(`ctx.progress: ${problem}`)])
    expect(result).toMatchObject({ isError: true })
  })
})

test('a signal on which a handler leaves a listener is not kept when its call is over, answered or cancelled', async () => {
  const signals: WeakRef<AbortSignal>[] = []
  const listen = tool({
    run: (_args, { signal }) => {
      signals.push(new WeakRef(signal))
      signal.addEventListener('abort', () => {})
      return 'done'
    },
  })
  const wait = tool({
    run: (_args, { signal }) => {
      signals.push(new WeakRef(signal))
      return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('')))
    },
  })
  const { server } = defineServer({ tools: { listen, wait } })
  const connection = await connectRaw(server, { revision: '2026-07-28' })
  for (let call = 0; call < 20; call += 1) await connection.request('tools/call', { name: 'listen', arguments: {} })
  for (let call = 0; call < 20; call += 1) {
    void connection.request('tools/call', { name: 'wait', arguments: {} }, `wait ${call}`)
    await settled()
    connection.notify('notifications/cancelled', { requestId: `wait ${call}` })
  }
  await settled()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // which the flag makes a function
  for (let round = 0; round < 3; round += 1) {
    collect()
    await settled()
  }
  expect(signals.length).toBe(40)
  // What the engine still has in its registers is not kept.
  expect(signals.filter((signal) => signal.deref() !== undefined).length).toBeLessThanOrEqual(2)
  connection.close()
})

test('the signal of a round that ends with questions aborts, and one that is first looked at later has aborted, too', async () => {
  const seen: AbortSignal[] = []
  const contexts: Context[] = []
  const asks = tool({
    async run(_args, ctx) {
      contexts.push(ctx)
      if (contexts.length === 1) seen.push(ctx.signal)
      await ctx.elicit('Who?', { type: 'object', properties: { name: { type: 'string' } } })
      return ''
    },
  })
  const { server } = defineServer({ tools: { asks } })
  const { request, close } = await connectRaw(server, {
    revision: '2026-07-28',
    capabilities: { elicitation: { form: {} } },
  })
  for (let call = 0; call < 2; call += 1) {
    expect((await request('tools/call', { name: 'asks' })).result).toMatchObject({ resultType: 'input_required' })
  }
  expect([seen[0]?.aborted, contexts[1]?.signal.aborted]).toEqual([true, true])
  close()
})

test('the signal of a call that asked nothing stays as it is when the call is over', async () => {
  const contexts: Context[] = []
  const { server } = defineServer({
    tools: {
      t: tool({
        run(_args, ctx) {
          contexts.push(ctx)
          return ''
        },
      }),
    },
  })
  const { request, close } = await connectRaw(server, { revision: '2026-07-28' })
  await request('tools/call', { name: 't' })
  const signals = [1, 2].map(() => contexts[0]?.signal)
  expect([signals[0]?.aborted, new Set(signals).size]).toEqual([false, 1])
  close()
})
