import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { cleanText } from '../elements/clean-text.js'
import { useApp } from '../state/app.js'
import { findEntries, type PaletteEntry } from './palette-entries.js'

/** Finds tools, calls, messages and settings by words. */
export function Palette() {
  const app = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const [words, setWords] = useState('')
  const [position, setPosition] = useState(0)
  const entries = findEntries(app, words)
  // Before the page is painted: the next key that is pressed is for the dialog.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const close = () => {
    app.ui.isPaletteOpen.value = false
  }
  const run = (index: number) => {
    close()
    entries[index]?.run()
  }
  const move = (by: number) => {
    const next = Math.max(0, Math.min(entries.length - 1, position + by))
    setPosition(next)
    dialog.current?.querySelector(`#palette-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Find"
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={entries.length > 0 ? `palette-${position}` : undefined}
        aria-label="Find tools, calls, messages, settings"
        placeholder="Tools, calls, messages, settings"
        value={words}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => {
          setWords(currentTarget.value)
          setPosition(0)
        }}
        onKeyDown={(event) => {
          const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (by === undefined && event.key !== 'Enter') return
          event.preventDefault()
          if (by === undefined) run(position)
          else move(by)
        }}
      />
      <Found entries={entries} position={position} onRun={run} />
      {entries.length === 0 && <p class="soft">Nothing has these words.</p>}
    </dialog>
  )
}

interface FoundProps {
  readonly entries: readonly PaletteEntry[]
  readonly position: number
  readonly onRun: (index: number) => void
}

function Found({ entries, position, onRun }: FoundProps) {
  return (
    <div id="palette-list" role="listbox" aria-label="Found">
      {entries.map(({ key, title, detail }, index) => (
        <div
          key={key}
          id={`palette-${index}`}
          role="option"
          aria-selected={index === position}
          onClick={() => onRun(index)}
        >
          <span>{cleanText(title)}</span>
          <small>{cleanText(detail)}</small>
        </div>
      ))}
    </div>
  )
}
