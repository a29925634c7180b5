import { describe, expect, test } from 'vitest'
import { nodeAt } from './json-node.js'
import { parseJson } from './parse-json.js'

describe('a value has its place in the text', () => {
  test.each([
    ['a number', ' 12 ', { kind: 'number', start: 1, end: 3 }],
    ['a text', '"a\\nb"', { kind: 'string', value: 'a\nb', start: 0, end: 6 }],
    ['a word', '\n\ttrue\r', { kind: 'literal', value: true, start: 2, end: 6 }],
    ['null', 'null', { kind: 'literal', value: null, start: 0, end: 4 }],
    ['an empty list', '[ ]', { kind: 'array', items: [], start: 0, end: 3 }],
    ['an empty object', '{\n}', { kind: 'object', members: [], start: 0, end: 3 }],
    [
      'a list',
      '[1 , false]',
      {
        kind: 'array',
        items: [
          { kind: 'number', start: 1, end: 2 },
          { kind: 'literal', value: false, start: 5, end: 10 },
        ],
        start: 0,
        end: 11,
      },
    ],
    [
      'an object',
      '{ "a" : {"b":1} }',
      {
        kind: 'object',
        members: [
          {
            name: 'a',
            start: 2,
            value: {
              kind: 'object',
              members: [{ name: 'b', start: 9, value: { kind: 'number', start: 13, end: 14 } }],
              start: 8,
              end: 15,
            },
          },
        ],
        start: 0,
        end: 17,
      },
    ],
  ])('%s', (_name, text, node) => {
    expect(parseJson(text)).toEqual({ node })
  })
})

describe('what is no JSON says why, and where', () => {
  test.each<[string, string, number]>([
    ['', 'The value is not complete', 0],
    ['[', 'The value is not complete', 1],
    ['[1,', 'The value is not complete', 3],
    ['x', 'A value cannot begin with x', 0],
    ['[tru]', 'A value cannot begin with t', 1],
    ['1 2', 'Something follows after the end of the value', 2],
    ['{a', 'The name of a member begins with a quote: "name"', 1],
    ['{"a" 1}', 'A colon comes after the name of a member', 5],
    ['{"a":1 "b"', 'A comma or } is missing', 7],
    ['[1 2', 'A comma or ] is missing', 3],
    ['[1, ]', 'A comma stands before ]', 4],
    ['{"a":1,}', 'A comma stands before }', 7],
    ['"a', 'This text in quotes has no end, or a character that needs a backslash', 0],
    ['["a\n"]', 'This text in quotes has no end, or a character that needs a backslash', 1],
    ['{"\\x":1}', 'This text in quotes has no end, or a character that needs a backslash', 1],
  ])('%j', (text, message, offset) => {
    expect(parseJson(text)).toEqual({ problem: { message, offset, line: 1, column: offset + 1 } })
  })

  test('with the line, and the column in it', () => {
    expect(parseJson('{\n\n  "a": x')).toMatchObject({ problem: { offset: 10, line: 3, column: 8 } })
  })

  test('values may be 200 inside of each other, wherever they stand', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(parseJson(nested(200))).toHaveProperty('node')
    expect(parseJson(nested(201))).toEqual({
      problem: { message: 'More than 200 values inside of each other', offset: 200, line: 1, column: 201 },
    })
    expect(parseJson(`[${Array.from({ length: 300 }, () => '[{}]').join(',')}]`)).toHaveProperty('node')
    expect(parseJson('{"a":'.repeat(201))).toMatchObject({
      problem: { message: 'More than 200 values inside of each other' },
    })
  })
})

describe('the value at a path', () => {
  const parsed = parseJson('{"a":[1,{"b":2}],"a2":3,"c":4,"c":"last"}')
  const root = 'node' in parsed ? parsed.node : undefined

  test.each<[string, readonly (string | number)[], object | undefined]>([
    ['itself', [], root],
    ['a member of an item', ['a', 1, 'b'], { kind: 'number', start: 13, end: 14 }],
    ['the last of the same name', ['c'], { kind: 'string', value: 'last', start: 34, end: 40 }],
    ['an index of a list that is a text', ['a', '0'], undefined],
    ['an item that is not there', ['a', 2], undefined],
    ['a member that is not there', ['b'], undefined],
    ['a member of a number', ['a2', 'b'], undefined],
    ['an item of an object', [0], undefined],
    ['what is inside of nothing', ['x', 'y'], undefined],
  ])('%s', (_name, path, node) => {
    expect(nodeAt(root, path)).toEqual(node)
  })

  test('of nothing is nothing', () => {
    expect(nodeAt(undefined, ['a'])).toBeUndefined()
  })
})
