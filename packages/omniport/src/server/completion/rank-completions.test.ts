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
    ['aa', ['baaa', 'baaa aa'], ['baaa aa', 'baaa']],
    [
      'ny',
      ['Sydney', 'Any', 'New York', 'New Yen', 'x ny', 'nyc'],
      ['nyc', 'x ny', 'Any', 'Sydney', 'New York', 'New Yen'],
    ],
    ['oslo', ['Los Osos', 'Old slow', 'OSLO', 'solo'], ['OSLO', 'Old slow']],
    ['ll', ['l', 'lal', 'Ll'], ['Ll', 'lal']],
    ['ba', ['ab', 'abba'], ['abba']],
    ['😀b', ['😀 b', '😁b', 'b😀', '😀b'], ['😀b', '😀 b']],
    ['', ['', 'a'], ['', 'a']],
    ['a', [''], []],
  ])('for %j of %j are %j', (typed, values, expected) => {
    verifies('COMP-06')
    expect(rankCompletions(values, typed)).toEqual(expected)
  })

  test('for a long text take no longer than the list is', () => {
    const values = Array.from({ length: 10_000 }, (_, at) => 'ab'.repeat(50) + at)
    const started = process.cpuUsage()
    expect(rankCompletions(values, 'ab'.repeat(500_000))).toEqual([])
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000)
  })
})
