import type { ComponentChildren } from 'preact'
import { cleanText } from './clean-text.js'

interface WithChildren {
  readonly children?: ComponentChildren
}

/** Text of a server: apart from the words of the page, and without characters that nobody sees. */
export function Foreign({ text, inline = false }: { readonly text: string; readonly inline?: boolean }) {
  if (inline) return <bdi>{cleanText(text)}</bdi>
  return (
    <blockquote class="foreign">
      <bdi>{cleanText(text)}</bdi>
    </blockquote>
  )
}

interface SegmentedProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly (readonly [value: T, label: string])[]
  readonly onChange: (value: T) => void
}

/** Buttons of which one is chosen. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  return (
    <div class="segmented" role="group" aria-label={label}>
      {options.map(([each, text]) => (
        <button type="button" key={each} aria-pressed={each === value} onClick={() => onChange(each)}>
          {text}
        </button>
      ))}
    </div>
  )
}

/** What stands where nothing is yet, and says what to do. */
export function Empty({
  title,
  children,
  isPage = false,
}: WithChildren & { readonly title: string; readonly isPage?: boolean }) {
  return (
    <div class="empty">
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </div>
  )
}

export function Kbd({ children }: WithChildren) {
  return <kbd>{children}</kbd>
}

/** A label with a colour: colours have a meaning. */
export function Tag({
  tone,
  title,
  children,
}: WithChildren & { readonly tone?: 'good' | 'warn' | 'bad' | 'ask'; readonly title?: string }) {
  return (
    <span class={`tag ${tone ?? ''}`} title={title}>
      {children}
    </span>
  )
}

export function Copy({ text }: { readonly text: string }) {
  const copy = () => void navigator.clipboard?.writeText(text).catch(() => undefined)
  return (
    <button type="button" class="quiet" onClick={copy}>
      Copy
    </button>
  )
}

/** A command line that can be copied. */
export function CommandLine({ text }: { readonly text: string }) {
  return (
    <p class="command">
      <code>{text}</code>
      <Copy text={text} />
    </p>
  )
}

/** Names and values, in two columns. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
