import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { CapabilityMissing } from '../errors/capability-missing.js'
import { ResourceNotFound } from '../errors/resource-not-found.js'
import { ExtendedResult } from '../results/extended-result.js'
import { legacyRevisions, type Revision } from '../revisions/revision.js'
import { profileOf } from '../revisions/revision-profile.js'
import { decodeResult } from './decode-result.js'
import { decodeRequest, encodeError, encodeResult } from './legacy-codec.js'

const profile = profileOf('2025-11-25')
const encode = (method: string, result: object) =>
  encodeResult(method, result, { profile, serverInfo: { name: 's', version: '1' } })
const request = (method: string, params?: Readonly<Record<string, unknown>>) => ({
  ...({ jsonrpc: '2.0', id: 1, method } as const),
  ...(params !== undefined && { params }),
})

describe('a result', () => {
  test.each([
    [{ ttlMs: 1 }],
    [{ cacheScope: 'public' }],
    [{ resultType: 'complete' }],
    [{ ttlMs: 1, cacheScope: 'public', resultType: 'complete' }],
  ])('has no %j', (newer) => {
    expect(encode('tools/list', { tools: [], _meta: { a: 1 }, ...newer })).toEqual({ tools: [], _meta: { a: 1 } })
  })

  test('that has nothing newer is sent as it is', () => {
    const result = { tools: [] }
    expect(encode('tools/list', result)).toBe(result)
  })

  test('of an extension is its members', () => {
    const members = { found: [], ttlMs: 1 }
    expect(encode('search/find', new ExtendedResult('complete', members))).toBe(members)
  })

  test('has its content in the shape of the revision', () => {
    const image = { type: 'image', data: new Uint8Array([1]), mimeType: 'a/b' }
    expect(encode('tools/call', { content: [image] })).toEqual({ content: [{ ...image, data: 'AQ==' }] })
  })
})

describe('an error', () => {
  test('has the code of its revision', () => {
    expect(encodeError(new ResourceNotFound('a:b'), profile)).toEqual({
      code: -32002,
      message: 'Resource not found: a:b',
      data: { uri: 'a:b' },
    })
    expect(encodeError(new CapabilityMissing({ roots: {} }), profile)).toEqual({
      code: -32603,
      message: 'The client did not declare the capability roots',
      data: { requiredCapabilities: { roots: {} } },
    })
    expect(encodeError(new RpcError(-32602, 'no'), profile)).toEqual({ code: -32602, message: 'no' })
  })
})

describe('a request', () => {
  const served = (method: string, params: Readonly<Record<string, unknown>>): readonly Revision[] =>
    legacyRevisions.filter((revision) => {
      try {
        decodeRequest(request(method, params), profileOf(revision))
        return true
      } catch {
        return false
      }
    })

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['initialize', {}],
    ['ping', {}],
    ['tools/list', {}],
    ['tools/call', { name: 't' }],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'a:b' }],
    ['resources/subscribe', { uri: 'a:b' }],
    ['resources/unsubscribe', { uri: 'a:b' }],
    ['prompts/list', {}],
    ['prompts/get', { name: 'p' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } }],
    ['logging/setLevel', { level: 'info' }],
  ])('%s is known to every legacy revision', (method, params) => {
    expect(served(method, params)).toEqual(legacyRevisions)
  })

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['tasks/get', { taskId: 'a' }],
    ['tasks/list', {}],
    ['tasks/cancel', { taskId: 'a' }],
    ['tasks/result', { taskId: 'a' }],
  ])('%s is known where tasks are part of the protocol', (method, params) => {
    expect(served(method, params)).toEqual(['2025-11-25'])
  })

  test.each<[string, Readonly<Record<string, unknown>> | undefined]>([
    ['resources/subscribe', {}],
    ['resources/unsubscribe', undefined],
    ['logging/setLevel', { level: 'loud' }],
    ['tools/call', {}],
    ['prompts/get', {}],
    ['completion/complete', {}],
    ['tools/list', { cursor: 1 }],
    ['tasks/get', {}],
    ['tasks/cancel', {}],
    ['tasks/result', {}],
    ['tasks/list', { cursor: 1 }],
    ['ping', { _meta: 1 }],
  ])('%s with the parameters %j is refused', (method, params) => {
    expect(thrownBy(() => decodeRequest(request(method, params), profile))).toMatchObject({ code: -32602 })
  })

  test.each(['server/discover', 'subscriptions/listen', 'constructor', ''])('%j is unknown', (method) => {
    expect(thrownBy(() => decodeRequest(request(method), profile))).toEqual(RpcError.methodNotFound(method))
  })

  test('is given on with its parameters', () => {
    expect(decodeRequest(request('ping'), profile)).toEqual({ method: 'ping', params: {} })
    const params = { name: 't', more: 1 }
    expect(decodeRequest(request('tools/call', params), profile)).toEqual({ method: 'tools/call', params })
  })
})

describe('the result of a server', () => {
  test('is an object with what its method promises', () => {
    const result = { content: [], more: 1 }
    expect(decodeResult('tools/call', result)).toEqual(result)
    expect(thrownBy(() => decodeResult('tools/call', []))).toMatchObject({
      code: 'invalid_result',
      message: 'tools/call: the result must be an object',
    })
    expect(thrownBy(() => decodeResult('tools/call', {}))).toMatchObject({ code: 'invalid_result' })
  })

  test('comes without definitions that are malformed, which is told', () => {
    const problems: string[] = []
    const good = { name: 'a', inputSchema: { type: 'object' } }
    const given = { tools: [good, { name: 1 }] }
    const onLeftOut = (problem: string) => problems.push(problem)
    expect(decodeResult('tools/list', given, { onLeftOut })).toEqual({ tools: [good] })
    expect([problems.length, decodeResult('tools/list', given)]).toEqual([1, { tools: [good] }])
  })
})
