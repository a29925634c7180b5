import { describe, expect, test } from 'vitest'
import { UiState } from './ui-state.js'

describe('what the page remembers', () => {
  test('begins at the start, with the timeline below, and nothing open', () => {
    const ui = new UiState()
    expect([ui.route.value, ui.pane.value, ui.timeline.value]).toEqual([{ view: 'start' }, 'work', 'docked'])
    expect([ui.timelineHeight.value, ui.isPaletteOpen.value, ui.isHelpOpen.value]).toEqual([264, false, false])
    expect([ui.message.value, ui.filter.value, ui.range.value]).toEqual([undefined, '', undefined])
    expect([ui.isFollowing.value, ui.toasts.value, ui.shown.value.size]).toEqual([true, [], 0])
  })

  test('shows the view that an address names', () => {
    const ui = new UiState()
    ui.readHash('#/history/a')
    expect(ui.route.value).toEqual({ view: 'history', item: 'a' })
  })
})

describe('the form of an item', () => {
  const schema = () => ({ type: 'object', properties: { a: { default: 1 } }, required: ['a'] })

  test('is the same as long as its schema says the same', () => {
    const ui = new UiState()
    const form = ui.formOf('notes/tool/add', schema())
    expect(ui.formOf('notes/tool/add', schema())).toBe(form)
    expect(ui.formOf('notes/tool/other', schema())).not.toBe(form)
  })

  test('keeps what was typed where the schema changes', () => {
    const ui = new UiState()
    const before = ui.formOf('notes/tool/add', schema())
    before.text.value = '{"a":5}'
    const after = ui.formOf('notes/tool/add', { type: 'object' })
    expect([after === before, after.text.value, after.schema]).toEqual([false, '{"a":5}', { type: 'object' }])
    expect(ui.formOf('notes/tool/add', { type: 'object' })).toBe(after)
  })

  test('begins with what its schema has', () => {
    expect(new UiState().formOf('notes/tool/add', schema()).text.value).toBe('{\n  "a": 1\n}')
  })

  test('takes a value over, on lines of its own', () => {
    const ui = new UiState()
    ui.fill('notes/tool/add', schema(), { a: 2 })
    expect(ui.formOf('notes/tool/add', schema()).text.value).toBe('{\n  "a": 2\n}')
  })
})

test('the operation that is shown is remembered by its item', () => {
  const ui = new UiState()
  ui.show('a', '1')
  const before = ui.shown.value
  ui.show('b', '2')
  ui.show('a', '3')
  expect([...ui.shown.value]).toEqual([
    ['a', '3'],
    ['b', '2'],
  ])
  expect([...before]).toEqual([['a', '1']])
})

describe('notes to the person', () => {
  test('are errors, if nothing else is said, and have numbers of their own', () => {
    const ui = new UiState()
    ui.toast('wrong')
    ui.toast('saved', 'info')
    expect(ui.toasts.value).toEqual([
      { id: 1, text: 'wrong', tone: 'error' },
      { id: 2, text: 'saved', tone: 'info' },
    ])
  })

  test('are four at most, the last ones', () => {
    const ui = new UiState()
    for (const text of ['a', 'b', 'c', 'd', 'e']) ui.toast(text)
    expect(ui.toasts.value.map(({ id, text }) => `${id} ${text}`)).toEqual(['2 b', '3 c', '4 d', '5 e'])
  })

  test('are closed one by one', () => {
    const ui = new UiState()
    for (const text of ['a', 'b', 'c']) ui.toast(text)
    ui.dismiss(2)
    ui.dismiss(7)
    expect(ui.toasts.value.map(({ text }) => text)).toEqual(['a', 'c'])
  })
})
