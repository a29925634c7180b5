import { describe, expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.js'

describe('BoundedMap', () => {
  it('lets go of what was used longest ago', () => {
    const map = new BoundedMap<number>({ maxSize: 2 })
    map.set('a', 1)
    map.set('b', 2)
    map.get('a')
    map.set('c', 3)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
  })

  it('counts what its entries take, and keeps nothing larger than itself', () => {
    const map = new BoundedMap<string>({ maxSize: 5, sizeOf: (value, key) => value.length + key.length })
    map.set('a', 'xx')
    map.set('b', 'y')
    expect([map.get('a'), map.get('b')]).toEqual(['xx', 'y'])
    map.set('c', 'zzz')
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, undefined, 'zzz'])
    map.set('c', 'too large')
    expect(map.get('c')).toBe(undefined)
  })

  it('replaces an entry in its place, and forgets what it took', () => {
    const map = new BoundedMap<string>({ maxSize: 4, sizeOf: (value) => value.length })
    map.set('a', 'xxx')
    map.set('a', 'x')
    map.set('b', 'yyy')
    expect([map.get('a'), map.get('b')]).toEqual(['x', 'yyy'])
    expect([map.delete('a'), map.delete('a')]).toEqual([true, false])
    map.clear()
    map.set('c', 'zzzz')
    expect([map.get('b'), map.get('c')]).toEqual([undefined, 'zzzz'])
  })

  it('has all of its entries, up to its size', () => {
    const map = new BoundedMap<number>({ maxSize: 3, sizeOf: (value) => value })
    expect([map.keys(), [...map.values()], map.get('a')]).toEqual([[], [], undefined])
    map.set('a', 1)
    map.set('b', 2)
    expect([map.keys().toSorted(), [...map.values()].toSorted()]).toEqual([
      ['a', 'b'],
      [1, 2],
    ])
    map.set('c', 3)
    expect([map.keys(), [...map.values()]]).toEqual([['c'], [3]])
    map.set('d', 4)
    expect([map.keys(), map.delete('d')]).toEqual([['c'], false])
  })

  it('lets go of an entry that is replaced by one that is too large', () => {
    const removed: string[] = []
    const map = new BoundedMap<string>({
      maxSize: 3,
      sizeOf: ({ length }) => length,
      onRemove: (value) => removed.push(value),
    })
    map.set('a', 'x')
    map.set('a', 'too large')
    expect([map.get('a'), removed, map.keys()]).toEqual([undefined, ['x'], []])
  })

  it('reports each value that leaves it, once', () => {
    const removed: string[] = []
    const map = new BoundedMap<string>({ maxSize: 2, onRemove: (value) => removed.push(value) })
    map.set('a', 'deleted')
    map.delete('a')
    map.set('b', 'replaced')
    map.set('b', 'evicted')
    map.set('c', 'cleared')
    map.set('d', 'cleared too')
    expect([removed, map.keys()]).toEqual([
      ['deleted', 'replaced', 'evicted'],
      ['c', 'd'],
    ])
    map.clear()
    expect(removed.slice(3)).toEqual(['cleared', 'cleared too'])
  })
})
