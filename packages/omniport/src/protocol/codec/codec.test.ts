import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { CapabilityMissing } from '../errors/capability-missing.js'
import { ResourceNotFound } from '../errors/resource-not-found.js'
import { unsupportedVersion } from '../errors/unsupported-version.js'
import { metaKeys } from '../meta/meta-keys.js'
import { type Revision, revisions } from '../revisions/revision.js'
import { profileOf } from '../revisions/revision-profile.js'
import { codecOf } from './codec-of.js'
import { decodeResult } from './decode-result.js'
import { encodeRequest, encodeRequester } from './encode-request.js'

const legacy = revisions.slice(0, 4)
const serverInfo = { name: 's', version: '1', title: 'S', websiteUrl: 'https://example.com' }
const mark = { [metaKeys.serverInfo]: serverInfo }

function encode(revision: Revision, method: string, result: object): object {
  return codecOf(revision).encodeResult(method, result, { profile: profileOf(revision), serverInfo })
}

describe('a result at 2026-07-28', () => {
  const cacheable = [
    ['server/discover', { supportedVersions: [] }],
    ['tools/list', { tools: [] }],
    ['prompts/list', { prompts: [] }],
    ['resources/list', { resources: [] }],
    ['resources/templates/list', { resourceTemplates: [] }],
    ['resources/read', { contents: [] }],
  ] as const

  test.each(cacheable)('of %s says its type, who answers, and how long it is fresh', (method, result) => {
    verifies('BASE-21', 'CACHE-01')
    const end = { resultType: 'complete', _meta: mark }
    expect(encode('2026-07-28', method, result)).toEqual({ ...result, ttlMs: 0, cacheScope: 'private', ...end })
    const hints = { ttlMs: 5, cacheScope: 'public' }
    expect(encode('2026-07-28', method, { ...result, ...hints })).toEqual({ ...result, ...hints, ...end })
  })

  test.each([
    ['tools/call', { content: [] }],
    ['prompts/get', { messages: [] }],
    ['completion/complete', { completion: { values: [] } }],
    ['subscriptions/listen', {}],
  ])('of %s has no cache hints', (method, result) => {
    verifies('BASE-21')
    const hinted = { ...result, ttlMs: 5, cacheScope: 'public' }
    expect(encode('2026-07-28', method, hinted)).toEqual({ ...result, resultType: 'complete', _meta: mark })
  })

  test.each([
    [-1, 'public', 0, 'public'],
    [Number.NaN, 'everyone', 0, 'private'],
    [Number.POSITIVE_INFINITY, undefined, 0, 'private'],
    [1.5, 'private', 1, 'private'],
    ['5', null, 0, 'private'],
  ])('never carries hints that are none: %s and %s', (ttlMs, cacheScope, time, scope) => {
    verifies('CACHE-03')
    const result = encode('2026-07-28', 'resources/read', { contents: [], ttlMs, cacheScope })
    expect(result).toMatchObject({ ttlMs: time, cacheScope: scope })
  })

  test('keeps the _meta of its author, whose name for the server does not count', () => {
    const _meta = { 'com.example/a': 1, [metaKeys.serverInfo]: { name: 'forged', version: '0' } }
    const result = encode('2026-07-28', 'tools/call', { content: [], _meta, resultType: 'task' })
    expect(result).toEqual({ content: [], resultType: 'complete', _meta: { 'com.example/a': 1, ...mark } })
  })
})

describe.each(legacy)('a result at %s', (revision) => {
  test('has neither type, nor cache hints, nor the name of the server', () => {
    const given = { contents: [], ttlMs: 5, cacheScope: 'public', resultType: 'complete', _meta: { a: 1 } }
    expect(encode(revision, 'resources/read', given)).toEqual({ contents: [], _meta: { a: 1 } })
  })
})

describe('structured content', () => {
  const content = [{ type: 'text', text: 't' }]
  const values: readonly (readonly [string, unknown, readonly boolean[]])[] = [
    ['an object', { a: 1 }, [false, false, true, true, true]],
    ['an array', [1], [false, false, false, false, true]],
    ['text', 'a', [false, false, false, false, true]],
    ['null', null, [false, false, false, false, true]],
    ['a number', 0, [false, false, false, false, true]],
  ]

  test.each(values)(
    'that is %s goes where it is known; the content goes everywhere',
    (_name, structuredContent, expectedPresence) => {
      verifies('TOOL-18')
      const results = revisions.map((revision) => encode(revision, 'tools/call', { content, structuredContent }))
      expect(results.map((result) => (result as { content: unknown }).content)).toEqual(revisions.map(() => content))
      expect(results.map((result) => Object.hasOwn(result, 'structuredContent'))).toEqual(expectedPresence)
    },
  )
})

test('messages of a prompt and contents of a resource are encoded one by one', () => {
  const data = new Uint8Array([1])
  const messages = [{ role: 'user', content: { type: 'audio', data, mimeType: 'audio/wav' } }]
  expect(encode('2024-11-05', 'prompts/get', { description: 'd', messages })).toEqual({
    description: 'd',
    messages: [{ role: 'user', content: { type: 'text', text: '[audio of type audio/wav]' } }],
  })
  expect(encode('2025-11-25', 'resources/read', { contents: [{ uri: 'a:b', blob: data }] })).toEqual({
    contents: [{ uri: 'a:b', blob: 'AQ==' }],
  })
})

describe('an error', () => {
  const required = { requiredCapabilities: { elicitation: { url: {} } } }
  const missing = new CapabilityMissing({ elicitation: { url: {} } })
  const errors: readonly (readonly [string, RpcError, number, number, string, unknown])[] = [
    ['for no such resource', new ResourceNotFound('a:b'), -32002, -32602, 'Resource not found: a:b', { uri: 'a:b' }],
    [
      'for a capability',
      missing,
      -32603,
      -32021,
      'The client did not declare the capability elicitation.url',
      required,
    ],
    ['for parameters', RpcError.invalidParams('m'), -32602, -32602, 'm', undefined],
    ['of its author', new RpcError(7, 'm', [1]), 7, 7, 'm', [1]],
  ]

  test.each(errors)('%s has the number of its revision', (_name, error, old, modern, message, data) => {
    verifies('RES-07', 'ERR-06', 'ERR-11', 'VER-26')
    const rest = data === undefined ? { message } : { message, data }
    const encoded = revisions.map((revision) => codecOf(revision).encodeError(error, profileOf(revision)))
    expect(encoded).toEqual([...legacy.map(() => ({ code: old, ...rest })), { code: modern, ...rest }])
  })

  test('for a version names the one asked for and those there are, newest first', () => {
    verifies('VER-20', 'ERR-07')
    expect(unsupportedVersion('1900-01-01', ['2025-11-25', '2026-07-28']).toObject()).toEqual({
      code: -32022,
      message: 'Unsupported protocol version',
      data: { supported: ['2026-07-28', '2025-11-25'], requested: '1900-01-01' },
    })
  })
})

describe('a request', () => {
  const requester = { info: { name: 'c', version: '2', title: 'C' }, capabilities: { roots: {} }, logLevel: undefined }
  const params = { name: 'a', _meta: { progressToken: 1, [metaKeys.protocolVersion]: 'forged' } }
  const requesterMeta = {
    [metaKeys.protocolVersion]: '2026-07-28',
    [metaKeys.clientCapabilities]: { roots: {} },
    [metaKeys.clientInfo]: { name: 'c', version: '2', title: 'C' },
  }
  const modern = profileOf('2026-07-28')

  test('at 2026-07-28 says its revision, who asks and what they can do', () => {
    verifies('VER-15', 'CAP-02')
    expect(encodeRequester(requester, modern)).toEqual(requesterMeta)
    expect(encodeRequest(params, requesterMeta)).toEqual({ name: 'a', _meta: { progressToken: 1, ...requesterMeta } })
    expect(encodeRequest(undefined, requesterMeta)).toEqual({ _meta: requesterMeta })
  })

  test('at 2026-07-28 says which log messages it wants, if any', () => {
    const wanting = { ...requester, logLevel: 'error' as const }
    expect(encodeRequester(wanting, modern)).toEqual({ ...requesterMeta, [metaKeys.logLevel]: 'error' })
  })

  test.each(legacy)('at %s travels as it is', (revision) => {
    const who = encodeRequester(requester, profileOf(revision))
    expect([who, encodeRequest(params, who), encodeRequest(undefined, who)]).toEqual([undefined, params, undefined])
  })
})

describe('a result read at 2026-07-28', () => {
  const read = (method: string, result: unknown) => decodeResult(method, result, { revision: '2026-07-28' })

  test.each([
    ['complete, without that word', 'tools/call', { resultType: 'complete', content: [] }, { content: [] }],
    ['without a type, so complete', 'tools/call', { content: [] }, { content: [] }],
    ['of a method that is not known', 'x/y', { resultType: 'complete', z: 1 }, { z: 1 }],
    [
      'asking for input, of a method that may',
      'tools/call',
      { resultType: 'input_required', inputRequests: {} },
      { resultType: 'input_required', inputRequests: {} },
    ],
  ])('is given when %s', (_name, method, result, expected) => {
    verifies('BASE-22')
    expect(read(method, result)).toEqual(expected)
  })

  test.each([
    ['task', 'tools/call', 'tools/call: the result type "task" is unknown here'],
    ['input_required', 'tools/list', 'tools/list: the result type "input_required" is unknown here'],
    [1, 'tools/call', 'tools/call: the result type 1 is unknown here'],
  ])('whose type is %j is invalid for %s', (resultType, method, message) => {
    verifies('BASE-23', 'BASE-24')
    expect(() => read(method, { resultType, content: [], tools: [] })).toThrow(
      new OmniportError('invalid_result', message),
    )
  })
})
