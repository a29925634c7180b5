import { describe, expect, test } from 'vitest'
import { defaultBridgeLimits } from './bridge-limits.js'
import type { AppBridgeOptions } from './bridge-options.js'
import { checkBridgeOptions } from './check-bridge-options.js'
import { checkContent, checkObject, checkText } from './check-params.js'

const check = (options: Partial<AppBridgeOptions>) =>
  checkBridgeOptions(
    { sandboxUrl: 'https://sandbox.test/x', app: { html: '' }, ...options } as AppBridgeOptions,
    'https://page.test',
  )

describe('options of a bridge', () => {
  test('have the limits that are usual, but for those that are given', () => {
    const given: object = { startMs: 5, pingMs: 0, answerMs: undefined }
    const { url, limits, permissions } = check({ limits: given })
    expect([url.href, permissions]).toEqual(['https://sandbox.test/x', {}])
    expect(limits).toEqual({ ...defaultBridgeLimits, startMs: 5, pingMs: 0 })
  })

  test('have the permissions that the view asks for and the host gives', () => {
    const asked = { camera: {}, microphone: {}, geolocation: undefined, clipboardWrite: {} }
    const given = { camera: {}, geolocation: {}, clipboardWrite: { a: 1 } }
    expect(check({ app: { html: '', permissions: asked }, permissions: given }).permissions).toEqual({
      ...{ camera: {}, clipboardWrite: {} },
    })
    expect(check({ app: { html: '', permissions: 'all' as never }, permissions: given }).permissions).toEqual({})
  })

  test.each<[Partial<AppBridgeOptions>, string]>([
    [{ sandboxUrl: 'nonsense' }, 'sandboxUrl: "nonsense" must be an http or https URL'],
    [{ sandboxUrl: 'file:///x' }, 'sandboxUrl: "file:///x" must be an http or https URL'],
    [{ sandboxUrl: 'xhttp://a.test' }, 'sandboxUrl: "xhttp://a.test" must be an http or https URL'],
    [{ sandboxUrl: 'httpx://a.test' }, 'sandboxUrl: "httpx://a.test" must be an http or https URL'],
    [{ limits: { startMs: Number.POSITIVE_INFINITY } }, 'limits.startMs: Infinity must be a number of at least 0'],
    [
      { sandboxUrl: new URL('https://page.test/x') },
      'sandboxUrl: https://page.test is the origin of this page; a view needs another one, best on another site',
    ],
    [{ app: { html: 5 as never } }, 'app.html must be a string'],
    [{ app: undefined as never }, 'app.html must be a string'],
    [{ limits: { startMs: -1 } }, 'limits.startMs: -1 must be a number of at least 0'],
    [{ limits: { startMs: Number.NaN } }, 'limits.startMs: NaN must be a number of at least 0'],
    [{ limits: { startMs: '5' as never } }, 'limits.startMs: 5 must be a number of at least 0'],
    [
      { limits: { toString: 5 } as never },
      `limits.toString: unknown; known are ${Object.keys(defaultBridgeLimits).join(', ')}`,
    ],
  ])('are refused: %j', (options, message) => {
    expect(() => check(options)).toThrow(new TypeError(message))
  })

  test('may have a sandbox without TLS', () => {
    expect(check({ sandboxUrl: 'http://localhost:3000/x' }).url.href).toBe('http://localhost:3000/x')
  })

  test('have each permission by its name', () => {
    const all = { camera: {}, microphone: {}, geolocation: {}, clipboardWrite: {} }
    const app = { html: '', permissions: { ...all, other: {} } }
    expect(check({ app, permissions: { ...all, other: {} } as object }).permissions).toEqual(all)
    expect([check({ app }).permissions, check({ permissions: all }).permissions]).toEqual([{}, {}])
    expect(check({ app: { html: '', permissions: null as never }, permissions: all }).permissions).toEqual({})
  })

  test('have HTML of a bounded length', () => {
    const limits = { htmlCharacters: 3 }
    expect(check({ app: { html: 'abc' }, limits }).limits.htmlCharacters).toBe(3)
    expect(() => check({ app: { html: 'abcd' }, limits })).toThrow(
      expect.objectContaining({
        ...{ code: 'limit', message: 'app.html has 4 characters; at most 3 (limits.htmlCharacters)' },
      }),
    )
  })
})

describe('a parameter of a view', () => {
  test('may be an object', () => {
    const value = { a: 1 }
    expect(checkObject('x', value)).toBe(value)
    for (const wrong of [null, [], 'a', undefined] as const) {
      expect(() => checkObject('x', wrong)).toThrow(
        expect.objectContaining({ code: -32602, message: 'x must be an object' }),
      )
    }
  })

  test('may be a text of a bounded length', () => {
    expect(checkText('x', 'a'.repeat(8_000))).toHaveLength(8_000)
    for (const wrong of ['a'.repeat(8_001), 5, undefined] as const) {
      expect(() => checkText('x', wrong)).toThrow(
        expect.objectContaining({ code: -32602, message: 'x must be a text of at most 8000 characters' }),
      )
    }
  })

  test.each([
    [{ type: 'text', text: 'a' }],
    [{ type: 'image', data: 'a', mimeType: 'b' }],
    [{ type: 'audio', data: 'a', mimeType: 'b' }],
    [{ type: 'resource_link', uri: 'a', name: 'b' }],
    [{ type: 'resource', resource: { uri: 'a', text: 'b' } }],
    [{ type: 'resource', resource: { uri: 'a', blob: 'b' } }],
  ])('may be content: %j', (block) => {
    const blocks = [block]
    expect(checkContent(blocks)).toBe(blocks)
  })

  test.each<[unknown]>([
    [{ type: 'text' }],
    [{ type: 'image', data: 'a' }],
    [{ type: 'image', mimeType: 'a' }],
    [{ type: 'audio', data: 'a' }],
    [{ type: 'resource_link', uri: 'a' }],
    [{ type: 'resource_link', name: 'a' }],
    [{ type: 'resource' }],
    [{ type: 'resource', resource: 'a' }],
    [{ type: 'resource', resource: { uri: 'a' } }],
    [{ type: 'resource', resource: { text: 'a' } }],
    [{ type: 'resource', resource: { uri: 5, text: 'a' } }],
    [{ type: 'other', text: 'a' }],
    ['text'],
    [null],
  ])('is no content: %j', (block) => {
    expect(() => checkContent([{ type: 'text', text: 'a' }, block])).toThrow(
      expect.objectContaining({ code: -32602, message: 'content[1]: invalid content format' }),
    )
  })

  test('is no content without a list', () => {
    expect(() => checkContent('a')).toThrow(
      expect.objectContaining({ code: -32602, message: 'content must be a list of blocks' }),
    )
  })
})
