import { byId, element } from './elements.js'
import type { Row } from './rows.js'

/** Lanes of connections over time: spans of requests, and ticks of all else. Dragging chooses a span of time. */
export class Overview {
  readonly #canvas: HTMLCanvasElement
  readonly #onRange: (range: readonly [number, number] | undefined) => void
  #rows: readonly Row[] = []
  #lanes: ReadonlyMap<number, number> = new Map()
  #range: readonly [number, number] | undefined
  #start: number | undefined

  constructor(onRange: (range: readonly [number, number] | undefined) => void) {
    this.#onRange = onRange
    this.#canvas = element('canvas') as HTMLCanvasElement // of that name
    byId('overview').append(this.#canvas)
    this.#canvas.addEventListener('pointerdown', (event) => this.#begin(event))
    this.#canvas.addEventListener('pointermove', (event) => this.#move(event))
    this.#canvas.addEventListener('pointerup', () => this.#finish())
    this.#canvas.addEventListener('dblclick', () => this.#choose(undefined))
    new ResizeObserver(() => this.#draw()).observe(byId('overview'))
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw())
  }

  show(rows: readonly Row[]): void {
    this.#rows = rows
    this.#lanes = lanesOf(rows)
    byId('overview').style.height = `${(Math.max(0, ...this.#lanes.values()) + 1) * laneHeight + 10}px`
    this.#draw()
  }

  get #endMs(): number {
    return Math.max(1, this.#rows.at(-1)?.ms ?? 1)
  }

  #msAt({ offsetX }: PointerEvent): number {
    return (Math.max(0, offsetX) / Math.max(1, this.#canvas.clientWidth)) * this.#endMs
  }

  #begin(event: PointerEvent): void {
    this.#canvas.setPointerCapture(event.pointerId)
    this.#start = this.#msAt(event)
  }

  #move(event: PointerEvent): void {
    if (this.#start === undefined) return
    const at = this.#msAt(event)
    this.#range = [Math.min(this.#start, at), Math.max(this.#start, at)]
    this.#draw()
  }

  #finish(): void {
    const isDragged = this.#range !== undefined && this.#range[1] - this.#range[0] > this.#endMs / 500
    this.#start = undefined
    this.#choose(isDragged ? this.#range : undefined)
  }

  #choose(range: readonly [number, number] | undefined): void {
    this.#range = range
    this.#draw()
    this.#onRange(range)
  }

  #draw(): void {
    const { clientWidth: width, clientHeight: height } = byId('overview')
    const ratio = devicePixelRatio
    this.#canvas.width = width * ratio
    this.#canvas.height = height * ratio
    const context = this.#canvas.getContext('2d')
    if (context === null) return
    context.scale(ratio, ratio)
    const style = getComputedStyle(document.documentElement)
    const colour = (name: string) => style.getPropertyValue(name)
    const scale = width / this.#endMs
    if (this.#range !== undefined) {
      context.fillStyle = colour('--accent-soft')
      context.fillRect(this.#range[0] * scale, 0, (this.#range[1] - this.#range[0]) * scale, height)
    }
    for (const row of this.#rows) {
      const lane = this.#lanes.get(row.connection) ?? 0
      const isSpan = row.type === 'request'
      context.globalAlpha = isSpan ? 0.75 : 0.35
      context.fillStyle = colour(row.isError ? '--bad' : isSpan && row.from === 'server' ? '--ask' : '--accent')
      const length = isSpan ? Math.max(2, row.tookMs * scale) : 1
      context.fillRect(row.ms * scale, lane * laneHeight + 8, length, Math.max(1, laneHeight - 6))
    }
  }
}

/** The lane of each connection; those beyond the last lane share it. */
function lanesOf(rows: readonly Row[]): ReadonlyMap<number, number> {
  const lanes = new Map<number, number>()
  for (const { connection } of rows) {
    if (!lanes.has(connection)) lanes.set(connection, Math.min(lanes.size, mostLanes - 1))
  }
  return lanes
}

const mostLanes = 12
const laneHeight = 18
