// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sampleServer, startedAt } from '#test/console/page/sample-state.js'
import type { ConsoleState, Operation } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { Shell } from './shell.js'

afterEach(() => {
  location.hash = ''
})

async function page(hash = '', state: Partial<ConsoleState> = {}) {
  const fixture = createApp({ servers: [sampleServer('notes')], ...state })
  fixture.ui.readHash(hash)
  return { ...fixture, screen: await show(h(Shell, {}), fixture.app) }
}

describe('the page shows', () => {
  test.each([
    ['', 'Choose a server at the left'],
    ['#/servers/notes/overview', 'notes'],
    ['#/servers/notes/log', 'Log of notes'],
    ['#/servers/notes/tasks', 'Tasks of notes'],
    ['#/servers/notes/tools', 'It offers no tools'],
    ['#/servers/notes/tools/x', 'It is not there'],
    ['#/servers/gone%E2%80%8B', 'There is no server gone⟨U+200B⟩'],
    ['#/history', 'Nothing was done yet'],
    ['#/tests', 'Saved calls'],
    ['#/permissions', 'Permissions'],
    ['#/settings', 'Settings'],
    ['#/add', 'Add a server'],
  ])('at %j: %s', async (hash, title) => {
    const { screen } = await page(hash)
    await vi.waitFor(async () => {
      await settled(() => undefined)
      expect(screen.texts('#main h1')).toEqual([title])
    })
  })

  test('the operation that an address names', async () => {
    const operation: Operation = {
      id: 'op',
      request: { kind: 'ping', server: 'notes' },
      state: 'done',
      startedAt,
      endedAt: startedAt,
    }
    const { screen } = await page('#/history/op', { operations: [operation] })
    await vi.waitFor(async () => {
      await settled(() => undefined)
      expect(screen.texts('#main h1')).toEqual(['ping'])
    })
  })

  test('that it connects, and that it has no access', async () => {
    const { screen, store } = await page()
    await settled(() => {
      store.about.value = undefined
    })
    expect(screen.texts('#main h1')).toEqual(['Connecting to the command'])
    await settled(() => {
      store.stream.value = 'unauthorized'
    })
    expect([screen.texts('h1'), screen.texts('code'), screen.all('nav').length]).toEqual([
      ['This page has no access any more'],
      ['omniport console'],
      0,
    ])
  })

  test('its columns and the height of the timeline', async () => {
    const { screen, ui } = await page()
    const shell = screen.one('.shell')
    ui.pane.value = 'servers'
    const data = () => [
      shell.dataset['shown'],
      shell.dataset['timeline'],
      shell.style.getPropertyValue('--timeline-height'),
    ]
    await screen.click(screen.all('.pane-tabs button')[1] as HTMLElement)
    await settled(() => {
      ui.timeline.value = 'full'
      ui.timelineHeight.value = 300
    })
    expect(data()).toEqual(['list', 'full', '300px'])
    expect(
      screen.all('.pane-tabs button').map((each) => `${each.textContent} ${each.getAttribute('aria-pressed')}`),
    ).toEqual([...['Servers false', 'List true', 'Work false', 'Timeline false']])
  })

  test('the palette and the help while they are open', async () => {
    const { screen, ui } = await page()
    expect(screen.all('dialog')).toEqual([])
    await settled(() => {
      ui.isPaletteOpen.value = true
      ui.isHelpOpen.value = true
    })
    expect(screen.all('dialog').map((each) => each.getAttribute('aria-label'))).toEqual(['Find', 'Keys'])
  })

  test('its content first to who skips the rest', async () => {
    const { screen } = await page()
    await screen.click('Skip to the content')
    expect(document.activeElement?.id).toBe('main')
  })
})

describe('notes to the person', () => {
  test('are shown until they are closed', async () => {
    const notice = (id: string, tone: 'info' | 'warning') => ({ id, at: startedAt, tone, text: `${id}\u200b` })
    const notices = [notice('n0', 'info'), notice('n1', 'info'), notice('n2', 'info'), notice('n3', 'warning')]
    const { screen, ui, api, store } = await page('', { notices })
    await settled(() => ui.toast('wrong\u200b'))
    expect(screen.all('.toasts p').map((each) => `${each.className}: ${each.firstChild?.textContent}`)).toEqual([
      ...['error: wrong⟨U+200B⟩', 'info: n1⟨U+200B⟩', 'info: n2⟨U+200B⟩', 'warning: n3⟨U+200B⟩'],
    ])
    await screen.click(screen.all('.toasts button')[0] as HTMLElement)
    expect([ui.toasts.value, api.acts]).toEqual([[], []])
    await screen.click(screen.all('.toasts button')[1] as HTMLElement)
    expect([store.notices.value.map(({ id }) => id), api.acts]).toEqual([
      ['n0', 'n1', 'n3'],
      [['dismiss-notice', { id: 'n2' }]],
    ])
  })
})
