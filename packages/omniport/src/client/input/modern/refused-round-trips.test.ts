import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { createClientServices } from '../../client-services.js'
import { connectThrough } from '../../connect.js'
import type { ElicitQuestion } from '../../connect-options.js'
import { capital, connectFake, deferred, nameForm } from '../../fixtures/connect-fake.js'
import { connectInTurn } from '../../fixtures/connect-in-turn.js'
import { discovered, FakeServer, initialized } from '../../fixtures/fake-server.js'
import { accept, inTurn, sampled } from '../../fixtures/input.js'

const revision = '2026-07-28'
const inputRequired = (round: object) => ({ 'tools/call': inTurn([round]) })

describe('nothing is sent again', () => {
  const url = { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url: 'https://example.com/1' } }
  const withTools = {
    ...capital,
    params: { ...capital.params, tools: [{ name: 't', inputSchema: { type: 'object' } }] },
  }

  test.each([
    ['a form', nameForm, {}, 'elicitation'],
    ['a form, of a client with pages', nameForm, { elicitUrl: async () => 'accept' as const }, 'elicitation.form'],
    ['a page, of a client with forms', url, { elicit: accept }, 'elicitation.url'],
    ['a sample', capital, {}, 'sampling'],
    ['a sample with tools', withTools, {}, 'sampling'],
    ['roots', { method: 'roots/list' }, {}, 'roots'],
  ])('for %s that was not declared, and nobody is asked', async (_name, inputRequest, options, capability) => {
    verifies('MRTR-06', 'MRTR-24', 'SAMP-05', 'SAMP-18')
    let asked = 0
    const sample = () => {
      asked += 1
      return sampled('x')
    }
    const others = capability === 'sampling' ? { roots: [] } : { sample, ...options }
    const inputRequests = capability === 'sampling' ? { q: inputRequest } : { first: capital, q: inputRequest }
    const { client, server } = await connectFake(revision, inputRequired({ inputRequests }), others)
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
  ])('for a question with %s', async (_name, inputRequest, why) => {
    verifies('MRTR-05')
    const { client, server } = await connectFake(revision, inputRequired({ inputRequests: { q: inputRequest } }), {
      elicit: accept,
    })
    await expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'invalid_result',
      message: expect.stringContaining(`tools/call: the server asks what is no question: ${why}`),
    })
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test('for a state of more than 1 MiB, and nobody is asked', async () => {
    let asked = 0
    const elicit = (inputRequest: ElicitQuestion) => {
      asked += 1
      return accept(inputRequest)
    }
    const requestState = 'é'.repeat(512 * 1024)
    const rounds = [{ requestState }, { inputRequests: { q: nameForm }, requestState: `${requestState}.` }]
    const { client, server } = await connectFake(revision, { 'tools/call': inTurn(rounds) }, { elicit })
    await expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'limit',
      message: 'tools/call: the server wants more than 1048576 bytes of requestState sent back',
    })
    expect([server.methods, asked]).toEqual([['tools/call', 'tools/call'], 0])
    await client.close()
  })

  test.each([
    ['nothing', {}, 'a result that asks for input must hold inputRequests or requestState'],
    [
      'no questions and no state',
      { inputRequests: {} },
      'a result that asks for input must hold inputRequests or requestState',
    ],
    ['a list of questions', { inputRequests: [nameForm] }, 'inputRequests must be an object'],
    ['a state that is no string', { requestState: { a: 1 } }, 'requestState must be a string'],
    ['a state that is null', { requestState: null }, 'requestState must be a string'],
  ])('for a result that asks with %s', async (_name, round, message) => {
    verifies('MRTR-03')
    const { client, server } = await connectFake(revision, inputRequired(round), { elicit: accept })
    await expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'invalid_result',
      message: `tools/call: ${message}`,
    })
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test('for more questions than limits.questions', async () => {
    verifies('SAMP-09')
    const inputRequests = { a: nameForm, b: nameForm, c: nameForm }
    const options = { elicit: accept, limits: { questions: 2 } }
    const { client, server } = await connectFake(revision, inputRequired({ inputRequests }), options)
    await expect(client.callTool('x', {})).rejects.toMatchObject({
      code: 'limit',
      message: 'tools/call: the server asks too much at once; limits.questions is 2',
    })
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test.each([
    ['an error', new Error('no'), new Error('no')],
    [
      'an RpcError',
      new RpcError(-1, 'User rejected sampling request'),
      new RpcError(-1, 'User rejected sampling request'),
    ],
  ])(
    'when a handler throws %s: that rejects the call, and the other handlers stop',
    async (_name, thrown, expected) => {
      verifies('SAMP-18', 'MRTR-24', 'MRTR-14')
      const stopped = deferred<unknown>()
      const { client, server, errors } = await connectFake(
        revision,
        inputRequired({ inputRequests: { a: nameForm, b: capital } }),
        {
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
        },
      )
      await expect(client.callTool('x', {})).rejects.toEqual(expected)
      expect(await stopped.promise).toBe(thrown)
      await settled()
      expect([server.methods, errors]).toEqual([['tools/call'], []])
      await client.close()
    },
  )

  test.each([
    ['no object', undefined, 'The handler elicit gave no object'],
    ['another action', { action: 'ok' }, 'elicit: action must be "accept", "decline" or "cancel"'],
    [
      'what does not fit the form',
      { action: 'accept', content: { name: 1 } },
      'elicit: the content does not fit the form: "name" must be a string',
    ],
    [
      'nothing of what is required',
      { action: 'accept' },
      'elicit: the content does not fit the form: "name" is required',
    ],
    ['content that is no object', { action: 'accept', content: 'x' }, 'elicit: content must be an object'],
  ])('when a handler gives %s', async (_name, given, message) => {
    verifies('ELI-34')
    const options = { elicit: () => given as never }
    const { client, server } = await connectFake(revision, inputRequired({ inputRequests: { a: nameForm } }), options)
    await expect(client.callTool('x', {})).rejects.toEqual(new TypeError(message))
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test('when the call is cancelled while a person is asked: the handler is told', async () => {
    verifies('MRTR-28')
    const asked = deferred<AbortSignal>()
    const { client, server } = await connectFake(revision, inputRequired({ inputRequests: { a: nameForm } }), {
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
    const { client } = await connectFake(revision, inputRequired({ inputRequests: { a: nameForm } }), {
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

test('nothing is sent again to a server that is another by then', async () => {
  const runtime = new VirtualRuntime()
  const modern = {
    'server/discover': () => discovered({ tools: {} }),
    ...inputRequired({ inputRequests: { a: nameForm } }),
  }
  const legacy = { initialize: () => initialized({ tools: {} }) }
  const answered = deferred<void>()
  const elicit = async (inputRequest: ElicitQuestion) => {
    await answered.promise
    return accept(inputRequest)
  }
  const services = createClientServices({ runtime, elicit })
  const { connector, opened } = connectInTurn((count) => new FakeServer(count === 0 ? modern : legacy), services)
  const client = await connectThrough(connector, services, { elicit })
  const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({
    code: 'closed',
    message: 'The server is another now: tools/call is of no use to it',
  })
  await settled()
  opened[0]?.exit()
  await settled()
  answered.resolve()
  await runtime.advance(60_000)
  await rejected
  expect(opened.flatMap(({ methods }) => methods.filter((method) => method === 'tools/call'))).toEqual(['tools/call'])
  await client.close()
})
