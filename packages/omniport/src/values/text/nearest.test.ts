import { expect, test } from 'vitest'
import { didYouMean, nearest } from './nearest.js'

test.each([
  ['a misspelt name', 'desciption', ['title', 'description'], 'description'],
  ['two letters in each other’s place, in a short name', 'prot', ['path', 'port'], 'port'],
  ['another case', 'ONPROGRESS', ['onProgress', 'signal'], 'onProgress'],
  ['the nearest of several', 'tools', ['tool', 'toolsets', 'tolls', 'tools'], 'tools'],
  ['the first of those that are equally near', 'cat', ['bat', 'rat'], 'bat'],
  ['nothing that is near', 'handler', ['run', 'input'], undefined],
  ['an empty name', '', ['echo'], undefined],
  ['a long name, which is not compared', 'a'.repeat(65), ['a'.repeat(64)], undefined],
])('%s', (_name, name, candidates, found) => {
  expect(nearest(name, candidates)).toBe(found)
})

test('the work for a name of a peer is bounded', () => {
  const name = 'a'.repeat(64)
  let taken = 0
  function* many() {
    for (; taken < 100_000; taken += 1) yield `${'b'.repeat(63)}c`
  }
  expect(nearest(name, many())).toBe(undefined)
  expect(taken).toBe(256)
})

test('a clause about an unknown name ends with the suggestion, or a full stop', () => {
  expect(didYouMean('ehco', ['echo'])).toBe('; did you mean "echo"?')
  expect(didYouMean('list', ['echo'])).toBe('.')
})
