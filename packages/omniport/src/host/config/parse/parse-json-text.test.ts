import { describe, expect, test } from 'vitest'
import { ConfigFault } from '../config-fault.js'
import type { FieldPath } from '../field-fault.js'
import { parseJsonText } from './parse-json-text.js'

test('comments and trailing commas are allowed', () => {
  expect(parseJsonText('// x\n{ "a": [1, /* y */ 2,], }').value).toEqual({ a: [1, 2] })
})

test.each<[string, string, number]>([
  ['', 'value expected', 1],
  ['{\n\n"a" }', 'colon expected', 3],
  ['{ "a": tru }', 'invalid symbol', 1],
  ['{}\n1', 'end of file expected', 2],
  ['{\n"a": "x', 'unexpected end of string', 2],
  ['[1\n2]', 'comma expected', 2],
  ['{ "a": 1', 'close brace expected', 1],
])('%j is a fault of its line', (text, problem, line) => {
  expect(() => parseJsonText(text)).toThrow(new ConfigFault(`not JSON: ${problem}`, line))
})

describe('the line is known', () => {
  const { lineOf } = parseJsonText(`{
  "a": {
    "b": [
      1,
      { "c": 5 },
      [
        true
      ]
    ]
  },
  "same": 1,
  "same": {
    "d": 2
  },
  "": 3
}`)

  test.each<[FieldPath, number]>([
    [['a'], 2],
    [['a', 'b'], 3],
    [['a', 'b', 0], 4],
    [['a', 'b', 1], 5],
    [['a', 'b', 1, 'c'], 5],
    [['a', 'b', 2], 6],
    [['a', 'b', 2, 0], 7],
    [['same'], 12],
    [['same', 'd'], 13],
    [[''], 15],
  ])('of %j', (path, line) => {
    expect(lineOf(path)).toBe(line)
  })

  test.each<[FieldPath]>([
    [[]],
    [['x']],
    [['a', 'x']],
    [['a', 'b', 3]],
    [['a', 'b', 0, 'x']],
    [['a', 'b', 0, 0]],
    [['x', 'a', 'b']],
  ])('not of %j', (path) => {
    expect(lineOf(path)).toBeUndefined()
  })
})

describe('nesting', () => {
  const fault = new ConfigFault('nests deeper than 64 levels')

  test.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('of %s is limited', (_, open, close) => {
    const nested = (levels: number) => `${open.repeat(levels - 1)}{}${close.repeat(levels - 1)}`
    expect(parseJsonText(nested(64)).lineOf(['x'])).toBeUndefined()
    expect(() => parseJsonText(nested(65))).toThrow(fault)
  })

  test('does not grow with what is closed, or only looks like it', () => {
    const value = [[], {}, '[[{{', [{}]]
    const text = JSON.stringify(Array.from({ length: 100 }, () => value))
    expect(parseJsonText(`${text} // ${'['.repeat(100)}`).value).toHaveLength(100)
  })

  test('is counted from 0, whatever was closed before', () => {
    expect(() => parseJsonText(`${']}'.repeat(65)}${'['.repeat(65)}`)).toThrow(fault)
    expect(() => parseJsonText(']')).toThrow(ConfigFault)
  })
})
