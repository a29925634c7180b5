import type { Server } from '../api/contract.js'
import { useApp } from '../state/app.js'
import { Lines } from './lines.js'

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

/** The log of a server, and the level that it is asked for. */
export function LogPage({ server }: { readonly server: Server }) {
  const app = useApp()
  return (
    <main class="page" data-pane="work">
      <header class="page-head">
        <h1>{`Log of ${server.name}`}</h1>
        <label class="check">
          <span class="soft">Ask servers for</span>
          <select
            value={app.store.settings.value?.logLevel ?? ''}
            onChange={({ currentTarget: { value } }) =>
              void app.act('change-settings', { logLevel: levels.find((level) => level === value) ?? null })
            }
          >
            <option value="">what they log</option>
            {levels.map((level) => (
              <option key={level} value={level}>
                {level}
              </option>
            ))}
          </select>
        </label>
      </header>
      <Lines server={server.name} limit={1_000} />
    </main>
  )
}
