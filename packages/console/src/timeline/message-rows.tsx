import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { MessageRecord } from '../api/contract.js'
import { cleanText } from '../elements/clean-text.js'
import { formatBytes, formatMs } from '../elements/format.js'
import { useApp } from '../state/app.js'
import type { FilteredLog } from './filtered-log.js'
import type { MessageLog } from './message-log.js'

const rowHeight = 24
/** Rows that are there above and below those on the screen, unless all of them change in each frame. */
const spare = 2
/** Rows at most: elements of a list are bounded on any screen. */
const maxRows = 60
/** When the list has stood still for so long, its rows show everything. */
const restMs = 100

interface MessageRowsProps {
  readonly filtered: FilteredLog
  readonly startedAt: number
}

/** The list of messages. Whatever its length, only the rows on the screen are there. */
export function MessageRows({ filtered, startedAt }: MessageRowsProps) {
  const { ui, store } = useApp()
  const frame = useRef<HTMLDivElement>(null)
  const { view, onMove } = useView(frame)
  const version = filtered.version.value + store.log.version.value
  const { records } = filtered
  useEffect(() => {
    if (ui.isFollowing.value && frame.current !== null) frame.current.scrollTop = frame.current.scrollHeight
  }, [version, ui.isFollowing.value])
  useKeptPosition(frame, store.log)
  const beside = view.isFast ? 0 : spare
  const first = Math.max(0, Math.floor(view.top / rowHeight) - beside)
  const count = Math.min(maxRows, Math.ceil(view.height / rowHeight) + 2 * beside + 1)
  const shown = records.slice(first, first + count)
  const selected = ui.message.value
  const select = (wanted: number) => {
    const index = Math.max(0, Math.min(records.length - 1, wanted))
    ui.isFollowing.value = false
    ui.message.value = records[index]?.seq
    reveal(frame.current, index)
  }
  return (
    <div
      ref={frame}
      class="rows-frame"
      role={records.length === 0 ? 'region' : 'listbox'}
      tabIndex={0}
      aria-label="Messages"
      data-list="messages"
      aria-activedescendant={shown.some(({ seq }) => seq === selected) ? `message-${selected}` : undefined}
      onScroll={({ currentTarget }) => {
        const { scrollTop: top, clientHeight, scrollHeight } = currentTarget
        onMove(top, clientHeight)
        // Only who scrolls up ends it: messages that came since make the list longer, too.
        if (top < view.top && top + clientHeight < scrollHeight - rowHeight * 2) ui.isFollowing.value = false
      }}
      onKeyDown={(event) => {
        const step = steps.get(event.key)
        if (step === undefined || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        select(records.findIndex(({ seq }) => seq === selected) + step)
      }}
    >
      <div class="rows-space" role="presentation" style={{ height: `${records.length * rowHeight}px` }}>
        <ShownRows shown={shown} first={first} count={count} view={view} size={records.length} startedAt={startedAt} />
      </div>
      {records.length === 0 && <NoMessages />}
    </div>
  )
}

interface ShownRowsProps {
  readonly shown: readonly MessageRecord[]
  /** The position of the first of them, and how many there are at most. */
  readonly first: number
  readonly count: number
  readonly view: View
  readonly size: number
  readonly startedAt: number
}

function ShownRows({ shown, first, count, view, size, startedAt }: ShownRowsProps) {
  const selected = useApp().ui.message.value
  return (
    <div class="rows-shown" role="presentation" style={{ transform: `translateY(${view.origin * rowHeight}px)` }}>
      {shown.map((record, index) => (
        // A row that leaves the screen at one end comes back at the other: only those are laid out anew.
        <Row
          key={modulo(first + index - view.origin, count)}
          record={record}
          startedAt={startedAt}
          isSelected={record.seq === selected}
          isFast={view.isFast}
          origin={view.origin}
          index={first + index}
          size={size}
        />
      ))}
    </div>
  )
}

/** The names of the columns, for the eye: the words of a row say by themselves what they are. */
export function RowsHead() {
  return (
    <div class="row-line rows-head" aria-hidden="true">
      Time
      <span class="of">Server</span>
      <span class="what">Method</span>
      <span class="about">About</span>
      <span class="size">{`${'Took'.padStart(9)}${'Size'.padStart(9)}`}</span>
    </div>
  )
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}

interface View {
  readonly top: number
  readonly height: number
  readonly isFast: boolean
  readonly origin: number
}

/**
 * What of the list is on the screen, and whether it passes too fast to be read. Rows have their places relative to the row `origin`: while
 * all of them change in each frame they stay where they are, and what they stand in moves.
 */
function useView(frame: RefObject<HTMLDivElement | null>) {
  const [view, setView] = useState<View>({ top: 0, height: 400, isFast: false, origin: 0 })
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => watchSize(frame.current, (height) => setView((before) => ({ ...before, height }))), [])
  useEffect(() => () => clearTimeout(rest.current), [])
  const onMove = (top: number, height: number) => {
    if (top === view.top) return
    clearTimeout(rest.current)
    const isFast = Math.abs(top - view.top) > height
    if (isFast) rest.current = setTimeout(() => setView((before) => ({ ...before, isFast: false })), restMs)
    setView((before) => ({ ...before, top, isFast, origin: isFast ? Math.floor(top / rowHeight) : before.origin }))
  }
  return { view, onMove }
}

/** Scrolls as far as it takes to see the row. */
function reveal(frame: Element | null, index: number): void {
  const top = index * rowHeight
  if (frame === null) return
  if (top < frame.scrollTop) frame.scrollTop = top
  if (top + rowHeight > frame.scrollTop + frame.clientHeight) frame.scrollTop = top + rowHeight - frame.clientHeight
}

/** Older messages that are added above move nothing on the screen. */
function useKeptPosition(frame: RefObject<HTMLDivElement | null>, log: MessageLog): void {
  const { dropped } = log
  const before = useRef(dropped)
  useLayoutEffect(() => {
    const added = before.current - dropped
    before.current = dropped
    if (added > 0 && frame.current !== null && frame.current.scrollTop > 0) frame.current.scrollTop += added * rowHeight
  }, [dropped])
}

const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['j', 1],
  ['ArrowUp', -1],
  ['k', -1],
  ['PageDown', 20],
  ['PageUp', -20],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

function watchSize(element: Element | null, onHeight: (height: number) => void): () => void {
  const observer = new ResizeObserver(([entry]) => onHeight(entry?.contentRect.height ?? 0))
  if (element !== null) observer.observe(element)
  return () => observer.disconnect()
}

interface RowProps {
  readonly record: MessageRecord
  readonly startedAt: number
  readonly isSelected: boolean
  /** By a screen or more in each frame nobody reads on: time and method say where one is. */
  readonly isFast: boolean
  /** The row that places are relative to. */
  readonly origin: number
  readonly index: number
  readonly size: number
}

/** One message. It is made anew only if something of it changed. */
function Row({ record, startedAt, isSelected, isFast, origin, index, size }: RowProps) {
  const { ui } = useApp()
  const { seq, at, server, method, kind } = record
  return useMemo(
    () => (
      <div
        id={`message-${seq}`}
        role="option"
        aria-selected={isSelected}
        aria-posinset={index + 1}
        aria-setsize={size}
        class={`row-line ${toneOf(record)}`}
        style={{ transform: `translateY(${(index - origin) * rowHeight}px)` }}
        onClick={() => {
          ui.message.value = isSelected ? undefined : seq
        }}
      >
        {((at - startedAt) / 1_000).toFixed(3)}
        <span class="what">{cleanText(method ?? record.requestLine ?? kind)}</span>
        {isFast || (
          <>
            <span class="of">{cleanText(server)}</span>
            <span class="about">{aboutOf(record)}</span>
            <span class="size">{sizeOf(record)}</span>
          </>
        )}
      </div>
    ),
    [record, isSelected, isFast, origin, index, size, startedAt],
  )
}

const inputMethods = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list'])

/** Colours have a meaning: sent, received, somebody is asked, signing in, failed. */
function toneOf({ isFailure, from, method, isAuth, kind }: MessageRecord): string {
  // A server of an older revision refuses what it does not know, and is asked to initialize next: nothing failed.
  if (isFailure) return method === 'server/discover' && kind === 'error' ? 'faint' : 'bad'
  if (isAuth === true) return 'auth'
  if (method !== undefined && inputMethods.has(method)) return 'ask'
  if (kind === 'stderr' || kind === 'event') return 'faint'
  return from === 'client' ? 'out' : 'in'
}

function aboutOf({ name, summary, status, kind }: MessageRecord): string {
  const parts = [status === undefined || kind !== 'http' ? undefined : String(status), name, summary]
  return cleanText(parts.filter((part) => part !== undefined).join('  '))
}

/** Time and size, in columns of their own. */
function sizeOf({ ms, bytes }: MessageRecord): string {
  return `${(ms === undefined ? '' : formatMs(ms)).padStart(9)}${(bytes === 0 ? '' : formatBytes(bytes)).padStart(9)}`
}

function NoMessages() {
  const { ui } = useApp()
  const isFiltered = ui.filter.value.trim() !== '' || ui.range.value !== undefined
  return (
    <p class="rows-empty soft">
      {isFiltered
        ? 'No message has that. Words are searched everywhere; method: server: status: narrow it down.'
        : 'Whatever goes over the wire is shown here, from the first message on.'}
    </p>
  )
}
