import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { codePoint } from '#test/support/code-point.js'
import { decodeHeaderValue, encodeHeaderValue } from './header-value.js'

describe('a value in a header', () => {
  test.each([
    ['echo', 'echo'],
    ['', ''],
    ['a b\tc', 'a b\tc'],
    ['=?x?=', '=?x?='],
    ['=?BASE64?eA==?=', '=?BASE64?eA==?='],
    ['=?base64?=', '=?base64?='],
    ['Grüße', '=?base64?R3LDvMOfZQ==?='],
    [' a', '=?base64?IGE=?='],
    ['a\t', '=?base64?YQk=?='],
    ['a\nb', '=?base64?YQpi?='],
    ['\u007f', '=?base64?fw==?='],
    ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
    ['=?base64??=', '=?base64?PT9iYXNlNjQ/Pz0=?='],
    ['\ufeffx', '=?base64?77u/eA==?='],
  ])('%j is written %j', (value, written) => {
    verifies('HTTP-59', 'HTTP-76', 'HTTP-77')
    expect(encodeHeaderValue(value)).toBe(written)
    expect(decodeHeaderValue(written)).toBe(value)
  })

  test.each(['=?base64?%%?=', '=?base64?/w==?=', 'ü', 'a\nb', '\u007f', '\u0000'])('%j is none', (written) => {
    verifies('HTTP-78', 'HTTP-62')
    expect(decodeHeaderValue(written)).toBeUndefined()
  })

  test.each([
    ['without padding', 'eA', 'eA=='],
    ['with half of its padding', 'eA=', 'eA=='],
    ['with more padding', 'eHl6====', 'eHl6'],
    ['with bits behind one byte', 'eB==', 'eA=='],
    ['with bits behind two bytes', 'eHl=', 'eHk='],
    ['in the alphabet of URLs, with an underscore', 'Pz8_', 'Pz8/'],
    ['in the alphabet of URLs, with a hyphen', 'Pj4-', 'Pj4+'],
    ['with a blank inside', 'eHl6 eHl6', 'eHl6eHl6'],
    ['with a tab at its end', 'eHl6\t', 'eHl6'],
  ])('base64 %s is none: %j instead of %j', (_name, written, canonical) => {
    verifies('HTTP-78', 'HTTP-62')
    const decoded = [written, canonical].map((text) => decodeHeaderValue(`=?base64?${text}?=`))
    expect(decoded).toEqual([undefined, Buffer.from(canonical, 'base64').toString()])
  })

  test('comes back whatever it is, and travels as visible ASCII', () => {
    verifies('HTTP-76')
    const text = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.string(),
      fc.base64String().map((base) => `=?base64?${base}?=`),
    )
    const property = fc.property(text, (value) => {
      const written = encodeHeaderValue(value)
      expect(decodeHeaderValue(written)).toBe(value)
      expect(written).toMatch(/^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/)
    })
    fc.assert(property)
  })
})
