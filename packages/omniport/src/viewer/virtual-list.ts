import { element, formatBytes, formatMs } from './elements.js'
import type { Row } from './rows.js'

/** The height of a row, which the style sheet has too. */
const rowHeight = 28

/** Browsers bound the height of an element. */
const maxHeight = 15_000_000

/** A list of rows of which those in sight are elements. */
export class VirtualList {
  readonly #view: HTMLElement
  readonly #space: HTMLElement
  readonly #onSelect: (index: number) => void
  #rows: readonly Row[] = []
  /** Indexes into `rows`, of those that are shown. */
  #shown: readonly number[] = []
  #selected = -1
  #isDrawing = false

  constructor(view: HTMLElement, onSelect: (index: number) => void) {
    this.#view = view
    this.#onSelect = onSelect
    this.#space = element('div', 'space')
    view.append(this.#space)
    view.addEventListener('scroll', () => this.#requestDraw())
    new ResizeObserver(() => this.#requestDraw()).observe(view)
    view.addEventListener('keydown', (event) => this.#onKey(event))
    view.addEventListener('click', (event) => {
      const found = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
      if (found !== null) this.select(Number(found.dataset['index']))
    })
  }

  get shown(): readonly number[] {
    return this.#shown
  }

  show(rows: readonly Row[], shown: readonly number[]): void {
    this.#rows = rows
    this.#shown = shown
    this.#space.style.height = `${Math.min(shown.length * rowHeight, maxHeight)}px`
    this.#requestDraw()
  }

  select(index: number): void {
    this.#selected = index
    const position = this.#positionOf(index)
    if (position !== -1) this.#scrollTo(position)
    this.#requestDraw()
    this.#onSelect(index)
  }

  /** Where not all rows fit into the height of an element, a pixel stands for more than one. */
  get #scale(): number {
    const full = this.#shown.length * rowHeight
    if (full <= maxHeight) return 1
    const { clientHeight } = this.#view
    return (full - clientHeight) / (maxHeight - clientHeight)
  }

  #scrollTo(position: number): void {
    const [top, { clientHeight }] = [this.#view.scrollTop * this.#scale, this.#view]
    const at = position * rowHeight
    if (at < top) this.#view.scrollTop = at / this.#scale
    else if (at + rowHeight > top + clientHeight) this.#view.scrollTop = (at + rowHeight - clientHeight) / this.#scale
  }

  #positionOf(index: number): number {
    let [low, high] = [0, this.#shown.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = this.#shown[middle] ?? 0
      if (found === index) return middle
      if (found < index) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  #requestDraw(): void {
    if (this.#isDrawing) return
    this.#isDrawing = true
    requestAnimationFrame(() => {
      this.#isDrawing = false
      this.#draw()
    })
  }

  #draw(): void {
    const { scrollTop, clientHeight } = this.#view
    const top = scrollTop * this.#scale
    const first = Math.max(0, Math.floor(top / rowHeight) - overscan)
    const last = Math.min(this.#shown.length, Math.ceil((top + clientHeight) / rowHeight) + overscan)
    const lines: HTMLElement[] = []
    for (let position = first; position < last; position += 1) {
      const index = this.#shown[position] ?? 0
      const row = this.#rows[index]
      if (row === undefined) continue
      const line = drawRow(row, index, index === this.#selected)
      line.style.transform = `translateY(${position * rowHeight - top + scrollTop}px)`
      line.setAttribute('aria-posinset', String(position + 1))
      line.setAttribute('aria-setsize', String(this.#shown.length))
      lines.push(line)
    }
    this.#space.replaceChildren(...lines)
    if (this.#selected === -1) this.#view.removeAttribute('aria-activedescendant')
    else this.#view.setAttribute('aria-activedescendant', `row-${this.#selected}`)
  }

  #onKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.#view.clientHeight / rowHeight) - 1)
    const at = this.#positionOf(this.#selected)
    const to = new Map([
      ['ArrowDown', at + 1],
      ['j', at + 1],
      ['ArrowUp', at - 1],
      ['k', at - 1],
      ['PageDown', at + page],
      ['PageUp', at - page],
      ['Home', 0],
      ['End', this.#shown.length - 1],
    ]).get(event.key)
    if (to === undefined || event.ctrlKey || event.metaKey || this.#shown.length === 0) return
    event.preventDefault()
    this.select(this.#shown[Math.min(Math.max(to, 0), this.#shown.length - 1)] ?? 0)
  }
}

/** Rows above and below those in sight. */
const overscan = 6

function drawRow(row: Row, index: number, isSelected: boolean): HTMLElement {
  const [arrow, direction] = row.from === 'client' ? ['→', 'from the client'] : ['←', 'from the server']
  const sign = element('span', 'dir', row.isError ? '✕' : arrow)
  sign.title = row.isError ? `failed, ${direction}` : direction
  const line = element(
    'div',
    `row ${row.type}${row.isError ? ' bad' : ''}${isSelected ? ' on' : ''} ${row.from}`,
    element('span', 'ms', (row.ms / 1_000).toFixed(3)),
    sign,
    element('span', 'conn', String(row.connection)),
    element('span', 'title', row.title),
    element('span', 'subject', row.subject),
    element('span', 'id', row.id),
    element('span', 'took', formatMs(row.tookMs)),
    element('span', 'bytes', row.bytes > 0 ? formatBytes(row.bytes) : ''),
  )
  line.id = `row-${index}`
  line.dataset['index'] = String(index)
  line.setAttribute('role', 'option')
  line.setAttribute('aria-selected', String(isSelected))
  return line
}
