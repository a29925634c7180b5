import { describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { InputRequest } from '../model/input-request.js'
import type { Revision } from '../revisions/revision.js'
import { profileOf } from '../revisions/revision-profile.js'
import { encodeInputRequest } from './encode-input-request.js'

const properties = {
  name: { type: 'string', title: 'Name', minLength: 1, default: 'Ada' },
  age: { type: 'integer', minimum: 0, default: 3 },
  ok: { type: 'boolean', default: true },
  colour: {
    type: 'string',
    oneOf: [
      { const: 'r', title: 'Red' },
      { const: 'b', title: 'Blue' },
    ],
    default: 'r',
  },
  size: { type: 'string', enum: ['s', 'l'], default: 's' },
} as const

const form = (fields: object): InputRequest => ({
  method: 'elicitation/create',
  params: { message: 'Who?', requestedSchema: { type: 'object', properties: fields, required: ['name'] } },
})

const page: InputRequest = {
  method: 'elicitation/create',
  params: { mode: 'url', message: 'Sign in', url: 'https://example.com/a', elicitationId: 'e1' },
}

const sample = (params: object): InputRequest => ({
  method: 'sampling/createMessage',
  params: { messages: [], maxTokens: 5, ...params },
})

const encode = (question: InputRequest, revision: Revision) => encodeInputRequest(question, profileOf(revision)).params

describe('a form', () => {
  test.each(['2025-11-25', '2026-07-28'] as const)('of %s says its mode', (revision) => {
    verifiesIn(revision, 'ELI-04')
    expect(encode(form(properties), revision)).toStrictEqual({ mode: 'form', ...form(properties).params })
  })

  test('of 2025-06-18 is plain', () => {
    verifies('ELI-11', 'ELI-12', 'ELI-37')
    const asked = form({ ...properties })
    expect(encode({ ...asked, params: { mode: 'form', ...asked.params } }, '2025-06-18')).toStrictEqual({
      message: 'Who?',
      requestedSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name', minLength: 1 },
          age: { type: 'integer', minimum: 0 },
          ok: { type: 'boolean', default: true },
          colour: { type: 'string', enum: ['r', 'b'], enumNames: ['Red', 'Blue'] },
          size: { type: 'string', enum: ['s', 'l'] },
        },
        required: ['name'],
      },
    })
  })

  test('of 2025-06-18 has a field of any name', () => {
    const fields = JSON.parse('{"__proto__":{"type":"string","default":"a"}}')
    expect(JSON.stringify(encode(form(fields), '2025-06-18'))).toContain('"properties":{"__proto__":{"type":"string"}}')
  })

  test('of 2025-06-18 cannot ask for several choices', () => {
    verifies('ELI-37')
    const many = form({ tags: { type: 'array', items: { type: 'string', enum: ['a'] } } })
    expect(() => encode(many, '2025-06-18')).toThrow(
      new OmniportError('unsupported', 'A form of revision 2025-06-18 cannot ask for several choices, as "tags" does'),
    )
  })

  test.each(['2024-11-05', '2025-03-26'] as const)('of %s does not exist', (revision) => {
    expect(() => encode(form(properties), revision)).toThrow(
      new OmniportError('unsupported', `Revision ${revision} cannot ask the person`),
    )
  })

  test('stays as it was', () => {
    const asked = form(properties)
    const before = structuredClone(asked)
    encode(asked, '2025-06-18')
    expect(asked).toStrictEqual(before)
  })
})

describe('a page to open', () => {
  test('has its id at 2025-11-25', () => {
    verifies('ELI-16', 'ELI-38')
    expect(encode(page, '2025-11-25')).toStrictEqual(page.params)
    const nameless = { ...page, params: { ...page.params, elicitationId: undefined } }
    expect(() => encode(nameless, '2025-11-25')).toThrow(TypeError)
  })

  test('has none at 2026-07-28', () => {
    verifies('ELI-16', 'ELI-38')
    expect(encode(page, '2026-07-28')).toStrictEqual({ mode: 'url', message: 'Sign in', url: 'https://example.com/a' })
  })

  test.each(['2024-11-05', '2025-03-26', '2025-06-18'] as const)('does not exist at %s', (revision) => {
    verifies('ELI-37')
    expect(() => encode(page, revision)).toThrow(
      new OmniportError('unsupported', `Revision ${revision} cannot ask to open a page`),
    )
  })

  test.each(['javascript:alert(1)', '/a', 'https://user:word@example.com/', 'https://a b/', undefined])(
    'is not %j',
    (url) => {
      verifies('ELI-16')
      expect(() => encode({ ...page, params: { ...page.params, url } }, '2026-07-28')).toThrow(
        new TypeError('a page to open needs an http: or https: URL without credentials'),
      )
    },
  )
})

const image = { type: 'image', data: new Uint8Array([1, 2, 3]), mimeType: 'image/png' } as const
const encodedImage = { type: 'image', data: 'AQID', mimeType: 'image/png' }
const text = { type: 'text', text: 'hi' } as const

describe('what a model is asked', () => {
  test('has a list of blocks only where there are several', () => {
    verifies('SAMP-10')
    const messages = [
      { role: 'user', content: 'hi', _meta: { 'example.com/a': 1 } },
      { role: 'user', content: [image] },
      { role: 'assistant', content: [text, image] },
    ]
    expect(encode(sample({ messages, temperature: 0.5 }), '2025-11-25')).toStrictEqual({
      messages: [
        { role: 'user', content: text, _meta: { 'example.com/a': 1 } },
        { role: 'user', content: encodedImage },
        { role: 'assistant', content: [text, encodedImage] },
      ],
      maxTokens: 5,
      temperature: 0.5,
    })
  })

  test.each(['2024-11-05', '2025-03-26', '2025-06-18'] as const)('is one message for each block at %s', (revision) => {
    verifies('SAMP-10')
    const messages = [
      { role: 'user', content: [text, image], _meta: {} },
      { role: 'assistant', content: 'yes' },
    ]
    expect(encode(sample({ messages }), revision)).toStrictEqual({
      messages: [
        { role: 'user', content: text },
        { role: 'user', content: encodedImage },
        { role: 'assistant', content: { type: 'text', text: 'yes' } },
      ],
      maxTokens: 5,
    })
  })

  test('has sound as a text at 2024-11-05', () => {
    const sound = { type: 'audio', data: 'AQID', mimeType: 'audio/wav' }
    const messages = [{ role: 'user', content: sound }]
    expect(encode(sample({ messages }), '2025-03-26')?.['messages']).toStrictEqual(messages)
    expect(encode(sample({ messages }), '2024-11-05')?.['messages']).toStrictEqual([
      { role: 'user', content: { type: 'text', text: '[audio of type audio/wav]' } },
    ])
  })

  test('keeps what was said of tools', () => {
    verifies('SAMP-08', 'SAMP-23')
    const use = { type: 'tool_use', id: 'a', name: 'add', input: { a: 1 }, _meta: { 'example.com/cache': true } }
    const outcome = { type: 'tool_result', toolUseId: 'a', content: [image], structuredContent: 3, _meta: { x: 1 } }
    const messages = [
      { role: 'assistant', content: use },
      { role: 'user', content: [outcome] },
    ]
    const encoded = { ...outcome, content: [encodedImage] }
    expect(encode(sample({ messages }), '2026-07-28')?.['messages']).toStrictEqual([
      { role: 'assistant', content: use },
      { role: 'user', content: encoded },
    ])
    const { structuredContent: _any, ...objectsOnly } = encoded
    expect(encode(sample({ messages }), '2025-11-25')?.['messages']).toStrictEqual([
      { role: 'assistant', content: use },
      { role: 'user', content: objectsOnly },
    ])
    expect(() => encode(sample({ messages }), '2025-06-18')).toThrow(
      new OmniportError('unsupported', 'Revision 2025-06-18 has no tools in sampling'),
    )
  })

  test('has tools in the shape of the revision', () => {
    const tool = { name: 'add', inputSchema: { type: 'object' }, execution: { taskSupport: 'optional' } }
    const asked = sample({ tools: [tool], toolChoice: { mode: 'auto' } })
    expect(encode(asked, '2025-11-25')).toStrictEqual({ ...asked.params })
    expect(encode(asked, '2026-07-28')?.['tools']).toStrictEqual([{ name: 'add', inputSchema: { type: 'object' } }])
  })

  test.each([{ tools: [] }, { toolChoice: {} }])('cannot have %j at 2025-06-18', (more) => {
    expect(() => encode(sample(more), '2025-06-18')).toThrow(
      new OmniportError('unsupported', 'Revision 2025-06-18 has no tools in sampling'),
    )
  })
})

test('roots are asked for with parameters where the request is part of a result', () => {
  const question = { method: 'roots/list' } as const
  expect(encodeInputRequest(question, profileOf('2024-11-05'))).toStrictEqual(question)
  expect(encodeInputRequest(question, profileOf('2025-11-25'))).toStrictEqual(question)
  expect(encodeInputRequest(question, profileOf('2026-07-28'))).toStrictEqual({ ...question, params: {} })
  const withMeta = { ...question, params: { _meta: {} } }
  expect(encodeInputRequest(withMeta, profileOf('2026-07-28'))).toStrictEqual(withMeta)
})
