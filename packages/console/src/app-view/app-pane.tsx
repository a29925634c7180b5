import { useState } from 'preact/hooks'
import { FailureView } from '../operations/operation-view.js'
import { useWhole } from '../operations/use-whole.js'
import { RequestList } from '../requests/request-list.js'
import { itemOf, useApp } from '../state/app.js'
import { AppFrame } from './app-frame.js'

interface AppPaneProps {
  readonly server: string
  readonly tool: string
}

/** The user interface of a tool, in a frame of another origin, with what it asks the person. It shows the last call of the tool. */
export function AppPane({ server, tool }: AppPaneProps) {
  const app = useApp()
  const { store, ui } = app
  const load = { kind: 'load-app', server, tool } as const
  const [isShown, setShown] = useState(true)
  const loading = store.operations.value.find(({ id }) => id === ui.shown.value.get(itemOf(load)))
  const loaded = useWhole(loading)
  const calls = store.operations.value.filter(({ request }) => request.kind === 'call' && isOf(request, server, tool))
  const chosen = calls.find(({ id }) => id === ui.shown.value.get(itemOf({ ...load, kind: 'call', args: {} })))
  const call = useWhole(chosen ?? calls.findLast(({ fromApp }) => fromApp === undefined))
  const sandboxUrl = store.about.value?.sandboxUrl
  if (sandboxUrl === undefined) return <p class="note">The console was started without a sandbox for apps.</p>
  const show = () => {
    setShown(true)
    app.operate(load)
  }
  if (loading === undefined || !isShown || loading.error !== undefined) {
    return (
      <div class="app-start">
        <p class="row">
          <button type="button" onClick={show}>
            Show its app
          </button>
          <span class="soft">in a frame of its own, which reaches nothing of this page</span>
        </p>
        {isShown && loading?.error !== undefined && <FailureView failure={loading.error} />}
      </div>
    )
  }
  const asked = store.operations.value.filter(({ fromApp }) => fromApp === loading.id)
  return (
    <section class="app-pane" aria-label={`The app of ${tool}`}>
      <RequestList operation={loading.id} />
      {loaded?.result === undefined ? (
        <p class="soft">Loading the app …</p>
      ) : (
        <AppFrame loaded={loaded} call={call} sandboxUrl={sandboxUrl} onEnd={() => setShown(false)} />
      )}
      {asked.map(({ id }) => (
        <RequestList key={id} operation={id} />
      ))}
    </section>
  )
}

function isOf(request: { readonly server: string; readonly tool?: string }, server: string, tool: string): boolean {
  return request.server === server && request.tool === tool
}
