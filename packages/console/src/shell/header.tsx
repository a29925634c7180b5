import { plural } from '../elements/format.js'
import { Kbd } from '../elements/parts.js'
import { useApp } from '../state/app.js'
import { modifierKey } from './keys.js'
import { formatRoute } from './route.js'

/** The line at the top: where one is, what is asked, and the way to everything. */
export function Header() {
  const app = useApp()
  const { ui, store } = app
  const route = ui.route.value
  const server = route.view === 'server' ? store.byName.value.get(route.server) : undefined
  const [first] = store.requests.value
  const ask = () => {
    if (first === undefined) return
    const operation = store.operations.value.find(({ id }) => id === (first.operation ?? first.operations?.[0]))
    if (operation === undefined) app.go({ view: 'server', server: first.server, section: 'overview' })
    else app.reopen(operation)
  }
  return (
    <header class="header">
      <a class="brand" href={formatRoute({ view: 'start' })}>
        <span class="mark" aria-hidden="true" />
        Omniport
      </a>
      <button
        type="button"
        class="palette-button"
        onClick={() => {
          ui.isPaletteOpen.value = true
        }}
      >
        <span>Find tools, calls, messages, settings</span>
        <Kbd>{modifierKey} K</Kbd>
      </button>
      <span class="header-notes">
        {first !== undefined && (
          <button type="button" class="pill ask" onClick={ask}>
            {plural(store.requests.value.length, 'question')}
          </button>
        )}
        {server?.revision !== undefined && <span class="pill">{server.revision}</span>}
        <StreamNote />
        <button
          type="button"
          class="quiet"
          aria-label="Keys"
          onClick={() => {
            ui.isHelpOpen.value = true
          }}
        >
          <Kbd>?</Kbd>
        </button>
      </span>
    </header>
  )
}

function StreamNote() {
  const { store } = useApp()
  const state = store.stream.value
  if (state === 'live')
    return <span class="pill rec">{store.settings.value?.isRecording === true ? 'Recording' : 'Live'}</span>
  const words = {
    loading: 'Connecting',
    cut: 'Reconnecting',
    closed: 'The command ended',
    unauthorized: 'No access',
  } as const
  return (
    <span class="pill warn" role="status">
      {words[state]}
    </span>
  )
}
