import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignNames } from './catalogue.js'
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

const wishes = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 2 })

test('everybody has one name of its own, whatever the order', () => {
  fc.assert(
    fc.property(fc.array(wishes, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (all, random) => {
      // The last choice of each is its own, as the whole hash is.
      const items = all.map((names, index) => ({ names: [...names, `own${index}`] as unknown as NameChoices }))
      const names = assignNames(items)
      expect([...names.values()]).toEqual(items)
      for (const [name, item] of names) expect(item.names).toContain(name)
      const shuffled = items.map((item) => ({ item, key: random.next().value })).sort((a, b) => a.key - b.key)
      const again = assignNames(shuffled.map(({ item }) => item))
      for (const [name, item] of names) expect(again.get(name)).toBe(item)
    }),
    { numRuns: 500 },
  )
})

test('a long chain of them takes no longer', { timeout: 5_000 }, () => {
  const items = Array.from({ length: 50_000 }, (_, index) => ({
    names: [`n${index}`, `n${index + 1}`, `own${index}`] as const satisfies NameChoices,
  }))
  const names = assignNames([...items, { names: ['n0', 'last'] }])
  expect(names.size).toBe(50_001)
  expect([names.get('last')?.names, names.get('own0')]).toEqual([['n0', 'last'], items[0]])
})
