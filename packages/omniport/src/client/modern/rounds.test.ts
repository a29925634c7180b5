import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../../test/requirements/verifies.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'
import type { Progress } from '../../protocol/exchange.js'
import type { Client } from '../client.js'
import type { ElicitQuestion } from '../connect-options.js'
import { capital, connectFake, deferred, nameForm } from '../fixtures/connect-fake.js'
import type { Received, Reply } from '../fixtures/fake-server.js'
import { settled, VirtualRuntime } from '../fixtures/virtual-runtime.js'

const revision = '2026-07-28'
const done = { result: { resultType: 'complete', content: [] } }
const paramsOf = ({ params = {} }: Received) => {
  const { _meta, ...rest } = params
  return rest
}

/** Asks with each of `rounds` in turn, then answers. */
function inTurn(rounds: readonly object[], last: Reply = done) {
  let count = 0
  return () => {
    const round = rounds[count]
    count += 1
    return round === undefined ? last : { result: { resultType: 'input_required', ...round } }
  }
}

const asking = (round: object) => ({ 'tools/call': inTurn([round]) })
const accept = ({ schema }: ElicitQuestion) => ({
  action: 'accept' as const,
  content: Object.fromEntries(Object.keys(schema['properties'] as object).map((name) => [name, 'Ada'])),
})
const answerOf = (text: string) => ({ role: 'assistant' as const, model: 'm', content: [{ type: 'text' as const, text }] })

const calls: [string, (client: Client) => Promise<unknown>, object, object][] = [
  ['tools/call', (client) => client.callTool('x', { a: 1 }), { name: 'x', arguments: { a: 1 } }, { content: [] }],
  ['prompts/get', (client) => client.getPrompt('p', { a: '1' }), { name: 'p', arguments: { a: '1' } }, { messages: [] }],
  ['resources/read', (client) => client.readResource('x://1'), { uri: 'x://1' }, { contents: [] }],
]

test.each(calls)('%s is sent again with the answers under their keys', async (method, call, params, result) => {
  verifies('MRTR-02', 'MRTR-14', 'MRTR-15', 'MRTR-16', 'MRTR-17', 'MRTR-19', 'MRTR-20', 'SAMP-20')
  const state = ' "not\u2028JSON\\u0041é' // as it is
  const inputRequests = { who: nameForm, '2': capital, r: { method: 'roots/list' } }
  const last = { result: { resultType: 'complete', ...result } }
  const { client, server } = await connectFake(
    revision,
    { [method]: inTurn([{ inputRequests, requestState: state }], last) },
    { elicit: accept, sample: () => answerOf('Oslo'), roots: [{ uri: 'file:///a' }] },
  )
  expect(await call(client)).toEqual(result)
  expect(server.received.map(({ id, method: name }) => [id, name])).toEqual([
    [2, method],
    [3, method],
  ])
  expect(server.received.map(paramsOf)).toEqual([
    params,
    {
      ...params,
      inputResponses: {
        who: { action: 'accept', content: { name: 'Ada' } },
        '2': { role: 'assistant', model: 'm', content: { type: 'text', text: 'Oslo' } },
        r: { roots: [{ uri: 'file:///a' }] },
      },
      requestState: state,
    },
  ])
  await client.close()
})

test('each round sends its own answers and its own state, and none where it has none', async () => {
  verifies('MRTR-13', 'MRTR-15', 'MRTR-18')
  const rounds = [
    { inputRequests: { a: nameForm }, requestState: 's1' },
    { inputRequests: { b: nameForm } },
    { requestState: '' },
  ]
  const { client, server } = await connectFake(revision, { 'tools/call': inTurn(rounds) }, { elicit: accept })
  const params = { name: 'x', inputResponses: { old: {} }, requestState: 'old' }
  expect(await client.request('tools/call', params, { meta: { 'com.example/a': 1 } })).toEqual({ content: [] })
  const answer = { action: 'accept', content: { name: 'Ada' } }
  expect(server.received.map(paramsOf)).toEqual([
    params,
    { name: 'x', inputResponses: { a: answer }, requestState: 's1' },
    { name: 'x', inputResponses: { b: answer } },
    { name: 'x', requestState: '' },
  ])
  expect(server.received.map(({ params: { _meta } = {} }) => (_meta as Record<string, unknown>)['com.example/a'])).toEqual([
    1, 1, 1, 1,
  ])
  await client.close()
})

test('calls side by side keep their questions, answers and states to themselves', async () => {
  verifies('MRTR-18')
  const { client, server } = await connectFake(
    revision,
    {
      'tools/call': ({ params = {} }) => {
        const { name, inputResponses, requestState } = params
        if (inputResponses === undefined) {
          const params = { ...nameForm.params, message: name }
          const inputRequests = { q: { ...nameForm, params } }
          return { result: { resultType: 'input_required', inputRequests, requestState: `state of ${name}` } }
        }
        const text = JSON.stringify([name, requestState, inputResponses])
        return { result: { resultType: 'complete', content: [{ type: 'text', text }] } }
      },
    },
    {
      elicit: async ({ message }) => {
        if (message === 'a') await settled()
        return { action: 'accept', content: { name: `for ${message}` } }
      },
    },
  )
  const results = await Promise.all(['a', 'b'].map((name) => client.callTool(name, {})))
  expect(results.map(({ content }) => JSON.parse((content[0] as { text: string }).text))).toEqual(
    ['a', 'b'].map((name) => [
      name,
      `state of ${name}`,
      { q: { action: 'accept', content: { name: `for ${name}` } } },
    ]),
  )
  expect(new Set(server.received.map(({ id }) => id)).size).toBe(4)
  await client.close()
})

test('keys that mean something to objects are keys like others', async () => {
  verifies('MRTR-04')
  const inputRequests = JSON.parse(`{"__proto__":${JSON.stringify(nameForm)},"constructor":${JSON.stringify(nameForm)}}`)
  const { client, server } = await connectFake(revision, asking({ inputRequests }), { elicit: accept })
  await client.callTool('x', {})
  const answer = '{"action":"accept","content":{"name":"Ada"}}'
  expect(JSON.stringify(server.received[1]?.params?.['inputResponses'])).toBe(
    `{"__proto__":${answer},"constructor":${answer}}`,
  )
  await client.close()
})

test('a form that is declined or cancelled is answered too, without content', async () => {
  verifies('ELI-15', 'MRTR-24')
  const inputRequests = { a: nameForm, b: nameForm }
  const actions = ['decline', 'cancel'] as const
  let asked = 0
  const elicit = () => {
    asked += 1
    return { action: actions[asked - 1] ?? 'cancel', content: { name: 'x' } as never }
  }
  const { client, server } = await connectFake(revision, asking({ inputRequests }), { elicit })
  await client.callTool('x', {})
  expect(server.received[1]?.params?.['inputResponses']).toEqual({ a: { action: 'decline' }, b: { action: 'cancel' } })
  await client.close()
})

test('handlers get the question, and fields left out get their defaults', async () => {
  verifies('ELI-13', 'ELI-05')
  const requestedSchema = { type: 'object', properties: { a: { type: 'string', default: 'x' }, b: { type: 'integer' } } }
  const inputRequests = {
    form: { method: 'elicitation/create', params: { message: 'Fill in', requestedSchema } },
    page: { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url: 'https://example.com/1' } },
  }
  const asked: unknown[] = []
  const { client, server } = await connectFake(revision, asking({ inputRequests }), {
    elicit: (question) => {
      asked.push(question)
      return { action: 'accept', content: { b: 2 } }
    },
    elicitUrl: async (question) => {
      asked.push(question)
      return 'accept'
    },
  })
  await client.callTool('x', {})
  expect(asked).toEqual([
    { message: 'Fill in', schema: requestedSchema },
    { message: 'Go', url: 'https://example.com/1' },
  ])
  expect(server.received[1]?.params?.['inputResponses']).toEqual({
    form: { action: 'accept', content: { a: 'x', b: 2 } },
    page: { action: 'accept' },
  })
  await client.close()
})

describe('nothing is sent again', () => {
  const url = { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url: 'https://example.com/1' } }
  const withTools = { ...capital, params: { ...capital.params, tools: [{ name: 't', inputSchema: { type: 'object' } }] } }

  test.each([
    ['a form', nameForm, {}, 'elicitation'],
    ['a form, of a client with pages', nameForm, { elicitUrl: async () => 'accept' as const }, 'elicitation.form'],
    ['a page, of a client with forms', url, { elicit: accept }, 'elicitation.url'],
    ['a sample', capital, {}, 'sampling'],
    ['a sample with tools', withTools, {}, 'sampling'],
    ['roots', { method: 'roots/list' }, {}, 'roots'],
  ])('for %s that was not declared, and nobody is asked', async (_name, question, options, capability) => {
    verifies('MRTR-06', 'MRTR-24', 'SAMP-05', 'SAMP-18')
    let asked = 0
    const sample = () => {
      asked += 1
      return answerOf('x')
    }
    const others = capability === 'sampling' ? { roots: [] } : { sample, ...options }
    const inputRequests = capability === 'sampling' ? { q: question } : { first: capital, q: question }
    const { client, server } = await connectFake(revision, asking({ inputRequests }), others)
    await expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'unsupported',
      message: `tools/call: the server asks for what this client did not declare: ${capability}`,
    })
    expect([server.methods, asked]).toEqual([['tools/call'], 0])
    await client.close()
  })

  test.each([
    ['another method', { method: 'tools/list' }, 'Method not found: tools/list'],
    ['no method', {}, 'it has no method'],
    ['no object', 'x', 'it has no method'],
    ['a form without fields', { method: 'elicitation/create', params: { message: 'x' } }, 'params.requestedSchema'],
  ])('for a question with %s', async (_name, question, why) => {
    verifies('MRTR-05')
    const { client, server } = await connectFake(revision, asking({ inputRequests: { q: question } }), { elicit: accept })
    await expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'invalid_result',
      message: expect.stringContaining(`tools/call: the server asks what is no question: ${why}`),
    })
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test.each([
    ['nothing', {}, 'a result that asks for input must hold inputRequests or requestState'],
    ['no questions and no state', { inputRequests: {} }, 'a result that asks for input must hold inputRequests or requestState'],
    ['a list of questions', { inputRequests: [nameForm] }, 'inputRequests must be an object'],
    ['a state that is no string', { requestState: { a: 1 } }, 'requestState must be a string'],
    ['a state that is null', { requestState: null }, 'requestState must be a string'],
  ])('for a result that asks with %s', async (_name, round, message) => {
    verifies('MRTR-03')
    const { client, server } = await connectFake(revision, asking(round), { elicit: accept })
    await expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'invalid_result',
      message: `tools/call: ${message}`,
    })
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test('for more questions than limits.questions', async () => {
    const inputRequests = { a: nameForm, b: nameForm, c: nameForm }
    const options = { elicit: accept, limits: { questions: 2 } }
    const { client, server } = await connectFake(revision, asking({ inputRequests }), options)
    await expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'limit',
      message: 'tools/call: the server asks too much at once; limits.questions is 2',
    })
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test.each([
    ['an error', new Error('no'), new Error('no')],
    ['an RpcError', new RpcError(-1, 'User rejected sampling request'), new RpcError(-1, 'User rejected sampling request')],
  ])('when a handler throws %s: that rejects the call, and the other handlers stop', async (_name, thrown, expected) => {
    verifies('SAMP-18', 'MRTR-24', 'MRTR-14')
    const stopped = deferred<unknown>()
    const { client, server, errors } = await connectFake(revision, asking({ inputRequests: { a: nameForm, b: capital } }), {
      elicit: (_question, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped.resolve(signal.reason)
            reject(signal.reason)
          })
        }),
      sample: () => {
        throw thrown
      },
    })
    await expect(client.callTool('x', {})).rejects.toEqual(expected)
    expect(await stopped.promise).toBe(thrown)
    await settled()
    expect([server.methods, errors]).toEqual([['tools/call'], []])
    await client.close()
  })

  test.each([
    ['no object', undefined, 'The handler elicit gave no object'],
    ['another action', { action: 'ok' }, 'elicit: action must be "accept", "decline" or "cancel"'],
    [
      'what does not fit the form',
      { action: 'accept', content: { name: 1 } },
      'elicit: the content does not fit the form: "name" must be a string',
    ],
    ['nothing of what is required', { action: 'accept' }, 'elicit: the content does not fit the form: "name" is required'],
    ['content that is no object', { action: 'accept', content: 'x' }, 'elicit: content must be an object'],
  ])('when a handler gives %s', async (_name, given, message) => {
    verifies('ELI-34')
    const options = { elicit: () => given as never }
    const { client, server } = await connectFake(revision, asking({ inputRequests: { a: nameForm } }), options)
    await expect(client.callTool('x', {})).rejects.toEqual(new TypeError(message))
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test('when the call is cancelled while a person is asked: the handler is told', async () => {
    verifies('MRTR-28')
    const asked = deferred<AbortSignal>()
    const { client, server } = await connectFake(revision, asking({ inputRequests: { a: nameForm } }), {
      elicit: (_question, { signal }) => {
        asked.resolve(signal)
        return new Promise(() => {})
      },
    })
    const controller = new AbortController()
    const call = client.callTool('x', {}, { signal: controller.signal })
    const signal = await asked.promise
    expect(signal.aborted).toBe(false)
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    expect(signal.reason).toEqual(new Error('enough'))
    await settled()
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test('when the client is closed while a person is asked', async () => {
    const asked = deferred<AbortSignal>()
    const { client } = await connectFake(revision, asking({ inputRequests: { a: nameForm } }), {
      elicit: (_question, { signal }) => {
        asked.resolve(signal)
        return new Promise(() => {})
      },
    })
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'closed' })
    const signal = await asked.promise
    await client.close()
    await rejected
    expect(signal.aborted).toBe(true)
  })
})

describe('time', () => {
  test('that people need to think does not count', async () => {
    const runtime = new VirtualRuntime()
    const answered = deferred<void>()
    const { client, server } = await connectFake(revision, asking({ inputRequests: { a: nameForm } }), {
      runtime,
      timeoutMs: 1_000,
      maxTimeoutMs: 2_000,
      elicit: async (question) => {
        await answered.promise
        return accept(question)
      },
    })
    const call = client.callTool('x', {})
    await runtime.advance(3_600_000)
    expect(server.methods).toEqual(['tools/call'])
    answered.resolve()
    expect(await call).toEqual({ content: [] })
    await client.close()
  })

  test('starts anew with every request', async () => {
    const runtime = new VirtualRuntime()
    const rounds = inTurn([{ inputRequests: { a: nameForm } }])
    let sent = 0
    const answer = async () => {
      sent += 1
      const reply = rounds()
      if (sent === 1) await pausing.promise
      return sent === 1 ? reply : undefined
    }
    const pausing = deferred<void>()
    const options = { runtime, timeoutMs: 1_000, elicit: accept }
    const { client, server } = await connectFake(revision, { 'tools/call': answer }, options)
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'timeout' })
    await runtime.advance(900)
    pausing.resolve()
    await settled()
    await runtime.advance(900)
    expect(server.methods).toEqual(['tools/call', 'tools/call'])
    await runtime.advance(100)
    await rejected
    expect([server.methods.at(-1), runtime.waiting]).toEqual(['notifications/cancelled', 0])
    await client.close()
  })

  test('a server that only wants to be asked again gets some, then is held back, then given up', async () => {
    verifies('MRTR-28', 'MRTR-14')
    const runtime = new VirtualRuntime()
    const again = { result: { resultType: 'input_required', requestState: 's' } }
    const { client, server } = await connectFake(revision, { 'tools/call': () => again }, { runtime, limits: { rounds: 4 } })
    const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'limit',
      message: 'tools/call: the server asks again and again; limits.rounds is 4',
    })
    await settled()
    expect(server.methods.length).toBe(2)
    await runtime.advance(75)
    expect(server.methods.length).toBe(3)
    await runtime.advance(100)
    expect(server.methods.length).toBe(3)
    await runtime.advance(10_000)
    await rejected
    expect([server.methods.length, runtime.waiting]).toEqual([5, 0])
    await client.close()
  })
})

test('rounds are counted: as many as limits.rounds are answered', async () => {
  verifies('MRTR-28')
  const rounds = Array.from({ length: 3 }, () => ({ inputRequests: { a: nameForm } }))
  const options = (count: number) => ({ elicit: accept, limits: { rounds: count } })
  const { client } = await connectFake(revision, { 'tools/call': inTurn(rounds) }, options(3))
  expect(await client.callTool('x', {})).toEqual({ content: [] })
  await client.close()
  const { client: second, server } = await connectFake(revision, { 'tools/call': inTurn(rounds) }, options(2))
  await expect(second.callTool('x', {})).rejects.toMatchObject({ code: 'limit' })
  expect(server.methods.length).toBe(3)
  await second.close()
})

test('what a retry gave is never kept, what came at once is', async () => {
  verifies('MRTR-26')
  const fresh = { ttlMs: 60_000, cacheScope: 'private' }
  const last = { result: { resultType: 'complete', contents: [], ...fresh } }
  const answers = { 'resources/read': inTurn([{ inputRequests: { a: nameForm } }], last) }
  const { client, server } = await connectFake(revision, answers, { elicit: accept })
  await client.readResource('x://1')
  await client.readResource('x://1')
  await client.readResource('x://1')
  expect(server.received.map((message) => 'inputResponses' in paramsOf(message))).toEqual([false, true, false])
  await client.close()
})

test('progress goes on over the rounds of one call, each under a token of its own', async () => {
  verifies('MRTR-17')
  const heard: Progress[] = []
  const tokens: unknown[] = []
  const rounds = inTurn([{ inputRequests: { a: nameForm } }])
  const { client } = await connectFake(
    revision,
    {
      'tools/call': ({ params = {} }, server) => {
        const { progressToken } = params['_meta'] as { progressToken?: unknown }
        tokens.push(progressToken)
        for (const progress of tokens.length === 1 ? [1, 2] : [1, 2, 3])
          server.notify('notifications/progress', { progressToken, progress })
        return rounds()
      },
    },
    { elicit: accept },
  )
  await client.callTool('x', {}, { onProgress: (progress) => heard.push(progress) })
  expect(heard).toEqual([{ done: 1 }, { done: 2 }, { done: 3 }])
  expect(tokens).toEqual([2, 3])
  await client.close()
})

describe('with autoAnswer: false', () => {
  const round = { inputRequests: { a: nameForm }, requestState: 's' }

  test.each(calls)('%s is refused, and request gives the questions', async (method, call, params) => {
    const asked: unknown[] = []
    const elicit = (question: ElicitQuestion) => {
      asked.push(question)
      return accept(question)
    }
    const answers = { [method]: inTurn([round, round]) }
    const { client, server } = await connectFake(revision, answers, { elicit, autoAnswer: false })
    await expect(call(client)).rejects.toMatchObject({
      code: 'unsupported',
      message: `The server asks for input before it answers ${method}: with autoAnswer: false only \`request\` gives that result`,
    })
    expect(await client.request(method, { ...params })).toEqual({ resultType: 'input_required', ...round })
    expect([server.methods, asked]).toEqual([[method, method], []])
    await client.close()
  })
})
