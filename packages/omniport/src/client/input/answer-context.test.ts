import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { AnswerContext, ConnectOptions } from '../connect-options.js'
import { capital, connectFake, deferred, nameForm } from '../fixtures/connect-fake.js'

const reply = { role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Oslo' }] } as const
const page = {
  method: 'elicitation/create',
  params: { mode: 'url', message: 'Go', url: 'https://example.com/1', elicitationId: 'e1' },
}
const rootsList = { method: 'roots/list' }

type ServerRequest = { readonly method: string; readonly params?: object }

/** A question that asks for reports under `progressToken`. */
const reporting = ({ method, params = {} }: ServerRequest, progressToken: unknown = 'p') => ({
  method,
  params: { ...params, _meta: { progressToken } },
})

const report = (progress: number, more: object = {}, progressToken: unknown = 'p') => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken, progress, ...more },
})

/** Handlers of every kind of question, each of which runs `run` first. */
function handlersOf(run: (ctx: AnswerContext) => void | Promise<void>): ConnectOptions {
  return {
    elicit: async (_question, ctx) => {
      await run(ctx)
      return { action: 'decline' }
    },
    elicitUrl: async (_question, ctx) => {
      await run(ctx)
      return 'accept'
    },
    sample: async (_params, ctx) => {
      await run(ctx)
      return { ...reply, content: [...reply.content] }
    },
    roots: async (ctx) => {
      await run(ctx)
      return []
    },
  }
}

/** What reaches the server while a question is answered by a handler that runs `run`. */
async function receivedFor(question: object, run: (ctx: AnswerContext) => void | Promise<void>) {
  const { client, server, errors } = await connectFake('2025-11-25', {}, handlersOf(run))
  server.send({ id: 'q', ...question })
  await settled()
  await client.close()
  return { received: server.received.map((message) => ('id' in message ? 'answer' : message)), errors }
}

describe.each<[string, ServerRequest]>([
  ['a model', capital],
  ['a form', nameForm],
  ['a page', page],
  ['roots', rootsList],
])('the progress of the answer to a question for %s', (_name, question) => {
  test.each<[string, unknown]>([
    ['a string', 'p'],
    ['a number', 0],
  ])('reaches a server that wants it, with %s as its token, before the answer', async (_kind, token) => {
    verifies('PRO-01', 'PRO-02')
    const run = ({ progress }: AnswerContext) => {
      progress(0.5, 2, 'half')
      progress(0.5)
      progress(0.1)
      progress(1)
    }
    expect(await receivedFor(reporting(question, token), run)).toEqual({
      received: [report(0.5, { total: 2, message: 'half' }, token), report(1, {}, token), 'answer'],
      errors: [],
    })
  })

  test.each<[string, object]>([
    ['no token', question],
    ['a token that is none', reporting(question, { a: 1 })],
  ])('reaches nobody with %s', async (_kind, asked) => {
    verifies('PRO-04')
    expect(await receivedFor(asked, ({ progress }) => progress(1))).toEqual({ received: ['answer'], errors: [] })
  })
})

test('after the answer no progress is sent', async () => {
  verifies('PRO-05')
  const contexts: AnswerContext[] = []
  const { client, server } = await connectFake(
    '2025-11-25',
    {},
    handlersOf((ctx) => void contexts.push(ctx)),
  )
  server.send({ id: 'q', ...reporting(capital) })
  await settled()
  contexts[0]?.progress(1)
  await settled()
  expect(server.received.map(({ id }) => id)).toEqual(['q'])
  await client.close()
})

test('once the server has cancelled the question, no progress is sent', async () => {
  verifies('PRO-05')
  const asked = deferred<AnswerContext>()
  const run = (ctx: AnswerContext) => {
    asked.resolve(ctx)
    return new Promise<void>(() => {})
  }
  const { client, server } = await connectFake('2025-11-25', {}, handlersOf(run))
  server.send({ id: 'q', ...reporting(capital) })
  const { signal, progress } = await asked.promise
  server.notify('notifications/cancelled', { requestId: 'q' })
  await settled()
  progress(1)
  await settled()
  expect([signal.aborted, server.received]).toEqual([true, []])
  await client.close()
})

test('of a flood the server gets ten reports, and the last before the answer', async () => {
  verifies('PRO-07')
  const runtime = new VirtualRuntime()
  const { client, server } = await connectFake(
    '2025-11-25',
    {},
    {
      runtime,
      ...handlersOf(({ progress }) => {
        for (let done = 1; done <= 10_000; done += 1) progress(done)
      }),
    },
  )
  const timers = runtime.timers
  server.send({ id: 'q', ...reporting(capital) })
  await settled()
  const sent = server.received.map(({ params }) => params?.['progress'])
  expect(sent).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10_000, undefined])
  expect(runtime.timers).toBe(timers)
  await client.close()
})

test.each<[string, readonly unknown[], string]>([
  ['a number that is not finite', [Number.NaN], 'progress must be a finite number, got NaN'],
  ['a total that is not finite', [1, Number.POSITIVE_INFINITY], 'total must be a finite number, got Infinity'],
  ['a message that is no string', [1, 2, 3], 'message must be a string, got 3'],
])('%s is refused, with a token and without', async (_name, args, problem) => {
  for (const question of [capital, reporting(capital)]) {
    const { received, errors } = await receivedFor(question, ({ progress }) =>
      (progress as (...given: readonly unknown[]) => void)(...args),
    )
    expect([received, errors]).toEqual([['answer'], [new TypeError(`ctx.progress: ${problem}`)]])
  }
})

test('2026-07-28: a question in a result is no request, and nothing is reported', async () => {
  verifies('PRO-09')
  let asked = 0
  const inputRequests = { a: reporting(capital) }
  const { client, server, errors } = await connectFake(
    '2026-07-28',
    {
      'tools/call': ({ params }) =>
        params?.['inputResponses'] === undefined
          ? { result: { resultType: 'input_required', inputRequests } }
          : { result: { resultType: 'complete', content: [] } },
    },
    handlersOf(({ progress }) => {
      asked += 1
      progress(1)
    }),
  )
  expect(await client.callTool('x', {})).toMatchObject({ content: [] })
  expect([asked, server.methods, errors]).toEqual([1, ['tools/call', 'tools/call'], []])
  await client.close()
})
