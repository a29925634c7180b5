import { describe, expect, test } from 'vitest'
import { checkParamHeaders } from './check-param-headers.js'
import { isHeaderMismatch, isLegacyHeaderMismatch } from './header-mismatch.js'
import type { ParamHeader } from './param-headers.js'

const city: ParamHeader = { name: 'city', path: ['city'], type: 'string' }
const count: ParamHeader = { name: 'count', path: ['count'], type: 'integer' }

function check(
  sent: Readonly<Record<string, string>>,
  args: unknown,
  revision: '2025-11-25' | '2026-07-28' = '2026-07-28',
) {
  return () => checkParamHeaders([city, count], { headers: new Headers(sent), revision, args, maxBytes: 200 })
}

describe('headers that repeat arguments', () => {
  test.each([
    ['are the same', { 'mcp-param-city': 'Oslo', 'mcp-param-count': '2' }, { city: 'Oslo', count: 2 }],
    ['are encoded', { 'mcp-param-city': '=?base64?T3Nsbw==?=', 'mcp-param-count': '2' }, { city: 'Oslo', count: 2 }],
    ['are a number in another form', { 'mcp-param-city': 'a', 'mcp-param-count': '2.0' }, { city: 'a', count: 2 }],
    ['are missing with their arguments', {}, {}],
  ])('pass where they %s', (_name, sent, args) => {
    expect(check(sent, args)).not.toThrow()
  })

  test.each([
    ['differ', { 'mcp-param-city': 'Rome' }, { city: 'Oslo' }, 'Mcp-Param-city says "Rome", the body says "Oslo"'],
    ['are missing', {}, { city: 'Oslo' }, 'Mcp-Param-city is missing, the body says "Oslo"'],
    ['have no argument', { 'mcp-param-city': 'Rome' }, {}, 'Mcp-Param-city says "Rome", the body has no value for it'],
    [
      'are another number',
      { 'mcp-param-city': 'a', 'mcp-param-count': '3' },
      { city: 'a', count: 2 },
      'Mcp-Param-count says "3", the body says "2"',
    ],
    [
      'are too long',
      { 'mcp-param-city': 'x'.repeat(201) },
      { city: 'x'.repeat(201) },
      `Mcp-Param-city says "${'x'.repeat(128)}…", the body says "${'x'.repeat(128)}…"`,
    ],
  ])('are refused where they %s', (_name, sent, args, text) => {
    const message = `Header mismatch: ${text}`
    expect(check(sent, args)).toThrow(expect.objectContaining({ code: -32020, message }))
  })

  test('may be as long as headers may be', () => {
    expect(check({ 'mcp-param-city': 'x'.repeat(200) }, { city: 'x'.repeat(200) })).not.toThrow()
  })

  test('may be missing in legacy revisions, and not differ', () => {
    expect(check({}, { city: 'Oslo' }, '2025-11-25')).not.toThrow()
    const message = 'Header mismatch: Mcp-Param-city says "Rome", the body says "Oslo"'
    expect(check({ 'mcp-param-city': 'Rome' }, { city: 'Oslo' }, '2025-11-25')).toThrow(
      expect.objectContaining({ code: -32001, message }),
    )
  })
})

test.each([
  [-32020, 'anything', true, false],
  [-32001, 'Header mismatch: x', true, true],
  [-32001, 'HeaderMismatch', true, false],
  [-32001, 'the header-mismatch', true, false],
  [-32001, 'Mcp-Method is missing', true, false],
  [-32001, 'no mcp-name', true, false],
  [-32001, 'mcp-param-x', true, false],
  [-32001, 'Session not found', false, false],
  [-32000, 'Header mismatch: x', false, false],
])('the error %i "%s" is a mismatch of headers: %s, and of ours: %s', (code, message, isOne, isOwn) => {
  expect([isHeaderMismatch({ code, message }), isLegacyHeaderMismatch({ code, message })]).toEqual([isOne, isOwn])
})
