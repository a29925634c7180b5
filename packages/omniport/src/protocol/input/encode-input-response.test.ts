import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { InputMethod } from '../model/input-request.js'
import type { Revision } from '../revisions/revision.js'
import { profileOf } from '../revisions/revision-profile.js'
import { encodeInputResponse } from './encode-input-response.js'

const text = { type: 'text', text: 'hi' } as const

const encode = (method: InputMethod, answer: unknown, revision: Revision) =>
  encodeInputResponse(method, answer, profileOf(revision))

describe('the answer to a form or a page', () => {
  test.each([
    ['accept', { action: 'accept' }],
    ['decline', { action: 'decline' }],
    [{ action: 'cancel' }, { action: 'cancel' }],
    [{ action: 'decline', content: { a: 1 } }, { action: 'decline' }],
    [
      { action: 'accept', content: { a: 'x', b: undefined, c: 0, d: true } },
      { action: 'accept', content: { a: 'x', c: 0, d: true } },
    ],
  ])('%j travels as %j', (answer, result) => {
    verifies('ELI-15')
    expect(encode('elicitation/create', answer, '2025-06-18')).toStrictEqual(result)
    expect(encode('elicitation/create', answer, '2026-07-28')).toStrictEqual(result)
  })

  test('has lists since 2025-11-25', () => {
    const answer = { action: 'accept', content: { tags: ['a', 'b'] } }
    expect(encode('elicitation/create', answer, '2025-11-25')).toStrictEqual(answer)
    expect(() => encode('elicitation/create', answer, '2025-06-18')).toThrow(
      new OmniportError('unsupported', 'An answer of revision 2025-06-18 cannot have a list, as "tags" is'),
    )
  })
})

describe('the answer of a model', () => {
  const requesterMeta = { role: 'assistant', content: text, model: 'm' }

  test.each([
    ['hi', text],
    [text, text],
    [[text], text],
    [[], []],
    [
      [text, text],
      [text, text],
    ],
    [
      { type: 'audio', data: new Uint8Array([255]), mimeType: 'a/b' },
      { type: 'audio', data: '/w==', mimeType: 'a/b' },
    ],
    [[{ type: 'tool_use', id: 'a', name: 'b', input: {} }], { type: 'tool_use', id: 'a', name: 'b', input: {} }],
  ])('with %j has the content %j', (content, expected) => {
    verifies('SAMP-10')
    const answer = { role: 'assistant', content, model: 'm', stopReason: 'endTurn', _meta: {} }
    expect(encode('sampling/createMessage', answer, '2026-07-28')).toStrictEqual({ ...answer, content: expected })
  })

  test.each([
    [[], { type: 'text', text: '' }],
    [[text, { type: 'text', text: 'you' }], { type: 'text', text: 'hi\nyou' }],
    [
      { type: 'audio', data: '', mimeType: 'a/b' },
      { type: 'text', text: '[audio of type a/b]' },
    ],
  ])('with %j is one block at 2024-11-05', (content, expected) => {
    verifies('SAMP-10')
    expect(encode('sampling/createMessage', { content, model: 'm' }, '2024-11-05')).toStrictEqual({
      ...requesterMeta,
      content: expected,
    })
  })

  test('with several blocks that are not all text cannot travel before 2025-11-25', () => {
    const content = [text, { type: 'image', data: '', mimeType: 'a/b' }]
    expect(() => encode('sampling/createMessage', { ...requesterMeta, content }, '2025-06-18')).toThrow(
      new OmniportError('unsupported', "Revision 2025-06-18 has one block in a model's answer, not 2"),
    )
  })

  test('uses no tools before 2025-11-25', () => {
    const content = { type: 'tool_use', id: 'a', name: 'b', input: {} }
    expect(() => encode('sampling/createMessage', { ...requesterMeta, content }, '2025-06-18')).toThrow(
      new OmniportError('unsupported', 'Revision 2025-06-18 has no tools in sampling'),
    )
  })
})

test('roots are a list', () => {
  verifies('ROOT-04')
  const roots = [{ uri: 'file:///a', name: 'A', _meta: { 'example.com/a': 1 } }]
  expect(encode('roots/list', roots, '2025-06-18')).toStrictEqual({ roots })
  expect(encode('roots/list', { roots }, '2025-03-26')).toStrictEqual({ roots: [{ uri: 'file:///a', name: 'A' }] })
})

test.each<readonly [InputMethod, unknown, string]>([
  ['elicitation/create', undefined, 'the action must be "accept", "decline" or "cancel"'],
  ['elicitation/create', { action: 'ok' }, 'the action must be "accept", "decline" or "cancel"'],
  ['elicitation/create', { action: 'accept', content: [] }, 'content must be an object'],
  [
    'elicitation/create',
    { action: 'accept', content: { a: new Date(0) } },
    'content.a must be a string, a finite number, a boolean or an array of strings',
  ],
  [
    'elicitation/create',
    { action: 'accept', content: { a: Number.NaN } },
    'content.a must be a string, a finite number, a boolean or an array of strings',
  ],
  ['sampling/createMessage', 'hi', 'the answer must be an object'],
  ['sampling/createMessage', { content: 'hi' }, 'model must be a string'],
  ['sampling/createMessage', { content: 'hi', model: 'm', role: 'user' }, 'role must be "assistant"'],
  ['sampling/createMessage', { content: 'hi', model: 'm', stopReason: 1 }, 'stopReason must be a string'],
  ['sampling/createMessage', { content: 'hi', model: 'm', _meta: 1 }, '_meta must be an object'],
  ['sampling/createMessage', { model: 'm' }, 'content must be a string, a block or an array of blocks'],
  ['sampling/createMessage', { model: 'm', content: [{ type: 'text' }] }, 'content[0].text must be a string'],
  ['roots/list', undefined, 'the answer must be an array of roots'],
  ['roots/list', ['file:///a'], 'roots[0] must be an object'],
  ['roots/list', [{ uri: 'file:///a', name: 1 }], 'roots[0].name must be a string'],
  ['roots/list', [{ uri: 'file:///a', _meta: 1 }], 'roots[0]._meta must be an object'],
])('%s cannot be answered with %j', (method, answer, problem) => {
  expect(() => encode(method, answer, '2026-07-28')).toThrow(new TypeError(`the answer to ${method}: ${problem}`))
})

test('a root is a file', () => {
  verifies('ROOT-05')
  expect(() => encode('roots/list', [{ uri: 'https://example.com' }], '2026-07-28')).toThrow(
    new TypeError('the answer to roots/list: roots[0].uri must be a file:// URI'),
  )
})
