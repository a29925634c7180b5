import type { Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Span } from '../api/contract.js'
import { cleanText } from '../elements/clean-text.js'
import { formatMs, formatTime, plural } from '../elements/format.js'
import type { TimeRange } from '../state/ui-state.js'
import { drawLanes, laneHeight, leftWidth, scaleHeight } from './draw-lanes.js'

/** Lanes that have room: those of the servers that were busy last. Others are in the list. */
const maxLanes = 4

interface LanesProps {
  readonly spans: ReadonlyMap<string, Span>
  readonly servers: readonly string[]
  readonly range: Signal<TimeRange | undefined>
}

/** A lane for each server, with what took time. Dragging over them filters the list by time, and so do the arrow keys. */
export function Lanes({ spans, servers, range }: LanesProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drag = useRef<number | undefined>(undefined)
  const all = [...spans.values()]
  const shown = busiestOf(servers, all)
  const window = windowOf(all)
  const height = Math.max(1, shown.length) * laneHeight + scaleHeight
  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    const draw = () => drawLanes({ element, spans: all, servers: shown, window, range: range.value })
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    const theme = matchMedia('(prefers-color-scheme: dark)')
    theme.addEventListener('change', draw)
    return () => {
      observer.disconnect()
      theme.removeEventListener('change', draw)
    }
  }, [spans, servers, range.value])
  const timeAt = (x: number): number => {
    const width = (canvas.current?.clientWidth ?? 1) - leftWidth
    return window.from + ((window.to - window.from) * Math.max(0, x - leftWidth)) / Math.max(1, width)
  }
  return (
    <div class="lanes" style={{ height: `${height}px` }}>
      <canvas
        ref={canvas}
        role="slider"
        tabIndex={0}
        aria-label={labelOf(shown, all)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={range.value === undefined ? 0 : percentOf(range.value, window)}
        aria-valuetext={range.value === undefined ? 'all times' : wordsOf(range.value)}
        title="Drag to see the messages of some time alone, or use the arrow keys"
        onKeyDown={(event) => onKey(event, range, window)}
        onPointerDown={(event) => {
          drag.current = timeAt(event.offsetX)
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          if (drag.current === undefined) return
          const to = timeAt(event.offsetX)
          if (Math.abs(to - drag.current) > 0)
            range.value = { from: Math.min(drag.current, to), to: Math.max(drag.current, to) }
        }}
        onPointerUp={(event) => {
          const isClick = drag.current === timeAt(event.offsetX)
          drag.current = undefined
          if (isClick) range.value = undefined
        }}
      />
    </div>
  )
}

/** The servers whose spans are the latest, in the order of the servers. */
function busiestOf(servers: readonly string[], spans: readonly Span[]): readonly string[] {
  const latest = new Map<string, number>()
  for (const { server, start } of spans) latest.set(server, Math.max(start, latest.get(server) ?? 0))
  const chosen = servers
    .filter((name) => latest.has(name))
    .sort((left, right) => (latest.get(right) ?? 0) - (latest.get(left) ?? 0))
    .slice(0, maxLanes)
  return servers.filter((name) => chosen.includes(name))
}

function onKey(event: KeyboardEvent, range: Signal<TimeRange | undefined>, window: TimeRange): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const moved = moveRange(event.key, event.shiftKey, { range: range.value, window })
  if (moved === undefined) return
  event.preventDefault()
  event.stopPropagation()
  range.value = moved.range
}

/** A key moves the range by its half, with shift its end alone. Undefined: it is no such key. */
function moveRange(
  key: string,
  isEnd: boolean,
  { range, window }: { readonly range: TimeRange | undefined; readonly window: TimeRange },
): { readonly range: TimeRange | undefined } | undefined {
  const least = (window.to - window.from) / 50
  if (key === 'Escape' || key === 'Delete') return range === undefined ? undefined : { range: undefined }
  const sign = signs.get(key)
  if (sign === undefined) return undefined
  if (range === undefined) {
    const length = least * 5
    const from = sign > 0 ? window.from : window.to - length
    return { range: { from, to: from + length } }
  }
  const length = range.to - range.from
  if (isEnd)
    return { range: { from: range.from, to: Math.min(window.to, range.from + Math.max(least, length + sign * least)) } }
  const from = Math.max(window.from, Math.min(window.to - length, range.from + (sign * length) / 2))
  return { range: { from, to: from + length } }
}

const signs: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
])

function percentOf({ from }: TimeRange, window: TimeRange): number {
  return Math.round((100 * (from - window.from)) / Math.max(1, window.to - window.from))
}

function wordsOf({ from, to }: TimeRange): string {
  return `${formatMs(to - from)} from ${formatTime(from)}`
}

function labelOf(servers: readonly string[], spans: readonly Span[]): string {
  const failed = spans.filter(({ outcome }) => outcome === 'error' || outcome === 'tool-error').length
  const longest = Math.max(0, ...spans.map(({ start, end = start }) => end - start))
  const names = servers.map(cleanText).join(', ')
  return `${plural(servers.length, 'lane')} ${names}: ${plural(spans.length, 'span')}, ${failed} failed, the longest ${formatMs(longest)}`
}

/** The lanes show at most this much, the end of it. */
const maxWindowMs = 300_000
const minWindowMs = 2_000

/** The time that the lanes show: all of it, if it is short, else its end. */
function windowOf(spans: readonly Span[]): TimeRange {
  let [first, last] = [Number.POSITIVE_INFINITY, 0]
  for (const { start, end } of spans) {
    first = Math.min(first, start)
    last = Math.max(last, end ?? start)
  }
  if (last === 0) return { from: 0, to: minWindowMs }
  const from = Math.max(first, last - maxWindowMs)
  const to = Math.max(last, from + minWindowMs)
  const margin = (to - from) * 0.02
  return { from: from - margin, to: to + margin }
}
