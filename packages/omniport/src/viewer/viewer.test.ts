// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import type { RecordedLine } from '../recording/recording-line.js'
import { byId } from './elements.js'
import { openPage } from './fixtures/open-page.js'
import { recordingText } from './fixtures/recording-text.js'
import { Viewer } from './viewer.js'

const call = (id: number, name = 'add') => ({ message: { id, method: 'tools/call', params: { name } } })
const answer = (id: number, result: object = {}) => ({ from: 'server', message: { id, result } }) as const
const calls = (count: number) => Array.from({ length: count }, (_, at) => call(at))

/** Three calls; the second fails. At 0, 10, … 50 ms. */
const threeCalls = [call(1), answer(1), call(2, 'Sub'), answer(2, { isError: true }), call(3), answer(3)]

function open(text: string, tickMs = 0) {
  const page = openPage(text)
  page.tickMs = tickMs
  const [list, query, overview] = [byId('list'), byId('filter') as HTMLInputElement, byId('overview')]
  page.resize(list, 400, 280)
  new Viewer()
  const canvas = overview.querySelector('canvas') as HTMLCanvasElement
  page.resize(canvas, 50, 60)
  const textOf = (id: string) => byId(id).textContent
  return {
    page,
    list,
    query,
    count: () => textOf('count'),
    textOf,
    isReady: () => document.documentElement.dataset['ready'],
    indexes: () => {
      page.frame()
      return [...list.querySelectorAll<HTMLElement>('.row')].map((row) => Number(row.dataset['index']))
    },
    selected: () => list.getAttribute('aria-activedescendant'),
    type: (text: string) => {
      query.value = text
      query.dispatchEvent(new Event('input'))
    },
    /** Chooses the span of time between two moments, in milliseconds. */
    drag: (from: number, to: number) => {
      page.point(canvas, 'pointerdown', from)
      page.point(canvas, 'pointermove', to)
      page.point(canvas, 'pointerup', to)
    },
  }
}

const openLines = (lines: readonly Partial<RecordedLine>[], tickMs = 0) => open(recordingText(lines), tickMs)

describe('a report says', () => {
  test.each<[string, unknown, string, string]>([
    ['a program', { command: 'node', args: ['a.js', '-v'] }, 'node a.js -v', '2026-11-23 12:00:00'],
    ['a program without arguments', { command: 'node', args: 'x' }, 'node', '2026-11-23 12:00:00'],
    ['an address', { url: 'https://a/mcp', command: 'x' }, 'https://a/mcp', '2026-11-23 12:00:00'],
  ])('what it is of: %s', (_what, target, title, started) => {
    const { textOf } = open(recordingText([], { started: '2026-11-23T12:00:00.000Z', target }))
    expect([textOf('target'), document.title, textOf('started')]).toEqual([title, `${title} · recording`, started])
  })

  test('that it is a recording, where its header cannot be read', () => {
    const { textOf, count } = open(
      `{"target":\n${JSON.stringify({ ms: 1, connection: 1, from: 'client', status: 200 })}`,
    )
    expect([textOf('target'), document.title, textOf('started'), count()]).toEqual([
      ...['a recording', 'a recording · recording', '', '1 entry, 0 failed'],
    ])
  })

  test.each([
    ['no line', recordingText([])],
    ['no end of its header', recordingText([]).slice(0, -1)],
  ])('that it is empty, where it has %s', (_what, text) => {
    const { page, count, selected, textOf, isReady } = open(text)
    page.frame()
    expect([textOf('target'), count(), byId('empty').hidden, isReady(), selected()]).toEqual([
      ...['node notes.js -v', '0 entries, 0 failed', false, 'true', null],
    ])
  })

  test('how many entries it has, and how many of them failed', () => {
    const { count, indexes } = openLines(threeCalls)
    expect([count(), byId('empty').hidden, indexes()]).toEqual(['6 entries, 2 failed', true, [0, 1, 2, 3, 4, 5]])
    expect(openLines(calls(1)).count()).toBe('1 entry, 0 failed')
    expect(openLines(calls(1_000)).count()).toBe('1,000 entries, 0 failed')
  })

  test('what a line has, also the last one without its end, and nothing of an empty one', () => {
    const text = recordingText([call(1), call(2)])
      .trimEnd()
      .replace('\n{"ms":10', '\n\n{"ms":10')
    const { indexes, page, list, textOf } = open(text)
    expect(indexes()).toEqual([0, 1])
    page.press(list, 'End')
    expect(textOf('details')).toContain('From the client · at 0.010 s')
    expect(textOf('details')).toContain('"id": 2')
  })

  test('first what its first line has', () => {
    const { page, selected, textOf } = openLines(threeCalls)
    page.frame()
    expect([selected(), textOf('details')?.startsWith('tools/call add')]).toEqual(['row-0', true])
  })

  test('nothing of a line, where its address leads to another place', () => {
    const page = openPage(recordingText(calls(2)))
    location.hash = '#details'
    new Viewer()
    page.frame()
    expect([byId('list').getAttribute('aria-activedescendant'), byId('details').textContent]).toEqual([null, ''])
  })
})

describe('a long report', () => {
  test('is read in pieces, and shown when twice as many rows are there', () => {
    const { count, isReady } = openLines(calls(9), 5)
    const counts = [count()]
    for (let piece = 1; piece < 9; piece += 1) {
      expect(isReady()).toBeUndefined()
      vi.advanceTimersToNextTimer()
      counts.push(count())
    }
    const shown = [
      '1 entry',
      '1 entry',
      ...new Array<string>(4).fill('3 entries'),
      '7 entries',
      '7 entries',
      '9 entries',
    ]
    expect(counts).toEqual(shown.map((text) => `${text}, 0 failed`))
    expect(isReady()).toBe('true')
  })

  test('is not read for longer than 8 ms at a time', () => {
    expect(openLines(calls(9), 8).count()).toBe('')
    expect(openLines(calls(9), 7).count()).toBe('1 entry, 0 failed')
  })

  test('selects nothing before it is read', () => {
    const { page, selected, isReady } = openLines(calls(100), 5)
    page.frame()
    expect([isReady(), selected()]).toEqual([undefined, null])
  })
})

describe('a filter', () => {
  test('is applied when nothing was typed for 120 ms', () => {
    const { type, count } = openLines(threeCalls)
    type('s')
    vi.advanceTimersByTime(100)
    type('sub')
    vi.advanceTimersByTime(119)
    expect(count()).toBe('6 entries, 2 failed')
    vi.advanceTimersByTime(1)
    expect(count()).toBe('1 of 6 entries, 1 failed')
  })

  test('says that nothing matches it', () => {
    const { type, count, indexes } = openLines(threeCalls)
    type('nothing')
    vi.advanceTimersByTime(120)
    expect([count(), byId('empty').hidden, indexes()]).toEqual(['0 of 6 entries, 0 failed', false, []])
    type('')
    vi.advanceTimersByTime(120)
    expect([count(), byId('empty').hidden]).toEqual(['6 entries, 2 failed', true])
  })

  test('is a span of time too, with its first and its last moment', () => {
    const { drag, indexes, count } = openLines(threeCalls)
    drag(10, 30)
    expect([indexes(), count()]).toEqual([[1, 2, 3], '3 of 6 entries, 2 failed'])
    drag(11, 29)
    expect(indexes()).toEqual([2])
    drag(0, 0)
    expect(indexes()).toEqual([0, 1, 2, 3, 4, 5])
  })
})

describe('a row that leads to its answer', () => {
  test('selects it, at the top of its details', () => {
    const { page, selected, textOf } = openLines(threeCalls)
    byId('details').scrollTop = 50
    byId('details').querySelector('button')?.click()
    page.frame()
    expect([selected(), byId('details').scrollTop, textOf('details')?.includes('Go to the request')]).toEqual([
      ...['row-1', 0, true],
    ])
    expect(document.activeElement).toBe(byId('list'))
  })

  test('leaves the filter as it is, where the answer is shown', () => {
    const { type, query, count } = openLines(threeCalls)
    type('id:1')
    vi.advanceTimersByTime(120)
    byId('details').querySelector('button')?.click()
    expect([query.value, count()]).toEqual(['id:1', '2 of 6 entries, 0 failed'])
  })

  test('takes the filter away, where the answer is left out', () => {
    const { type, query, drag, count, selected, page } = openLines(threeCalls)
    type('dir:client')
    vi.advanceTimersByTime(120)
    drag(0, 5)
    expect(count()).toBe('1 of 6 entries, 0 failed')
    byId('details').querySelector('button')?.click()
    page.frame()
    expect([query.value, count(), selected()]).toEqual(['', '6 entries, 2 failed', 'row-1'])
  })
})

describe('a key of the page', () => {
  test('/ leads to the filter, and is a character in it', () => {
    const { page, list, query } = openLines(threeCalls)
    expect(page.press(list, '/')).toBe(true)
    expect(document.activeElement).toBe(query)
    expect(page.press(query, '/')).toBe(false)
  })

  test('Escape leads from the filter to the list', () => {
    const { page, list, query } = openLines(threeCalls)
    query.focus()
    page.press(query, 'x')
    expect(document.activeElement).toBe(query)
    page.press(query, 'Escape')
    expect(document.activeElement).toBe(list)
  })

  test('leads nowhere from another place, or with another name', () => {
    const { page } = openLines(threeCalls)
    byId('details').focus()
    page.press(byId('details'), 'Escape')
    expect(page.press(byId('details'), 'x')).toBe(false)
    expect(document.activeElement).toBe(byId('details'))
  })
})
