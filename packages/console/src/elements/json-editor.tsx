import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { parseJson } from '../json/parse-json.js'

const maxNumbered = 2_000

/** A text field for JSON, with numbers of lines and a mark where it is none. What is typed stays as it is. */
export function JsonEditor({ text, label }: { readonly text: Signal<string>; readonly label: string }) {
  const id = useId()
  const value = text.value
  const parsed = parseJson(value)
  const problem = value.trim() !== '' && 'problem' in parsed ? parsed.problem : undefined
  const count = Math.min(maxNumbered, value.split('\n').length)
  return (
    <div class="json-editor">
      <div class="json-lines">
        <div class="gutter" aria-hidden="true">
          {Array.from({ length: count }, (_, index) => (
            <span key={index} class={problem?.line === index + 1 ? 'wrong' : ''}>
              {index + 1}
            </span>
          ))}
        </div>
        <textarea
          aria-label={label}
          aria-invalid={problem !== undefined}
          aria-describedby={id}
          spellcheck={false}
          autocomplete="off"
          rows={Math.max(4, count)}
          value={value}
          onInput={(event) => {
            text.value = event.currentTarget.value
          }}
        />
      </div>
      <p id={id} class="problem" role="status">
        {problem !== undefined && `Line ${problem.line}, column ${problem.column}: ${problem.message}`}
      </p>
    </div>
  )
}
