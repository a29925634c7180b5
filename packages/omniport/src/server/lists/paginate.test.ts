import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { paginate } from './paginate.js'

const page = (items: readonly string[], cursor: string | undefined, pageSize: number | undefined) =>
  paginate(items, (item) => item, { cursor, pageSize })

type Between = (list: readonly string[], lastGiven: string | undefined) => readonly string[]

/** All items, page by page; `between` gives the list as it is for the next page. */
function walk(items: readonly string[], pageSize: number, between: Between = (list) => list): string[] {
  const given: string[] = []
  let list = items
  let cursor: string | undefined
  for (let pages = 0; pages <= 100; pages += 1) {
    const { items: part, nextCursor } = page(list, cursor, pageSize)
    given.push(...part)
    if (nextCursor === undefined) return given
    cursor = nextCursor
    list = between(list, given.at(-1))
  }
  throw new Error('the list has no end')
}

describe('a page', () => {
  const items = ['a', 'b', 'c', 'd']

  test.each([
    ['all without a size', items, undefined, items, undefined],
    ['the first of two', items, 2, ['a', 'b'], '1%3Ab'],
    ['as many as there are', items, 4, items, undefined],
    ['fewer than would fit', items, 9, items, undefined],
    ['nothing of an empty list', [], 1, [], undefined],
  ])('has %s', (_name, list, pageSize, expected, nextCursor) => {
    expect(page(list, undefined, pageSize)).toEqual({ items: expected, nextCursor })
  })

  test.each([[''], ['garbage'], ['b'], ['%'], ['-1:b'], ['9999999999:b'], ['1'], ['AAAA=='], [':b']])(
    'after the cursor %j is -32602',
    (cursor) => {
      expect(() => page(items, cursor, 2)).toThrow(RpcError.invalidParams('Invalid cursor'))
    },
  )
})

describe('walking the pages', () => {
  const names = fc.uniqueArray(
    fc.oneof(fc.string(), fc.constantFrom('', '%', '1:a', '__proto__', '\ud800', '\u{1f600}')),
  )

  test('gives every item once, in order', () => {
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 5 }), (items, size) => {
        expect(walk(items, size)).toEqual(items)
      }),
    )
  })

  test('gives every item that stays once, in order, whatever others come and go', () => {
    const change = fc.array(fc.tuple(fc.boolean(), fc.nat(20)), { maxLength: 6 })
    const run = (count: number, size: number, changes: [boolean, number][][]) => {
      const staying = Array.from({ length: count }, (_, index) => `stays ${index}`)
      let made = 0
      const given = walk(staying, size, (list, lastGiven) => {
        const next = [...list]
        for (const [isNew, at] of changes.shift() ?? []) {
          const index = at % (next.length + 1)
          if (isNew) next.splice(index, 0, `comes ${made++}`)
          else if (next[index]?.startsWith('comes') && next[index] !== lastGiven) next.splice(index, 1)
        }
        return next
      })
      expect(given.filter((item) => item.startsWith('stays'))).toEqual(staying)
    }
    const property = fc.property(fc.integer({ max: 12, min: 0 }), fc.integer({ min: 1, max: 4 }), fc.array(change), run)
    fc.assert(property, { numRuns: 500 })
  })

  test('skips and repeats nothing when the last item of a page goes away', () => {
    const given = walk(['a', 'b', 'c', 'd', 'e', 'f'], 2, (list, last) => list.filter((item) => item !== last))
    expect(given).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('comes to an end where the same item stands twice', () => {
    expect(walk(['a', 'b', 'a', 'c', 'a'], 1)).toEqual(['a', 'b', 'a', 'c', 'a'])
  })

  test('ends when the list became shorter than the place', () => {
    expect(walk(['a', 'b', 'c', 'd'], 2, () => ['x'])).toEqual(['a', 'b'])
  })
})
