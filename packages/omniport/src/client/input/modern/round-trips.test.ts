import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Progress } from '../../../protocol/exchange/exchange.js'
import type { Client } from '../../client.js'
import type { ElicitQuestion } from '../../connect-options.js'
import { capital, connectFake, deferred, nameForm } from '../../fixtures/connect-fake.js'
import { accept, inTurn, paramsOf, sampled } from '../../fixtures/input.js'

const revision = '2026-07-28'
const inputRequired = (round: object) => ({ 'tools/call': inTurn([round]) })

const calls: [string, (client: Client) => Promise<unknown>, object, object][] = [
  ['tools/call', (client) => client.callTool('x', { a: 1 }), { name: 'x', arguments: { a: 1 } }, { content: [] }],
  [
    'prompts/get',
    (client) => client.getPrompt('p', { a: '1' }),
    { name: 'p', arguments: { a: '1' } },
    { messages: [] },
  ],
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
    { elicit: accept, sample: () => sampled('Oslo'), roots: [{ uri: 'file:///a' }] },
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

test('a call goes on after a page only when the person says so', async () => {
  verifies('ELI-23')
  const page = { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url: 'https://a.example/' } }
  const consent = deferred<'accept'>()
  const { client, server } = await connectFake(revision, inputRequired({ inputRequests: { a: page } }), {
    elicitUrl: () => consent.promise,
  })
  const call = client.callTool('x', {})
  await settled()
  expect(server.methods).toEqual(['tools/call'])
  consent.resolve('accept')
  expect(await call).toEqual({ content: [] })
  expect(server.received.map(paramsOf)[1]).toMatchObject({ inputResponses: { a: { action: 'accept' } } })
  await client.close()
})

test.each(['e1', 1, null, {}])(
  'a page with the elicitationId %j, which was removed from the revision, is a page',
  async (elicitationId) => {
    verifies('ELI-16')
    const params = { mode: 'url', message: 'Go', url: 'https://a.example/', elicitationId }
    const inputRequests = { a: { method: 'elicitation/create', params } }
    const asked: unknown[] = []
    const { client, server } = await connectFake(revision, inputRequired({ inputRequests }), {
      elicitUrl: async (question) => {
        asked.push(question)
        return 'accept'
      },
    })
    expect(await client.callTool('x', {})).toEqual({ content: [] })
    expect(asked).toEqual([{ message: 'Go', url: 'https://a.example/' }])
    expect(server.received.map(paramsOf)[1]).toMatchObject({ inputResponses: { a: { action: 'accept' } } })
    await client.close()
  },
)

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
  expect(
    server.received.map(({ params: { _meta } = {} }) => (_meta as Record<string, unknown>)['com.example/a']),
  ).toEqual([1, 1, 1, 1])
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
    ['a', 'b'].map((name) => [name, `state of ${name}`, { q: { action: 'accept', content: { name: `for ${name}` } } }]),
  )
  expect(new Set(server.received.map(({ id }) => id)).size).toBe(4)
  await client.close()
})

test('keys that mean something to objects are keys like others', async () => {
  verifies('MRTR-04')
  const inputRequests = JSON.parse(
    `{"__proto__":${JSON.stringify(nameForm)},"constructor":${JSON.stringify(nameForm)}}`,
  )
  const { client, server } = await connectFake(revision, inputRequired({ inputRequests }), { elicit: accept })
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
  const { client, server } = await connectFake(revision, inputRequired({ inputRequests }), { elicit })
  await client.callTool('x', {})
  expect(server.received[1]?.params?.['inputResponses']).toEqual({ a: { action: 'decline' }, b: { action: 'cancel' } })
  await client.close()
})

test('handlers get the question, and fields left out get their defaults', async () => {
  verifies('ELI-13', 'ELI-05')
  const requestedSchema = {
    type: 'object',
    properties: { a: { type: 'string', default: 'x' }, b: { type: 'integer' } },
  }
  const inputRequests = {
    form: { method: 'elicitation/create', params: { message: 'Fill in', requestedSchema } },
    page: { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url: 'https://example.com/1' } },
  }
  const asked: unknown[] = []
  const { client, server } = await connectFake(revision, inputRequired({ inputRequests }), {
    elicit: (inputRequest) => {
      asked.push(inputRequest)
      return { action: 'accept', content: { b: 2 } }
    },
    elicitUrl: async (inputRequest) => {
      asked.push(inputRequest)
      return 'accept' as const
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
  const observed: Progress[] = []
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
  await client.callTool('x', {}, { onProgress: (progress) => observed.push(progress) })
  expect(observed).toEqual([{ progress: 1 }, { progress: 2 }, { progress: 3 }])
  expect(tokens).toEqual([2, 3])
  await client.close()
})

describe('with autoAnswer: false', () => {
  const round = { inputRequests: { a: nameForm }, requestState: 's' }

  test.each(calls)('%s is refused, and request gives the questions', async (method, call, params) => {
    const asked: unknown[] = []
    const elicit = (inputRequest: ElicitQuestion) => {
      asked.push(inputRequest)
      return accept(inputRequest)
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
