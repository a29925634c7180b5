// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test } from 'vitest'
import { emptyState, sampleServer, startedAt } from '#test/console/page/sample-state.js'
import type { ConsoleState, Operation } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { requestOf } from '../requests/fixtures/ask.js'
import type { StreamState } from '../state/console-store.js'
import { Header } from './header.js'
import { Splitter } from './splitter.js'

afterEach(() => {
  location.hash = ''
})

describe('the line at the top', () => {
  async function header(state: Partial<ConsoleState> = {}, hash = '') {
    const fixture = createApp({ servers: [sampleServer('notes')], ...state })
    fixture.ui.readHash(hash)
    return { ...fixture, screen: await show(h(Header, {}), fixture.app) }
  }

  test.each<[StreamState, string]>([
    ['live', 'Recording'],
    ['loading', 'Connecting'],
    ['cut', 'Reconnecting'],
    ['closed', 'The command ended'],
    ['unauthorized', 'No access'],
  ])('says of a connection that is %s: %s', async (state, text) => {
    const { screen, store } = await header()
    await settled(() => {
      store.stream.value = state
    })
    expect(screen.texts('.pill')).toEqual([text])
  })

  test('says that nothing is recorded', async () => {
    const { screen } = await header({ settings: { ...emptyState().settings, isRecording: false } })
    expect(screen.texts('.pill')).toEqual(['Live'])
  })

  test('has the revision of the server that is shown', async () => {
    expect((await header({}, '#/servers/notes/tools')).screen.texts('.pill')).toEqual(['2026-07-28', 'Recording'])
    expect((await header({}, '#/servers/gone/tools')).screen.texts('.pill')).toEqual(['Recording'])
  })

  test('opens the palette and the help', async () => {
    const { screen, ui } = await header()
    expect([screen.one('.brand').getAttribute('href'), screen.texts('kbd')]).toEqual(['#/', ['Ctrl K', '?']])
    await screen.click(screen.one('.palette-button'))
    await screen.click('Keys')
    expect([ui.isPaletteOpen.value, ui.isHelpOpen.value]).toEqual([true, true])
  })

  const question = requestOf({ type: 'input', label: 'A key', isSecret: false })
  const operation: Operation = {
    id: 'op',
    request: { kind: 'read', server: 'notes', uri: 'n:1' },
    state: 'asking',
    startedAt,
  }

  test.each<[string, object, string]>([
    ['its operation', { operation: 'op' }, '#/servers/notes/resources/n%3A1'],
    ['the first operation that it may be of', { operations: ['op', 'x'] }, '#/servers/notes/resources/n%3A1'],
    ['its server, where it is of none', {}, '#/servers/notes/overview'],
    ['its server, where its operation is gone', { operation: 'gone' }, '#/servers/notes/overview'],
  ])('leads from a question to %s', async (_name, more, hash) => {
    const requests = [
      { ...question, ...more },
      { ...question, id: 'r' },
    ]
    const { screen } = await header({ requests, operations: [operation] })
    expect(screen.texts('.pill.ask')).toEqual(['2 questions'])
    await screen.click('2 questions')
    expect(location.hash).toBe(hash)
  })
})

describe('the height of the timeline', () => {
  async function splitter() {
    const { app, ui } = createApp()
    const screen = await show(h(Splitter, { height: ui.timelineHeight }), app)
    const bar = screen.one('.splitter')
    Object.assign(bar, { setPointerCapture: () => undefined })
    const point = (type: string, clientY: number) =>
      settled(() => bar.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { clientY, pointerId: 1 })))
    return { ui, screen, bar, point }
  }

  test('is dragged', async () => {
    const { ui, point } = await splitter()
    await point('pointermove', 50)
    expect(ui.timelineHeight.value).toBe(264)
    await point('pointerdown', 400)
    await point('pointermove', 350)
    expect(ui.timelineHeight.value).toBe(314)
    await point('pointermove', 420)
    expect(ui.timelineHeight.value).toBe(244)
    await point('pointerup', 420)
    await point('pointermove', 0)
    expect(ui.timelineHeight.value).toBe(244)
  })

  test('is moved with the arrow keys, between 120 and 640', async () => {
    const { ui, screen, bar } = await splitter()
    const after = async (key: string) => {
      await screen.press(bar, key)
      return ui.timelineHeight.value
    }
    expect([await after('ArrowUp'), await after('ArrowDown'), await after('ArrowDown'), await after('x')]).toEqual([
      ...[288, 264, 240, 240],
    ])
    ui.timelineHeight.value = 635
    expect(await after('ArrowUp')).toBe(640)
    ui.timelineHeight.value = 130
    expect([await after('ArrowDown'), bar.getAttribute('aria-valuenow')]).toEqual([120, '120'])
    expect([bar.getAttribute('aria-valuemin'), bar.getAttribute('aria-valuemax')]).toEqual(['120', '640'])
  })
})
