import type { Span } from '../api/contract.js'
import { cleanText } from '../elements/clean-text.js'
import { formatMs } from '../elements/format.js'
import type { TimeRange } from '../state/ui-state.js'

export const laneHeight = 22
/** The room for the times, below the lanes. */
export const scaleHeight = 16
/** The room for the names. */
export const leftWidth = 112

interface Drawing {
  readonly element: HTMLCanvasElement
  readonly spans: readonly Span[]
  readonly servers: readonly string[]
  readonly window: TimeRange
  readonly range: TimeRange | undefined
}

/** Draws the lanes of servers with their spans. */
export function drawLanes({ element, spans, servers, window, range }: Drawing): void {
  const context = element.getContext('2d')
  const { clientWidth: width, clientHeight: height } = element
  if (context === null || width === 0) return
  const scale = devicePixelRatio
  element.width = Math.round(width * scale)
  element.height = Math.round(height * scale)
  context.scale(scale, scale)
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--${name}`)
  const toX = (at: number) => leftWidth + ((at - window.from) / (window.to - window.from)) * (width - leftWidth - 8)
  drawScale({ context, style, width, height, window })
  for (const span of spans) {
    const lane = servers.indexOf(span.server)
    if (lane < 0 || (span.end ?? window.to) < window.from) continue
    const [left, right] = [Math.max(leftWidth, toX(span.start)), toX(span.end ?? window.to)]
    const isInner = span.kind !== 'call' && span.kind !== 'connect' && span.kind !== 'sign-in'
    const top = 3 + lane * laneHeight + (isInner ? 13 : 4)
    context.fillStyle = colour(colourOf(span))
    context.globalAlpha = isInner ? 0.9 : 0.55
    context.beginPath()
    context.roundRect(left, top, Math.max(2, right - left), isInner ? 3 : 8, 2)
    context.fill()
  }
  context.globalAlpha = 1
  context.font = `11px ${style.fontFamily}`
  context.fillStyle = colour('soft')
  for (const [lane, server] of servers.entries()) {
    const name = cleanText(server)
    const shown = name.length > 16 ? `${name.slice(0, 15)}…` : name
    context.fillText(shown, 12, 3 + lane * laneHeight + 14, leftWidth - 18)
  }
  if (range === undefined) return
  context.fillStyle = colour('accent')
  context.globalAlpha = 0.14
  context.fillRect(toX(range.from), 0, Math.max(1, toX(range.to) - toX(range.from)), height)
  context.globalAlpha = 1
}

interface Scale {
  readonly context: CanvasRenderingContext2D
  readonly style: CSSStyleDeclaration
  readonly width: number
  readonly height: number
  readonly window: TimeRange
}

/** Thin lines at round times. */
function drawScale({ context, style, width, height, window }: Scale): void {
  const length = window.to - window.from
  const step = [250, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000].find((each) => length / each <= 8) ?? 60_000
  context.font = `10px ${style.fontFamily}`
  for (let at = step; at < length; at += step) {
    const x = Math.round(leftWidth + (at / length) * (width - leftWidth - 8)) + 0.5
    context.fillStyle = style.getPropertyValue('--line')
    context.fillRect(x, 0, 1, height)
    context.fillStyle = style.getPropertyValue('--faint')
    const text = formatMs(at)
    if (x + 4 + context.measureText(text).width < width) context.fillText(text, x + 4, height - 5)
  }
}

function colourOf({ kind, title, outcome }: Span): string {
  // A server of an older revision refuses this request, and the next one connects.
  if (title === 'server/discover' && outcome === 'error') return 'faint'
  if (outcome === 'error' || outcome === 'tool-error') return 'bad'
  if (kind === 'asking') return 'ask'
  if (kind === 'sign-in') return 'warn'
  if (kind === 'task') return 'good'
  return 'accent'
}
