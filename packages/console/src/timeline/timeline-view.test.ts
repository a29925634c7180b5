// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { record, sampleServer, startedAt } from '#test/console/page/sample-state.js'
import type { ConsoleState, MessageRecord } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { recordsPerFrame } from './filtered-log.js'
import { TimelineView } from './timeline-view.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const records = [
  record(1, 0, { method: 'tools/call' }),
  record(2, 1_000, { method: 'tools/list' }),
  record(3, 2_000, { method: 'tools/call', from: 'server' }),
]

async function timeline(all: readonly MessageRecord[] = records, state: Partial<ConsoleState> = {}) {
  const fixture = createApp(state, all)
  const screen = await show(h(TimelineView, {}), fixture.app)
  return { ...fixture, screen, status: () => screen.texts('.timeline-bar [role=status]')[0] }
}

/** Lets a frame pass. */
const frame = () => settled(() => vi.advanceTimersToNextFrame())

describe('the timeline', () => {
  test('has all messages', async () => {
    const { screen, status } = await timeline()
    expect([status(), screen.texts('[role=option] .what')]).toEqual([
      '3 messages',
      ['tools/call', 'tools/list', 'tools/call'],
    ])
    expect([screen.all('.splitter').length, screen.all('.lanes').length, screen.all('.detail').length]).toEqual([
      1, 0, 0,
    ])
    expect([screen.one('.timeline').className, screen.one('.timeline-body').className]).toEqual([
      'timeline docked',
      'timeline-body',
    ])
    expect(screen.all('[role=option]')[0]?.firstChild?.textContent).toBe('0.000')
  })

  test('has lanes where something took time', async () => {
    const span = {
      id: 's',
      server: 'notes',
      kind: 'call',
      title: 't',
      from: 'client',
      start: startedAt,
      end: startedAt + 5,
    } as const
    const { screen } = await timeline([], { spans: [span], servers: [sampleServer('notes')] })
    expect(screen.one('canvas').getAttribute('aria-label')).toBe('1 lane notes: 1 span, 0 failed, the longest 5 ms')
  })

  test('has the message that is open', async () => {
    const { screen, ui } = await timeline()
    await settled(() => {
      ui.message.value = 2
    })
    expect([screen.texts('.detail h2'), screen.one('.timeline-body').className]).toEqual([
      ['Request tools/list'],
      'timeline-body with-detail',
    ])
  })

  test('counts from zero before the start of the command is known', async () => {
    const { screen, store } = await timeline([record(1, 0, { at: 1_500 } as Partial<MessageRecord>)])
    await settled(() => {
      store.about.value = undefined
    })
    expect(screen.all('[role=option]')[0]?.firstChild?.textContent).toBe('1.500')
  })
})

describe('the filter', () => {
  test('finds what has its words, frame by frame', async () => {
    const { screen, status, ui } = await timeline()
    await screen.type('Filter messages', 'tools/call')
    await frame()
    expect([ui.filter.value, status(), screen.texts('[role=option] .what')]).toEqual([
      'tools/call',
      '2 of 3',
      ['tools/call', 'tools/call'],
    ])
    await screen.type('Filter messages', ' ')
    await frame()
    expect(status()).toBe('3 messages')
  })

  test('says how far it came in a long log', async () => {
    const many = Array.from({ length: recordsPerFrame * 2 }, (_, index) =>
      record(index + 1, 0, { name: `${index % 2}x` }),
    )
    const { screen, status } = await timeline(many)
    await screen.type('Filter messages', '1x')
    expect(status()).toBe('0 of 8,000 · 0 % searched')
    await frame()
    expect(status()).toBe('2,000 of 8,000 · 50 % searched')
    await frame()
    expect(status()).toBe('4,000 of 8,000')
  })

  test('is applied to messages as they come', async () => {
    const { screen, status, store } = await timeline()
    await screen.type('Filter messages', 'tools/call')
    await frame()
    await settled(() => store.log.append([record(4, 0, { method: 'tools/call' }), record(5, 0, {})]))
    await frame()
    expect(status()).toBe('3 of 5')
  })

  test('says what is wrong with it', async () => {
    const { screen, status } = await timeline()
    const input = screen.field('Filter messages')
    expect([input.className, input.getAttribute('aria-invalid'), input.title]).toEqual([
      ...['', 'false', 'words, method: server: status: id: dir: kind: >100ms'],
    ])
    await screen.type(input, 'verb:x')
    const problem = 'verb: is no condition; there are method: server: status: id: dir: kind: name: span: http:'
    expect([input.className, input.getAttribute('aria-invalid'), input.title, status()?.startsWith(problem)]).toEqual([
      ...['wrong', 'true', problem, true],
    ])
  })

  test('goes with the time that was chosen, whose ends count', async () => {
    const { screen, status, ui } = await timeline()
    expect(screen.all('.chip')).toEqual([])
    await settled(() => {
      ui.range.value = { from: startedAt, to: startedAt + 1_000 }
    })
    await frame()
    expect([status(), screen.texts('.chip')]).toEqual(['2 of 3', ['14:02:00.000 + 1.0 s ×']])
    await settled(() => {
      ui.filter.value = 'list'
    })
    await frame()
    expect(status()).toBe('1 of 3')
    await settled(() => {
      ui.range.value = { from: startedAt + 1, to: startedAt + 999 }
    })
    await frame()
    expect(status()).toBe('0 of 3')
    await screen.click(screen.one('.chip'))
    expect(ui.range.value).toBeUndefined()
  })
})

describe('a button of the timeline', () => {
  test('follows the end, or not', async () => {
    const { screen, ui } = await timeline()
    const pressed = () => [screen.button('Follow').getAttribute('aria-pressed'), ui.isFollowing.value]
    expect(pressed()).toEqual(['true', true])
    await screen.click('Follow')
    expect(pressed()).toEqual(['false', false])
    await screen.click('Follow')
    expect(pressed()).toEqual(['true', true])
  })

  test('saves a recording, or says why not', async () => {
    const { screen, api, ui } = await timeline()
    await screen.click('Export')
    expect([api.requests, ui.toasts.value]).toEqual([[['download', 'format=recording', 'recording.jsonl']], []])
    api.downloadProblem = new Error('Gone')
    await screen.click('Export')
    expect(ui.toasts.value.map(({ text }) => text)).toEqual(['Gone'])
  })

  test('clears all messages', async () => {
    const { screen, api, status } = await timeline()
    await screen.click('Clear')
    expect([api.acts, status()]).toEqual([[['clear-timeline', {}]], '0 messages'])
  })

  test('makes the timeline larger and smaller', async () => {
    const { screen, ui } = await timeline()
    await screen.click('Larger')
    expect([
      ui.timeline.value,
      screen.all('.splitter').length,
      screen.button('Smaller').getAttribute('aria-pressed'),
    ]).toEqual([...['full', 0, 'true']])
    await screen.click('Smaller')
    expect([ui.timeline.value, screen.button('Larger').getAttribute('aria-pressed')]).toEqual(['docked', 'false'])
  })

  test('hides the timeline, and another shows it', async () => {
    const { screen, ui, store } = await timeline()
    await screen.click('Hide')
    expect([ui.timeline.value, screen.text]).toEqual(['hidden', 'Timeline · 3 messages'])
    await settled(() => store.log.append([record(4, 0, {})]))
    expect(screen.text).toBe('Timeline · 4 messages')
    await screen.click('Timeline · 4 messages')
    expect([ui.timeline.value, screen.all('.timeline-bar').length]).toEqual(['docked', 1])
  })
})
