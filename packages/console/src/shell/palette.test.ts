// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test } from 'vitest'
import { sampleServer } from '#test/console/page/sample-state.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { Help } from './help.js'
import { keyHelp } from './keys.js'
import { Palette } from './palette.js'

afterEach(() => {
  location.hash = ''
})

async function palette() {
  const fixture = createApp({ servers: [sampleServer('notes\u200b')] })
  fixture.ui.isPaletteOpen.value = true
  const screen = await show(h(Palette, {}), fixture.app)
  const input = screen.field('Find tools, calls, messages, settings')
  const chosen = () => [
    screen.texts('[aria-selected=true] span'),
    input.getAttribute('aria-activedescendant') === screen.all('[aria-selected=true]')[0]?.id,
  ]
  return { ...fixture, screen, input, chosen }
}

describe('the palette', () => {
  test('is open, with what it finds', async () => {
    const { screen, chosen } = await palette()
    expect([screen.one<HTMLDialogElement>('dialog').open, screen.texts('[role=option]')[0]]).toEqual([
      true,
      'notes⟨U+200B⟩server',
    ])
    expect(chosen()).toEqual([['notes⟨U+200B⟩'], true])
  })

  test('narrows what it finds by words', async () => {
    const { screen, input, chosen } = await palette()
    await screen.press(input, 'ArrowDown')
    await screen.type(input, 'sett')
    expect([screen.texts('[role=option] span'), chosen()]).toEqual([['Settings'], [['Settings'], true]])
    await screen.type(input, 'nowhere')
    expect([
      screen.texts('[role=option]'),
      screen.texts('p.soft'),
      input.hasAttribute('aria-activedescendant'),
    ]).toEqual([[], ['Nothing has these words.'], false])
  })

  test('moves with the arrow keys, and not over the ends', async () => {
    const { screen, input, chosen } = await palette()
    await screen.type(input, 'notes')
    const move = async (key: string) => [await screen.press(input, key), chosen()[0]]
    expect([await move('ArrowUp'), await move('ArrowDown'), await move('ArrowDown'), await move('ArrowDown')]).toEqual([
      [true, ['notes⟨U+200B⟩']],
      [true, ['Restart notes⟨U+200B⟩']],
      [true, ['Log of notes⟨U+200B⟩']],
      [true, ['Log of notes⟨U+200B⟩']],
    ])
    expect(await move('ArrowUp')).toEqual([true, ['Restart notes⟨U+200B⟩']])
    expect(await screen.press(input, 'a')).toBe(false)
  })

  test('does what is chosen with Enter, and closes', async () => {
    const { screen, input, ui, api } = await palette()
    await screen.type(input, 'notes')
    await screen.press(input, 'ArrowDown')
    expect(await screen.press(input, 'Enter')).toBe(true)
    expect([ui.isPaletteOpen.value, api.acts]).toEqual([false, [['restart-server', { server: 'notes\u200b' }]]])
  })

  test('closes where nothing was found', async () => {
    const { screen, input, ui, api } = await palette()
    await screen.type(input, 'nowhere')
    await screen.press(input, 'Enter')
    expect([ui.isPaletteOpen.value, api.acts]).toEqual([false, []])
  })

  test('does what is clicked', async () => {
    const { screen, ui } = await palette()
    await screen.click(
      screen.all('[role=option]').find(({ textContent }) => textContent === 'Settingsview') as HTMLElement,
    )
    expect([ui.isPaletteOpen.value, location.hash]).toEqual([false, '#/settings'])
  })

  test('closes with a click beside it, and not with one inside', async () => {
    const { screen, input, ui } = await palette()
    await screen.click(input)
    expect(ui.isPaletteOpen.value).toBe(true)
    await screen.click(screen.one('dialog'))
    expect(ui.isPaletteOpen.value).toBe(false)
  })

  test('closes as the browser does it', async () => {
    const { screen, ui } = await palette()
    await settled(() => screen.one('dialog').dispatchEvent(new Event('close')))
    expect(ui.isPaletteOpen.value).toBe(false)
  })
})

describe('the help', () => {
  async function help() {
    const fixture = createApp()
    fixture.ui.isHelpOpen.value = true
    return { ...fixture, screen: await show(h(Help, {}), fixture.app) }
  }

  test('is open, with all keys', async () => {
    const { screen } = await help()
    expect([screen.one<HTMLDialogElement>('dialog').open, screen.texts('dd')]).toEqual([
      true,
      keyHelp.map(([, what]) => what),
    ])
    expect(screen.texts('dd')).toContain('Find tools, calls, messages, settings')
    expect(screen.texts('kbd')).toContain('g h')
  })

  test('closes with its button, or as the browser does it', async () => {
    const { screen, ui } = await help()
    await screen.click('Close')
    expect(ui.isHelpOpen.value).toBe(false)
    ui.isHelpOpen.value = true
    await settled(() => screen.one('dialog').dispatchEvent(new Event('close')))
    expect(ui.isHelpOpen.value).toBe(false)
  })
})
