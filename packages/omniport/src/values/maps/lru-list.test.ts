import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LruList, type LruNode } from './lru-list.js'

interface Item extends LruNode<Item> {
  readonly name: string
}

test('whatever is touched and deleted, the oldest is the one that was touched longest ago', () => {
  const step = fc.record({ do: fc.constantFrom('touch', 'touch', 'delete'), which: fc.nat(5) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const list = new LruList<Item>()
      const items = [...'abcdef'].map((name): Item => ({ name, older: undefined, newer: undefined }))
      let order: readonly Item[] = []
      for (const { do: action, which } of steps) {
        const item = items[which] as Item
        list[action as 'touch' | 'delete'](item)
        order = [...order.filter((each) => each !== item), ...(action === 'touch' ? [item] : [])]
        expect(list.oldest?.name).toBe(order[0]?.name)
      }
      const drained = order.map(() => {
        const { oldest } = list
        if (oldest !== undefined) list.delete(oldest)
        return oldest?.name
      })
      expect([drained, list.oldest]).toEqual([order.map(({ name }) => name), undefined])
    }),
  )
})
