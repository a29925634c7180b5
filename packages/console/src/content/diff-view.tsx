import { cleanText } from '../elements/clean-text.js'
import { diffLines } from './diff-lines.js'

const signs = { same: ' ', added: '+', removed: '−' } as const

/** Two JSON values, line by line. */
export function DiffView({
  before,
  after,
  label,
}: {
  readonly before: unknown
  readonly after: unknown
  readonly label: string
}) {
  const lines = diffLines(toText(before), toText(after))
  return (
    <pre class="code diff" tabIndex={0} role="region" aria-label={label}>
      {lines.map(({ kind, text }, index) => (
        <span key={index} class={kind}>{`${signs[kind]} ${cleanText(text)}\n`}</span>
      ))}
    </pre>
  )
}

function toText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2).slice(0, 100_000)
}
