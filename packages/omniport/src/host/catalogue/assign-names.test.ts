import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignNames } from './assign-names.js'
import type { NameChoices } from './tool-names.js'

function assigned(...choices: readonly NameChoices[]): readonly string[] {
  const items = choices.map((names) => ({ names }))
  const names = assignNames(items)
  return items.map((item) => [...names].find(([, other]) => other === item)?.[0] ?? 'none')
}

test('everybody has a first choice that nobody else has', () => {
  expect(assigned(['a', 'a1'], ['b'], ['__proto__'], ['constructor', 'c1'])).toEqual([
    ...['a', 'b', '__proto__', 'constructor'],
  ])
})

test('where several have the same, none of them gets it', () => {
  expect(assigned(['a', 'a1', 'a2'], ['b', 'b1'], ['a', 'a3', 'a4'], ['a', 'a5'])).toEqual(['a1', 'b', 'a3', 'a5'])
})

test('what a second choice collides with gives way as well', () => {
  expect(assigned(['a', 'x', 'x1'], ['a', 'y', 'y1'], ['x', 'z', 'z1'])).toEqual(['x1', 'y', 'z'])
})

test('a last choice is kept against all who have others', () => {
  expect(assigned(['a'], ['a', 'b'], ['b', 'c'])).toEqual(['a', 'b', 'c'])
})

test('whoever has no choice left keeps it, and there is never more than one', () => {
  expect(assigned(['a'], ['a'])).toEqual(['a', 'none'])
})

const choices = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 2 })
  .map((names, index) => ({ names, index }))

test('everybody has one name of its own, whatever the order', () => {
  fc.assert(
    fc.property(fc.array(choices, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (wishes, random) => {
      // The last choice of each is its own, as the whole hash is.
      const items = wishes.map(({ names }, index) => ({ names: [...names, `own${index}`] as unknown as NameChoices }))
      const names = assignNames(items)
      expect(new Set(names.values())).toEqual(new Set(items))
      for (const [name, item] of names) expect(item.names).toContain(name)
      const shuffled = items.map((item) => ({ item, key: random.next().value })).sort((a, b) => a.key - b.key)
      const again = assignNames(shuffled.map(({ item }) => item))
      expect(new Map([...again].sort())).toEqual(new Map([...names].sort()))
    }),
    { numRuns: 2_000 },
  )
})
