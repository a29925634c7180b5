import { useState } from 'preact/hooks'
import { formatCount } from '../elements/format.js'
import { Foreign } from '../elements/parts.js'
import { formatRoute, type Section } from '../shell/route.js'
import { useApp } from '../state/app.js'

/** One line of a list: a tool, a resource, a prompt or a skill. */
export interface Item {
  readonly id: string
  readonly name: string
  readonly detail?: string | undefined
  /** At the right: a cost, a size. */
  readonly note?: string | undefined
  readonly warning?: string | undefined
}

interface ItemListProps {
  readonly server: string
  readonly section: Section
  readonly selected: string | undefined
  readonly items: readonly Item[]
  readonly caption?: string
}

/** Items that are rendered at once; the filter finds the others. */
const maxItems = 500

/** A list with a filter. `j` and `k` move in it, `/` goes to the filter. */
export function ItemList({ server, section, selected, items, caption }: ItemListProps) {
  const { ui } = useApp()
  const [words, setWords] = useState('')
  const shown = items.filter((item) => matches(item, words))
  return (
    <div class="list" data-pane="list">
      <input
        class="filter"
        type="search"
        data-filter
        placeholder={`Filter ${formatCount(items.length)} ${section}`}
        aria-label={`Filter ${section}`}
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {caption !== undefined && <p class="caption">{caption}</p>}
      <ul data-list>
        {shown.slice(0, maxItems).map((item) => (
          <li key={item.id}>
            <a
              class={item.id === selected ? 'on' : ''}
              aria-current={item.id === selected ? 'page' : undefined}
              href={formatRoute({ view: 'server', server, section, item: item.id })}
              onClick={() => {
                ui.pane.value = 'work'
              }}
            >
              <span class="item-name">
                <Foreign inline text={item.name} />
              </span>
              {item.warning !== undefined && <span class="tag warn">{item.warning}</span>}
              {item.note !== undefined && <span class="item-note">{item.note}</span>}
              {item.detail !== undefined && (
                <small>
                  <Foreign inline text={item.detail.slice(0, 200)} />
                </small>
              )}
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 && items.length > 0 && <p class="caption">Nothing has these words.</p>}
      {shown.length > maxItems && <p class="caption">{`${shown.length - maxItems} more: filter for them.`}</p>}
    </div>
  )
}

/** All words, anywhere in the name or the description. */
function matches({ name, detail = '' }: Item, words: string): boolean {
  const text = `${name} ${detail}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
