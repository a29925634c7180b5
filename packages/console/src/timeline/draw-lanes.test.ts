// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import type { Span } from '../api/contract.js'
import type { TimeRange } from '../state/ui-state.js'
import { drawLanes, laneHeight, leftWidth, scaleHeight } from './draw-lanes.js'

/** What was drawn, with the colour and how much it covers. */
type Drawn = readonly [what: string, ...numbers: readonly (number | string)[]]

/** Remembers what is drawn. A character is 6 wide. */
class Recorder {
  fillStyle = ''
  globalAlpha = 1
  font = ''
  readonly drawn: Drawn[] = []
  #path: readonly number[] = []

  scale(x: number, y: number): void {
    this.drawn.push(['scale', x, y])
  }
  beginPath(): void {
    this.#path = []
  }
  roundRect(...path: readonly number[]): void {
    this.#path = path
  }
  fill(): void {
    this.drawn.push(['bar', ...this.#path, this.fillStyle, this.globalAlpha])
  }
  fillRect(...place: readonly number[]): void {
    this.drawn.push(['rectangle', ...place, this.fillStyle, this.globalAlpha])
  }
  fillText(text: string, ...place: readonly number[]): void {
    this.drawn.push(['text', text, ...place, this.fillStyle, this.font.split(' ')[0] ?? ''])
  }
  measureText(text: string): { readonly width: number } {
    return { width: text.length * 6 }
  }
}

/** A pixel is a millisecond, from the end of the names on. */
const window: TimeRange = { from: 0, to: 1_000 }
const width = leftWidth + 1_000 + 8
const height = 2 * laneHeight + scaleHeight
const colours = ['accent', 'bad', 'ask', 'warn', 'good', 'faint', 'soft', 'line']

afterEach(() => {
  document.body.replaceChildren()
})

function canvasOf(context: Recorder | null, clientWidth = width): HTMLCanvasElement {
  const element = document.createElement('canvas')
  Object.defineProperties(element, {
    clientWidth: { value: clientWidth },
    clientHeight: { value: height },
    getContext: { value: () => context },
  })
  for (const colour of colours) element.style.setProperty(`--${colour}`, colour)
  element.style.fontFamily = 'sans-serif'
  document.body.append(element)
  return element
}

interface Picture {
  readonly spans?: readonly Span[]
  readonly servers?: readonly string[]
  readonly window?: TimeRange
  readonly range?: TimeRange
}

function draw({ spans = [], servers = [], window: shown = window, range }: Picture): readonly Drawn[] {
  const context = new Recorder()
  drawLanes({ element: canvasOf(context), spans, servers, window: shown, range })
  return context.drawn
}

const barsOf = (picture: Picture) => draw(picture).filter(([what]) => what === 'bar')
const textsOf = (picture: Picture) => draw(picture).filter(([what]) => what === 'text')
const span = (more: Partial<Span> = {}): Span => ({
  id: 's',
  server: 'a',
  kind: 'call',
  title: 'add',
  from: 'client',
  start: 100,
  end: 300,
  outcome: 'ok',
  ...more,
})

describe('the lanes', () => {
  test('have a bar for each span, in the lane of its server', () => {
    const spans = [span(), span({ server: 'b', start: 500, end: 900 })]
    expect(barsOf({ spans, servers: ['a', 'b'] })).toEqual([
      ['bar', leftWidth + 100, 7, 200, 8, 2, 'accent', 0.55],
      ['bar', leftWidth + 500, 7 + laneHeight, 400, 8, 2, 'accent', 0.55],
    ])
  })

  test.each(['call', 'connect', 'sign-in'] as const)('show %s as a wide bar', (kind) => {
    expect(barsOf({ spans: [span({ kind })], servers: ['a'] })[0]?.slice(2, 6)).toEqual([7, 200, 8, 2])
  })

  test.each(['request', 'round-trip', 'task', 'asking'] as const)('show %s as a thin bar below', (kind) => {
    const [bar] = barsOf({ spans: [span({ kind })], servers: ['a'] })
    expect([bar?.slice(2, 6), bar?.at(-1)]).toEqual([[16, 200, 3, 2], 0.9])
  })

  test('let a span that goes on reach to the end', () => {
    const { end: _, ...open } = span()
    expect(barsOf({ spans: [open], servers: ['a'] })[0]?.slice(1, 4)).toEqual([leftWidth + 100, 7, 900])
  })

  test('cut what began before', () => {
    expect(barsOf({ spans: [span({ start: -500 })], servers: ['a'] })[0]?.slice(1, 4)).toEqual([leftWidth, 7, 300])
  })

  test('leave out what ended before, and what is of no lane', () => {
    const spans = [span({ start: -500, end: -1 }), span({ server: 'c' })]
    expect(barsOf({ spans, servers: ['a', 'b'] })).toEqual([])
    expect(barsOf({ spans: [span({ start: -500, end: 0 })], servers: ['a'] })).toHaveLength(1)
  })

  test('show what took no time at all', () => {
    expect(barsOf({ spans: [span({ end: 100 })], servers: ['a'] })[0]?.slice(1, 4)).toEqual([leftWidth + 100, 7, 2])
  })

  test.each<[string, Partial<Span>, string]>([
    ['what went well', {}, 'accent'],
    ['an error', { outcome: 'error' }, 'bad'],
    ['a tool that failed', { outcome: 'tool-error' }, 'bad'],
    ['an error while somebody is asked', { kind: 'asking', outcome: 'error' }, 'bad'],
    ['a question to the person', { kind: 'asking' }, 'ask'],
    ['a sign-in', { kind: 'sign-in' }, 'warn'],
    ['a task', { kind: 'task' }, 'good'],
    ['what was cancelled', { outcome: 'cancelled' }, 'accent'],
    ['a server that refuses discovery', { title: 'server/discover', outcome: 'error' }, 'faint'],
    ['a discovery that went well', { title: 'server/discover' }, 'accent'],
    ['a tool of that name that failed', { title: 'server/discover', outcome: 'tool-error' }, 'bad'],
  ])('give %s a colour', (_name, more, colour) => {
    expect(barsOf({ spans: [span(more)], servers: ['a'] })[0]?.at(-2)).toBe(colour)
  })

  test('name their servers, long ones in short and hidden characters in full', () => {
    const servers = ['a', 'abcdefghijklmnop', 'abcdefghijklmnopq', 'a\u202e']
    const names = textsOf({ servers }).filter((text) => text.at(-1) === '11px')
    expect(names).toEqual([
      ['text', 'a', 12, 17, 94, 'soft', '11px'],
      ['text', 'abcdefghijklmnop', 12, 39, 94, 'soft', '11px'],
      ['text', 'abcdefghijklmno…', 12, 61, 94, 'soft', '11px'],
      ['text', 'a⟨U+202E⟩', 12, 83, 94, 'soft', '11px'],
    ])
  })

  test('mark the time that was chosen, at least a pixel of it', () => {
    expect(draw({ range: { from: 200, to: 500 } }).at(-1)).toEqual([
      ...['rectangle', leftWidth + 200, 0, 300, height, 'accent', 0.14],
    ])
    expect(
      draw({ range: { from: 200, to: 200 } })
        .at(-1)
        ?.slice(1, 4),
    ).toEqual([leftWidth + 200, 0, 1])
    expect(draw({}).filter((each) => each.at(-1) === 0.14)).toEqual([])
  })
})

describe('the scale', () => {
  test('has thin lines at round times, with the time below', () => {
    const scale = draw({}).filter(([what]) => what !== 'scale')
    expect(scale).toEqual(
      [
        [250, '250 ms'],
        [500, '500 ms'],
        [750, '750 ms'],
      ].flatMap(([at, text]) => [
        ['rectangle', leftWidth + Number(at) + 0.5, 0, 1, height, 'line', 1],
        ['text', text, leftWidth + Number(at) + 4.5, height - 5, 'faint', '10px'],
      ]),
    )
  })

  test.each([
    [2_000, '250 ms'],
    [2_001, '500 ms'],
    [4_001, '1.0 s'],
    [8_001, '2.0 s'],
    [16_001, '5.0 s'],
    [40_001, '10 s'],
    [80_001, '30 s'],
    [240_001, '1 min 0 s'],
    [900_000, '1 min 0 s'],
  ])('of %i ms has its first line after %s', (to, first) => {
    expect(textsOf({ window: { from: 0, to } })[0]?.[1]).toBe(first)
  })

  test('counts from the start of what is shown', () => {
    expect(textsOf({ window: { from: 5_000, to: 6_000 } }).map(([, text]) => text)).toEqual([
      '250 ms',
      '500 ms',
      '750 ms',
    ])
  })

  test('has no time that would reach over the edge', () => {
    // Between 4 after its line and the edge it needs 36.
    expect(textsOf({ window: { from: 0, to: 258.2 } })).toEqual([])
    expect(textsOf({ window: { from: 0, to: 258.5 } })).toHaveLength(1)
  })
})

describe('nothing is drawn', () => {
  test('where there is no room', () => {
    const context = new Recorder()
    drawLanes({ element: canvasOf(context, 0), spans: [], servers: [], window, range: undefined })
    expect(context.drawn).toEqual([])
  })

  test('where the browser cannot draw', () => {
    const element = canvasOf(null)
    const before = element.width
    drawLanes({ element, spans: [], servers: [], window, range: undefined })
    expect(element.width).toBe(before)
  })
})

test('a screen with smaller pixels gets more of them', () => {
  const before = devicePixelRatio
  Reflect.set(globalThis, 'devicePixelRatio', 1.5)
  const context = new Recorder()
  const element = canvasOf(context)
  drawLanes({ element, spans: [], servers: [], window, range: undefined })
  Reflect.set(globalThis, 'devicePixelRatio', before)
  expect([element.width, element.height, context.drawn[0]]).toEqual([1_680, 90, ['scale', 1.5, 1.5]])
})
