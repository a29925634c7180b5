import { useState } from 'preact/hooks'
import type { Operation } from '../api/contract.js'
import { DiffView } from '../content/diff-view.js'
import { cleanText } from '../elements/clean-text.js'
import { formatMs, formatTime } from '../elements/format.js'
import { Empty } from '../elements/parts.js'
import { OperationView } from '../operations/operation-view.js'
import { formatRoute } from '../shell/route.js'
import { itemOf, titleOf, useApp } from '../state/app.js'

const maxRows = 500

const words: Readonly<Record<Operation['request']['kind'], string>> = {
  call: 'call',
  wire: 'call in every revision',
  read: 'read',
  get: 'prompt',
  'load-skill': 'skill',
  'read-skill-file': 'file of a skill',
  'load-app': 'app',
  ping: 'ping',
  raw: 'request',
}

/** What was done, last first. */
export function HistoryPage({ item }: { readonly item: string | undefined }) {
  const app = useApp()
  const all = app.store.operations.value.toReversed()
  const shown = all.find(({ id }) => id === item)
  return (
    <main class="catalogue history">
      <div class="list" data-pane="list">
        <div class="list-head">
          <h2>History</h2>
          {all.length > 0 && (
            <button type="button" class="quiet" onClick={() => void app.act('forget-operations', {})}>
              Clear
            </button>
          )}
        </div>
        <ul data-list>
          {all.slice(0, maxRows).map((operation) => (
            <Row key={operation.id} operation={operation} isShown={operation === shown} />
          ))}
        </ul>
      </div>
      <section class="form wide" data-pane="work" aria-label="Operation">
        {shown === undefined ? (
          <Empty isPage title={all.length === 0 ? 'Nothing was done yet' : 'Choose one at the left'}>
            <p>
              Each call, read and prompt is kept here until the console ends, with what was sent and what came back.
            </p>
          </Empty>
        ) : (
          <Shown operation={shown} all={all} />
        )}
      </section>
    </main>
  )
}

function Row({ operation, isShown }: { readonly operation: Operation; readonly isShown: boolean }) {
  const { request, state, isError, ms, startedAt, id } = operation
  const isBad = state === 'failed' || isError === true
  return (
    <li>
      <a
        class={isShown ? 'on' : ''}
        aria-current={isShown ? 'page' : undefined}
        href={formatRoute({ view: 'history', item: id })}
      >
        <span class={`dot ${isBad ? 'bad' : state === 'done' ? 'good' : state === 'asking' ? 'ask' : 'off'}`} />
        <span class="item-name">{cleanText(titleOf(request))}</span>
        <span class="item-note">{ms === undefined ? state : formatMs(ms)}</span>
        <small>{`${formatTime(startedAt).slice(0, 8)} · ${cleanText(request.server)} · ${words[request.kind]}`}</small>
      </a>
    </li>
  )
}

function Shown({ operation, all }: { readonly operation: Operation; readonly all: readonly Operation[] }) {
  const app = useApp()
  const [isCompared, setCompared] = useState(false)
  const before = all.find(
    (each) => each.startedAt < operation.startedAt && itemOf(each.request) === itemOf(operation.request),
  )
  return (
    <>
      <header class="page-head">
        <h1>{cleanText(titleOf(operation.request))}</h1>
        <button type="button" onClick={() => app.reopen(operation)}>
          Open with these arguments
        </button>
        {before !== undefined && (
          <button type="button" aria-pressed={isCompared} onClick={() => setCompared(!isCompared)}>
            Compare with the one before
          </button>
        )}
      </header>
      {isCompared && before !== undefined && (
        <DiffView before={sent(before)} after={sent(operation)} label="What differs" />
      )}
      <OperationView operation={operation} />
    </>
  )
}

function sent({ request, result }: Operation): unknown {
  return { request, result }
}
