import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TimerHeap, type TimerHeapItem } from './timer-heap.js'

test('whatever is added, moved and deleted, the first is the one that is due first, and all come in order', () => {
  const step = fc.record({ do: fc.constantFrom('add', 'add', 'move', 'delete'), which: fc.nat(), due: fc.nat(100) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const heap = new TimerHeap<TimerHeapItem>()
      const items: TimerHeapItem[] = []
      for (const { do: action, which, due } of steps) {
        const index = which % items.length
        const item = action === 'add' ? { due, index: 0 } : items[index]
        if (item === undefined) continue
        if (action === 'add') heap.add(item)
        if (action === 'add') items.push(item)
        if (action === 'move') heap.move(item, due)
        if (action === 'delete') heap.delete(item)
        if (action === 'delete') items.splice(index, 1)
        expect(heap.first?.due).toBe(items.length === 0 ? undefined : Math.min(...items.map(({ due }) => due)))
      }
      expect(drain(heap)).toEqual(items.map(({ due }) => due).sort((a, b) => a - b))
    }),
  )
})

describe('an item gives way only to one that is due earlier', () => {
  const create = (...dues: readonly number[]) => {
    const heap = new TimerHeap<TimerHeapItem>()
    const items = dues.map((due) => ({ due, index: 0 }))
    for (const item of items) heap.add(item)
    return { heap, items }
  }

  test('as one is added', () => {
    const { heap, items } = create(5, 5, 5)
    expect(heap.first).toBe(items[0])
  })

  test('as it moves', () => {
    const { heap, items } = create(1, 2)
    const [first] = items as [TimerHeapItem]
    heap.move(first, 2)
    expect(heap.first).toBe(first)
  })

  test('as the first is deleted', () => {
    const { heap, items } = create(1, 2, 2, 9)
    const [first, second] = items as [TimerHeapItem, TimerHeapItem]
    heap.delete(first)
    expect(heap.first).toBe(second)
  })
})

function drain(heap: TimerHeap<TimerHeapItem>): readonly number[] {
  const dues: number[] = []
  for (let first = heap.first; first !== undefined; first = heap.first) {
    dues.push(first.due)
    heap.delete(first)
  }
  return dues
}
