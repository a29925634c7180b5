import { describe, expect, test } from 'vitest'
import { EvaluatedParts } from './evaluated-parts.js'

const keysOf = (parts: EvaluatedParts) => ['a', 'b', 'c'].filter((key) => parts.hasKey(key))
const indicesOf = (parts: EvaluatedParts) => [0, 1, 2, 3, 4, 5].filter((index) => parts.hasIndex(index))

test('nothing is evaluated at first', () => {
  const parts = new EvaluatedParts()
  expect([keysOf(parts), indicesOf(parts)]).toEqual([[], []])
})

test('members are evaluated one by one, or all', () => {
  const parts = new EvaluatedParts()
  parts.addKey('b')
  expect(keysOf(parts)).toEqual(['b'])
  parts.addAllKeys()
  expect([keysOf(parts), indicesOf(parts)]).toEqual([['a', 'b', 'c'], []])
})

test('items are evaluated one by one, or the first ones', () => {
  const parts = new EvaluatedParts()
  parts.addIndex(4)
  parts.addItemsBefore(2)
  parts.addItemsBefore(1)
  expect([indicesOf(parts), keysOf(parts)]).toEqual([[0, 1, 4], []])
})

describe('parts that are added to others', () => {
  test('are theirs too', () => {
    const [outer, inner] = [new EvaluatedParts(), new EvaluatedParts()]
    outer.addKey('a')
    outer.addIndex(5)
    outer.addItemsBefore(1)
    inner.addKey('b')
    inner.addIndex(3)
    inner.addItemsBefore(2)
    outer.add(inner)
    expect([keysOf(outer), indicesOf(outer)]).toEqual([
      ['a', 'b'],
      [0, 1, 3, 5],
    ])
    expect([keysOf(inner), indicesOf(inner)]).toEqual([['b'], [0, 1, 3]])
  })

  test('take nothing from them', () => {
    const outer = new EvaluatedParts()
    outer.addAllKeys()
    outer.addItemsBefore(2)
    outer.add(new EvaluatedParts())
    expect([keysOf(outer), indicesOf(outer)]).toEqual([
      ['a', 'b', 'c'],
      [0, 1],
    ])
  })

  test('may be all members', () => {
    const [outer, inner] = [new EvaluatedParts(), new EvaluatedParts()]
    inner.addAllKeys()
    outer.add(inner)
    expect(keysOf(outer)).toEqual(['a', 'b', 'c'])
  })
})
