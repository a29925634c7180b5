import type { ReadResourceResult } from 'omniport/protocol'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { parseApp } from './parse-app.js'

const mimeType = 'text/html;profile=mcp-app'
const parse = (...contents: readonly object[]) => parseApp({ contents } as unknown as ReadResourceResult)
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('the user interface in a result of resources/read', () => {
  test('is its text, with its metadata', () => {
    verifies('APPS-07')
    const csp = { connectDomains: ['https://a.example'] }
    const ui = { csp, permissions: { camera: {} }, prefersBorder: true }
    expect(parse({ uri: 'ui://a', mimeType, text: '<p>', _meta: { ui } })).toEqual({
      html: '<p>',
      csp,
      permissions: { camera: {} },
    })
  })

  test.each<[string, object, string]>([
    ['in base64', { mimeType, blob: base64('<p>é') }, '<p>é'],
    ['with a type in capitals', { mimeType: 'Text/HTML; profile=MCP-App', text: '' }, ''],
    ['without metadata', { mimeType, text: '<p>' }, '<p>'],
    [
      'with metadata that is no object',
      { mimeType, text: '<p>', _meta: { ui: { csp: 1, permissions: 'all' } } },
      '<p>',
    ],
  ])('can be %s', (_, content, html) => {
    expect(parse({ uri: 'ui://a', ...content })).toEqual({ html })
  })

  test.each<[string, readonly object[], RegExp]>([
    ['nothing', [], /one document is expected, not 0/],
    [
      'two documents',
      [
        { mimeType, text: '' },
        { mimeType, text: '' },
      ],
      /not 2/,
    ],
    [
      'plain HTML',
      [{ mimeType: 'text/html', text: '' }],
      /mimeType must be text\/html;profile=mcp-app, not "text\/html"/,
    ],
    ['of no type', [{ text: '' }], /not undefined/],
    ['no base64', [{ mimeType, blob: '%' }], /base64 of UTF-8/],
    ['bytes that are no UTF-8', [{ mimeType, blob: '/w==' }], /base64 of UTF-8/],
  ])('cannot be %s', (_, contents, message) => {
    expect(() => parse(...contents)).toThrow(message)
    expect(() => parse(...contents)).toThrow(expect.objectContaining({ code: 'invalid_result' }))
  })
})
