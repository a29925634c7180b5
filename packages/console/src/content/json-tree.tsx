import { useState } from 'preact/hooks'
import { cleanText } from '../elements/clean-text.js'

/** Members that are shown at once. */
const pageSize = 100
const maxText = 2_000

interface TreeProps {
  readonly value: unknown
  readonly name?: string | undefined
  /** Levels that are open at first. */
  readonly open?: number
}

/** A JSON value as a tree that opens level by level: what is closed costs nothing. */
export function JsonTree({ value, name, open = 2 }: TreeProps) {
  if (typeof value !== 'object' || value === null) {
    return (
      <div class="leaf">
        <Name name={name} />
        <Scalar value={value} />
      </div>
    )
  }
  return <Branch value={value} name={name} open={open} />
}

function Branch({ value, name, open = 0 }: TreeProps & { readonly value: object }) {
  const [isOpen, setOpen] = useState(open > 0)
  const [count, setCount] = useState(pageSize)
  const entries = Object.entries(value)
  const isList = Array.isArray(value)
  return (
    <details class="branch" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Name name={name} />
        <span class="count">{isList ? `[${entries.length}]` : `{${entries.length}}`}</span>
        {!isOpen && <span class="preview">{previewOf(entries, isList)}</span>}
      </summary>
      {isOpen && (
        <div class="inner">
          {entries.slice(0, count).map(([key, member]) => (
            <JsonTree key={key} name={key} value={member} open={open - 1} />
          ))}
          {entries.length > count && (
            <button type="button" class="quiet" onClick={() => setCount(count + pageSize)}>
              {`Show ${Math.min(pageSize, entries.length - count)} of ${entries.length - count} more`}
            </button>
          )}
        </div>
      )}
    </details>
  )
}

function Name({ name }: { readonly name: string | undefined }) {
  return name === undefined ? null : <span class="name">{cleanText(name)}</span>
}

function Scalar({ value }: { readonly value: unknown }) {
  if (typeof value !== 'string')
    return <span class={typeof value === 'number' ? 'number' : 'literal'}>{String(value)}</span>
  const text = cleanText(value)
  return (
    <span class="string">
      {text.length > maxText ? `${text.slice(0, maxText)}… (${text.length} characters)` : text}
    </span>
  )
}

function previewOf(entries: readonly [string, unknown][], isList: boolean): string {
  const parts = entries.slice(0, 4).map(([key, value]) => {
    const text = typeof value === 'object' && value !== null ? '…' : String(value)
    return isList ? text : `${key}: ${text}`
  })
  return cleanText(parts.join(', ').slice(0, 120))
}
