import { expect, test } from 'vitest'
import { createMemoryLock } from '../pins/memory-lock.js'
import type { LockStore } from '../pins/pin.js'
import { SkillPins } from './skill-pins.js'

/** Pins whose store tells how often it was written to. */
function counted(more: Partial<LockStore> = {}) {
  const store = createMemoryLock()
  const written: string[] = []
  const write: LockStore['write'] = (server, pins) => {
    written.push(`${server}: ${[...pins.keys()].join(' ')}`)
    return store.write(server, pins)
  }
  return { pins: new SkillPins({ ...store, write, ...more }), written }
}

test('the pins of a server are its own, and a server without pins has none', async () => {
  const { pins } = counted()
  await pins.pin('s', 'a', '1')
  await pins.pin('t', 'b', '2')
  expect(await pins.of('s')).toEqual(new Map([['a', { definition: '1' }]]))
  expect(await pins.of('other')).toEqual(new Map())
})

test('a later version takes the place of an earlier one, and the same is not written again', async () => {
  const { pins, written } = counted()
  await pins.pin('s', 'a', '1')
  await pins.pin('s', 'a', '1')
  expect(written).toEqual(['s: a'])
  await pins.pin('s', 'a', '2')
  expect(await pins.of('s')).toEqual(new Map([['a', { definition: '2' }]]))
  expect(written).toHaveLength(2)
})

test('of pins that are added at the same time none is lost', async () => {
  const { pins } = counted()
  await Promise.all(['a', 'b', 'c'].map((uri) => pins.pin('s', uri, '1')))
  expect([...(await pins.of('s')).keys()]).toEqual(['a', 'b', 'c'])
})

test('a store that others use is written to by one at a time', async () => {
  let count = 0
  const { pins } = counted({
    exclusive: (fn) => {
      count += 1
      return fn()
    },
  })
  await pins.pin('s', 'a', '1')
  await pins.pin('s', 'a', '1')
  expect([count, (await pins.of('s')).size]).toEqual([1, 1])
})

test('a server may have 1,000 pins', async () => {
  const { pins } = counted()
  const name = 'n'.repeat(129)
  for (let count = 0; count < 1_000; count += 1) await pins.pin(name, `${count}`, '1')
  const message = `"${'n'.repeat(128)}…" has had more than 1000 skills, the most that can be pinned`
  await expect(pins.pin(name, 'more', '1')).rejects.toMatchObject({ code: 'limit', message })
  await pins.pin(name, '999', '2')
  expect([(await pins.of(name)).size, (await pins.of(name)).get('999')]).toEqual([1_000, { definition: '2' }])
})
