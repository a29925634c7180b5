import type { RecordingHeader } from '../recording/recording-line.js'
import { drawDetails } from './details.js'
import { byId } from './elements.js'
import { parseFilter } from './filter.js'
import { Overview } from './overview.js'
import { parseLine, RowReader, toMembers } from './rows.js'
import { VirtualList } from './virtual-list.js'

/** The page of a report: reads the recording within it, in pieces, so that the page can be used meanwhile. */
export class Viewer {
  readonly #data = byId('recording').textContent ?? ''
  readonly #reader = new RowReader()
  readonly #list: VirtualList
  readonly #overview: Overview
  readonly #query = byId('filter') as HTMLInputElement
  #at = 0
  #shownCount = 0
  #range: readonly [number, number] | undefined
  #filtering: ReturnType<typeof setTimeout> | undefined

  constructor() {
    this.#list = new VirtualList(byId('list'), (index) => this.#open(index))
    this.#overview = new Overview((range) => {
      this.#range = range
      this.#filter()
    })
    this.#query.addEventListener('input', () => {
      clearTimeout(this.#filtering)
      this.#filtering = setTimeout(() => this.#filter(), typingMs)
    })
    document.addEventListener('keydown', (event) => this.#onKey(event))
    this.#readHeader()
    this.#readOn()
  }

  #readHeader(): void {
    const end = this.#data.indexOf('\n', 1)
    const { target, started } = readHeader(this.#data.slice(0, end === -1 ? undefined : end))
    byId('target').textContent = target
    document.title = `${target} · recording`
    byId('started').textContent = started
    this.#at = end === -1 ? this.#data.length : end + 1
  }

  #readOn(): void {
    const until = performance.now() + pieceMs
    while (this.#at < this.#data.length && performance.now() < until) {
      const found = this.#data.indexOf('\n', this.#at)
      const end = found === -1 ? this.#data.length : found
      if (end > this.#at) this.#reader.read(this.#data.slice(this.#at, end), this.#at)
      this.#at = end + 1
    }
    if (this.#at < this.#data.length) {
      // Showing looks at all rows: it is done less and less often.
      if (this.#reader.rows.length > 2 * this.#shownCount) this.#filter()
      setTimeout(() => this.#readOn(), 0)
    } else {
      this.#filter()
      this.#overview.show(this.#reader.rows)
      document.documentElement.dataset['ready'] = 'true'
      if (this.#reader.rows.length > 0 && location.hash === '') this.#list.select(0)
    }
  }

  #filter(): void {
    const { rows } = this.#reader
    this.#shownCount = rows.length
    const filter = parseFilter(this.#query.value)
    const [from, to] = this.#range ?? [0, Number.POSITIVE_INFINITY]
    const shown: number[] = []
    for (const [index, row] of rows.entries()) {
      if (row.ms < from || row.ms > to) continue
      if (filter(row, () => this.#data.slice(row.start, row.end).toLowerCase())) shown.push(index)
    }
    this.#list.show(rows, shown)
    const errors = shown.reduce((sum, index) => sum + (rows[index]?.isError === true ? 1 : 0), 0)
    const count =
      shown.length === rows.length ? format(rows.length) : `${format(shown.length)} of ${format(rows.length)}`
    byId('count').textContent = `${count} ${rows.length === 1 ? 'entry' : 'entries'}, ${format(errors)} failed`
    byId('empty').hidden = shown.length > 0
  }

  #open(index: number): void {
    const row = this.#reader.rows[index]
    const line = row && parseLine(this.#data.slice(row.start, row.end))
    if (row === undefined || line === undefined) return
    byId('details').replaceChildren(...drawDetails(row, line, { onSelect: (other) => this.#goTo(other) }))
    byId('details').scrollTop = 0
  }

  /** A row that the filter leaves out is shown all the same. */
  #goTo(index: number): void {
    if (!this.#list.shown.includes(index)) {
      this.#query.value = ''
      this.#range = undefined
      this.#filter()
    }
    this.#list.select(index)
    byId('list').focus()
  }

  #onKey(event: KeyboardEvent): void {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key === '/' && !isTyping) {
      event.preventDefault()
      this.#query.focus()
    }
    if (event.key === 'Escape' && isTyping) byId('list').focus()
  }
}

/** Time for one piece of reading, so that frames are not late. */
const pieceMs = 8
const typingMs = 120

function format(count: number): string {
  return count.toLocaleString('en')
}

function readHeader(text: string): { readonly target: string; readonly started: string } {
  try {
    const { target, started } = JSON.parse(text) as RecordingHeader
    const { url, command, args } = toMembers(target)
    const words = [command, ...(Array.isArray(args) ? args : [])].map(String).join(' ')
    return { target: typeof url === 'string' ? url : words, started: String(started).slice(0, 19).replace('T', ' ') }
  } catch {
    return { target: 'a recording', started: '' }
  }
}
