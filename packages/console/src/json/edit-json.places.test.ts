import { describe, expect, test } from 'vitest'
import { raiseJson, removeJson, setJson } from './edit-json.js'

describe('a value is set', () => {
  test.each([
    ['as the whole text', setJson('{"a":1}', [], '2'), '2'],
    ['in a text of spaces', setJson(' \n', ['a'], '1'), '{\n  "a": 1\n}'],
    ['in what is nested', setJson('{"a":[{"b":1}]}', ['a', 0, 'b'], '2'), '{"a":[{"b":2}]}'],
    ['as the first item', setJson('{"a":[]}', ['a', 0], '1'), '{"a":[\n  1\n]}'],
    ['as the first item of a list that is absent', setJson('{"b":1}', ['a', 0], '1'), '{"b":1, "a": [1]}'],
    ['with all that is on the way', setJson('{"b":1}', ['a', 'c', 0], '1'), '{"b":1, "a": { "c": [1] }}'],
    [
      'on a line of its own, as far in as its list',
      setJson('{\n  "a": []\n}', ['a', 0], '1'),
      '{\n  "a": [\n    1\n  ]\n}',
    ],
    ['behind others, as far in as they are', setJson('{\n    "a": 1\n}', ['b'], '2'), '{\n    "a": 1,\n    "b": 2\n}'],
    [
      'behind the last of several lines',
      setJson('{\n\t"a": 1,\n\t"b": 2\n}', ['c'], '3'),
      '{\n\t"a": 1,\n\t"b": 2,\n\t"c": 3\n}',
    ],
    ['behind others on the same line', setJson('[1, 2]', [2], '3'), '[1, 2, 3]'],
    [
      'on a new line, where the others stand on one behind the bracket',
      setJson('{ "x": {\n"a": 1, "b": 2 } }', ['x', 'c'], '3'),
      '{ "x": {\n"a": 1, "b": 2,\n  "c": 3 } }',
    ],
    ['in an object of an indented line', setJson('[\n  { "a": 1 }\n]', [0, 'b'], '2'), '[\n  { "a": 1, "b": 2 }\n]'],
    ['in the last of the same name', setJson('{"a":1,"a":2}', ['a'], '3'), '{"a":1,"a":3}'],
  ])('%s', (_name, actual, expected) => {
    expect(actual).toBe(expected)
  })

  test.each([
    ['an item further than the end', '[1]', [2]],
    ['an item before the start', '[1]', [-1]],
    ['a member of a list', '[1]', ['a']],
    ['an item of an object', '{"a":1}', [0]],
    ['a member of a number', '{"a":1}', ['a', 'b']],
    ['a member of what is no JSON', '{"a"', ['b']],
    ['a member inside of an item that cannot be', '{"a":[]}', ['a', 1, 'b']],
  ])('nowhere: %s', (_name, text, path) => {
    expect(setJson(text, path, '2')).toBe(text)
  })
})

describe('a value is removed', () => {
  test.each([
    ['from between others', removeJson('[1, 2, 3]', [1]), '[1, 3]'],
    ['as the first of several', removeJson('[ 1,  2 ]', [0]), '[ 2 ]'],
    ['as the last of several', removeJson('[1, 2 ]', [1]), '[1 ]'],
    ['as the only one', removeJson('[ 1 ]', [0]), '[]'],
    ['as the last of the same name', removeJson('{"a":1,"a":2}', ['a']), '{"a":1}'],
    ['from what is nested', removeJson('{"a":{"b":1,"c":2}}', ['a', 'b']), '{"a":{"c":2}}'],
  ])('%s', (_name, actual, expected) => {
    expect(actual).toBe(expected)
  })

  test.each([
    ['the whole', '{"a":1}', []],
    ['a member that is not there', '{"a":1}', ['b']],
    ['an item that is not there', '[1]', [1]],
    ['a member of a list', '[1]', ['a']],
    ['a member of a number', '{"a":1}', ['a', 'b']],
    ['a member of what is not there', '{"a":1}', ['b', 'c']],
    ['a member of what is no JSON', '{"a":1', ['a']],
  ])('unless it is %s', (_name, text, path) => {
    expect(removeJson(text, path)).toBe(text)
  })
})

describe('an item changes places with the one before', () => {
  test('in a list inside of others', () => {
    expect(raiseJson('{"a":[1,  [2], 3]}', ['a', 1])).toBe('{"a":[[2],  1, 3]}')
    expect(raiseJson('{"a":[1,  [2], 3]}', ['a', 2])).toBe('{"a":[1,  3, [2]]}')
  })

  test.each([
    ['the first', '[1, 2]', [0]],
    ['one that is not there', '[1, 2]', [2]],
    ['a member', '{"a":1,"b":2}', ['b']],
    ['the whole', '[1, 2]', []],
    ['one of what is no JSON', '[1, 2', [1]],
  ])('unless it is %s', (_name, text, path) => {
    expect(raiseJson(text, path)).toBe(text)
  })
})
