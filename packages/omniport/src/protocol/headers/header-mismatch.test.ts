import { describe, expect, test } from 'vitest'
import { headerMismatch, isHeaderMismatch, isLegacyHeaderMismatch } from './header-mismatch.js'

const values = { name: 'Mcp-Name', sent: 'a', expected: 'b' }

describe('a header that differs from the body', () => {
  test.each([
    [values, 'Header mismatch: Mcp-Name says "a", the body says "b"'],
    [{ ...values, sent: undefined }, 'Header mismatch: Mcp-Name is missing, the body says "b"'],
    [{ ...values, expected: undefined }, 'Header mismatch: Mcp-Name says "a", the body has no value for it'],
    [{ ...values, sent: '' }, 'Header mismatch: Mcp-Name says "", the body says "b"'],
  ])('%j is an error that says both', (given, message) => {
    expect(headerMismatch(given, 'modern')).toMatchObject({ code: -32020, message })
    expect(headerMismatch(given, 'legacy')).toMatchObject({ code: -32001, message })
  })

  test('is cut where it is long', () => {
    const { message } = headerMismatch({ name: 'X', sent: 'a'.repeat(1_000), expected: 'b'.repeat(1_000) }, 'modern')
    expect(message.length).toBeLessThan(320)
  })
})

describe('an error of a server', () => {
  test.each<[number, string, boolean]>([
    [-32020, 'anything', true],
    [-32001, 'Header mismatch: X', true],
    [-32001, 'HeaderMismatch', true],
    [-32001, 'The header-mismatch', true],
    [-32001, 'mcp-method differs', true],
    [-32001, 'Mcp-Name differs', true],
    [-32001, 'Mcp-Param-City differs', true],
    [-32001, 'Request timed out', false],
    [-32001, 'mcp-session is unknown', false],
    [-32000, 'Header mismatch: X', false],
  ])('%i "%s" is of such a header or not', (code, message, expected) => {
    expect(isHeaderMismatch({ code, message })).toBe(expected)
  })

  test.each<[number, string, boolean]>([
    [-32001, 'Header mismatch: X', true],
    [-32001, 'A Header mismatch: X', false],
    [-32020, 'Header mismatch: X', false],
  ])('%i "%s" is the legacy one of this library or not', (code, message, expected) => {
    expect(isLegacyHeaderMismatch({ code, message })).toBe(expected)
  })
})
