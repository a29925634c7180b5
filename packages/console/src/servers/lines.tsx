import { cleanText } from '../elements/clean-text.js'
import { formatTime } from '../elements/format.js'
import { useApp } from '../state/app.js'

const bad = new Set(['error', 'critical', 'alert', 'emergency'])

/** What a server logged, and what it wrote to stderr: the last lines. */
export function Lines({ server, limit }: { readonly server: string; readonly limit: number }) {
  const { store } = useApp()
  const lines = store.lines.value.filter((line) => line.server === server).slice(-limit)
  if (lines.length === 0) return <p class="soft">It has written nothing to its log or to stderr.</p>
  return (
    <ol class="lines" tabIndex={0} aria-label={`Log of ${server}`}>
      {lines.map(({ seq, at, from, level, text }) => (
        <li key={seq} class={level !== undefined && bad.has(level) ? 'bad' : level === 'warning' ? 'warn' : ''}>
          <span class="figure">{formatTime(at)}</span>
          <span class="origin">{level ?? from}</span>
          <span class="line">{cleanText(text.slice(0, 2_000))}</span>
        </li>
      ))}
    </ol>
  )
}
