import type { ComponentChildren } from 'preact'
import type { Operation } from '../api/contract.js'
import { formatTime } from '../elements/format.js'
import { itemOf, useApp } from '../state/app.js'
import { OperationView } from './operation-view.js'

/** The results of one item: the last one, and those before it. */
export function OperationSlot({ item, children }: { readonly item: string; readonly children: ComponentChildren }) {
  const { store, ui } = useApp()
  const all = store.operations.value.filter(({ request }) => itemOf(request) === item)
  const shown = all.find(({ id }) => id === ui.shown.value.get(item)) ?? all.at(-1)
  const step = (by: number) => {
    const next = shown === undefined ? undefined : all[all.indexOf(shown) + by]
    if (next !== undefined) ui.show(item, next.id)
  }
  return (
    <section class="result" aria-label="Result">
      {shown === undefined ? children : <OperationView key={shown.id} operation={shown} />}
      {all.length > 1 && shown !== undefined && <Earlier all={all} shown={shown} onStep={step} />}
    </section>
  )
}

interface EarlierProps {
  readonly all: readonly Operation[]
  readonly shown: Operation
  readonly onStep: (by: number) => void
}

function Earlier({ all, shown, onStep }: EarlierProps) {
  const position = all.indexOf(shown) + 1
  return (
    <nav class="earlier" aria-label="Results of this item">
      <button type="button" class="quiet" disabled={position === 1} onClick={() => onStep(-1)} data-step="-1">
        Before
      </button>
      <span class="soft">{`${position} of ${all.length} · ${formatTime(shown.startedAt).slice(0, 8)}`}</span>
      <button type="button" class="quiet" disabled={position === all.length} onClick={() => onStep(1)} data-step="1">
        After
      </button>
    </nav>
  )
}
