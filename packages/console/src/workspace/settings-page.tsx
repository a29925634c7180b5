import type { ComponentChildren } from 'preact'
import { formatMs } from '../elements/format.js'
import { Segmented } from '../elements/parts.js'
import { useApp } from '../state/app.js'

const limits = [5_000, 30_000, 60_000, 300_000, 600_000]

/** What holds for all servers. */
export function SettingsPage() {
  const app = useApp()
  const settings = app.store.settings.value
  if (settings === undefined) return null
  const { confirmCalls, reviewSampling, timeoutMs, model } = settings
  return (
    <main class="page" data-pane="work">
      <header class="page-head">
        <h1>Settings</h1>
      </header>
      <Setting
        title="Ask before each call"
        detail="Pressing Call is consent enough; calls of apps are always asked about."
      >
        <Segmented
          label="Ask before each call"
          value={confirmCalls}
          options={[
            ['never', 'No'],
            ['always', 'Yes'],
          ]}
          onChange={(value) => void app.act('change-settings', { confirmCalls: value })}
        />
      </Setting>
      <Setting
        title="Review what servers ask of a model"
        detail="You see the prompt before it is sent, and the answer before the server gets it."
      >
        <Segmented
          label="Review sampling"
          value={reviewSampling}
          options={[
            ['always', 'Always'],
            ['never', 'Never'],
          ]}
          onChange={(value) => void app.act('change-settings', { reviewSampling: value })}
        />
      </Setting>
      <Setting title="Time limit of a call" detail="Progress begins it anew.">
        <select
          aria-label="Time limit of a call"
          value={String(timeoutMs)}
          onChange={({ currentTarget }) => void app.act('change-settings', { timeoutMs: Number(currentTarget.value) })}
        >
          {[...new Set([...limits, timeoutMs])].map((ms) => (
            <option key={ms} value={String(ms)}>
              {formatMs(ms)}
            </option>
          ))}
        </select>
      </Setting>
      <Setting title="Model" detail="Answers sampling. It is set with the options of the command.">
        <code>{model === undefined ? 'none: you write the answers' : `${model.name} at ${model.url}`}</code>
      </Setting>
    </main>
  )
}

function Setting({
  title,
  detail,
  children,
}: {
  readonly title: string
  readonly detail: string
  readonly children: ComponentChildren
}) {
  return (
    <div class="setting">
      <div>
        <h2>{title}</h2>
        <p class="soft">{detail}</p>
      </div>
      {children}
    </div>
  )
}
