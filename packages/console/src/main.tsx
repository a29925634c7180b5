import '@preact/signals'
import { render } from 'preact'
import { createConsoleApi } from './api/console-api.js'
import { takeToken } from './api/take-token.js'
import { listenToKeys } from './shell/keys.js'
import { Shell } from './shell/shell.js'
import { App, AppContext } from './state/app.js'
import { ConsoleStore } from './state/console-store.js'
import { follow } from './state/follow.js'
import { UiState } from './state/ui-state.js'

const ui = new UiState()
const store = new ConsoleStore()
const api = createConsoleApi(takeToken(window))
const app = new App(api, store, ui)

ui.readHash(location.hash)
addEventListener('hashchange', () => ui.readHash(location.hash))
listenToKeys(app)

const root = document.querySelector('#root')
if (root !== null) {
  render(
    <AppContext.Provider value={app}>
      <Shell />
    </AppContext.Provider>,
    root,
  )
}
void follow(api, store, new AbortController().signal)
