import { expect, test } from 'vitest'
import type { Decision } from './decision.js'
import { MemoryDecisions } from './memory-decisions.js'

/** A decision that differs from others by its binding, unless more is said. */
function decided(binding: string, more: Partial<Decision> = {}): Decision {
  const common = { type: 'call', server: 'notes', subject: 'add', answer: 'allow', scope: 'always', at: 100 } as const
  return { id: `of ${binding}`, binding, ...common, ...more }
}

async function idsOf(store: MemoryDecisions): Promise<readonly string[]> {
  return (await store.list()).map(({ id }) => id)
}

test('decisions are listed as they came', async () => {
  const store = new MemoryDecisions(10)
  const [a, b] = [decided('a'), decided('b')]
  expect(await store.list()).toEqual([])
  await store.put(a)
  await store.put(b)
  expect(await store.list()).toEqual([a, b])
})

test('a later decision about the same takes the place of the earlier one, at the end', async () => {
  const store = new MemoryDecisions(10)
  for (const decision of [decided('a'), decided('b'), decided('a', { id: 'new' })]) await store.put(decision)
  expect(await idsOf(store)).toEqual(['of b', 'new'])
})

test('decisions of another type, server or binding stand beside each other', async () => {
  const store = new MemoryDecisions(10)
  await store.put(decided('a'))
  await store.put(decided('a', { id: 'type', type: 'skill' }))
  await store.put(decided('a', { id: 'server', server: 'other' }))
  await store.put(decided('b', { id: 'binding' }))
  expect(await idsOf(store)).toEqual(['of a', 'type', 'server', 'binding'])
})

test('the oldest give place once there are more than allowed', async () => {
  const store = new MemoryDecisions(2)
  for (const binding of ['a', 'b']) await store.put(decided(binding))
  expect(await idsOf(store)).toEqual(['of a', 'of b'])
  await store.put(decided('c'))
  expect(await idsOf(store)).toEqual(['of b', 'of c'])
})

test('those that are over by then are dropped by the next', async () => {
  const store = new MemoryDecisions(10)
  await store.put(decided('over', { at: 100, until: 200 }))
  await store.put(decided('unlimited', { at: 100 }))
  await store.put(decided('valid', { at: 100, until: 201 }))
  await store.put(decided('next', { at: 199 }))
  expect(await idsOf(store)).toEqual(['of over', 'of unlimited', 'of valid', 'of next'])
  await store.put(decided('last', { at: 200 }))
  expect(await idsOf(store)).toEqual(['of unlimited', 'of valid', 'of next', 'of last'])
})

test('a decision is deleted by its id, and an unknown id deletes nothing', async () => {
  const store = new MemoryDecisions(10)
  await store.put(decided('a'))
  await store.put(decided('b'))
  await store.delete('of c')
  expect(await idsOf(store)).toEqual(['of a', 'of b'])
  await store.delete('of a')
  expect(await idsOf(store)).toEqual(['of b'])
})
