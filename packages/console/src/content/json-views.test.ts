// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { createApp } from '../fixtures/create-app.js'
import { type Screen, settled, show } from '../fixtures/screen.js'
import { DataTable } from './data-table.js'
import { DiffView } from './diff-view.js'
import { JsonCode } from './json-code.js'
import { JsonTree } from './json-tree.js'

const { app } = createApp()
const tree = (value: unknown, more: object = {}) => show(h(JsonTree, { value, ...more }), app)
const isOpen = (each: HTMLElement) => (each as HTMLDetailsElement).open

async function toggle(screen: Screen, index: number): Promise<void> {
  const branch = screen.all('details')[index] as HTMLDetailsElement
  await settled(() => {
    branch.open = !branch.open
    branch.dispatchEvent(new Event('toggle'))
  })
}

describe('a value as a tree', () => {
  test.each<[unknown, string, string]>([
    ['a\u200b', 'string', 'a⟨U+200B⟩'],
    [1.5, 'number', '1.5'],
    [true, 'literal', 'true'],
    [null, 'literal', 'null'],
    [undefined, 'literal', 'undefined'],
    ['x'.repeat(2_000), 'string', 'x'.repeat(2_000)],
    ['x'.repeat(2_001), 'string', `${'x'.repeat(2_000)}… (2001 characters)`],
  ])('%j', async (value, kind, text) => {
    const screen = await tree(value, { name: 'n\u200b' })
    expect([screen.texts(`.leaf .${kind}`), screen.texts('.name')]).toEqual([[text], ['n⟨U+200B⟩']])
  })

  test('has two levels open, and says what is in the others', async () => {
    const screen = await tree({ a: { b: { c: 1 }, d: [] } })
    expect(screen.all('details').map(isOpen)).toEqual([true, true, false, false])
    expect(screen.texts('.count')).toEqual(['{1}', '{2}', '{1}', '[0]'])
    expect(screen.texts('.name')).toEqual(['a', 'b', 'd'])
    expect(screen.texts('.preview')).toEqual(['c: 1', ''])
  })

  test('has as many levels open as are wanted', async () => {
    const screen = await tree([[[1]]], { open: 1 })
    expect(screen.all('details').map(isOpen)).toEqual([true, false])
  })

  test('opens and closes', async () => {
    const screen = await tree({ a: [{ b: 1 }] }, { open: 0 })
    expect([screen.texts('.preview'), screen.texts('.inner')]).toEqual([['a: …'], []])
    await toggle(screen, 0)
    expect([screen.texts('.preview'), screen.texts('.inner > details .name')]).toEqual([['…'], ['a']])
    await toggle(screen, 0)
    expect(screen.texts('.inner')).toEqual([])
  })

  test('hints at four members of what is closed, in 120 characters', async () => {
    const closed = (value: unknown) => tree(value, { open: 0 })
    expect((await closed([1, 'x\u200b', null, [2], 5])).texts('.preview')).toEqual(['1, x⟨U+200B⟩, null, …'])
    expect((await closed({ a: 'x'.repeat(200) })).texts('.preview')).toEqual([`a: ${'x'.repeat(117)}`])
  })

  test('shows a hundred members at a time', async () => {
    const screen = await tree(Array.from({ length: 250 }, (_, index) => index))
    const leaves = () => screen.all('.leaf').length
    expect([leaves(), screen.buttons]).toEqual([100, ['Show 100 of 150 more']])
    await screen.click('Show 100 of 150 more')
    expect([leaves(), screen.buttons]).toEqual([200, ['Show 50 of 50 more']])
    await screen.click('Show 50 of 50 more')
    expect([leaves(), screen.buttons]).toEqual([250, []])
  })

  test('shows exactly a hundred at once', async () => {
    expect((await tree(Array.from({ length: 100 }, () => 1))).buttons).toEqual([])
  })
})

describe('JSON as text', () => {
  const code = (text: string) => show(h(JsonCode, { text, label: 'Raw' }), app)

  test('has colours', async () => {
    const screen = await code('{"a": "x\u200b", "b": [1, true]}')
    expect(screen.one('pre').textContent).toBe('{"a": "x⟨U+200B⟩", "b": [1, true]}')
    expect(screen.all('span').map((each) => `${each.className} ${each.textContent}`)).toEqual([
      ...['name "a"', 'string "x⟨U+200B⟩"', 'name "b"', 'number 1', 'literal true'],
    ])
    expect(screen.one('pre').getAttribute('aria-label')).toBe('Raw')
  })

  test.each([
    [20_000, 1],
    [20_001, 0],
  ])('of %i characters has so many coloured pieces: %i', async (length, pieces) => {
    expect((await code(`"${'x'.repeat(length - 2)}"`)).all('span')).toHaveLength(pieces)
  })

  test('is cut at 200,000 characters, and says how many follow', async () => {
    const whole = await code('x'.repeat(200_000))
    expect(whole.one('pre').textContent).toHaveLength(200_000)
    const cut = await code('x'.repeat(200_007))
    expect(cut.one('pre').textContent).toBe(`${'x'.repeat(200_000)}\n… 7 more characters`)
  })
})

describe('two values', () => {
  const diff = async (before: unknown, after: unknown) => {
    const screen = await show(h(DiffView, { before, after, label: 'What changed' }), app)
    return screen.all('pre span').map((each) => `${each.className}|${each.textContent}`)
  }

  test('are compared line by line', async () => {
    expect(await diff({ a: 1, b: 2 }, { a: 1, b: '\u200b' })).toEqual([
      ...['same|  {\n', 'same|    "a": 1,\n', 'removed|−   "b": 2\n', 'added|+   "b": "⟨U+200B⟩"\n', 'same|  }\n'],
    ])
  })

  test('of which one is absent are all new or all gone', async () => {
    expect(await diff(undefined, 1)).toEqual(['removed|− \n', 'added|+ 1\n'])
  })

  test('that are long are compared up to 100,000 characters', async () => {
    expect(await diff('', 'x'.repeat(99_999))).toEqual(['removed|− ""\n', `added|+ "${'x'.repeat(99_999)}\n`])
  })

  test('have a name', async () => {
    const screen = await show(h(DiffView, { before: 1, after: 2, label: 'What changed' }), app)
    expect(screen.one('pre').getAttribute('aria-label')).toBe('What changed')
  })
})

describe('records as a table', () => {
  const table = (rows: readonly Record<string, unknown>[], title?: string) =>
    show(h(DataTable, { records: { rows, columns: ['a', 'b\u200b'], ...(title === undefined ? {} : { title }) } }), app)

  test('have a column for each member, those of numbers at the right', async () => {
    const screen = await table([{ a: 1, 'b\u200b': 'x' }, { 'b\u200b': 2 }], 'all\u200b')
    expect(screen.all('th').map((each) => [each.textContent, each.className])).toEqual([
      ['a', 'figure'],
      ['b⟨U+200B⟩', ''],
    ])
    expect(screen.all('td').map((each) => [each.textContent, each.className])).toEqual([
      ['1', 'figure'],
      ['x', ''],
      ['', 'figure'],
      ['2', ''],
    ])
    expect(screen.one('.table-frame').getAttribute('aria-label')).toBe('all⟨U+200B⟩')
  })

  test('have a name in any case', async () => {
    expect((await table([])).one('.table-frame').getAttribute('aria-label')).toBe('Result')
  })

  test.each<[unknown, string]>([
    [[1, 'x', true], '1, x, true'],
    [[1, { y: 2 }], '[1,{"y":2}]'],
    [{ y: 2 }, '{"y":2}'],
    [null, 'null'],
    [false, 'false'],
    ['\u200b', '⟨U+200B⟩'],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['x'.repeat(301), `${'x'.repeat(300)}…`],
  ])('show %j', async (value, text) => {
    expect((await table([{ a: value }])).texts('td')[0]).toBe(text)
  })

  test('show fifty at a time', async () => {
    const screen = await table(Array.from({ length: 120 }, (_, a) => ({ a })))
    const rows = () => screen.all('tbody tr').length
    expect([rows(), screen.buttons]).toEqual([50, ['Show more: 70 rows']])
    await screen.click('Show more: 70 rows')
    expect([rows(), screen.buttons]).toEqual([100, ['Show more: 20 rows']])
    await screen.click('Show more: 20 rows')
    expect([rows(), screen.buttons]).toEqual([120, []])
  })
})
