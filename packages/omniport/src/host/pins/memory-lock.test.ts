import { expect, test } from 'vitest'
import { createMemoryLock } from './memory-lock.js'

test('what is written is kept as it was, and what is read is what was there then', async () => {
  const lock = createMemoryLock()
  const pins = new Map([['a', { definition: '1' }]])
  await lock.write('notes', pins)
  pins.clear()
  const before = await lock.read()
  await lock.write('others', new Map([['b', { definition: '2' }]]))
  await lock.write('notes', new Map())
  expect([...before].map(([server, tools]) => [server, [...tools.keys()]])).toEqual([['notes', ['a']]])
  expect([...(await lock.read()).keys()]).toEqual(['others'])
})
