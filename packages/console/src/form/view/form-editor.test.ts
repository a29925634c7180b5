// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../fixtures/create-app.js'
import { type Screen, settled, show } from '../../fixtures/screen.js'
import { FormState } from '../../state/form-state.js'
import { FormEditor } from './form-editor.js'

const { app } = createApp()

/** The form of an object with these members. */
async function edit(properties: object, text = '{}', more: object = {}) {
  const state = new FormState({ type: 'object', properties, ...more }, text)
  return { state, screen: await show(h(FormEditor, { state, label: 'Arguments' }), app) }
}

const sentBy = (state: FormState) => JSON.parse(state.text.value) as unknown
const pressed = (screen: Screen) => screen.texts('[aria-pressed=true]')

describe('the editor', () => {
  test('shows the form, or the value as JSON', async () => {
    const { screen, state } = await edit({ a: { type: 'string' } }, '{"a":"x"}')
    expect([screen.texts('.form-bar > .soft'), pressed(screen)]).toEqual([['Arguments'], ['Form']])
    expect(screen.one('[role=group]').getAttribute('aria-label')).toBe('Arguments as')
    await screen.click('JSON')
    expect([pressed(screen), state.view.value, screen.field('Arguments as JSON').value]).toEqual([
      ['JSON'],
      'json',
      '{"a":"x"}',
    ])
    await screen.type('Arguments as JSON', '{"a":"y"}')
    await screen.click('Form')
    expect(screen.field('a').value).toBe('y')
  })

  test('says why there is no form', async () => {
    const { screen } = await edit({}, '[')
    expect([screen.texts('.note'), pressed(screen)]).toEqual([
      ['Shown as JSON. Line 1 is not JSON yet: The value is not complete.'],
      ['JSON'],
    ])
    await screen.click('JSON')
    expect(screen.texts('.note')).toEqual([])
  })

  test('says that nothing is to be filled in, or what the form does not show', async () => {
    expect((await edit({})).screen.texts('.form-editor > .soft')).toEqual(['It takes no arguments.'])
    const { screen } = await edit({ a: {} }, '{}', { not: {} })
    expect(screen.texts('.note')[0]).toContain('The schema also says not')
    expect(screen.texts('.form-editor > .soft')).toEqual([])
  })

  test('lists what is wrong beside the JSON; what is missing only once somebody tried', async () => {
    const { screen, state } = await edit({ a: { properties: { b: { type: 'number' } } } }, '{"a":{"b":"x"}}', {
      required: ['c'],
    })
    await screen.click('JSON')
    expect(screen.texts('.problems li')).toEqual(['a.b Must be a number'])
    await settled(() => {
      state.wasTried.value = true
    })
    expect(screen.texts('.problems li')).toEqual(['c Required', 'a.b Must be a number'])
    await screen.type('Arguments as JSON', '{"c":1}')
    expect(screen.all('.problems')).toEqual([])
  })

  test('lists eight at most, and names the value itself', async () => {
    const properties = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`p${index}`, { const: 1 }]))
    const { screen } = await edit(
      properties,
      JSON.stringify(Object.fromEntries(Object.keys(properties).map((each) => [each, 2]))),
    )
    await screen.click('JSON')
    expect(screen.texts('.problems li')).toHaveLength(8)
    await screen.type('Arguments as JSON', '[]')
    expect(screen.texts('.problems li')).toEqual(['value Must be an object'])
  })
})

describe('a field', () => {
  test('has its name, its type, what it is for, and a mark where it is required', async () => {
    const properties = { 'a\u200b': { type: 'string', description: 'For\u200b this' }, b: { type: 'number' } }
    const { screen } = await edit(properties, '{"x":1}', { required: ['b'] })
    expect(screen.texts('.field-name')).toEqual(['a⟨U+200B⟩', 'b', 'x'])
    expect(screen.texts('.field-type')).toEqual(['string', 'number', 'any', 'not in the schema'])
    expect(screen.texts('.hint')).toEqual(['For⟨U+200B⟩ this', '', 'Shown as JSON: Any JSON value.'])
    expect(screen.all('.required').map((each) => each.closest('.field')?.querySelector('label')?.textContent)).toEqual([
      'b',
    ])
  })

  test('without a name says so', async () => {
    const { screen } = await edit({}, '{"":1}')
    expect(screen.texts('.field-name')).toEqual(['(no name)'])
    expect(screen.buttons).toEqual(['Form', 'JSON'])
  })

  test('that is absent hints at what is not sent', async () => {
    const properties = { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string', default: 'x'.repeat(90) } }
    const { screen } = await edit(properties, '{}', { required: ['b'] })
    expect(screen.all('textarea').map((each) => each.getAttribute('placeholder'))).toEqual([
      ...['not sent', '', 'x'.repeat(80)],
    ])
    expect(screen.all('.absent')).toHaveLength(3)
    await screen.type('a', 'x')
    expect([screen.field('a').getAttribute('placeholder'), screen.all('.absent').length]).toEqual(['', 2])
  })

  test('shows what is wrong, and leads to it', async () => {
    const { screen, state } = await edit({ a: { type: 'string', minLength: 2 } }, '{"a":"x"}', { required: ['a', 'b'] })
    expect(screen.texts('.wrong .problem')).toEqual(['Needs at least 2 characters.'])
    const described = screen.field('a').getAttribute('aria-describedby')?.split(' ')
    expect(described).toEqual([screen.one('.problem').id, screen.one('.hint').id])
    await screen.type('a', 'xy')
    expect([screen.texts('.problem'), screen.all('.wrong').length]).toEqual([[''], 0])
    await screen.click('Leave a out')
    expect([screen.texts('.problem'), sentBy(state)]).toEqual([[''], {}])
    await settled(() => {
      state.wasTried.value = true
    })
    expect(screen.texts('.problem')).toEqual(['Required.'])
  })

  test('is left out, with what stood there as a draft', async () => {
    const { screen, state } = await edit({ a: {} }, '{"a":1,"b":2}')
    await screen.type('a', '[1')
    expect(screen.texts('.wrong .problem')).toEqual(['This is not JSON yet. The value before it is kept.'])
    expect([screen.field('a').value, sentBy(state)]).toEqual(['[1', { a: 1, b: 2 }])
    await screen.click('Leave a out')
    expect([screen.field('a').value, sentBy(state), state.drafts.value.size]).toEqual(['', { b: 2 }, 0])
  })

  test('is null, and has a value again', async () => {
    const { screen, state } = await edit({ a: { type: ['string', 'null'] } }, '{"a":"x"}')
    await screen.click('Set a to null')
    expect([sentBy(state), screen.texts('code'), screen.all('textarea').length]).toEqual([{ a: null }, ['null'], 0])
    expect(screen.buttons).toEqual(['Form', 'JSON', 'Leave a out', 'Give it a value'])
    await screen.click('Give it a value')
    expect([sentBy(state), screen.field('a').value]).toEqual([{ a: '' }, ''])
  })

  test('has an id of its own, which its name leads to', async () => {
    const { screen } = await edit({ 'a b': { type: 'string' }, a_b: { type: 'string' }, a: { type: 'number' } })
    const ids = screen.all('textarea, input').map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    expect(ids.map((id) => /^field-[\w-]+$/.test(id))).toEqual([true, true, true])
    expect(screen.all('label').map((each) => each.getAttribute('for'))).toEqual(ids)
  })
})
