import { describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { LegacyRevision } from '../../protocol/revisions/revision.js'
import type { ConnectOptions, ElicitQuestion } from '../connect-options.js'
import { capital, connectFake, deferred, nameForm } from '../fixtures/connect-fake.js'

const url = { mode: 'url', message: 'Go', url: 'https://example.com/1', elicitationId: 'e1' }
const page = { method: 'elicitation/create', params: url }
const tools = [{ name: 't', inputSchema: { type: 'object' } }]
const answer = { role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Oslo' }] } as const
const declined = () => ({ action: 'decline' as const })

/** What one question is answered with, and what the client reports. */
async function ask(revision: LegacyRevision, inputRequest: object, options: ConnectOptions) {
  const { client, server, errors } = await connectFake(revision, {}, options)
  server.send({ id: 'q', ...inputRequest })
  await settled()
  await client.close()
  const [{ result, error } = {}] = server.received
  return { result, error, errors, count: server.received.length }
}

test.each<[LegacyRevision, object]>([
  ['2025-06-18', { action: 'accept', content: { name: 'Ada' } }],
  ['2025-11-25', { action: 'accept', content: { name: 'Ada' } }],
])('%s: a form is put before a person', async (revision, result) => {
  verifiesIn(revision, 'ELI-05', 'ELI-15')
  const asked: ElicitQuestion[] = []
  const answered = await ask(revision, nameForm, {
    elicit: async (inputRequest) => {
      asked.push(inputRequest)
      return { action: 'accept', content: { name: 'Ada' } }
    },
  })
  expect(answered).toEqual({ result, error: undefined, errors: [], count: 1 })
  expect(asked).toEqual([{ message: 'Who?', schema: nameForm.params.requestedSchema }])
})

test('a page is shown without what belongs to the protocol', async () => {
  verifies('ELI-17')
  const asked: unknown[] = []
  const { result } = await ask('2025-11-25', page, {
    elicitUrl: async (inputRequest) => {
      asked.push(inputRequest)
      return 'accept'
    },
  })
  expect(result).toEqual({ action: 'accept' })
  expect(asked).toEqual([{ message: 'Go', url: 'https://example.com/1' }])
})

test.each<[LegacyRevision, boolean]>([
  ['2024-11-05', false],
  ['2025-03-26', false],
  ['2025-06-18', false],
  ['2025-11-25', true],
])('%s: a model is asked, with tools where the revision has them', async (revision, hasTools) => {
  verifies('SAMP-05', 'SAMP-10')
  const asked: unknown[] = []
  const inputRequest = { ...capital, params: { ...capital.params, tools } }
  const { result } = await ask(revision, inputRequest, {
    sample: (params) => {
      asked.push(params.tools)
      return { ...answer, content: [...answer.content] }
    },
  })
  expect(result).toEqual({ ...answer, content: answer.content[0] })
  expect(asked).toEqual([hasTools ? tools : undefined])
})

test('what limits and guides a model reaches the handler as it was sent', async () => {
  verifies('SAMP-11', 'SAMP-13', 'SAMP-15')
  const params = {
    ...{ maxTokens: 10, systemPrompt: 'Be brief', temperature: 0.5, stopSequences: ['.'] },
    includeContext: 'none' as const,
    modelPreferences: { hints: [{ name: 'b' }, { name: 'a' }], costPriority: 0.3 },
    metadata: { provider: { a: 1 } },
  }
  const asked: unknown[] = []
  await ask(
    '2025-11-25',
    { ...capital, params: { ...capital.params, ...params } },
    {
      sample: (given) => {
        asked.push(given)
        return { ...answer, content: [...answer.content] }
      },
    },
  )
  const [message] = capital.params.messages
  expect(asked).toEqual([{ messages: [{ ...message, content: [message?.content] }], ...params }])
})

describe('an error is the answer', () => {
  test.each<[LegacyRevision, string, object, ConnectOptions, number]>([
    ['2025-11-25', 'a form nobody declared', nameForm, {}, -32601],
    ['2025-11-25', 'a malformed form nobody declared', { method: 'elicitation/create' }, {}, -32601],
    ['2025-11-25', 'a page, where only forms are declared', page, { elicit: declined }, -32602],
    ['2025-11-25', 'a form, where only pages are declared', nameForm, { elicitUrl: async () => 'cancel' }, -32602],
    ['2025-06-18', 'a form, where only pages could be answered', nameForm, { elicitUrl: async () => 'cancel' }, -32601],
    ['2025-03-26', 'a form, which the revision lacks', nameForm, { elicit: declined }, -32601],
    ['2025-11-25', 'a sample nobody declared', capital, {}, -32601],
    ['2025-11-25', 'roots nobody declared', { method: 'roots/list' }, {}, -32601],
    ['2025-11-25', 'a form without fields', { ...nameForm, params: { message: 'x' } }, { elicit: declined }, -32602],
    [
      '2025-11-25',
      'a page without an id',
      { ...page, params: { ...url, elicitationId: undefined } },
      { elicitUrl: async () => 'accept' },
      -32602,
    ],
    ['2025-11-25', 'a method nobody knows', { method: 'x/y' }, { elicit: declined }, -32601],
  ])('%s: to %s', async (revision, _name, inputRequest, options, code) => {
    verifies('ELI-21', 'ROOT-06')
    expect(await ask(revision, inputRequest, options)).toMatchObject({ error: { code }, errors: [], count: 1 })
  })

  test('of the handler, where it is one for the other side', async () => {
    verifies('ERR-02', 'SAMP-17')
    const refusal = new RpcError(-1, 'User rejected sampling request', { why: 'cost' })
    const answered = await ask('2025-11-25', capital, { sample: () => Promise.reject(refusal) })
    expect(answered).toEqual({ result: undefined, error: refusal.toObject(), errors: [], count: 1 })
  })

  test('-1 where a dialog was closed before a model was asked', async () => {
    verifies('ERR-02', 'SAMP-17')
    const sample = () => Promise.reject(new DOMException('The dialog was closed', 'AbortError'))
    expect(await ask('2024-11-05', capital, { sample })).toEqual({
      result: undefined,
      error: { code: -1, message: 'User rejected sampling request' },
      errors: [],
      count: 1,
    })
  })

  test.each<[string, object, ConnectOptions, Error]>([
    [
      'what a handler throws',
      nameForm,
      {
        elicit: () => {
          throw new Error('secret path /home/ada')
        },
      },
      new Error('secret path /home/ada'),
    ],
    [
      'a form filled in wrongly',
      nameForm,
      { elicit: () => ({ action: 'accept', content: { nam: 'Ada' } }) },
      new TypeError('elicit: the content does not fit the form: "nam" was not asked for'),
    ],
    [
      'an answer that is none',
      capital,
      { sample: () => ({ ...answer, model: undefined }) as never },
      new TypeError('the answer to sampling/createMessage: model must be a string'),
    ],
    [
      'an image that is no base64',
      capital,
      { sample: () => ({ ...answer, content: [{ type: 'image', data: 'a b', mimeType: 'image/png' }] }) },
      new TypeError('the answer to sampling/createMessage: content[0].data must be base64 text'),
    ],
    [
      'an image without MIME type',
      capital,
      { sample: () => ({ ...answer, content: [{ type: 'image', data: 'AA==' }] }) as never },
      new TypeError('the answer to sampling/createMessage: content[0].mimeType must be a string'),
    ],
  ])('without a word about %s, which is reported', async (_name, inputRequest, options, problem) => {
    verifies('ELI-34', 'SAMP-22')
    expect(await ask('2025-11-25', inputRequest, options)).toEqual({
      result: undefined,
      error: { code: -32603, message: 'Internal error' },
      errors: [problem],
      count: 1,
    })
  })
})

test.each(['the server cancels', 'the connection ends', 'the client closes'])(
  'the handler is told when %s, and nothing is answered',
  async (event) => {
    verifies('CAN-01')
    const asked = deferred<AbortSignal>()
    const { client, server, errors } = await connectFake(
      '2025-11-25',
      {},
      {
        elicit: (_question, { signal }) =>
          new Promise((_resolve, reject) => {
            asked.resolve(signal)
            signal.addEventListener('abort', () => reject(signal.reason))
          }),
      },
    )
    server.send({ id: 'q', ...nameForm })
    const signal = await asked.promise
    if (event === 'the server cancels') server.notify('notifications/cancelled', { requestId: 'q', reason: 'Too late' })
    else if (event === 'the connection ends') server.exit()
    else await client.close()
    await settled()
    expect([signal.aborted, server.received, errors]).toEqual([true, [], []])
    await client.close()
  },
)

test('a flood of questions is refused beyond limits.questions; what takes nobody any time is answered', async () => {
  verifies('ELI-35')
  let asked = 0
  const { client, server } = await connectFake(
    '2025-11-25',
    {},
    {
      limits: { questions: 2 },
      roots: [],
      elicit: () => {
        asked += 1
        return new Promise(() => {})
      },
    },
  )
  for (const id of ['a', 'b', 'c']) server.send({ id, ...nameForm })
  server.send({ id: 'd', method: 'roots/list' })
  await settled()
  expect(asked).toBe(2)
  const message = 'At most 2 questions are open at once (limits.questions)'
  expect(server.received).toEqual([
    { jsonrpc: '2.0', id: 'c', error: { code: -32603, message } },
    { jsonrpc: '2.0', id: 'd', result: { roots: [] } },
  ])
  await client.close()
})

describe('while a person is asked', () => {
  /** A call that is under way, and a question that is open. */
  async function start() {
    const runtime = new VirtualRuntime()
    const answered = deferred<void>()
    const { client, server } = await connectFake(
      '2025-11-25',
      { 'tools/call': () => undefined },
      {
        runtime,
        timeoutMs: 1_000,
        maxTimeoutMs: 2_500,
        elicit: async () => {
          await answered.promise
          return { action: 'decline' }
        },
      },
    )
    const call = client.callTool('x', {}, { onProgress: () => {} })
    call.catch(() => {})
    await runtime.advance(900)
    server.send({ id: 'q', ...nameForm })
    await runtime.advance(500_000)
    answered.resolve()
    await settled()
    server.received.splice(0, 1)
    return { call, client, server, runtime }
  }

  test('time stands still: the call is answered when it is', async () => {
    const { call, client, server, runtime } = await start()
    await runtime.advance(900)
    expect(server.received).toEqual([{ jsonrpc: '2.0', id: 'q', result: { action: 'decline' } }])
    server.send({ id: 2, result: { content: [] } })
    expect(await call).toEqual({ content: [] })
    expect(runtime.timers).toBe(0)
    await client.close()
  })

  test('it goes on afterwards: timeoutMs anew', async () => {
    const { call, client, server, runtime } = await start()
    const rejected = expect(call).rejects.toMatchObject({ code: 'timeout', message: 'No answer within 1000 ms' })
    await runtime.advance(999)
    expect(server.methods).toEqual([undefined])
    await runtime.advance(1)
    await rejected
    expect([server.methods, runtime.timers]).toEqual([[undefined, 'notifications/cancelled'], 0])
    await client.close()
  })

  test('it goes on afterwards: maxTimeoutMs where it stood', async () => {
    const { call, client, server, runtime } = await start()
    const rejected = expect(call).rejects.toMatchObject({ code: 'timeout', message: 'No answer within 2500 ms' })
    await runtime.advance(900)
    server.notify('notifications/progress', { progressToken: 2, progress: 1 })
    await runtime.advance(699)
    expect(server.methods).toEqual([undefined])
    await runtime.advance(1)
    await rejected
    await client.close()
  })
})

describe('a page that the server says is complete', () => {
  const complete = (elicitationId: string) => ['notifications/elicitation/complete', { elicitationId }] as const

  /** A person who sees the page until it is taken back, which `back` says. */
  async function shown() {
    const reasons: unknown[] = []
    const elicitUrl: ConnectOptions['elicitUrl'] = (_page, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason)
          reject(signal.reason)
        })
      })
    const fake = await connectFake('2025-11-25', {}, { elicitUrl })
    fake.server.send({ id: 'q', ...page })
    await settled()
    return { ...fake, reasons }
  }

  test('while a person is asked about it is taken back, and was accepted elsewhere', async () => {
    const { client, server, errors, reasons } = await shown()
    server.notify(...complete('other'))
    await settled()
    expect([reasons, server.received]).toEqual([[], []])
    server.notify(...complete('e1'))
    await settled()
    expect(reasons).toMatchObject([{ name: 'AbortError', message: 'The page was completed elsewhere' }])
    expect(server.received).toMatchObject([{ id: 'q', result: { action: 'accept' } }])
    await client.close()
    expect(errors).toEqual([])
  })

  test('is not accepted where the question was withdrawn', async () => {
    const { client, server, reasons } = await shown()
    server.notify('notifications/cancelled', { requestId: 'q' })
    await settled()
    server.notify(...complete('e1'))
    await settled()
    expect([reasons.length, server.received]).toEqual([1, []])
    await client.close()
  })

  test('keeps an answer that a person gives all the same', async () => {
    const answered = deferred<'decline'>()
    const { client, server } = await connectFake('2025-11-25', {}, { elicitUrl: () => answered.promise })
    server.send({ id: 'q', ...page })
    await settled()
    server.notify(...complete('e1'))
    answered.resolve('decline')
    await settled()
    expect(server.received).toMatchObject([{ id: 'q', result: { action: 'decline' } }])
    await client.close()
  })
})
