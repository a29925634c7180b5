import { describe, expect, test } from 'vitest'
import {
  checkContent,
  checkContents,
  checkItems,
  checkMessage,
  isContentType,
  listTypes,
  needStrings,
} from './check-content.js'

const bytes = new Uint8Array([1])
const types = 'type must be one of text, image, audio, resource_link and resource'

describe('a block of content', () => {
  test.each<[string, Readonly<Record<string, unknown>>, string | undefined]>([
    ['text', { type: 'text', text: '' }, undefined],
    ['no text', { type: 'text' }, 'text must be a string'],
    ['an image', { type: 'image', data: '/w==', mimeType: 'image/png' }, undefined],
    ['an image of bytes', { type: 'image', data: bytes, mimeType: 'image/png' }, undefined],
    ['an image that is no base64', { type: 'image', data: '#', mimeType: 'image/png' }, 'data must be base64 text'],
    ['an image without data', { type: 'image', mimeType: 'image/png' }, 'data must be base64 text'],
    ['an image without a type', { type: 'image', data: '' }, 'mimeType must be a string'],
    ['audio', { type: 'audio', data: '', mimeType: 'audio/wav' }, undefined],
    ['audio of a number', { type: 'audio', data: 1, mimeType: 'audio/wav' }, 'data must be base64 text'],
    ['a link', { type: 'resource_link', uri: 'a:b', name: 'a' }, undefined],
    ['a link without a URI', { type: 'resource_link', name: 'a' }, 'uri must be a string'],
    ['a link without a name', { type: 'resource_link', uri: 'a:b' }, 'name must be a string'],
    ['a resource', { type: 'resource', resource: { uri: 'a:b', text: '' } }, undefined],
    ['a resource of nothing', { type: 'resource' }, 'resource must be an object'],
    ['a resource without a URI', { type: 'resource', resource: { text: '' } }, 'resource.uri must be a string'],
    ['another type', { type: 'video' }, types],
    ['a name that all objects have', { type: 'constructor' }, types],
    ['no type', {}, types],
  ])('of %s', (_name, block, problem) => {
    expect(checkContent(block)).toBe(problem)
  })

  test.each([
    ['text', true],
    ['resource_link', true],
    ['toString', false],
    [5, false],
    [undefined, false],
  ])('has the type %s: %s', (type, isOne) => {
    expect(isContentType(type)).toBe(isOne)
  })
})

describe('the contents of a resource', () => {
  test.each<[string, Readonly<Record<string, unknown>>, string | undefined]>([
    ['text', { uri: 'a:b', text: 'a' }, undefined],
    ['base64', { uri: 'a:b', blob: '/w==' }, undefined],
    ['bytes', { uri: 'a:b', blob: bytes }, undefined],
    ['no URI', { text: 'a' }, 'uri must be a string'],
    ['neither', { uri: 'a:b' }, 'text or blob must be a string'],
    ['a number', { uri: 'a:b', text: 1 }, 'text or blob must be a string'],
    ['a blob that is none', { uri: 'a:b', blob: 'ä', text: 'a' }, 'blob must be base64 text'],
    ['null', { uri: 'a:b', blob: null }, 'blob must be base64 text'],
  ])('of %s', (_name, contents, problem) => {
    expect(checkContents(contents)).toBe(problem)
  })
})

describe('a message of a prompt', () => {
  const content = { type: 'text', text: '' }

  test.each<[string, Readonly<Record<string, unknown>>, string | undefined]>([
    ['a user', { role: 'user', content }, undefined],
    ['an assistant', { role: 'assistant', content }, undefined],
    ['another', { role: 'system', content }, 'role must be "user" or "assistant"'],
    ['nobody', { content }, 'role must be "user" or "assistant"'],
    ['a user who says nothing', { role: 'user' }, 'content must be an object'],
    ['a user who says several things', { role: 'user', content: [content] }, 'content must be an object'],
    ['a user who says something else', { role: 'user', content: { type: 'text' } }, 'content.text must be a string'],
  ])('of %s', (_name, message, problem) => {
    expect(checkMessage(message)).toBe(problem)
  })

  test('may have content of its own kind', () => {
    expect(checkMessage({ role: 'user', content: {} }, () => undefined)).toBeUndefined()
    expect(checkMessage({ role: 'user', content: {} }, () => 'a is wrong')).toBe('content.a is wrong')
  })
})

describe('a list', () => {
  const check = ({ a }: Readonly<Record<string, unknown>>) => (a === 1 ? undefined : 'a must be 1')

  test.each<[string, unknown, string | undefined]>([
    ['nothing', [], undefined],
    ['good items', [{ a: 1 }, { a: 1 }], undefined],
    ['a bad item', [{ a: 1 }, { a: 2 }, { a: 3 }], 'items[1]: a must be 1'],
    ['no objects', ['a'], 'items[0]: must be an object'],
    ['lists', [[]], 'items[0]: must be an object'],
    ['a hole', Object.assign([{ a: 1 }], { 2: { a: 1 } }), 'items[1]: must be an object'],
    ['no list', { length: 0 }, 'items must be an array'],
    ['undefined', undefined, 'items must be an array'],
  ])('of %s', (_name, items, problem) => {
    expect(checkItems(items, 'items', check)).toBe(problem)
  })
})

describe('a member that is missing', () => {
  test.each<[string, object, string]>([
    ['is named', {}, 'mimeType must be a string'],
    ['is named where it is something else', { mimeType: 5, mimetype: 'a' }, 'mimeType must be a string'],
    ['may be spelled in another case', { mimetype: 'a' }, 'mimeType must be a string; it is spelled "mimetype" here'],
    [
      'may be spelled with a separator',
      { mime_type: 'a' },
      'mimeType must be a string; it is spelled "mime_type" here',
    ],
    ['may be spelled with another', { 'Mime-Type': 'a' }, 'mimeType must be a string; it is spelled "Mime-Type" here'],
    ['is not one that is much longer', { 'm-i-m-e-t-y-p-e--': 'a' }, 'mimeType must be a string'],
  ])('%s', (_name, value, problem) => {
    expect(needStrings({ uri: 'a', ...value }, 'uri', 'mimeType')).toBe(problem)
  })

  test('is none where all are texts', () => {
    expect(needStrings({ a: '', b: 'b' }, 'a', 'b')).toBeUndefined()
  })
})

test('types are listed for a sentence', () => {
  expect(listTypes({ a: 1, b: 2, c: 3 })).toBe('a, b and c')
})
