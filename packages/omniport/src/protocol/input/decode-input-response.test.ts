import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { InputMethod } from '../model/input-request.js'
import { decodeInputResponse } from './decode-input-response.js'

const text = { type: 'text', text: 'hi' } as const
const requesterMeta = { role: 'assistant', content: text, model: 'm' } as const

describe('the answer to a form', () => {
  const decode = (result: unknown) => decodeInputResponse('elicitation/create', result)

  test.each([
    [
      { action: 'accept', content: { a: 'x', b: 1.5, c: false, d: ['y'] } },
      { a: 'x', b: 1.5, c: false, d: ['y'] },
    ],
    [{ action: 'accept', content: { a: null, b: '' }, more: 1 }, { b: '' }],
    [{ action: 'accept', content: {} }, {}],
  ])('%j has the content %j', (result, content) => {
    verifies('ELI-15')
    expect(decode(result)).toStrictEqual({ action: 'accept', content })
  })

  test.each([
    [{ action: 'accept' }, 'accept'],
    [{ action: 'accept', content: null }, 'accept'],
    [{ action: 'decline', content: { a: 1 } }, 'decline'],
    [{ action: 'cancel', content: 'x' }, 'cancel'],
  ])('%j is no more than %s', (result, action) => {
    verifies('ELI-15')
    expect(decode(result)).toStrictEqual({ action })
  })

  test('keeps fields of any name', () => {
    const { content = {} } = decode({ action: 'accept', content: JSON.parse('{"__proto__":"a","constructor":"b"}') })
    expect(Object.entries(content)).toStrictEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
  })
})

describe('the answer of a model', () => {
  const decode = (result: unknown) => decodeInputResponse('sampling/createMessage', result)

  test('is a list of blocks', () => {
    verifies('SAMP-10')
    expect(decode(requesterMeta)).toStrictEqual({ ...requesterMeta, content: [text] })
    expect(decode({ ...requesterMeta, content: [text, text] })).toStrictEqual({
      ...requesterMeta,
      content: [text, text],
    })
    expect(decode({ ...requesterMeta, content: [] })).toStrictEqual({ ...requesterMeta, content: [] })
  })

  test('keeps why it stopped and what was added, and nothing unknown', () => {
    const more = { stopReason: 'toolUse', _meta: { 'example.com/a': 1 } }
    expect(decode({ ...requesterMeta, ...more, resultType: 'complete' })).toStrictEqual({
      ...requesterMeta,
      content: [text],
      ...more,
    })
    expect(decode({ ...requesterMeta, stopReason: null, _meta: 1 })).toStrictEqual({
      ...requesterMeta,
      content: [text],
    })
  })

  test('is the answer of the assistant, whatever it says', () => {
    expect(decode({ ...requesterMeta, role: 'user' }).role).toBe('assistant')
  })
})

describe('roots', () => {
  test('have a URI and perhaps a name', () => {
    verifies('ROOT-04')
    const roots = [
      { uri: 'file:///a', name: 'A', _meta: {} },
      { uri: 'FILE://host/b', name: null, more: 1 },
    ]
    expect(decodeInputResponse('roots/list', { roots })).toStrictEqual({
      roots: [{ uri: 'file:///a', name: 'A', _meta: {} }, { uri: 'FILE://host/b' }],
    })
  })
})

test.each<readonly [InputMethod, unknown, string]>([
  ['elicitation/create', null, 'the result must be an object'],
  ['roots/list', [], 'the result must be an object'],
  ['elicitation/create', {}, 'action must be "accept", "decline" or "cancel"'],
  ['elicitation/create', { action: 'ok' }, 'action must be "accept", "decline" or "cancel"'],
  ['elicitation/create', { action: 'accept', content: [] }, 'content must be an object'],
  [
    'elicitation/create',
    { action: 'accept', content: { a: {} } },
    'content.a must be a string, a number, a boolean or an array of strings',
  ],
  [
    'elicitation/create',
    { action: 'accept', content: { a: ['x', 1] } },
    'content.a must be a string, a number, a boolean or an array of strings',
  ],
  ['sampling/createMessage', { ...requesterMeta, role: 'system' }, 'role must be "user" or "assistant"'],
  ['sampling/createMessage', { ...requesterMeta, model: undefined }, 'model must be a string'],
  ['sampling/createMessage', { ...requesterMeta, stopReason: 1 }, 'stopReason must be a string'],
  ['sampling/createMessage', { ...requesterMeta, content: 'hi' }, 'content must be an object'],
  ['sampling/createMessage', { ...requesterMeta, content: { type: 'text' } }, 'content.text must be a string'],
  [
    'sampling/createMessage',
    { ...requesterMeta, content: [text, { type: 'image' }] },
    'content[1].data must be base64 text',
  ],
  ['roots/list', {}, 'roots must be an array'],
  ['roots/list', { roots: ['file:///a'] }, 'roots[0] must be an object'],
  ['roots/list', { roots: [{ uri: 'file:///a', name: 1 }] }, 'roots[0].name must be a string'],
])('%s cannot be answered with %j', (method, result, problem) => {
  verifies('SAMP-21')
  expect(() => decodeInputResponse(method, result)).toThrow(
    new OmniportError('invalid_result', `${method}: ${problem}`),
  )
})

test.each(['https://example.com', 'file:/a', '/a', 'file://%', 1, undefined])('a root is not at %j', (uri) => {
  verifies('ROOT-05')
  expect(() => decodeInputResponse('roots/list', { roots: [{ uri: 'file:///a' }, { uri }] })).toThrow(
    new OmniportError('invalid_result', 'roots/list: roots[1].uri must be a file:// URI'),
  )
})
