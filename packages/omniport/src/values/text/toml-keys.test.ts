import { expect, test } from 'vitest'
import { tomlKeys } from './toml-keys.js'

test.each([
  ['a', ['a']],
  ['a.b-1_C', ['a', 'b-1_C']],
  ['a."b c".d', ['a', 'b c', 'd']],
  ["'a.b'.c", ['a.b', 'c']],
  ['a . b', ['a', 'b']],
  ['""."a\'b"', ['', "a'b"]],
  ["''.'a\"b'", ['', 'a"b']],
  ['"a\\nb"', ['a\\nb']],
  ['', []],
])('%s has the parts %j', (dotted, keys) => {
  expect(tomlKeys(dotted)).toEqual(keys)
})
