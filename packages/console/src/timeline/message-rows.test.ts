// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { record, startedAt } from '#test/console/page/sample-state.js'
import type { MessageRecord } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import type { UiState } from '../state/ui-state.js'
import { FilteredLog } from './filtered-log.js'
import { MessageRows, RowsHead } from './message-rows.js'

const range = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => record(first + index, index, {}))

/** Opens a message, as a click on its row does. */
const open = (ui: UiState, seq: number) =>
  settled(() => {
    ui.message.value = seq
  })

/** The list in a frame of 240 pixels, which has room for ten rows. */
async function list(records: readonly MessageRecord[], isFollowing = false) {
  const fixture = createApp({}, records)
  fixture.ui.isFollowing.value = isFollowing
  const filtered = new FilteredLog(fixture.store.log)
  const screen = await show(h(MessageRows, { filtered, startedAt }), fixture.app)
  const frame = screen.one('.rows-frame')
  let top = 0
  Object.defineProperties(frame, {
    clientHeight: { value: 240 },
    scrollHeight: { get: () => fixture.store.log.records.length * 24 },
    scrollTop: { get: () => top, set: (value: number) => (top = value) },
  })
  const scroll = (to: number) =>
    settled(() => {
      top = to
      frame.dispatchEvent(new Event('scroll'))
    })
  const seqs = () => screen.all('[role=option]').map((row) => Number(row.id.replace('message-', '')))
  return { ...fixture, screen, frame, scroll, seqs, filtered, top: () => top }
}

describe('a row', () => {
  test.each<[Partial<MessageRecord>, string]>([
    [
      { method: 'tools/call', name: 'add', summary: 'x\u200b', ms: 41, bytes: 1_204 },
      '0.120|tools/call|notes|add x⟨U+200B⟩|41 ms 1.2 KB',
    ],
    [{ kind: 'http', requestLine: 'POST /mcp', status: 404, server: 'n\u200b' }, '0.120|POST /mcp|n⟨U+200B⟩|404|'],
    [{ kind: 'response', method: 'a\u200b', status: 200 }, '0.120|a⟨U+200B⟩|notes||'],
    [{ kind: 'stderr', summary: 'line' }, '0.120|stderr|notes|line|'],
    [{ ms: 0.5 }, '0.120|request|notes||<1 ms'],
    [{ bytes: 5 }, '0.120|request|notes||5 B'],
  ])('of %j', async (more, text) => {
    const { screen } = await list([record(1, 120, more)])
    const row = screen.one('[role=option]')
    const parts = [...row.childNodes].map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())
    expect(parts.join('|')).toBe(text)
  })

  test('has time and size in columns', async () => {
    const { screen } = await list([record(1, 0, { ms: 41, bytes: 5 })])
    expect(screen.one('.size').textContent).toBe('    41 ms      5 B')
  })

  test.each<[Partial<MessageRecord>, string]>([
    [{}, 'out'],
    [{ from: 'server' }, 'in'],
    [{ isFailure: true, isAuth: true }, 'bad'],
    [{ isFailure: true, method: 'server/discover', kind: 'error' }, 'faint'],
    [{ isFailure: true, method: 'server/discover', kind: 'response' }, 'bad'],
    [{ isFailure: true, method: 'tools/call', kind: 'error' }, 'bad'],
    [{ isAuth: true, kind: 'event' }, 'auth'],
    [{ isAuth: false, kind: 'event' }, 'faint'],
    [{ kind: 'stderr' }, 'faint'],
    [{ method: 'elicitation/create', from: 'server' }, 'ask'],
    [{ method: 'sampling/createMessage', from: 'server' }, 'ask'],
    [{ method: 'roots/list' }, 'ask'],
  ])('of %j has the colour %s', async (more, tone) => {
    const { screen } = await list([record(1, 0, more)])
    expect(screen.one('[role=option]').className).toBe(`row-line ${tone}`)
  })

  test('is opened and closed with a click', async () => {
    const { screen, ui, frame } = await list(range(3))
    await screen.click(screen.all('[role=option]')[1] as HTMLElement)
    expect([ui.message.value, frame.getAttribute('aria-activedescendant')]).toEqual([2, 'message-2'])
    expect(screen.all('[role=option]').map((row) => row.getAttribute('aria-selected'))).toEqual([
      'false',
      'true',
      'false',
    ])
    await screen.click(screen.all('[role=option]')[1] as HTMLElement)
    expect([ui.message.value, frame.getAttribute('aria-activedescendant')]).toEqual([undefined, null])
  })

  test('says where it is in the list', async () => {
    const { screen } = await list(range(3))
    const rows = screen.all('[role=option]')
    expect(
      rows.map((row) => [row.getAttribute('aria-posinset'), row.getAttribute('aria-setsize'), row.style.transform]),
    ).toEqual([
      ['1', '3', 'translateY(0px)'],
      ['2', '3', 'translateY(24px)'],
      ['3', '3', 'translateY(48px)'],
    ])
  })
})

describe('the list', () => {
  test('says what will be there, or that nothing passes the filter', async () => {
    const { screen, frame, ui } = await list([])
    expect([frame.getAttribute('role'), screen.texts('.rows-empty')]).toEqual([
      'region',
      ['Whatever goes over the wire is shown here, from the first message on.'],
    ])
    const filtered = ['No message has that. Words are searched everywhere; method: server: status: narrow it down.']
    await settled(() => {
      ui.filter.value = ' '
    })
    expect(screen.texts('.rows-empty')).not.toEqual(filtered)
    await settled(() => {
      ui.filter.value = 'x'
    })
    expect(screen.texts('.rows-empty')).toEqual(filtered)
    await settled(() => {
      ui.filter.value = ''
      ui.range.value = { from: 0, to: 1 }
    })
    expect(screen.texts('.rows-empty')).toEqual(filtered)
  })

  test('has the rows on the screen and two beside them', async () => {
    const { frame, seqs, scroll, screen } = await list(range(1_000))
    expect([frame.getAttribute('role'), screen.all('.rows-empty').length]).toEqual(['listbox', 0])
    expect(screen.one('.rows-space').style.height).toBe('24000px')
    expect([seqs().length, Math.max(...seqs())]).toEqual([Math.ceil(400 / 24) + 5, 22])
    await scroll(240)
    expect([Math.min(...seqs()), Math.max(...seqs())]).toEqual([9, 30])
    await scroll(250)
    expect(Math.min(...seqs())).toBe(9)
  })

  test('shows time and method alone while it passes fast', async () => {
    const { screen, scroll, seqs } = await list(range(1_000))
    await scroll(240)
    expect(screen.all('.about')).toHaveLength(22)
    await scroll(240 + 241)
    expect([screen.all('.about').length, screen.all('.what').length, Math.min(...seqs())]).toEqual([0, 18, 21])
    expect(screen.one('.rows-shown').style.transform).toBe('translateY(480px)')
    expect(screen.one('#message-21').style.transform).toBe('translateY(0px)')
  })

  test('has columns with names', async () => {
    const screen = await show(h(RowsHead, {}), createApp().app)
    expect(screen.one('.rows-head').textContent).toBe('TimeServerMethodAbout     Took     Size')
  })
})

describe('the end of the list', () => {
  test('is followed as messages come', async () => {
    const { store, top } = await list(range(100), true)
    await settled(() => store.log.append(range(1, 101)))
    expect(top()).toBe(101 * 24)
  })

  test('is not followed where that is off', async () => {
    const { store, top } = await list(range(100))
    await settled(() => store.log.append(range(1, 101)))
    expect(top()).toBe(0)
  })

  test('is no longer followed by who scrolls up', async () => {
    const { ui, scroll } = await list(range(100), true)
    await scroll(2_160)
    await scroll(2_400 - 240 - 48)
    expect(ui.isFollowing.value).toBe(true)
    await scroll(2_400 - 240 - 49)
    expect(ui.isFollowing.value).toBe(false)
  })

  test('is still followed by who scrolls down', async () => {
    const { ui, scroll } = await list(range(100), true)
    await scroll(500)
    await scroll(600)
    expect(ui.isFollowing.value).toBe(true)
  })
})

test('older messages that come above move nothing on the screen', async () => {
  const { store, scroll, top } = await list(range(100, 51))
  await settled(() => store.log.prepend(range(10, 41), 51))
  expect(top()).toBe(0)
  await scroll(480)
  await settled(() => store.log.prepend(range(10, 31), 41))
  expect(top()).toBe(480 + 240)
  await settled(() => store.log.dropBefore(41))
  expect(top()).toBe(480 + 240)
})

describe('a key in the list', () => {
  test.each<[string, number]>([
    ['ArrowDown', 51],
    ['j', 51],
    ['ArrowUp', 49],
    ['k', 49],
    ['PageDown', 70],
    ['PageUp', 30],
    ['Home', 1],
    ['End', 100],
  ])('%s opens another message', async (key, seq) => {
    const { screen, ui, frame } = await list(range(100), true)
    await open(ui, 50)
    expect([await screen.press(frame, key), ui.message.value, ui.isFollowing.value]).toEqual([true, seq, false])
  })

  test('opens the first one where none is open', async () => {
    const { screen, ui, frame } = await list(range(100))
    await screen.press(frame, 'ArrowDown')
    expect(ui.message.value).toBe(1)
  })

  test('scrolls as far as it takes to see it', async () => {
    const { screen, ui, frame, top, scroll } = await list(range(100))
    await open(ui, 10)
    await screen.press(frame, 'ArrowUp')
    expect(top()).toBe(0)
    await open(ui, 10)
    await screen.press(frame, 'ArrowDown')
    expect(top()).toBe(24)
    await scroll(480)
    await open(ui, 21)
    await screen.press(frame, 'ArrowUp')
    expect(top()).toBe(456)
  })

  test.each<[string, KeyboardEventInit]>([
    ['x', {}],
    ['j', { ctrlKey: true }],
    ['j', { metaKey: true }],
  ])('%s with %j is left alone', async (key, more) => {
    const { screen, ui, frame } = await list(range(100))
    expect([await screen.press(frame, key, more), ui.message.value]).toEqual([false, undefined])
  })
})
