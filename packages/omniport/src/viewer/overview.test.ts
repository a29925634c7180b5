// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { byId } from './elements.js'
import { openPage } from './fixtures/open-page.js'
import { rowOf } from './fixtures/row-of.js'
import { Overview } from './overview.js'
import type { Row } from './rows.js'

type Drawn = readonly [what: string, ...numbers: readonly (number | string)[]]

/** Remembers what is drawn, with its colour and how much it covers. */
class Context {
  fillStyle = ''
  globalAlpha = 1
  readonly drawn: Drawn[] = []

  scale(x: number, y: number): void {
    this.drawn.push(['scale', x, y])
  }

  fillRect(...place: readonly number[]): void {
    this.drawn.push([this.fillStyle, this.globalAlpha, ...place])
  }
}

afterEach(() => vi.restoreAllMocks())

const colours = ['accent', 'accent-soft', 'bad', 'ask']

/** An overview that is 1,000 wide and 60 high. */
function createOverview(width = 1_000) {
  const page = openPage()
  const view = byId('overview')
  const scheme = new EventTarget()
  const media = vi.spyOn(globalThis, 'matchMedia').mockReturnValue(scheme as MediaQueryList)
  for (const colour of colours) document.documentElement.style.setProperty(`--${colour}`, colour)
  const ranges: unknown[] = []
  const overview = new Overview((range) => ranges.push(range))
  const canvas = view.querySelector('canvas')
  if (canvas === null) throw new Error('there is no canvas')
  let context = new Context()
  const newContext = (kind: string) => {
    context = new Context()
    return kind === '2d' ? context : null
  }
  Object.defineProperty(canvas, 'getContext', { value: newContext, configurable: true })
  page.resize(canvas, width, 60)
  page.resize(view, width, 60)
  const drawn = () => context.drawn
  const point = (type: string, offsetX: number) => page.point(canvas, type, offsetX)
  const drag = (from: number, to: number) => {
    point('pointerdown', from)
    point('pointermove', to)
    point('pointerup', to)
  }
  const heightFor = (rows: readonly Row[]) => {
    overview.show(rows)
    return view.style.height
  }
  return { page, overview, view, canvas, scheme, media, ranges, drawn, point, drag, heightFor }
}

/** A millisecond for each pixel. */
const second: readonly Row[] = [rowOf(), rowOf({ ms: 1_000 })]

describe('an overview draws', () => {
  test('nothing before there are rows', () => {
    const { canvas, drawn } = createOverview()
    expect([canvas.width, canvas.height, drawn()]).toEqual([2_000, 120, [['scale', 2, 2]]])
  })

  test.each<[string, Partial<Row>, Drawn]>([
    ['how long a request took', { tookMs: 100 }, ['accent', 0.75, 200, 8, 100, 12]],
    ['a request that took no time', { tookMs: 1 }, ['accent', 0.75, 200, 8, 2, 12]],
    ['a request without an answer', {}, ['accent', 0.75, 200, 8, 2, 12]],
    ['a request of the server', { from: 'server', tookMs: 3 }, ['ask', 0.75, 200, 8, 3, 12]],
    ['a request of the server that failed', { from: 'server', isError: true }, ['bad', 0.75, 200, 8, 2, 12]],
    ['an answer', { type: 'response', from: 'server', tookMs: 100 }, ['accent', 0.35, 200, 8, 1, 12]],
    ['a failure', { type: 'response', isError: true }, ['bad', 0.35, 200, 8, 1, 12]],
  ])('%s', (_what, more, expected) => {
    const { overview, drawn } = createOverview()
    overview.show([rowOf({ ms: 200, ...more }), rowOf({ ms: 1_000, type: 'end' })])
    expect(drawn()).toEqual([['scale', 2, 2], expected, ['accent', 0.35, 1_000, 8, 1, 12]])
  })

  test('time as long as there is place', () => {
    const { page, overview, view, drawn } = createOverview()
    overview.show(second)
    page.resize(view, 500, 60)
    expect(drawn().slice(1)).toEqual([
      ['accent', 0.75, 0, 8, 2, 12],
      ['accent', 0.75, 500, 8, 2, 12],
    ])
  })

  test('connections below each other, the twelfth and all after it in one lane', () => {
    const { overview, drawn, heightFor } = createOverview()
    expect([heightFor([]), heightFor(second)]).toEqual(['28px', '28px'])
    const rows = Array.from({ length: 14 }, (_, at) => rowOf({ connection: 20 - at }))
    expect([heightFor(rows.slice(0, 2)), heightFor(rows.slice(0, 12)), heightFor(rows)]).toEqual([
      ...['46px', '226px', '226px'],
    ])
    overview.show([...rows, rowOf({ connection: 20 })])
    const tops = drawn()
      .slice(1)
      .map(([, , , top]) => top)
    expect(tops).toEqual([...rows.map((_, at) => 8 + Math.min(at, 11) * 18), 8])
  })

  test('anew where the colours of the page change', () => {
    const { overview, scheme, media, drawn } = createOverview()
    overview.show(second)
    document.documentElement.style.setProperty('--accent', 'dark')
    scheme.dispatchEvent(new Event('change'))
    expect(media.mock.calls).toEqual([['(prefers-color-scheme: dark)']])
    expect(drawn()[1]).toEqual(['dark', 0.75, 0, 8, 2, 12])
  })

  test('nothing where nothing can be drawn', () => {
    const { canvas, heightFor } = createOverview()
    Object.defineProperty(canvas, 'getContext', { value: () => null })
    expect(heightFor(second)).toBe('28px')
  })
})

describe('a span of time is chosen', () => {
  test('by dragging, in either direction', () => {
    const { overview, drag, ranges, canvas } = createOverview()
    overview.show(second)
    drag(100, 300)
    drag(700, 650)
    expect(ranges).toEqual([
      [100, 300],
      [650, 700],
    ])
    expect(canvas.hasPointerCapture(1)).toBe(true)
  })

  test('in the time of the recording, which is at least a millisecond', () => {
    const { overview, drag, ranges } = createOverview()
    drag(0, 500)
    overview.show([rowOf()])
    drag(0, 500)
    overview.show([rowOf({ ms: 4_000 })])
    drag(-20, 500)
    expect(ranges).toEqual([
      [0, 0.5],
      [0, 0.5],
      [0, 2_000],
    ])
  })

  test('also where the overview has no width', () => {
    const { drag, ranges } = createOverview(0)
    drag(0, 3)
    expect(ranges).toEqual([[0, 3]])
  })

  test('and shown while it is dragged, below the messages', () => {
    const { overview, drawn, point, ranges } = createOverview()
    overview.show(second)
    point('pointerdown', 100)
    point('pointermove', 250)
    expect(drawn().slice(0, 3)).toEqual([
      ['scale', 2, 2],
      ['accent-soft', 1, 100, 0, 150, 60],
      ['accent', 0.75, 0, 8, 2, 12],
    ])
    expect(ranges).toEqual([])
    point('pointerup', 250)
    point('pointermove', 900)
    expect(drawn()[1]).toEqual(['accent-soft', 1, 100, 0, 150, 60])
    expect(ranges).toEqual([[100, 250]])
  })

  test('only by a pointer that is down', () => {
    const { overview, drawn, point } = createOverview()
    overview.show(second)
    point('pointermove', 250)
    expect(drawn()).toHaveLength(3)
  })

  test('not by a drag of a 500th of the time', () => {
    const { overview, drawn, drag, ranges } = createOverview()
    overview.show(second)
    drag(100, 102)
    drag(100, 103)
    drag(100, 100)
    expect(ranges).toEqual([undefined, [100, 103], undefined])
    expect(drawn()).toHaveLength(3)
  })

  test('until a double click', () => {
    const { overview, drawn, point, drag, ranges } = createOverview()
    overview.show(second)
    drag(100, 300)
    point('dblclick', 200)
    expect(ranges).toEqual([[100, 300], undefined])
    expect(drawn()).toHaveLength(3)
  })

  test('by nothing but a drag', () => {
    const { overview, point, ranges } = createOverview()
    overview.show(second)
    point('pointerdown', 100)
    point('pointerup', 100)
    expect(ranges).toEqual([undefined])
  })
})
