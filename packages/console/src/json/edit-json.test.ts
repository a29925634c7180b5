import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { raiseJson, removeJson, setJson } from './edit-json.js'
import { jsonTokens } from './json-tokens.js'
import { parseJson } from './parse-json.js'

describe('parseJson', () => {
  test('takes what JSON.parse takes, and nothing else', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '0.5',
      '01',
      'null',
      ' ',
      '\n',
      '\\',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
        ),
        (text) => {
          expect('node' in parseJson(text)).toBe(isJson(text))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('says where it stopped', () => {
    expect(parseJson('{\n  "a": 1,\n}')).toEqual({
      problem: { message: 'A comma stands before }', offset: 12, line: 3, column: 1 },
    })
  })

  test('refuses a text that is too deep, before the stack does', () => {
    expect(parseJson('['.repeat(100_000))).toMatchObject({
      problem: { message: 'More than 200 values inside of each other' },
    })
  })
})

describe('an edit', () => {
  const typed = '{ "a": 1.50,   "b": [1,2],\n"c": 12345678901234567890 }'
  test.each([
    ['replaces a value', setJson(typed, ['a'], '"x"'), '{ "a": "x",   "b": [1,2],\n"c": 12345678901234567890 }'],
    ['adds a member', setJson('{"a":1}', ['b'], '2'), '{"a":1, "b": 2}'],
    ['adds a line', setJson('{\n  "a": 1\n}', ['b'], '2'), '{\n  "a": 1,\n  "b": 2\n}'],
    ['adds an item', setJson(typed, ['b', 2], '3'), '{ "a": 1.50,   "b": [1,2, 3],\n"c": 12345678901234567890 }'],
    ['makes what is on the way', setJson('{}', ['a', 'b'], '1'), '{\n  "a": { "b": 1 }\n}'],
    ['starts with nothing', setJson('', ['a'], '1'), '{\n  "a": 1\n}'],
    ['leaves what is no JSON', setJson('{', ['a'], '1'), '{'],
    ['leaves what has no members', setJson('[1]', ['a'], '1'), '[1]'],
    ['takes `__proto__` as a name', setJson('{}', ['__proto__'], '1'), '{\n  "__proto__": 1\n}'],
    ['removes the first', removeJson(typed, ['a']), '{ "b": [1,2],\n"c": 12345678901234567890 }'],
    ['removes the last', removeJson(typed, ['c']), '{ "a": 1.50,   "b": [1,2] }'],
    ['removes the only one', removeJson('{ "a": 1 }', ['a']), '{}'],
    ['removes an item', removeJson(typed, ['b', 0]), '{ "a": 1.50,   "b": [2],\n"c": 12345678901234567890 }'],
    ['moves an item up', raiseJson('[1, "two"]', [1]), '["two", 1]'],
  ])('%s', (_, actual, expected) => {
    expect(actual).toBe(expected)
  })
})

test('the pieces of a text, joined, are the text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(
        jsonTokens(text)
          .map(({ text }) => text)
          .join(''),
      ).toBe(text)
    }),
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
