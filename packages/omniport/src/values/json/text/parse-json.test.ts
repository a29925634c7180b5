import { expect, test } from 'vitest'
import { parseJson, tryParseJson } from './parse-json.js'

const bounds = { jsonDepth: 2, jsonNodes: 3 }
const encode = (text: string) => new TextEncoder().encode(text)

test('text and its bytes are parsed within the bounds', () => {
  expect([parseJson('[["é"]]', bounds), parseJson(encode('[["é"]]'), bounds)]).toEqual([[['é']], [['é']]])
  expect([tryParseJson('[1]', bounds), tryParseJson(encode('[1]'), bounds)]).toEqual([[1], [1]])
})

test.each([
  ['[[[]]]', new RangeError('it nests deeper than 2 levels (limits.jsonDepth)')],
  ['[1,2,3,4]', new RangeError('it holds more than 3 values (limits.jsonNodes)')],
])('%s exceeds them', (text, error) => {
  expect(() => parseJson(text, bounds)).toThrow(error)
  expect(() => parseJson(encode(text), bounds)).toThrow(error)
  expect([tryParseJson(text, bounds), tryParseJson(text)]).toEqual([undefined, JSON.parse(text)])
})

test.each(['{', '', '[1,]', 'nothing'])('%j is not JSON', (text) => {
  expect(() => parseJson(text, bounds)).toThrow(SyntaxError)
  expect([tryParseJson(text, bounds), tryParseJson(text)]).toEqual([undefined, undefined])
})

test('bytes that are not UTF-8 are not JSON', () => {
  const bytes = Uint8Array.of(0x22, 0xff, 0x22)
  expect(() => parseJson(bytes, bounds)).toThrow(new SyntaxError('The text is not UTF-8'))
  expect(tryParseJson(bytes)).toBe(undefined)
})
