import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SmallMap } from './small-map.js'

test('keeps entries in the order in which they were added, whichever are taken out between', () => {
  const map = new SmallMap<number | string, string>()
  map.add(1, 'one')
  map.add('1', 'text')
  map.delete(1)
  map.add(2, 'two')
  map.delete('1')
  map.add(3, 'three')
  expect([map.size, map.keys(), map.values()]).toEqual([2, [2, 3], ['two', 'three']])
  expect([map.has(1), map.get('1'), map.get(2), map.get(3)]).toEqual([false, undefined, 'two', 'three'])
})

test('a key that is in use is refused, and the entry stays', () => {
  const map = new SmallMap<number, string>()
  map.add(1, 'first')
  map.add(2, 'second')
  expect(() => map.add(1, 'other')).toThrow(new TypeError('The key 1 is in use'))
  expect(() => map.add(2, 'other')).toThrow(new TypeError('The key 2 is in use'))
  expect(map.values()).toEqual(['first', 'second'])
})

test('is as a Map is, whatever is done to it', () => {
  const step = fc.record({ key: fc.nat(4), isDelete: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 400 }), (steps) => {
      const map = new SmallMap<number, number>()
      const model = new Map<number, number>()
      steps.forEach(({ key, isDelete }, index) => {
        if (isDelete) map.delete(key)
        else if (!map.has(key)) map.add(key, index)
        if (isDelete) model.delete(key)
        else if (!model.has(key)) model.set(key, index)
        expect([map.size, map.keys(), map.values()]).toEqual([model.size, [...model.keys()], [...model.values()]])
        expect(map.get(key)).toBe(model.get(key))
      })
    }),
  )
})

test('entries that are over are free for the quick collections of garbage, however many come and go', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void
  const map = new SmallMap<number, readonly number[]>()
  collect()
  const before = process.memoryUsage().heapUsed
  let most = 0
  for (let id = 0; id < 20_000; id += 1) {
    map.add(id, Array<number>(250).fill(id))
    map.delete(id - 64)
    if (id % 500 !== 499) continue
    collect({ type: 'minor' })
    most = Math.max(most, process.memoryUsage().heapUsed - before)
  }
  expect(map.size).toBe(64)
  expect(most).toBeLessThan(8_000_000) // of the 40 MB that went through
})
