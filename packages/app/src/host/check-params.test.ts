import { RpcError } from 'omniport/jsonrpc'
import { describe, expect, test } from 'vitest'
import { checkContent, checkObject, checkText } from './check-params.js'

describe('an object', () => {
  test('is what it was', () => {
    const value = { a: 1 }
    expect(checkObject('x', value)).toBe(value)
  })

  test.each([[undefined], [null], ['a'], [5], [[]]])('is not %j', (value) => {
    expect(() => checkObject('args', value)).toThrow(new RpcError(-32602, 'args must be an object'))
  })
})

describe('a text', () => {
  test('has 8,000 characters at most', () => {
    const most = 'x'.repeat(8_000)
    expect([checkText('a', most), checkText('a', '')]).toEqual([most, ''])
    const tooLong = new RpcError(-32602, 'a must be a text of at most 8000 characters')
    expect(() => checkText('a', `${most}x`)).toThrow(tooLong)
  })

  test.each([[undefined], [null], [5], [['a']]])('is not %j', (value) => {
    expect(() => checkText('uri', value)).toThrow(new RpcError(-32602, 'uri must be a text of at most 8000 characters'))
  })
})

const whole = {
  text: { type: 'text', text: '' },
  image: { type: 'image', data: 'AA==', mimeType: 'image/png' },
  audio: { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
  resource_link: { type: 'resource_link', uri: 'a:b', name: 'n' },
  resource: { type: 'resource', resource: { uri: 'a:b', text: '' } },
  binary: { type: 'resource', resource: { uri: 'a:b', blob: 'AA==' } },
}

describe('content', () => {
  test('is a list of blocks that have what their types need, and may have more', () => {
    const blocks = Object.values(whole).map((block) => ({ ...block, more: 1 }))
    expect(checkContent(blocks)).toBe(blocks)
    expect(checkContent([])).toEqual([])
  })

  test.each([[undefined], [null], ['a'], [whole.text]])('is not %j', (value) => {
    expect(() => checkContent(value)).toThrow(new RpcError(-32602, 'content must be a list of blocks'))
  })

  test.each<[string, unknown]>([
    ['text', 'a'],
    ['nothing', null],
    ['a list', []],
    ['an object without a type', { text: 'a' }],
    ['an object of another type', { type: 'tool_use', text: 'a' }],
    ['a type of all objects', { type: 'toString' }],
    ['a text without text', { type: 'text' }],
    ['a text that is a number', { type: 'text', text: 5 }],
    ['an image without data', { ...whole.image, data: undefined }],
    ['an image without a type of its own', { ...whole.image, mimeType: undefined }],
    ['a sound without data', { ...whole.audio, data: undefined }],
    ['a sound without a type of its own', { ...whole.audio, mimeType: undefined }],
    ['a link without a URI', { ...whole.resource_link, uri: undefined }],
    ['a link without a name', { ...whole.resource_link, name: undefined }],
    ['a resource without contents', { type: 'resource' }],
    ['a resource whose contents are text', { type: 'resource', resource: 'a' }],
    ['a resource without a URI', { type: 'resource', resource: { text: 'a' } }],
    ['a resource with neither text nor bytes', { type: 'resource', resource: { uri: 'a:b' } }],
    ['a resource whose text is a number', { type: 'resource', resource: { uri: 'a:b', text: 5, blob: 5 } }],
  ])('has no block that is %s', (_, block) => {
    const message = 'content[1]: invalid content format'
    expect(() => checkContent([whole.text, block])).toThrow(new RpcError(-32602, message))
  })
})
