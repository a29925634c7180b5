import { describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { type Revision, revisions } from '../revisions/revision.js'
import { profileOf } from '../revisions/revision-profile.js'
import { decodeInputRequest } from './decode-input-request.js'

const requestedSchema = { type: 'object', properties: { a: { type: 'string', pattern: '(' } }, required: ['a'] }
const form = { message: 'Who?', requestedSchema }
const page = { mode: 'url', message: 'Sign in', url: 'https://example.com/?a=%20', elicitationId: 'e1' }
const messages = [{ role: 'user', content: { type: 'text', text: 'hi' } }]

const decode = (method: string, params: unknown, revision: Revision) =>
  decodeInputRequest({ method, ...(params !== undefined && { params }) }, profileOf(revision))

describe('a form', () => {
  test.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)('of %s needs no mode', (revision) => {
    verifiesIn(revision, 'ELI-05', 'ELI-14')
    const asked = { type: 'elicit', message: 'Who?', schema: requestedSchema }
    expect(decode('elicitation/create', form, revision)).toStrictEqual(asked)
    expect(decode('elicitation/create', { ...form, mode: 'form' }, revision)).toStrictEqual(asked)
  })

  test.each([
    [{ requestedSchema }, 'message must be a string'],
    [{ ...form, mode: 'voice' }, 'mode must be "form" or "url"'],
    [{ message: '' }, 'requestedSchema must be a schema with type "object"'],
    [{ message: '', requestedSchema: { properties: {} } }, 'requestedSchema must be a schema with type "object"'],
    [{ message: '', requestedSchema: { type: 'object' } }, 'requestedSchema.properties must be an object'],
    [
      { message: '', requestedSchema: { type: 'object', properties: { a: true } } },
      'requestedSchema.properties.a must be an object',
    ],
    [
      { message: '', requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } },
      'requestedSchema.properties.a.type must be no object: a form is flat',
    ],
    [
      { message: '', requestedSchema: { ...requestedSchema, required: [1] } },
      'requestedSchema.required must be an array of strings',
    ],
    [
      { message: '', requestedSchema: { type: 'object', properties: { a: { $ref: 'https://example.com/' } } } },
      'requestedSchema/properties/a/$ref must be a reference inside the schema',
    ],
    [
      { message: '', requestedSchema: { type: 'object', properties: { default: { $dynamicRef: 'a.json' } } } },
      'requestedSchema/properties/default/$dynamicRef must be a reference inside the schema',
    ],
    [
      {
        message: '',
        requestedSchema: { type: 'object', properties: { a: { type: 'array', items: { anyOf: [{ $ref: '#/b' }] } } } },
      },
      'requestedSchema/properties/a/items/anyOf/0/$ref must be a reference inside the schema',
    ],
    [
      { message: '', requestedSchema: { ...requestedSchema, $ref: '#/constructor' } },
      'requestedSchema/$ref must be a reference inside the schema',
    ],
  ])('is not %j', (params, problem) => {
    expect(() => decode('elicitation/create', params, '2025-11-25')).toThrow(
      RpcError.invalidParams(`params.${problem}`),
    )
  })
})

test('a form may refer to its own parts, and data that looks like a reference is data', () => {
  verifies('JSCH-07')
  const schema = {
    type: 'object',
    properties: {
      a: { $ref: '#/$defs/a' },
      b: { type: 'string', enum: ['x'], default: { $ref: 'https://example.com/' } },
      $ref: { type: 'string' },
    },
    $defs: { a: { type: 'string' } },
  }
  expect(decode('elicitation/create', { message: '', requestedSchema: schema }, '2025-11-25')).toMatchObject({ schema })
})

describe('a page to open', () => {
  test('has an id at 2025-11-25 only', () => {
    verifies('ELI-16')
    const { mode: _mode, elicitationId, ...asked } = page
    expect(decode('elicitation/create', page, '2026-07-28')).toStrictEqual({ type: 'elicitUrl', ...asked })
    expect(decode('elicitation/create', page, '2025-11-25')).toStrictEqual({
      type: 'elicitUrl',
      ...asked,
      elicitationId,
    })
    expect(() => decode('elicitation/create', { ...page, elicitationId: 1 }, '2025-11-25')).toThrow(
      RpcError.invalidParams('params.elicitationId must be a string'),
    )
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,hi',
    'file:///etc/passwd',
    'ftp://example.com',
    'example.com',
    'https:example.com',
    'https://',
    'https://exa mple.com',
    'https://example.com/\n',
    'https://example.com/\u202egro.live',
    'https://example.com\\@evil.com',
    'https://example.com@evil.com',
    1,
  ])('is not at %j', (url) => {
    verifies('ELI-16')
    expect(() => decode('elicitation/create', { ...page, url }, '2026-07-28')).toThrow(
      RpcError.invalidParams('params.url must be an http: or https: URL without spaces and credentials'),
    )
  })

  test('does not exist at 2025-06-18', () => {
    expect(() => decode('elicitation/create', page, '2025-06-18')).toThrow(
      RpcError.invalidParams('params.requestedSchema must be a schema with type "object"'),
    )
  })
})

describe('what a model is asked', () => {
  test.each(revisions)('has lists of blocks at %s', (revision) => {
    verifies('SAMP-10')
    const params = { messages, maxTokens: 1, systemPrompt: 's', _meta: { progressToken: 1 }, task: {} }
    expect(decode('sampling/createMessage', params, revision)).toStrictEqual({
      type: 'sample',
      params: {
        messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
        maxTokens: 1,
        systemPrompt: 's',
      },
    })
  })

  test('has tools where the revision has', () => {
    const params = { messages, maxTokens: 1, tools: [{ name: 'a', inputSchema: { type: 'object' } }], toolChoice: {} }
    expect(decode('sampling/createMessage', params, '2025-11-25')).toMatchObject({
      params: { tools: params.tools, toolChoice: {} },
    })
    const old = decode('sampling/createMessage', params, '2025-06-18')
    expect(Object.keys(old.type === 'sample' ? old.params : {})).toStrictEqual(['messages', 'maxTokens'])
  })

  test.each([
    [{ messages }, 'maxTokens must be a positive integer'],
    [{ messages: [], maxTokens: 1 }, 'messages must be an array with at least one message'],
    [
      { messages: [{ role: 'user', content: [{ type: 'tool_result', toolUseId: 'a', content: [] }] }], maxTokens: 1 },
      'messages[0].content has the result of a tool that the message before did not use',
    ],
  ])('is not %j', (params, problem) => {
    verifies('SAMP-21')
    expect(() => decode('sampling/createMessage', params, '2025-11-25')).toThrow(
      RpcError.invalidParams(`params.${problem}`),
    )
  })
})

test.each(revisions)('roots are asked for without parameters at %s', (revision) => {
  expect(decode('roots/list', undefined, revision)).toStrictEqual({ type: 'roots' })
  expect(decode('roots/list', { _meta: {} }, revision)).toStrictEqual({ type: 'roots' })
})

test.each(['elicitation/create', 'sampling/createMessage', 'roots/list'])('%s takes an object only', (method) => {
  expect(() => decode(method, [], '2025-11-25')).toThrow(RpcError.invalidParams('params must be an object'))
})

test.each([
  ['tools/call', '2025-11-25'],
  ['constructor', '2026-07-28'],
  ['elicitation/create', '2025-03-26'],
  ['elicitation/create', '2024-11-05'],
] as const)('%s is no question at %s', (method, revision) => {
  expect(() => decode(method, form, revision)).toThrow(RpcError.methodNotFound(method))
})
