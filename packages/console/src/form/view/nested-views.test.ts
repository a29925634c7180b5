// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../fixtures/create-app.js'
import { show } from '../../fixtures/screen.js'
import { FormState } from '../../state/form-state.js'
import { FormEditor } from './form-editor.js'

const { app } = createApp()

/** The form of an object with the member `a`. */
async function edit(schema: unknown, value?: unknown) {
  const text = JSON.stringify(value === undefined ? {} : { a: value })
  const state = new FormState({ type: 'object', properties: { a: schema } }, text)
  return { state, screen: await show(h(FormEditor, { state, label: 'Arguments' }), app) }
}

const sentBy = (state: FormState) => (JSON.parse(state.text.value) as { readonly a?: unknown }).a

/** The buttons besides those of the editor. */
const buttonsOf = ({ buttons }: { readonly buttons: readonly string[] }) => buttons.slice(2)

describe('an object in the form', () => {
  test('is added, filled in and left out', async () => {
    const { screen, state } = await edit({ type: 'object', properties: { b: { type: 'string' } } })
    expect([buttonsOf(screen), screen.texts('legend .field-name')]).toEqual([['Add'], ['a']])
    await screen.click('Add')
    expect([sentBy(state), buttonsOf(screen)]).toEqual([{}, ['Leave a out']])
    await screen.type('b', 'x')
    expect(sentBy(state)).toEqual({ b: 'x' })
    await screen.click('Leave a out')
    expect(sentBy(state)).toBeUndefined()
  })

  test('takes members with names where it has no fields, or has such already', async () => {
    const { screen, state } = await edit({ type: 'object', additionalProperties: { type: 'number' } }, {})
    await screen.click('Add a member')
    expect(sentBy(state)).toEqual({})
    await screen.type('Name of a new member', 'x')
    await screen.click('Add a member')
    expect([sentBy(state), screen.field('Name of a new member').value]).toEqual([{ x: 0 }, ''])
    await screen.type('Name of a new member', 'y')
    expect([await screen.press('Name of a new member', 'Enter'), sentBy(state)]).toEqual([true, { x: 0, y: 0 }])
  })

  test('leaves other keys to the page', async () => {
    const { screen, state } = await edit({ type: 'object' }, {})
    await screen.type('Name of a new member', 'x')
    const press = (key: string, more: object = {}) => screen.press('Name of a new member', key, more)
    expect([
      await press('a'),
      await press('Enter', { ctrlKey: true }),
      await press('Enter', { metaKey: true }),
    ]).toEqual([...[false, false, false]])
    expect(sentBy(state)).toEqual({})
  })

  test.each<[string, object, object]>([
    ['with fields of its own alone', { properties: { b: {} } }, {}],
    ['that is closed', { additionalProperties: false }, {}],
  ])('%s asks for no other members', async (_name, more, value) => {
    const { screen } = await edit({ type: 'object', ...more }, value)
    expect(buttonsOf(screen).filter((name) => name === 'Add a member')).toEqual([])
  })

  test('with a member that the schema does not name takes others', async () => {
    const { screen } = await edit({ type: 'object', properties: { b: {} } }, { x: 1 })
    expect(buttonsOf(screen)).toContain('Add a member')
  })
})

describe('a list in the form', () => {
  const numbers = { type: 'array', items: { type: 'number' } }

  test('is added, and gets items', async () => {
    const { screen, state } = await edit(numbers)
    expect(buttonsOf(screen)).toEqual(['Add a list'])
    await screen.click('Add a list')
    expect([sentBy(state), buttonsOf(screen)]).toEqual([[], ['Leave a out', 'Add the first item']])
    await screen.click('Add the first item')
    expect([sentBy(state), buttonsOf(screen)]).toEqual([[0], ['Leave a out', 'Remove item 1', 'Add an item']])
    await screen.click('Add an item')
    await screen.type('2', '7')
    expect(sentBy(state)).toEqual([0, 7])
  })

  test('has items that move up and go away', async () => {
    const { screen, state } = await edit(numbers, [1, 2, 3])
    expect(buttonsOf(screen)).toEqual([
      ...['Leave a out', 'Remove item 1', 'Move item 2 up', 'Remove item 2', 'Move item 3 up', 'Remove item 3'],
      'Add an item',
    ])
    await screen.click('Move item 3 up')
    expect(sentBy(state)).toEqual([1, 3, 2])
    await screen.click('Remove item 1')
    expect(sentBy(state)).toEqual([3, 2])
  })

  test('that is full gets no more', async () => {
    const { screen } = await edit({ type: 'array', prefixItems: [{}], items: false }, [1])
    expect(buttonsOf(screen)).toEqual(['Leave a out', 'Remove item 1'])
  })
})

describe('alternatives in the form', () => {
  const union = {
    oneOf: [{ type: 'string', title: 'Words' }, { type: 'number' }, { type: 'boolean', title: 'x'.repeat(90) }],
  }

  test('are chosen by their names, and the chosen one is edited', async () => {
    const { screen, state } = await edit(union, 'x')
    const kind = screen.field('Kind of a')
    expect([...kind.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      ...['Words', 'number', 'x'.repeat(80)],
    ])
    expect([kind.value, screen.texts('.nested .field-name'), screen.field('value').value]).toEqual([
      '0',
      ['value'],
      'x',
    ])
    await screen.choose('Kind of a', '1')
    expect([sentBy(state), screen.field('value').value]).toEqual([0, '0'])
    await screen.type('value', '5')
    expect(sentBy(state)).toBe(5)
  })

  test('come back with what was typed for them', async () => {
    const { screen, state } = await edit(union, 'x')
    await screen.choose('Kind of a', '1')
    await screen.type('value', '5')
    await screen.choose('Kind of a', '0')
    expect(sentBy(state)).toBe('x')
    await screen.choose('Kind of a', '1')
    expect(sentBy(state)).toBe(5)
  })

  test('begin anew where the value is absent', async () => {
    const { screen, state } = await edit(union, 'x')
    await screen.choose('Kind of a', '1')
    await screen.click('Leave a out')
    await screen.choose('Kind of a', '0')
    expect(sentBy(state)).toBe('')
  })

  test('of the whole value have no name', async () => {
    const branch = (name: string) => ({
      type: 'object',
      title: name,
      properties: { [name]: { type: 'string' } },
      required: [name],
    })
    const state = new FormState({ oneOf: [branch('p'), branch('q')] }, '{"q":"x"}')
    const screen = await show(h(FormEditor, { state, label: 'Arguments' }), app)
    expect([screen.field('Kind of value').value, screen.field('q').value]).toEqual(['1', 'x'])
    expect(screen.texts('.field-name')).toEqual(['', '', 'q'])
    await screen.choose('Kind of value', '0')
    expect(screen.texts('.field-name')).toEqual(['', '', 'p'])
  })
})
