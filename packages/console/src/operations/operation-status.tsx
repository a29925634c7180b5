import { useEffect, useState } from 'preact/hooks'
import type { Operation } from '../api/contract.js'
import { cleanText } from '../elements/clean-text.js'
import { formatMs } from '../elements/format.js'
import { useApp } from '../state/app.js'

const words: Readonly<Record<Operation['state'], string>> = {
  running: 'Running',
  asking: 'Waiting for you',
  done: 'Done',
  failed: 'Failed',
  denied: 'Not allowed',
  cancelled: 'Cancelled',
}

/** How an operation goes: its state, its progress, and what can be done with it. */
export function OperationStatus({ operation }: { readonly operation: Operation }) {
  const app = useApp()
  const { state, progress, task } = operation
  const isOpen = operation.endedAt === undefined
  const isFailed = state === 'done' && operation.isError === true
  return (
    <div class="status">
      <span class={`state ${isFailed ? 'failed' : state}`} role="status">
        {isFailed ? 'The tool failed' : words[state]}
      </span>
      {isOpen && <Clock since={operation.startedAt} />}
      {task !== undefined && <span class="tag">{`task ${cleanText(task.status)}`}</span>}
      {isOpen && progress !== undefined && <Progress progress={progress} />}
      <span class="status-actions">
        {isOpen ? (
          <button type="button" onClick={() => void app.act('cancel-operation', { id: operation.id })}>
            Cancel
          </button>
        ) : (
          <EndedActions operation={operation} />
        )}
      </span>
    </div>
  )
}

function Progress({
  progress: { progress, total, message },
}: {
  readonly progress: NonNullable<Operation['progress']>
}) {
  return (
    <span class="progress">
      {total === undefined ? (
        <progress aria-label="Progress" />
      ) : (
        <progress aria-label="Progress" value={progress} max={total} />
      )}
      <span class="soft">
        {[
          total === undefined ? String(progress) : `${progress} of ${total}`,
          message === undefined ? '' : cleanText(message),
        ].join(' ')}
      </span>
    </span>
  )
}

function EndedActions({ operation }: { readonly operation: Operation }) {
  const app = useApp()
  const { span } = operation
  const isWide = operation.request.kind === 'wire' && app.ui.route.value.view !== 'history'
  const save = () =>
    void app.act('save-test', { operation: operation.id, name: nameOf(operation) }).then((saved) => {
      if (saved !== undefined) app.ui.toast('Saved as a test: see Saved calls.', 'info')
    })
  return (
    <>
      {span !== undefined && operation.request.kind !== 'wire' && (
        <button type="button" class="quiet" onClick={() => showSpan(app.ui, span)}>
          On the wire
        </button>
      )}
      {isWide && (
        <button type="button" class="quiet" onClick={() => app.go({ view: 'history', item: operation.id })}>
          Show it wide
        </button>
      )}
      <button type="button" class="quiet" onClick={() => app.operate(operation.request)}>
        Run again
      </button>
      {operation.request.kind === 'call' && operation.state === 'done' && (
        <button type="button" class="quiet" onClick={save}>
          Save as test
        </button>
      )}
    </>
  )
}

function showSpan(ui: ReturnType<typeof useApp>['ui'], span: string): void {
  ui.filter.value = `span:${span}`
  if (ui.timeline.value === 'hidden') ui.timeline.value = 'docked'
  ui.pane.value = 'timeline'
}

function nameOf({ request }: Operation): string {
  return request.kind === 'call' ? `${request.tool} ${JSON.stringify(request.args).slice(0, 60)}` : request.kind
}

/** Time that passes. */
function Clock({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return <span class="soft figure">{formatMs(Math.max(0, now - since))}</span>
}
