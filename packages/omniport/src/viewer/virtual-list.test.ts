// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { byId } from './elements.js'
import { openPage } from './fixtures/open-page.js'
import { rowOf } from './fixtures/row-of.js'
import type { Row } from './rows.js'
import { VirtualList } from './virtual-list.js'

/** A list in which four rows are in sight. */
function createList(height = 4 * 28) {
  const page = openPage()
  const view = byId('list')
  page.resize(view, 400, height)
  const selected: number[] = []
  const list = new VirtualList(view, (index) => selected.push(index))
  const drawn = () => [...view.querySelectorAll<HTMLElement>('.row')]
  const indexes = () => drawn().map((row) => Number(row.dataset['index']))
  /** Shows so many rows, all of them or those of some indexes. */
  const show = (count: number, shown?: readonly number[]) => {
    list.show(new Array<Row>(count).fill(rowOf()), shown ?? range(0, count))
    page.frame()
  }
  const scroll = (top: number) => {
    view.scrollTop = top
    view.dispatchEvent(new Event('scroll'))
    page.frame()
  }
  return { page, view, list, selected, drawn, indexes, show, scroll }
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, at) => from + at)
}

const placeOf = (row: HTMLElement | undefined) => Number(/^translateY\((.+)px\)$/.exec(row?.style.transform ?? '')?.[1])

describe('a list has', () => {
  test('the rows in sight, and six above and below', () => {
    const { show, scroll, indexes, view } = createList(100)
    show(100)
    expect(view.querySelector<HTMLElement>('.space')?.style.height).toBe('2800px')
    expect(indexes()).toEqual(range(0, 10))
    scroll(20 * 28 + 10)
    expect(indexes()).toEqual(range(14, 30))
    scroll(2_700)
    expect(indexes()).toEqual(range(90, 100))
  })

  test('each row at its place', () => {
    const { show, drawn } = createList()
    show(3)
    expect(drawn().map(placeOf)).toEqual([0, 28, 56])
  })

  test('nothing where nothing is shown', () => {
    const { show, indexes, view } = createList()
    show(5)
    show(5, [])
    expect([indexes(), view.querySelector<HTMLElement>('.space')?.style.height]).toEqual([[], '0px'])
  })

  test('only the rows that are shown, with their indexes', () => {
    const { show, drawn, indexes, list } = createList()
    show(9, [2, 3, 7])
    expect([indexes(), list.shown]).toEqual([
      [2, 3, 7],
      [2, 3, 7],
    ])
    expect(drawn().map((row) => [row.id, row.getAttribute('aria-posinset'), row.getAttribute('aria-setsize')])).toEqual(
      [
        ['row-2', '1', '3'],
        ['row-3', '2', '3'],
        ['row-7', '3', '3'],
      ],
    )
  })

  test('more rows when it grows', () => {
    const { page, view, show, indexes } = createList(28)
    show(50)
    expect(indexes()).toEqual(range(0, 7))
    page.resize(view, 400, 56)
    expect(indexes()).toEqual(range(0, 7))
    page.frame()
    expect(indexes()).toEqual(range(0, 8))
  })

  test('one frame for many changes', () => {
    const { list } = createList()
    list.show([rowOf()], [0])
    list.show([rowOf()], [0])
    list.select(0)
    expect(vi.getTimerCount()).toBe(1)
  })
})

describe('a row says', () => {
  test('all that is known of it', () => {
    const { page, list, drawn } = createList()
    const answer = { from: 'server', connection: 3, type: 'response', title: 'tools/call', subject: 'add' } as const
    list.show([rowOf({ ...answer, ms: 1_234, id: '"a"', bytes: 2_048, tookMs: 12 })], [0])
    page.frame()
    const [row] = drawn()
    expect([...(row?.children ?? [])].map(({ className, textContent }) => [className, textContent])).toEqual([
      ['ms', '1.234'],
      ['dir', '←'],
      ['conn', '3'],
      ['title', 'tools/call'],
      ['subject', 'add'],
      ['id', '"a"'],
      ['took', '12 ms'],
      ['bytes', '2.0 KiB'],
    ])
    expect([row?.className, row?.id, row?.getAttribute('role'), row?.getAttribute('aria-selected')]).toEqual([
      'row response server',
      'row-0',
      'option',
      'false',
    ])
  })

  test('nothing of a size and a time that are not known', () => {
    const { show, drawn } = createList()
    show(1)
    const textOf = (name: string) => drawn()[0]?.querySelector(`.${name}`)?.textContent
    expect([textOf('took'), textOf('bytes')]).toEqual(['', ''])
  })

  test.each<[Partial<Row>, string, string, string]>([
    [{ from: 'client' }, '→', 'from the client', 'row request client'],
    [{ from: 'server' }, '←', 'from the server', 'row request server'],
    [{ from: 'client', isError: true }, '✕', 'failed, from the client', 'row request bad client'],
    [{ from: 'server', isError: true }, '✕', 'failed, from the server', 'row request bad server'],
  ])('where %j is from, and that it failed', (more, sign, title, className) => {
    const { page, list, drawn } = createList()
    list.show([rowOf(more)], [0])
    page.frame()
    const [row] = drawn()
    const direction = row?.querySelector<HTMLElement>('.dir')
    expect([direction?.textContent, direction?.title, row?.className]).toEqual([sign, title, className])
  })
})

describe('a row is selected', () => {
  test('with a click on a part of it', () => {
    const { page, view, show, drawn, selected } = createList()
    show(5, [0, 2, 4])
    expect(view.getAttribute('aria-activedescendant')).toBeNull()
    drawn()[1]?.querySelector<HTMLElement>('.title')?.click()
    page.frame()
    expect([selected, view.getAttribute('aria-activedescendant')]).toEqual([[2], 'row-2'])
    expect(drawn().map((row) => [row.className, row.getAttribute('aria-selected')])).toEqual([
      ['row request client', 'false'],
      ['row request on client', 'true'],
      ['row request client', 'false'],
    ])
  })

  test('but not with a click beside the rows', () => {
    const { view, show, selected } = createList()
    show(2)
    view.click()
    view.querySelector<HTMLElement>('.space')?.click()
    expect(selected).toEqual([])
  })

  test.each([
    ['above', 19, 19 * 28],
    ['the first in sight', 20, 20 * 28],
    ['the last in sight', 23, 20 * 28],
    ['below', 24, 21 * 28],
    ['far below', 99, 96 * 28],
  ])('and scrolled into sight: one that is %s', (_what, index, top) => {
    const { list, view, show, scroll } = createList()
    show(100)
    scroll(20 * 28)
    list.select(index)
    expect(view.scrollTop).toBe(top)
  })

  test('and told, but not scrolled to, where it is not shown', () => {
    const { list, view, show, scroll, selected } = createList()
    show(100, range(0, 90))
    scroll(280)
    list.select(95)
    expect([selected, view.scrollTop]).toEqual([[95], 280])
  })
})

describe('a key selects', () => {
  const shown = range(0, 50).map((at) => at * 3 + 1)
  const last = 148

  test.each([
    ['ArrowDown', 31, 34],
    ['j', 31, 34],
    ['ArrowUp', 31, 28],
    ['k', 31, 28],
    ['PageDown', 31, 40],
    ['PageUp', 31, 22],
    ['Home', 31, 1],
    ['End', 31, last],
    ['ArrowDown', last, last],
    ['PageDown', last - 3, last],
    ['ArrowUp', 1, 1],
    ['PageUp', 4, 1],
  ])('%s: from %i to %i', (key, from, to) => {
    const { page, list, view, show, selected } = createList()
    show(150, shown)
    list.select(from)
    expect(page.press(view, key)).toBe(true)
    expect(selected).toEqual([from, to])
  })

  test('every row in turn', () => {
    const { page, view, show, selected } = createList()
    show(150, shown)
    for (const _ of shown) page.press(view, 'ArrowDown')
    expect(selected).toEqual(shown)
  })

  test.each([
    ['ArrowDown', 1],
    ['ArrowUp', 1],
    ['PageDown', 7],
  ])('%s without a selection: %i', (key, to) => {
    const { page, view, show, selected } = createList()
    show(150, shown)
    page.press(view, key)
    expect(selected).toEqual([to])
  })

  test('at least the next row, where the list is low', () => {
    const { page, view, show, selected } = createList(20)
    show(5)
    page.press(view, 'Home')
    page.press(view, 'PageDown')
    expect(selected).toEqual([0, 1])
  })

  test('nothing where it is another key, goes with a modifier, or finds no row', () => {
    const { page, view, show, selected } = createList()
    show(5)
    expect(page.press(view, 'x')).toBe(false)
    expect(page.press(view, 'End', { ctrlKey: true })).toBe(false)
    expect(page.press(view, 'End', { metaKey: true })).toBe(false)
    show(5, [])
    expect(page.press(view, 'End')).toBe(false)
    expect(selected).toEqual([])
  })
})

describe('a list that is higher than an element may be', () => {
  const count = 600_000
  const height = 100
  const most = 15_000_000
  const rows = new Array<Row>(count).fill(rowOf())
  const all = [...rows.keys()]

  function createFull() {
    const created = createList(height)
    created.list.show(rows, all)
    created.page.frame()
    return created
  }

  test('is as high as that, and shows the middle in the middle', () => {
    const { view, scroll, drawn, indexes } = createFull()
    expect(view.querySelector<HTMLElement>('.space')?.style.height).toBe(`${most}px`)
    scroll(most / 2)
    expect(indexes()).toEqual(range(299_994, 300_010))
    expect(placeOf(drawn()[6])).toBeCloseTo(most / 2 - 6, 2)
  })

  test('ends with its last row', () => {
    const { page, list, view, drawn } = createFull()
    list.select(count - 1)
    page.frame()
    expect(view.scrollTop).toBeCloseTo(most - height, 4)
    expect([drawn().at(-1)?.id, placeOf(drawn().at(-1))]).toEqual(['row-599999', expect.closeTo(most - 28, 4)])
  })

  test('is scrolled to a row above', () => {
    const { page, list, view, scroll, drawn } = createFull()
    scroll(most / 2)
    list.select(1_000)
    page.frame()
    expect(placeOf(drawn().find(({ id }) => id === 'row-1000'))).toBeCloseTo(view.scrollTop, 4)
  })
})
