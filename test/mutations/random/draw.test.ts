import { describe, expect, test } from 'vitest'
import { applyMutant, originalOf } from '../../../mutations/random/apply-mutant.mjs'
import { shuffle } from '../../../mutations/random/draw.mjs'
import { rateOf } from '../../../mutations/random/rate.mjs'
import { layerOf } from '../../../mutations/random/sources.mjs'

const numbers = Array.from({ length: 1_000 }, (_, index) => index)

describe('a sample', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(shuffle(numbers, 7)).toEqual(shuffle(numbers, 7))
    expect(shuffle(numbers, 7).slice(0, 10)).not.toEqual(shuffle(numbers, 8).slice(0, 10))
  })

  test('has each mutant once, and leaves the list as it is', () => {
    const list = [...numbers]
    expect(shuffle(list, 1).sort((one, other) => one - other)).toEqual(numbers)
    expect(list).toEqual(numbers)
  })

  test('favours no place of the list', () => {
    const firsts = numbers.map((seed) => shuffle(numbers.slice(0, 10), seed)[0])
    const counts = numbers.slice(0, 10).map((value) => firsts.filter((first) => first === value).length)
    expect(Math.min(...counts)).toBeGreaterThan(65)
    expect(Math.max(...counts)).toBeLessThan(135)
  })
})

describe('the rate', () => {
  test.each([
    ['276 of 300', 276, 300, [92, 88.4, 94.6]],
    ['55 of 60', 55, 60, [91.7, 81.9, 96.4]],
    ['all of 60', 60, 60, [100, 94, 100]],
    ['none of 60', 0, 60, [0, 0, 6]],
  ])('of %s has the interval of Wilson', (_name, killed, total, expected) => {
    const { rate, low, high } = rateOf(killed, total)
    expect([rate, low, high].map((share) => Math.round(share * 1_000) / 10)).toEqual(expected)
  })
})

test('a mutant takes the place of what it replaces, over lines', () => {
  const location = { start: { line: 1, column: 2 }, end: { line: 2, column: 1 } }
  const mutant = { file: 'a.ts', mutatorName: 'BlockStatement', replacement: '{}', location }
  expect(originalOf('one\nif (a)\nb\n', mutant)).toBe(' (a)\nb')
  expect(applyMutant('one\nif (a)\nb\n', mutant)).toBe('one\nif{}\n')
})

test.each([
  ['packages/omniport/src/uri/parse-template.ts', 'uri'],
  ['packages/omniport/src/store/contracts/bind-checks.ts', 'store'],
  ['packages/redis/src/stores/create-redis-stores.ts', 'redis'],
])('%s is of the layer %s', (file, layer) => {
  expect(layerOf(file)).toBe(layer)
})
