import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoint } from '#test/support/code-point.js'
import { JsonScanner, type JsonScannerOptions } from './json-scanner.js'
import { parseJson } from './parse-json.js'

const wide = { jsonDepth: 64, jsonNodes: 100_000 }
const encoder = new TextEncoder()

/** True if the scanner takes all of the bytes as one value. `shift` moves them in memory. */
function isJson(json: string | Uint8Array, { bounds = wide, shift = 0, ...more }: ScanOptions = {}): boolean {
  const bytes = typeof json === 'string' ? encoder.encode(json) : json
  const shifted = new Uint8Array(bytes.length + shift).subarray(shift)
  shifted.set(bytes)
  const scanner = new JsonScanner(shifted, { bounds, longBytes: 1e9, onLong: () => {}, ...more })
  try {
    scanner.skip()
    scanner.end()
    return true
  } catch (reason) {
    if (!(reason instanceof SyntaxError)) throw reason
    return false
  }
}

type ScanOptions = Partial<JsonScannerOptions> & { readonly shift?: number }

function canParse(json: string | Uint8Array): boolean {
  try {
    parseJson(json, wide)
    return true
  } catch {
    return false
  }
}

describe('a scanner takes what JSON.parse takes', () => {
  test.each([
    ...['0', '-0', '1.5', '-1.5e+10', '1E5', '01', '1.', '.5', '+1', '-', '1e', '1e+', '0x1', 'NaN', 'Infinity'],
    ...['true', 'false', 'null', 'tru', 'nulll', 'True', ''],
    ...[
      '""',
      '"',
      '"a',
      '"\\"',
      '"\\x"',
      '"\\u12"',
      '"\\u12Gh"',
      '"\\u00e9\\ud800"',
      '"\u0000"',
      '"\n"',
      '"\t"',
      '"\u007f"',
    ],
    ...['[]', '[1,]', '[,]', '[1 2]', '[', ']', '[1}', '{"a":1]', '[[]', '[]]'],
    ...['{}', '{"a"}', '{"a":}', '{"a":1,}', '{a:1}', '{"a":1 "b":2}', '{"a":1,"a":2}', '{"__proto__":{}}', '{1:1}'],
    ...[' [ 1 , { "a" : [ ] } ] ', '\t\r\n1', '\f1', '\u00a01', '1 1', '"é€😀"', '// 1'],
    // The first and the last character of each length in UTF-8, and those beside the surrogates.
    ...['"\u0080\u07ff"', '"\u0800\uffff"', '"\ud7ff\ue000"', '"\u{10000}\u{10ffff}"'],
  ])('%j', (text) => {
    for (const shift of [0, 1, 2, 3]) {
      expect([text, isJson(text, { shift })]).toEqual([text, canParse(text)])
      const far = `["${'x'.repeat(61 + shift)}",${text}]`
      expect([far, isJson(far, { shift })]).toEqual([far, canParse(far)])
    }
  })

  test('any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, shift) => {
        expect(isJson(JSON.stringify(value), { shift })).toBe(true)
        expect(isJson(JSON.stringify(value, null, 2), { shift })).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('a value of which some bytes were changed, removed or added', () => {
    const string = fc.string({ unit: codePoint, maxLength: 80 })
    const value = fc.oneof(fc.jsonValue(), fc.array(string), fc.dictionary(string, string))
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(...encoder.encode('"\\,:{}[]eE+-.01u\n')))
    const change = fc.tuple(fc.nat(), fc.nat(1), fc.array(byte, { maxLength: 2 }))
    fc.assert(
      fc.property(value, fc.array(change, { minLength: 1, maxLength: 3 }), fc.nat(3), (given, changes, shift) => {
        const bytes = [...encoder.encode(JSON.stringify(given))]
        for (const [at, removed, added] of changes) bytes.splice(at % (bytes.length + 1), removed, ...added)
        const changed = Uint8Array.from(bytes)
        expect(isJson(changed, { shift })).toBe(canParse(changed))
      }),
      { numRuns: 3_000 },
    )
  })

  test('bytes that look like characters', () => {
    const byte = fc.constantFrom(
      0x41,
      0x7f,
      0x80,
      0x8f,
      0x90,
      0x9f,
      0xa0,
      0xbf,
      0xc1,
      0xc2,
      0xdf,
      0xe0,
      0xed,
      0xef,
      0xf0,
      0xf4,
      0xf5,
    )
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 8 }), fc.nat(60), (bytes, before) => {
        const text = Uint8Array.from([0x22, ...Array(before).fill(0x78), ...bytes, 0x22])
        expect(isJson(text)).toBe(canParse(text))
      }),
      { numRuns: 3_000 },
    )
  })
})

test.each([
  ['jsonDepth', '[[[]]]', { jsonDepth: 2, jsonNodes: 100 }],
  ['jsonDepth of objects', '{"a":{"a":{}}}', { jsonDepth: 2, jsonNodes: 100 }],
  ['jsonNodes', '[1,2,3,4]', { jsonDepth: 9, jsonNodes: 3 }],
  ['jsonNodes of objects', '{"a":1,"b":2}', { jsonDepth: 9, jsonNodes: 1 }],
])('a value beyond %s is not taken', (_name, text, bounds) => {
  expect(isJson(text, { bounds })).toBe(false)
  expect(isJson(text, { bounds: { jsonDepth: bounds.jsonDepth + 1, jsonNodes: bounds.jsonNodes + 1 } })).toBe(true)
})

test('long members are named where they stand, inner ones first', () => {
  const long = 'x'.repeat(40)
  const text = JSON.stringify({ a: { b: long }, c: [{ d: long }], e: 'short' })
  const bytes = encoder.encode(text)
  const found: string[] = []
  const onLong: JsonScannerOptions['onLong'] = (key, value) => {
    found.push(`${text.slice(key.from, key.to)} ${text.slice(value.from, value.to)}`)
  }
  new JsonScanner(bytes, { bounds: wide, longBytes: 40, onLong }).skip()
  expect(found).toEqual([`b "${long}"`, `a {"b":"${long}"}`, `d "${long}"`, `c [{"d":"${long}"}]`])
})

test('a line break between tokens is noted, and one within a string is an escape', () => {
  const breaks = ['[1,\n2]', '[1]\r', '["\\n"]', '[1, 2]'].map((text) => {
    const scanner = new JsonScanner(encoder.encode(text), { bounds: wide, longBytes: 1e9, onLong: () => {} })
    scanner.skip()
    scanner.end()
    return scanner.hasLineBreak
  })
  expect(breaks).toEqual([true, true, false, false])
})
