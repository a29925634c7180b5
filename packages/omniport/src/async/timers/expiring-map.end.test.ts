import { expect, test } from 'vitest'
import { ExpiringMap } from './expiring-map.js'

/** A map whose clock stands where the test puts it, and whose timer never fires. */
function open() {
  const time = { now: 0 }
  const ended: unknown[] = []
  const clock = { now: () => time.now, after: () => () => {} }
  return { time, ended, map: new ExpiringMap<number>(clock, (key, value) => ended.push([key, value])) }
}

test('an entry whose time is over was not there any more when it is deleted', () => {
  const { time, ended, map } = open()
  map.set('a', 1, 10)
  map.set('b', 2, 10)
  time.now = 9
  expect(map.delete('a')).toBe(true)
  time.now = 10
  expect([map.get('b'), map.delete('b'), map.delete('b')]).toEqual([undefined, false, false])
  expect(ended).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})

test('entries are those that have time left, with their end', () => {
  const { time, map } = open()
  map.set('a', 1, 10)
  map.set('b', 2, 20)
  map.set('a', 3, 30)
  expect([...map.entries()]).toEqual([
    ['a', 3, 30],
    ['b', 2, 20],
  ])
  time.now = 20
  expect([...map.entries()]).toEqual([['a', 3, 30]])
})
