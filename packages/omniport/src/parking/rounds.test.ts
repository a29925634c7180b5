import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import {
  accepted,
  answerAll,
  askOf,
  createHarness,
  everything,
  form,
  page,
  roots,
  sample,
  sampled,
  serveWith,
} from './fixtures/parking-harness.js'

describe('a call that asks', () => {
  test('is answered with its questions, goes on with the answers, and runs once', async () => {
    verifies('MRTR-01', 'MRTR-03', 'MRTR-05')
    let runs = 0
    const { send, retry, parking, runtime } = createHarness(
      serveWith(async (_message, exchange) => {
        runs += 1
        return { content: [await askOf(exchange)(form), await askOf(exchange)(sample)] }
      }),
    )
    const first = await send().asked()
    expect(first).toEqual({
      resultType: 'input_required',
      requestState: expect.stringMatching(/^parked\.v1\./),
      inputRequests: { 'input-1': { ...form, params: { mode: 'form', ...form.params } } },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'gateway', version: '1' } },
    })
    const second = await retry(first, answerAll(first, accepted)).asked()
    expect([Object.keys(second.inputRequests), second.requestState === first.requestState]).toEqual([
      ['input-2'],
      false,
    ])
    expect(await retry(second, answerAll(second, sampled)).result()).toEqual({ content: [accepted, sampled] })
    expect([runs, parking.usage]).toEqual([1, { calls: 0, bytes: 0, delivered: 1 }])
    runtime.advance(300_000)
    expect([parking.usage.delivered, runtime.timers]).toEqual([0, 0])
  })

  test('in one turn sends all of its questions together', async () => {
    const { send, retry } = createHarness(
      serveWith((_message, exchange) => Promise.all([form, page, sample, roots].map((ask) => askOf(exchange)(ask)))),
    )
    const round = await send().asked()
    expect(Object.values(round.inputRequests).map(({ method }) => method)).toEqual(
      [form, page, sample, roots].map(({ method }) => method),
    )
    const answers = [accepted, { action: 'accept' }, sampled, { roots: [{ uri: 'file:///a' }] }]
    const responses = Object.fromEntries(Object.keys(round.inputRequests).map((key, at) => [key, answers[at]]))
    expect(await retry(round, responses).result()).toEqual(answers)
  })

  test('is asked again what the retry left open, under the same key', async () => {
    verifies('MRTR-22', 'MRTR-23')
    const { send, retry } = createHarness(
      serveWith((_message, exchange) => Promise.all([askOf(exchange)(form), askOf(exchange)(roots)])),
    )
    const first = await send().asked()
    const second = await retry(first, { 'input-1': accepted, unknown: 5 }).asked()
    expect(Object.keys(second.inputRequests)).toEqual(['input-2'])
    expect(await retry(second, { 'input-1': { action: 'decline' }, 'input-2': { roots: [] } }).result()).toEqual([
      accepted,
      { roots: [] },
    ])
  })

  test('that asks while it is parked has its question in the next round', async () => {
    let exchange: Exchange | undefined
    const { send, retry } = createHarness(
      serveWith(async (_message, given) => {
        exchange = given
        return { first: await askOf(given)(form), late: await late }
      }),
    )
    let late: Promise<unknown> = Promise.resolve()
    const first = await send().asked()
    late = exchange?.ask?.(roots) ?? late
    const guessed = { ...answerAll(first, accepted), 'input-2': { roots: [{ uri: 'file:///guessed' }] } }
    const second = await retry(first, guessed).asked()
    expect(Object.values(second.inputRequests).map(({ method }) => method)).toEqual(['roots/list'])
    expect(await retry(second, answerAll(second, { roots: [] })).result()).toEqual({
      first: accepted,
      late: { roots: [] },
    })
  })

  test('gets the progress token, the client and the id of the retry as its own', async () => {
    const { send, retry } = createHarness(
      serveWith(async (_message, exchange) => {
        const progress = (value: number) =>
          exchange.notify({
            ...{ jsonrpc: '2.0', method: 'notifications/progress' },
            params: { progressToken: 'one', progress: value },
          })
        progress(1)
        await askOf(exchange)(form)
        progress(2)
        return Object.keys(exchange.client.capabilities)
      }),
    )
    const call = send({ meta: { progressToken: 'one' } })
    const round = await call.asked()
    const capabilities = { elicitation: { form: {} } }
    const again = retry(round, answerAll(round, accepted), {
      meta: { progressToken: 'two' },
      exchange: { client: { capabilities } },
    })
    expect(await again.result()).toEqual(['elicitation'])
    expect([call, again].map(({ notifications }) => notifications.map(({ params }) => params))).toEqual([
      [{ progressToken: 'one', progress: 1 }],
      [{ progressToken: 'two', progress: 2 }],
    ])
  })

  test('that never waits for its question ends with its result', async () => {
    const { send, parking } = createHarness(
      serveWith((_message, exchange) => {
        void askOf(exchange)(form)
        return 'done'
      }),
    )
    expect([await send().result(), parking.usage]).toEqual(['done', { calls: 0, bytes: 0, delivered: 0 }])
  })

  test('gets the answer to a ping at once', async () => {
    const { send } = createHarness(serveWith((_message, exchange) => askOf(exchange)({ method: 'ping' })))
    expect(await send().result()).toEqual({})
  })
})

describe('a question is refused to the call and never sent', () => {
  const refusalOf = async (question: { method: string; params?: object }, capabilities: object) => {
    const { send, parking } = createHarness(
      serveWith((_message, exchange) =>
        askOf(exchange)({ method: question.method, params: { ...question.params } }).catch((reason: unknown) => reason),
      ),
    )
    const refusal = await send({ exchange: { client: { capabilities: { ...capabilities } } } }).result()
    return [refusal, parking.usage.calls]
  }

  test.each([
    ['sampling that was not declared', sample, { elicitation: {} }, -32601, 'Method not found: sampling/createMessage'],
    ['roots that were not declared', roots, {}, -32601, 'Method not found: roots/list'],
    ['a form that was not declared', form, { roots: {} }, -32601, 'Method not found: elicitation/create'],
    [
      'a page where only forms were declared',
      page,
      { elicitation: { form: {} } },
      -32602,
      'did not declare elicitation.url',
    ],
    [
      'tools where only sampling was declared',
      toolSample(),
      { sampling: {} },
      -32602,
      'did not declare sampling.tools',
    ],
    [
      'a method that clients do not serve',
      { method: 'tools/call' },
      everything,
      -32601,
      'Method not found: tools/call',
    ],
    ['a question that is malformed', { ...sample, params: {} }, everything, -32602, 'params.'],
  ])('%s', async (_name, question, capabilities, code, message) => {
    verifies('MRTR-06')
    const [refusal, calls] = await refusalOf(question, capabilities)
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(message) })
    expect(calls).toBe(0)
  })

  test('at once, also while the call is parked', async () => {
    let exchange: Exchange | undefined
    const { send } = createHarness(
      serveWith((_message, given) => {
        exchange = given
        return askOf(given)(form)
      }),
    )
    await send({ exchange: { client: { capabilities: { elicitation: { form: {} } } } } }).asked()
    await expect(exchange?.ask?.(sample)).rejects.toMatchObject({ code: -32601 })
  })

  test('because the client of the retry declares it no more', async () => {
    verifies('MRTR-06')
    const { send, retry } = createHarness(
      serveWith(async (_message, exchange) => {
        const answers = await Promise.allSettled([askOf(exchange)(form), askOf(exchange)(roots)])
        return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.code))
      }),
    )
    const first = await send().asked()
    const client = { capabilities: { elicitation: { form: {} } } }
    expect(await retry(first, { 'input-1': accepted }, { exchange: { client } }).result()).toEqual([accepted, -32601])
  })

  test('because the call has asked, or gone around, too often', async () => {
    const { send, retry } = createHarness(
      serveWith(async (_message, exchange) => {
        const seen: unknown[] = []
        for (const question of [form, form, form]) {
          seen.push(await askOf(exchange)(question).catch(({ message }) => message))
        }
        return seen
      }),
      { limits: { questions: 2 } },
    )
    const first = await send().asked()
    const second = await retry(first, answerAll(first, accepted)).asked()
    expect(await retry(second, answerAll(second, accepted)).result()).toEqual([
      accepted,
      accepted,
      'At most 2 questions per call (questions)',
    ])
  })

  test('because the client never answers it', async () => {
    const { send, retry } = createHarness(
      serveWith((_message, exchange) => askOf(exchange)(form).catch(({ message }) => message)),
      { limits: { rounds: 2 } },
    )
    const first = await send().asked()
    const second = await retry(first, {}).asked()
    expect(await retry(second).result()).toBe('At most 2 rounds per request (rounds)')
  })
})

describe('passes unchanged', () => {
  test.each([
    ['a legacy call', { exchange: { revision: '2025-11-25' as const } }],
    ['a modern request that may not ask', { method: 'tools/list' }],
    [
      'a legacy request that looks like a retry',
      {
        exchange: { revision: '2025-11-25' as const },
        params: { requestState: 'parked.x' },
      },
    ],
  ])('%s', async (_name, given) => {
    const seen: unknown[] = []
    const inner = serveWith((_message, exchange) => {
      seen.push(exchange)
      return exchange.ask === undefined
    })
    const { send, serve } = createHarness(inner)
    expect(await send(given).result()).toBe(true)
    const exchange = { revision: '2025-11-25' } as Exchange // nothing else of it is read
    await serve({ jsonrpc: '2.0', method: 'notifications/initialized' }, exchange)
    expect(seen[1]).toBe(exchange)
  })
})

function toolSample() {
  return { ...sample, params: { ...sample.params, tools: [{ name: 'a', inputSchema: { type: 'object' } }] } }
}
