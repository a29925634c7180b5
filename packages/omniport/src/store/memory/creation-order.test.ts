import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CreationOrder } from './creation-order.js'

const id = fc.constantFrom(...'abcdefghij')
const owner = fc.constantFrom('me', 'you', '__proto__')
const step = fc.record({ do: fc.constantFrom('add', 'add', 'delete', 'list'), id, owner, limit: fc.nat(4) })

/** All ids that were ever added, in order. */
interface Added {
  readonly id: string
  readonly owner: string
  goneAt: number | undefined
}

test('whatever is added and deleted, an id leads to what was added after it while it is remembered', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 100, size: 'max' }),
      fc.integer({ min: 1, max: 6 }),
      (steps, remembered) => {
        const order = new CreationOrder(remembered)
        const all: Added[] = []
        let deletions = 0
        for (const { do: action, id, owner, limit } of steps) {
          const last = all.findLast((added) => added.id === id)
          const isThere = last !== undefined && last.goneAt === undefined
          if (action === 'add' && !isThere) {
            order.add(id, owner)
            all.push({ id, owner, goneAt: undefined })
          }
          if (action === 'delete') order.delete(id)
          if (action === 'delete' && isThere) last.goneAt = deletions++
          if (action !== 'list') continue
          const there = all.filter((added) => added.owner === owner && added.goneAt === undefined)
          const isKnown = last?.owner === owner && (last.goneAt ?? deletions) >= deletions - remembered
          const after = there.filter((added) => last !== undefined && all.indexOf(added) > all.indexOf(last))
          expect(order.list(owner, undefined, limit)).toEqual(there.slice(0, limit).map(({ id }) => id))
          expect(order.list(owner, id, limit)).toEqual(isKnown ? after.slice(0, limit).map(({ id }) => id) : undefined)
        }
      },
    ),
    { numRuns: 1_000 },
  )
})

const count = 100_000
const ids = Array.from({ length: count }, (_, index) => `t${index}`)

test.each([
  ['the oldest first', ids],
  ['the newest first', [...ids].reverse()],
])('finding a place takes no longer where a hundred thousand are gone, %s', { timeout: 5_000 }, (_name, deletions) => {
  const order = new CreationOrder(count)
  for (const id of ids) order.add(id, 'me')
  for (const id of deletions) order.delete(id)
  order.add('last', 'me')
  const found = [...ids].reverse().map((id) => order.list('me', id, 1)?.[0])
  expect(found.every((id) => id === 'last')).toBe(true)
})

test('an owner is forgotten with the last place', () => {
  const order = new CreationOrder(1)
  for (const owner of ['me', 'you']) {
    order.add('a', owner)
    order.delete('a')
  }
  expect([order.list('me', 'a', 1), order.list('you', 'a', 1)]).toEqual([undefined, []])
})
