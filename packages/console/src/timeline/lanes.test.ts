// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { startedAt } from '#test/console/page/sample-state.js'
import type { Span } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import type { TimeRange } from '../state/ui-state.js'
import { leftWidth } from './draw-lanes.js'
import { Lanes } from './lanes.js'

const span = (id: string, start: number, end: number | undefined, more: Partial<Span> = {}): Span => ({
  ...{ id, server: 'a', kind: 'call', title: id, from: 'client', start: startedAt + start },
  ...(end === undefined ? {} : { end: startedAt + end }),
  ...more,
})
/** Ten seconds, and 200 ms at each side. */
const tenSeconds = [span('1', 0, 10_000)]

/** Lanes whose pixels are milliseconds, behind the names. */
async function lanes(
  spans: readonly Span[] = tenSeconds,
  range?: TimeRange,
  servers: readonly string[] = ['a', 'b', 'c', 'd', 'e'],
) {
  const { app, ui } = createApp()
  ui.range.value = range
  const byId = new Map(spans.map((each) => [each.id, each]))
  const screen = await show(h(Lanes, { spans: byId, servers, range: ui.range }), app)
  const canvas = screen.one('canvas')
  Object.defineProperty(canvas, 'clientWidth', { value: leftWidth + 10_400 })
  Object.assign(canvas, { setPointerCapture: () => undefined })
  const point = (type: string, offsetX: number) =>
    settled(() => {
      const event = new Event(type, { bubbles: true })
      Object.defineProperties(event, { offsetX: { value: offsetX }, pointerId: { value: 1 } })
      canvas.dispatchEvent(event)
    })
  /** The range from the start on, in milliseconds. */
  const chosen = () => {
    const now = ui.range.value
    return now === undefined ? undefined : [Math.round(now.from - startedAt), Math.round(now.to - startedAt)]
  }
  return { screen, canvas, point, chosen, ui }
}

describe('the lanes say', () => {
  test.each<[string, readonly Span[], string]>([
    ['what there is', tenSeconds, '1 lane a: 1 span, 0 failed, the longest 10 s'],
    [
      'what failed, and the longest',
      [
        span('1', 0, 50, { outcome: 'error' }),
        span('2', 0, 70, { server: 'b\u200b', outcome: 'tool-error' }),
        span('3', 0, 40, { outcome: 'denied' }),
      ],
      '2 lanes a, b⟨U+200B⟩: 3 spans, 2 failed, the longest 70 ms',
    ],
    ['nothing of what goes on', [span('1', 0, undefined)], '1 lane a: 1 span, 0 failed, the longest <1 ms'],
    [
      'which four servers were busy last, in the order of the servers',
      ['a', 'b', 'c', 'd', 'e'].flatMap((server, index) => [
        span(`${server}1`, 100 - index, 200, { server }),
        span(`${server}0`, 0, 1, { server }),
      ]),
      '4 lanes a, b, c, d: 10 spans, 0 failed, the longest 104 ms',
    ],
  ])('%s', async (_name, spans, label) => {
    const { canvas } = await lanes(spans, undefined, ['a', 'b\u200b', 'b', 'c', 'd', 'e'])
    expect(canvas.getAttribute('aria-label')).toBe(label)
  })

  test('which of five servers were busy last', async () => {
    const spans = ['a', 'b', 'c', 'd', 'e'].map((server, index) => span(server, index, 10, { server }))
    expect((await lanes(spans)).canvas.getAttribute('aria-label')).toMatch(/^4 lanes b, c, d, e: /)
  })

  test.each([
    [0, 38],
    [1, 38],
    [3, 82],
  ])('with %i servers that they are %i pixels high', async (count, height) => {
    const spans = ['a', 'b', 'c'].slice(0, count).map((server) => span(server, 0, 1, { server }))
    expect((await lanes(spans)).screen.one('.lanes').style.height).toBe(`${height}px`)
  })

  test('which time is chosen', async () => {
    const all = await lanes()
    expect([all.canvas.getAttribute('aria-valuetext'), all.canvas.getAttribute('aria-valuenow')]).toEqual([
      'all times',
      '0',
    ])
    const some = await lanes(tenSeconds, { from: startedAt + 5_000, to: startedAt + 7_500 })
    expect([some.canvas.getAttribute('aria-valuetext'), some.canvas.getAttribute('aria-valuenow')]).toEqual([
      '2.5 s from 14:02:05.000',
      '50',
    ])
  })
})

describe('dragging over the lanes', () => {
  test('chooses a time, in either direction', async () => {
    const { point, chosen } = await lanes()
    await point('pointermove', leftWidth + 500)
    expect(chosen()).toBeUndefined()
    await point('pointerdown', leftWidth + 1_200)
    await point('pointermove', leftWidth + 1_200)
    expect(chosen()).toBeUndefined()
    await point('pointermove', leftWidth + 2_200)
    expect(chosen()).toEqual([1_000, 2_000])
    await point('pointermove', leftWidth + 700)
    expect(chosen()).toEqual([500, 1_000])
    await point('pointerup', leftWidth + 700)
    await point('pointermove', leftWidth + 5_000)
    expect(chosen()).toEqual([500, 1_000])
  })

  test('begins at the start of the time, also over the names', async () => {
    const { point, chosen } = await lanes()
    await point('pointerdown', 5)
    await point('pointermove', leftWidth + 1_200)
    expect(chosen()).toEqual([-200, 1_000])
  })

  test('gives the time up with a click', async () => {
    const { point, chosen } = await lanes(tenSeconds, { from: startedAt, to: startedAt + 1 })
    await point('pointerdown', leftWidth + 700)
    await point('pointerup', leftWidth + 700)
    expect(chosen()).toBeUndefined()
  })
})

describe('a key on the lanes', () => {
  const at = (from: number, to: number) => ({ from: startedAt + from, to: startedAt + to })

  test.each<[string, string, KeyboardEventInit, TimeRange | undefined, readonly number[]]>([
    ['begins at the start', 'ArrowRight', {}, undefined, [-200, 840]],
    ['begins at the end', 'ArrowLeft', {}, undefined, [9_160, 10_200]],
    ['moves by half of the time', 'ArrowRight', {}, at(1_000, 3_000), [2_000, 4_000]],
    ['moves back', 'ArrowLeft', {}, at(1_000, 3_000), [0, 2_000]],
    ['stays at the start', 'ArrowLeft', {}, at(0, 3_000), [-200, 2_800]],
    ['stays at the end', 'ArrowRight', {}, at(8_000, 10_000), [8_200, 10_200]],
    ['makes the time longer', 'ArrowRight', { shiftKey: true }, at(1_000, 3_000), [1_000, 3_208]],
    ['makes the time shorter', 'ArrowLeft', { shiftKey: true }, at(1_000, 3_000), [1_000, 2_792]],
    ['leaves a fiftieth of it', 'ArrowLeft', { shiftKey: true }, at(1_000, 1_300), [1_000, 1_208]],
    ['makes it as long as there is time', 'ArrowRight', { shiftKey: true }, at(9_000, 10_150), [9_000, 10_200]],
  ])('%s', async (_name, key, more, range, after) => {
    const { screen, canvas, chosen } = await lanes(tenSeconds, range)
    expect([await screen.press(canvas, key, more), chosen()]).toEqual([true, after])
  })

  test.each(['Escape', 'Delete'])('gives the time up: %s', async (key) => {
    const { screen, canvas, chosen } = await lanes(tenSeconds, at(0, 1))
    let bubbled = 0
    const onKeyDown = () => {
      bubbled += 1
    }
    document.addEventListener('keydown', onKeyDown)
    expect([await screen.press(canvas, key), chosen(), bubbled]).toEqual([true, undefined, 0])
    expect([await screen.press(canvas, key), bubbled]).toEqual([false, 1])
    document.removeEventListener('keydown', onKeyDown)
  })

  test.each<[string, KeyboardEventInit]>([
    ['x', {}],
    ['ArrowUp', {}],
    ['ArrowRight', { ctrlKey: true }],
    ['ArrowRight', { metaKey: true }],
    ['ArrowRight', { altKey: true }],
  ])('is left to the page: %s with %j', async (key, more) => {
    const { screen, canvas, chosen } = await lanes()
    expect([await screen.press(canvas, key, more), chosen()]).toEqual([false, undefined])
  })
})

describe('the time of the lanes', () => {
  /** What the first step from either end chooses tells where the ends are. */
  async function ends(spans: readonly Span[]) {
    const { screen, canvas, chosen, ui } = await lanes(spans)
    await screen.press(canvas, 'ArrowRight')
    const from = chosen()?.[0]
    ui.range.value = undefined
    await settled(() => undefined)
    await screen.press(canvas, 'ArrowLeft')
    return [from, chosen()?.[1]]
  }

  test.each<[string, readonly Span[], readonly number[]]>([
    ['is that of all spans', [span('1', 1_000, 5_000), span('2', 0, 3_000)], [-100, 5_100]],
    ['is two seconds at least', [span('1', 0, 100)], [-40, 2_040]],
    ['ends with a span that goes on', [span('1', 0, 2_000), span('2', 4_000, undefined)], [-80, 4_080]],
    ['is five minutes at most, the last ones', [span('1', 0, 1), span('2', 0, 400_000)], [94_000, 406_000]],
  ])('%s', async (_name, spans, expected) => {
    expect(await ends(spans)).toEqual(expected)
  })

  test('of no spans is two seconds', async () => {
    const { screen, canvas, ui } = await lanes([])
    await screen.press(canvas, 'ArrowRight')
    expect(ui.range.value).toEqual({ from: 0, to: 200 })
  })
})
