import { useEffect, useMemo, useRef } from 'preact/hooks'
import { formatCount, formatMs, formatTime } from '../elements/format.js'
import { Splitter } from '../shell/splitter.js'
import type { App } from '../state/app.js'
import { useApp } from '../state/app.js'
import { parseFilter } from './filter-language.js'
import { FilteredLog } from './filtered-log.js'
import { Lanes } from './lanes.js'
import { MessageDetailPane } from './message-detail.js'
import { MessageRows, RowsHead } from './message-rows.js'

/** All messages: lanes of spans above, the list below, and one message in detail. */
export function TimelineView() {
  const app = useApp()
  const { ui, store } = app
  const filtered = useFilteredLog(app)
  const mode = ui.timeline.value
  if (mode === 'hidden') return <HiddenTimeline app={app} />
  return (
    <section class={`timeline ${mode}`} aria-label="Timeline" data-pane="timeline">
      {mode === 'docked' && <Splitter height={ui.timelineHeight} />}
      <TimelineBar app={app} filtered={filtered} />
      {store.spans.value.size > 0 && (
        <Lanes spans={store.spans.value} servers={store.servers.value.map(({ name }) => name)} range={ui.range} />
      )}
      <div class={ui.message.value === undefined ? 'timeline-body' : 'timeline-body with-detail'}>
        <div class="rows">
          <RowsHead />
          <MessageRows filtered={filtered} startedAt={store.about.value?.startedAt ?? 0} />
        </div>
        {ui.message.value !== undefined && <MessageDetailPane seq={ui.message.value} />}
      </div>
    </section>
  )
}

/** Filters in slices, a slice a frame, whenever the log, the words or the range change. */
function useFilteredLog({ store, ui }: App): FilteredLog {
  const filtered = useMemo(() => new FilteredLog(store.log), [store.log])
  const frame = useRef(0)
  const words = ui.filter.value
  const range = ui.range.value
  useEffect(() => {
    const { matches } = parseFilter(words)
    const isAll = words.trim() === '' && range === undefined
    filtered.setFilter(
      isAll
        ? undefined
        : (record) => (range === undefined || (record.at >= range.from && record.at <= range.to)) && matches(record),
    )
  }, [words, range])
  useEffect(() => {
    const work = () => {
      frame.current = filtered.advance() ? requestAnimationFrame(work) : 0
    }
    const schedule = () => {
      if (frame.current === 0) frame.current = requestAnimationFrame(work)
    }
    const stop = store.log.version.subscribe(schedule)
    return () => {
      stop()
      cancelAnimationFrame(frame.current)
      frame.current = 0
    }
  }, [filtered, words, range])
  return filtered
}

function HiddenTimeline({ app: { ui, store } }: { readonly app: App }) {
  const count = store.log.version.value < 0 ? 0 : store.log.records.length
  return (
    <section class="timeline hidden" aria-label="Timeline" data-pane="timeline">
      <button type="button" class="quiet" onClick={() => show(ui)}>
        {`Timeline · ${formatCount(count)} messages`}
      </button>
    </section>
  )
}

function show(ui: App['ui']): void {
  ui.timeline.value = 'docked'
}

function TimelineBar({ app, filtered }: { readonly app: App; readonly filtered: FilteredLog }) {
  const { ui, store } = app
  const problem = parseFilter(ui.filter.value).problem
  const version = filtered.version.value + store.log.version.value
  const shown = useMemo(
    () => ({ count: filtered.records.length, all: store.log.records.length, progress: filtered.progress }),
    [version, ui.filter.value],
  )
  const isWhole = shown.count === shown.all
  return (
    <header class="timeline-bar">
      <h2>Timeline</h2>
      <input
        type="search"
        data-filter
        class={problem === undefined ? '' : 'wrong'}
        aria-label="Filter messages"
        aria-invalid={problem !== undefined}
        title={problem ?? 'words, method: server: status: id: dir: kind: >100ms'}
        placeholder="method:tools/call status:error >100ms"
        value={ui.filter.value}
        spellcheck={false}
        onInput={({ currentTarget }) => {
          ui.filter.value = currentTarget.value
        }}
      />
      <span class="soft" role="status">
        {problem ??
          (isWhole ? `${formatCount(shown.all)} messages` : `${formatCount(shown.count)} of ${formatCount(shown.all)}`)}
        {shown.progress < 1 && ` · ${Math.floor(shown.progress * 100)} % searched`}
      </span>
      <Range app={app} />
      <TimelineActions app={app} />
    </header>
  )
}

function Range({ app: { ui } }: { readonly app: App }) {
  const range = ui.range.value
  if (range === undefined) return null
  return (
    <button
      type="button"
      class="chip"
      title="Show all times"
      onClick={() => {
        ui.range.value = undefined
      }}
    >
      {`${formatTime(range.from)} + ${formatMs(range.to - range.from)} ×`}
    </button>
  )
}

function TimelineActions({ app }: { readonly app: App }) {
  const { ui, store } = app
  const isFull = ui.timeline.value === 'full'
  const save = () =>
    void app.api.download('format=recording', 'recording.jsonl').catch((error: unknown) => app.fail(error))
  return (
    <span class="bar-actions">
      <button
        type="button"
        aria-pressed={ui.isFollowing.value}
        onClick={() => {
          ui.isFollowing.value = !ui.isFollowing.value
        }}
      >
        Follow
      </button>
      <button type="button" title="A recording, as omniport tap writes it" onClick={save}>
        Export
      </button>
      <button type="button" onClick={() => void app.act('clear-timeline', {}).then(() => store.log.clear())}>
        Clear
      </button>
      <button
        type="button"
        aria-pressed={isFull}
        title="t"
        onClick={() => {
          ui.timeline.value = isFull ? 'docked' : 'full'
        }}
      >
        {isFull ? 'Smaller' : 'Larger'}
      </button>
      <button
        type="button"
        onClick={() => {
          ui.timeline.value = 'hidden'
        }}
      >
        Hide
      </button>
    </span>
  )
}
