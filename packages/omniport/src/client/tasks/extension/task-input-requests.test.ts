import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { ConnectOptions } from '../../connect-options.js'
import { deferred, nameForm } from '../../fixtures/connect-fake.js'
import type { Reply } from '../../fixtures/fake-server.js'
import { inTurn } from '../fixtures/in-turn.js'
import { accept, ack, done, inputRequired, paramsOf, start, state } from '../fixtures/modern-tasks.js'

const failure = { error: { code: -32603, message: 'Internal error' } }

describe('what a task asks', () => {
  test('is answered by the handlers, each question once, and not waited for with polling', async () => {
    verifies('TASKX-15', 'TASKX-16', 'TASKX-17')
    const answer = deferred<Awaited<ReturnType<typeof accept>>>()
    const asked: string[] = []
    const { client, server, runtime } = await start(
      {
        'tasks/get': inTurn(
          inputRequired({ who: nameForm }),
          inputRequired({ who: nameForm, where: { method: 'roots/list' } }),
          inputRequired({ who: nameForm, where: { method: 'roots/list' } }),
          inputRequired({ who: nameForm }),
          done(),
        ),
      },
      {
        roots: [{ uri: 'file:///a' }],
        elicit: ({ message }) => {
          asked.push(message)
          return answer.promise
        },
      },
    )
    const call = client.callTool('x', {})
    await runtime.advance(300)
    expect(asked).toEqual(['Who?'])
    expect(server.ofMethod('tasks/update').map(paramsOf)).toEqual([
      { taskId: 't1', inputResponses: { where: { roots: [{ uri: 'file:///a' }] } } },
    ])
    answer.resolve(await accept())
    await runtime.advance(200)
    await call
    expect(asked).toEqual(['Who?'])
    expect(server.ofMethod('tasks/update').map(paramsOf)[1]).toEqual({
      taskId: 't1',
      inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } },
    })
    expect(server.ofMethod('tasks/get').length).toBe(5)
    await client.close()
  })

  test('may have a key that objects have anyway', async () => {
    const inputRequests = JSON.parse(JSON.stringify({ key: nameForm }).replace('key', '__proto__'))
    const { client, server, runtime } = await start(
      { 'tasks/get': inTurn(inputRequired(inputRequests), done()) },
      { elicit: accept },
    )
    const call = client.callTool('x', {})
    await runtime.advance(200)
    await call
    const [update] = server.ofMethod('tasks/update').map(paramsOf)
    expect(Object.entries(update?.['inputResponses'] ?? {})).toEqual([
      ['__proto__', { action: 'accept', content: { name: 'Ada' } }],
    ])
    await client.close()
  })

  test('is given up when the server does not want to know any more', async () => {
    const reasons: unknown[] = []
    const { client, server, runtime } = await start(
      { 'tasks/get': inTurn(inputRequired({ who: nameForm }), state('working'), done()) },
      {
        elicit: (_question, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reasons.push(signal.reason)
              reject(signal.reason)
            })
          }),
      },
    )
    const call = client.callTool('x', {})
    await runtime.advance(200)
    expect(reasons).toMatchObject([{ name: 'AbortError', message: 'The question was withdrawn' }])
    await runtime.advance(100)
    expect(await call).toMatchObject({ content: [{ text: 'ok' }] })
    expect(server.ofMethod('tasks/update')).toEqual([])
    await client.close()
  })

  /** A handler that never answers, and the reasons for which its questions were taken back, by message. */
  function waiting() {
    const reasons = new Map<string, unknown>()
    const elicit: ConnectOptions['elicit'] = ({ message }, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reasons.set(message, signal.reason)
          reject(signal.reason)
        })
      })
    return { elicit, reasons }
  }

  test('and was answered elsewhere is taken back, while the rest is still asked', async () => {
    const other = { ...nameForm, params: { ...nameForm.params, message: 'Who else?' } }
    const { elicit, reasons } = waiting()
    const { client, server, runtime } = await start(
      { 'tasks/get': inTurn(inputRequired({ who: nameForm, other }), inputRequired({ other })) },
      { elicit },
    )
    const call = client.callTool('x', {})
    call.catch(() => {})
    await runtime.advance(100)
    expect([...reasons]).toEqual([])
    await runtime.advance(100)
    const withdrawn = expect.objectContaining({ name: 'AbortError', message: 'The question was withdrawn' })
    expect([...reasons]).toEqual([['Who?', withdrawn]])
    await runtime.advance(1_000)
    expect([reasons.size, server.ofMethod('tasks/update')]).toEqual([1, []])
    await client.close()
  })

  test.each<[string, Reply, unknown]>([
    ['completed', done(), undefined],
    ['cancelled', state('cancelled'), 'closed'],
    ['failed', state('failed', { error: { code: -32603, message: 'No' } }), -32603],
  ])('is taken back when the task is %s without an answer', async (_status, end, code) => {
    const { elicit, reasons } = waiting()
    const { client, server, runtime } = await start(
      { 'tasks/get': inTurn(inputRequired({ who: nameForm }), end) },
      { elicit },
    )
    const call = client.callTool('x', {}).then(
      () => undefined,
      (reason: { readonly code: unknown }) => reason.code,
    )
    await runtime.advance(200)
    expect(await call).toBe(code)
    expect([...reasons]).toEqual([['Who?', expect.objectContaining({ name: 'AbortError' })]])
    expect([server.ofMethod('tasks/update'), runtime.timers]).toEqual([[], 0])
    await client.close()
  })

  test('is taken back when the caller gives the call up', async () => {
    const { elicit, reasons } = waiting()
    const giving = new AbortController()
    const reason = new Error('no more')
    const { client, runtime } = await start({ 'tasks/get': () => inputRequired({ who: nameForm }) }, { elicit })
    const rejected = expect(client.callTool('x', {}, { signal: giving.signal })).rejects.toBe(reason)
    await runtime.advance(100)
    giving.abort(reason)
    await rejected
    expect([...reasons]).toEqual([['Who?', reason]])
    await client.close()
  })

  test.each<[string, ConnectOptions, object, object]>([
    ['what was not declared', {}, { who: nameForm }, { code: 'unsupported' }],
    [
      'anything of a client that does not answer',
      { elicit: accept, autoAnswer: false },
      { who: nameForm },
      { code: 'unsupported' },
    ],
    ['no question', { elicit: accept }, { who: { method: 'tools/call' } }, { code: 'invalid_result' }],
    ['a list', { elicit: accept }, [nameForm], { code: 'invalid_result' }],
    [
      'too much',
      { elicit: accept },
      Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`q${index}`, nameForm])),
      { code: 'limit' },
    ],
    [
      'what a handler fails at',
      { elicit: () => Promise.reject(new Error('no screen')) },
      { who: nameForm },
      { message: 'no screen' },
    ],
  ])('%s ends the call, and the task', async (_name, options, inputRequests, error) => {
    const { client, server, runtime } = await start({ 'tasks/get': () => inputRequired(inputRequests) }, options)
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject(error)
    await runtime.advance(100)
    await rejected
    await settled()
    expect(server.ofMethod('tasks/cancel').map(paramsOf)).toEqual([{ taskId: 't1' }])
    expect([server.ofMethod('tasks/update'), runtime.timers]).toEqual([[], 0])
    await client.close()
  })

  test('at once is no more than the limit, which may be reached', async () => {
    const ask = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`q${at}`, nameForm]))
    for (const [count, message] of [
      [2, undefined],
      [3, 'tasks/get: the server asks too much at once; limits.questions is 2'],
    ] as const) {
      const questions = [inputRequired(ask(count))]
      const { client, server, runtime } = await start(
        { 'tasks/get': () => questions.shift() ?? inputRequired({}) },
        { elicit: accept, limits: { questions: 2 } },
      )
      const outcome = client.callTool('x', {}).catch((reason: unknown) => reason)
      await runtime.advance(500)
      expect(server.ofMethod('tasks/update').length).toBe(message === undefined ? 2 : 0)
      await client.close()
      expect(await outcome).toMatchObject(message === undefined ? { code: 'closed' } : { code: 'limit', message })
    }
  })

  test('again and again has an end', async () => {
    let round = 0
    const { client, server, runtime } = await start(
      {
        'tasks/get': () => {
          round += 1
          return inputRequired({ [`q${round}`]: nameForm })
        },
      },
      { elicit: accept, limits: { questions: 2, rounds: 2 } },
    )
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'limit',
      message: 'tasks/get: the server asks too much in all; limits.questions times limits.rounds is 4',
    })
    await runtime.advance(500)
    await rejected
    expect(server.ofMethod('tasks/update').length).toBe(4)
    await client.close()
  })

  test.each<[string, (round: number) => object]>([
    ['another each time', (round) => ({ [`q${round}`]: nameForm })],
    ['the same each time', (round) => (round % 2 === 1 ? { who: nameForm } : {})],
  ])('and withdraws before anybody answers has an end: %s', async (_name, inputRequestsOf) => {
    let round = 0
    let asked = 0
    const { client, server, runtime } = await start(
      {
        'tasks/get': () => {
          round += 1
          return inputRequired(inputRequestsOf(round))
        },
      },
      {
        elicit: (_question, { signal }) => {
          asked += 1
          return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        },
        limits: { questions: 2, rounds: 2 },
      },
    )
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'limit',
      message: 'tasks/get: the server asks too much in all; limits.questions times limits.rounds is 4',
    })
    await runtime.advance(5_000)
    await rejected
    await settled()
    expect(asked).toBe(4)
    expect([server.ofMethod('tasks/update'), server.methods.at(-1)]).toEqual([[], 'tasks/cancel'])
    await client.close()
  })

  test.each([-32602, -32021])(
    'with an answer that the server refuses (%d) ends the call, if it still asks',
    async (code) => {
      const refusal = { error: { code, message: 'Not that' } }
      const { client, server, runtime } = await start(
        { 'tasks/get': () => inputRequired({ who: nameForm }), 'tasks/update': () => refusal },
        { elicit: accept },
      )
      const rejected = expect(client.callTool('x', {})).rejects.toMatchObject(refusal.error)
      await runtime.advance(200)
      await rejected
      expect(server.ofMethod('tasks/update').length).toBe(1)
      await client.close()
    },
  )

  test('with an answer that the server fails at gets that answer again', async () => {
    let asked = 0
    const { client, server, runtime } = await start(
      {
        'tasks/get': (_message, fake) =>
          fake.ofMethod('tasks/update').length > 2 ? done() : inputRequired({ who: nameForm }),
        'tasks/update': inTurn(failure, failure, ack),
      },
      {
        elicit: () => {
          asked += 1
          return accept()
        },
      },
    )
    const call = client.callTool('x', {})
    await runtime.advance(1_000)
    expect([await call, asked]).toMatchObject([{ content: [{ text: 'ok' }] }, 1])
    const who = { action: 'accept', content: { name: 'Ada' } }
    expect(server.ofMethod('tasks/update').map(paramsOf)).toEqual(
      Array.from({ length: 3 }, () => ({ taskId: 't1', inputResponses: { who } })),
    )
    await client.close()
  })

  test('with an answer that the server always fails at ends the call after timeoutMs', async () => {
    const { client, server, runtime } = await start(
      { 'tasks/get': () => inputRequired({ who: nameForm }), 'tasks/update': () => failure },
      { elicit: accept },
    )
    const rejected = expect(client.callTool('x', {}, { timeoutMs: 2_000 })).rejects.toMatchObject(failure.error)
    await runtime.advance(2_000)
    expect(server.ofMethod('tasks/cancel')).toEqual([])
    await runtime.advance(4_000)
    await rejected
    await settled()
    expect([server.ofMethod('tasks/update').length, server.methods.at(-1)]).toEqual([6, 'tasks/cancel'])
    await client.close()
  })

  test('with an answer that the server fails at is not told it while it does not ask; nobody is asked again', async () => {
    let asked = 0
    const { client, server, runtime } = await start(
      {
        'tasks/get': inTurn(
          inputRequired({ who: nameForm }),
          state('working'),
          ...Array.from({ length: 20 }, () => state('working')),
          inputRequired({ who: nameForm }),
          done(),
        ),
        'tasks/update': inTurn(failure, failure, ack),
      },
      {
        elicit: () => {
          asked += 1
          return accept()
        },
      },
    )
    const call = client.callTool('x', {})
    await runtime.advance(2_200)
    expect(server.ofMethod('tasks/update').length).toBeLessThan(3)
    await runtime.advance(200)
    expect([await call, asked]).toMatchObject([{ content: [{ text: 'ok' }] }, 1])
    await client.close()
  })

  test('does not count for the time of the call', async () => {
    const answer = deferred<Awaited<ReturnType<typeof accept>>>()
    const { client, server, runtime } = await start(
      {
        'tasks/get': (_message, fake) =>
          fake.ofMethod('tasks/update').length > 0 ? done() : inputRequired({ who: nameForm }),
      },
      { elicit: () => answer.promise },
    )
    const call = client.callTool('x', {}, { maxTimeoutMs: 1_000 })
    await runtime.advance(20_000)
    answer.resolve(await accept())
    await runtime.advance(200)
    expect(await call).toMatchObject({ content: [{ text: 'ok' }] })
    expect(server.ofMethod('tasks/cancel')).toEqual([])
    await client.close()
  })
})
