import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { rankCompletions } from './complete-argument.js'

describe('suggestions out of a list', () => {
  test.each([
    ['', ['b', 'a'], ['b', 'a']],
    ['os', ['Rio', 'Los Osos', 'Moskva', 'OSLO', 'osaka'], ['OSLO', 'osaka', 'Los Osos', 'Moskva']],
    ['b', ['a-b', 'a_b', 'a/b', 'ab', 'B'], ['B', 'a-b', 'a_b', 'a/b', 'ab']],
    ['é', ['café', 'Éclair', 'x é'], ['Éclair', 'x é', 'café']],
    ['a.c', ['abc', 'a.c', 'x a.c'], ['a.c', 'x a.c']],
    ['x', ['a'], []],
    ['aa', ['baaa aa'], ['baaa aa']],
  ])('for %j of %j are %j', (typed, values, expected) => {
    verifies('COMP-06')
    expect(rankCompletions(values, typed)).toEqual(expected)
  })
})
