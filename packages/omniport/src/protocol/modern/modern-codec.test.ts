import { describe, expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { metaKeys } from '../meta/meta-keys.js'
import { ExtendedResult } from '../results/extended-result.js'
import { InputRequired } from '../results/input-required.js'
import { profileOf } from '../revisions/revision-profile.js'
import { decodeResult } from './decode-result.js'
import { decodeRequest, encodeError, encodeResult } from './modern-codec.js'

const profile = profileOf('2026-07-28')
const serverInfo = { name: 's', version: '1' }
const context = { profile, serverInfo }
const mark = { [metaKeys.serverInfo]: serverInfo }

describe('a result', () => {
  test('that needs input has its questions by key, and its state', () => {
    const questions = new Map([['k', { method: 'roots/list', params: {} } as const]])
    expect(encodeResult('tools/call', new InputRequired(questions, 'sealed'), context)).toEqual({
      inputRequests: { k: { method: 'roots/list', params: {} } },
      requestState: 'sealed',
      resultType: 'input_required',
      _meta: mark,
    })
  })

  test('of an extension has its own type, and the name of the server', () => {
    const members = { taskId: 't', resultType: 'other', _meta: { a: 1 } }
    const result = encodeResult('tools/call', new ExtendedResult('task', members), context)
    expect(result).toEqual({ taskId: 't', resultType: 'task', _meta: { a: 1, ...mark } })
    expect(encodeResult('tools/list', new ExtendedResult('x', {}), context)).toEqual({ resultType: 'x', _meta: mark })
  })

  test('with a _meta that is none has its own', () => {
    expect(encodeResult('tools/call', { content: [], _meta: 'x' }, context)).toMatchObject({ _meta: mark })
  })

  test('of a list has its items first', () => {
    const result = encodeResult('tools/list', { tools: [], nextCursor: 'n' }, context)
    expect(Object.keys(result)).toEqual(['tools', 'nextCursor', 'ttlMs', 'cacheScope', 'resultType', '_meta'])
  })

  test('of another method has each hint left out', () => {
    expect(encodeResult('x/y', { a: 1, ttlMs: 1 }, context)).toEqual({ a: 1, resultType: 'complete', _meta: mark })
    expect(encodeResult('x/y', { cacheScope: 'public' }, context)).toEqual({ resultType: 'complete', _meta: mark })
  })
})

describe('the code of an error', () => {
  test.each([
    ['of a resource that is not there is that of parameters', -32002, -32602],
    ['of the specification stays', -32020, -32020],
    ['of a capability stays', -32021, -32021],
    ['of a version stays', -32022, -32022],
    ['that is reserved is internal', -32023, -32603],
    ['that is the last reserved one is internal', -32099, -32603],
    ['beyond those stays', -32100, -32100],
    ['before those stays', -32019, -32019],
    ['of parameters stays', -32602, -32602],
    ['of an author stays', 7, 7],
  ])('%s', (_name, code, expected) => {
    expect(encodeError(new RpcError(code, 'no', { a: 1 }), profile)).toEqual({
      code: expected,
      message: 'no',
      data: { a: 1 },
    })
  })
})

describe('a request', () => {
  test.each([
    'initialize',
    'ping',
    'resources/subscribe',
    'resources/unsubscribe',
    'logging/setLevel',
    'tasks/get',
    'x',
  ])('of the method %s is unknown', (method) => {
    const request = { jsonrpc: '2.0', id: 1, method, params: { uri: 'a:b', level: 'info', taskId: 't' } } as const
    expect(() => decodeRequest(request)).toThrow(RpcError.methodNotFound(method))
  })

  test.each([
    ['server/discover', {}],
    ['subscriptions/listen', { notifications: {} }],
    ['tools/list', { cursor: 'c' }],
  ])('of the method %s has its parameters', (method, params) => {
    expect(decodeRequest({ jsonrpc: '2.0', id: 1, method, params })).toEqual({ method, params })
  })
})

describe('a result that is read', () => {
  const resultTypes = new Map([['task', { methods: ['tools/call'] }]])
  const task = { resultType: 'task', taskId: 't' }

  test('may have the type of an extension, of a method that it may come for', () => {
    expect(decodeResult('tools/call', task, { resultTypes })).toBe(task)
    const unknown = (method: string) => `${method}: the result type "task" is unknown here`
    expect(() => decodeResult('prompts/get', task, { resultTypes })).toThrow(unknown('prompts/get'))
    expect(() => decodeResult('tools/call', task)).toThrow(unknown('tools/call'))
  })

  test.each([[undefined], [null], ['text'], [[]]])('must be an object, not %j', (result) => {
    expect(() => decodeResult('tools/call', result)).toThrow(
      expect.objectContaining({ code: 'invalid_result', message: 'tools/call: the result must be an object' }),
    )
  })

  test('has a long type cut in the message', () => {
    const resultType = 'x'.repeat(100)
    const message = `tools/call: the result type "${'x'.repeat(63)} is unknown here`
    expect(() => decodeResult('tools/call', { resultType })).toThrow(expect.objectContaining({ message }))
  })

  test('says which definitions it comes without', () => {
    const problems: string[] = []
    const onLeftOut = (problem: string) => void problems.push(problem)
    const tools = [{ name: 'a', inputSchema: {} }, { name: 5 }]
    expect(decodeResult('tools/list', { tools, resultType: 'complete' }, { onLeftOut })).toEqual({ tools: [tools[0]] })
    expect(problems).toEqual(['tools/list: left out 1 of 2: tools[1]: name must be a string'])
  })
})
