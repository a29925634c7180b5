import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../values/json/json-object.js'
import { smallerArgs, spoilArgs } from './changed-args.js'
import { Random } from './random.js'

/** What so many seeds make of arguments, each once. */
function spoiled(args: JsonObject, count = 600): readonly JsonObject[] {
  const texts = Array.from({ length: count }, (_, seed) => JSON.stringify(spoilArgs(args, new Random(seed))))
  return [...new Set(texts)].map((text) => JSON.parse(text))
}

const wrong = [null, true, -1, 1.5, 1e308, '', 'x'.repeat(10_000), [], [null], {}, { a: { b: [] } }]

describe('spoiled arguments', () => {
  test('have a value of another kind, lack a member, or have one more', () => {
    const found = spoiled({ a: 'text' })
    expect(found).toContainEqual({})
    for (const value of wrong) expect(found).toContainEqual({ a: value })
    for (const name of ['extra', 'toString', '0'])
      expect(found.some((args) => args['a'] === 'text' && name in args && Object.hasOwn(args, name))).toBe(true)
  })

  test('have one thing wrong, in any member', () => {
    const args = { a: 'text', b: 'text' }
    const changes = spoiled(args).map((found) => {
      const names = new Set([...Object.keys(args), ...Object.keys(found)])
      return [...names].filter((name) => found[name] !== 'text').length
    })
    expect(new Set(changes)).toEqual(new Set([1]))
    expect(spoiled(args)).toEqual(expect.arrayContaining([{ a: 'text' }, { b: 'text' }]))
  })

  test('may be wrong within a member', () => {
    const found = spoiled({ a: { b: 'text' } })
    expect(found).toEqual(expect.arrayContaining([{}, { a: {} }, { a: { b: null } }, { a: null }]))
  })

  test('of none have one that is new', () => {
    const found = spoiled({})
    expect(found.every((args) => Object.keys(args).length === 1)).toBe(true)
    expect(new Set(found.flatMap((args) => Object.keys(args)))).toEqual(new Set(['extra', 'toString', '0']))
  })

  test('leave those that are right as they are', () => {
    const args = { a: { b: 'text' } }
    spoiled(args)
    expect(args).toEqual({ a: { b: 'text' } })
  })
})

describe('smaller arguments', () => {
  const smaller = (value: unknown) => [...smallerArgs({ a: value })]

  test('first lack a member, then have smaller values, one at a time', () => {
    expect([...smallerArgs({ a: 'xy', b: 1 })]).toEqual([
      { b: 1 },
      { a: 'xy' },
      { a: '', b: 1 },
      { a: 'x', b: 1 },
      { a: 'y', b: 1 },
      { a: 'xy', b: 0 },
    ])
  })

  test.each<[unknown, readonly unknown[]]>([
    ['', []],
    ['x', ['']],
    ['abcde', ['', 'ab', 'bcde']],
    [0, []],
    [1, [0]],
    [-1, [0]],
    [0.5, [0]],
    [9, [0, 4]],
    [-9, [0, -4]],
    [[], []],
    [[1], [[], [], []]],
    [
      [1, 2, 3],
      [[], [1], [2, 3]],
    ],
    [{}, []],
    [{ b: 1 }, [{}, { b: 0 }]],
    [true, []],
    [null, []],
  ])('of %j are %j', (value, expected) => {
    expect(smaller(value)).toEqual([{}, ...expected.map((each) => ({ a: each }))])
  })

  test('of none are none', () => {
    expect([...smallerArgs({})]).toEqual([])
  })
})
