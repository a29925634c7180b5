import { expect, test } from 'vitest'
import { didYouMean, nearest } from './nearest.js'

test.each([
  ['a letter is missing', 'cty', ['country', 'city'], 'city'],
  ['a letter is too many', 'lists', ['call', 'list'], 'list'],
  ['a letter is another', 'tolls', ['prompts', 'tools'], 'tools'],
  ['two letters are swapped', 'lsit', ['last', 'list'], 'list'],
  ['a swap in a short word', 'dda', ['add', 'dad'], 'dad'],
  ['another case', 'TIMEOUTMS', ['timeout', 'timeoutMs'], 'timeoutMs'],
  ['another separator', 'create_note', ['createNote'], 'createNote'],
  ['of two equally near words, the earlier', 'boot', ['book', 'boat'], 'book'],
  ['the same word in another case before a nearer index', 'ADD', ['and', 'add'], 'add'],
  ['a name of the prototype', '__prto__', ['__proto__'], '__proto__'],
  ['more than a third differs', 'call', ['read'], undefined],
  ['a single letter', 'c', ['a', 'b'], undefined],
  ['an empty word', '', ['a', 'ab', 'abc'], undefined],
  ['an empty candidate', 'a', [''], undefined],
  ['nothing to choose from', 'a', [], undefined],
])('nearest: %s', (_, word, among, expected) => {
  expect(nearest(word, among)).toBe(expected)
})

test('words above 64 characters are not compared', () => {
  const long = 'a'.repeat(65)
  expect(nearest(long, [long])).toBeUndefined()
  expect(nearest('a'.repeat(64), [long, 'a'.repeat(63)])).toBe('a'.repeat(63))
})

test('at most 256 words are compared', () => {
  let read = 0
  function* endless() {
    for (;;) yield `name-${read++ % 10}`
  }
  expect(nearest('wordless', endless())).toBeUndefined()
  expect(read).toBe(257)
})

test('a clause about an unknown name ends with the suggestion, or a full stop', () => {
  expect(didYouMean('ehco', ['echo'])).toBe('; did you mean "echo"?')
  expect(didYouMean('list', ['echo'])).toBe('.')
})
