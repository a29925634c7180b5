import { useEffect, useId, useState } from 'preact/hooks'
import type { Actions } from '../api/contract.js'
import { cleanText } from '../elements/clean-text.js'
import { useApp } from '../state/app.js'

interface CompletedInputProps {
  readonly server: string
  readonly reference: Actions['complete']['input']['ref']
  readonly argument: { readonly name: string; readonly value: string }
  /** What the other arguments are. */
  readonly others: Readonly<Record<string, string>>
  readonly onChange: (value: string) => void
  readonly isRequired?: boolean | undefined
  readonly description?: string | undefined
}

/** How long nobody types before the server is asked. */
const pauseMs = 150

/** A text for which the server has suggestions. */
export function CompletedInput({
  server,
  reference,
  argument,
  others,
  onChange,
  isRequired,
  description,
}: CompletedInputProps) {
  const { api, store } = useApp()
  const id = useId()
  const [values, setValues] = useState<readonly string[]>([])
  const { name, value } = argument
  const canComplete = store.byName.value.get(server)?.capabilities?.['completions'] !== undefined
  useEffect(() => {
    if (!canComplete) return undefined
    const { [name]: _, ...rest } = others
    const ask = () =>
      api.act('complete', { server, ref: reference, argument, arguments: rest }).then(
        (found) => setValues(found.values),
        () => setValues([]),
      )
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => clearTimeout(timer)
  }, [server, name, value, canComplete])
  return (
    <div class="field">
      <div class="field-head">
        <label class="field-name" for={id}>
          {cleanText(name)}
        </label>
        {isRequired === true && (
          <span class="required" title="Required">
            *
          </span>
        )}
        <span class="field-type">string</span>
      </div>
      <input
        id={id}
        list={`${id}-values`}
        value={value}
        autocomplete="off"
        spellcheck={false}
        aria-required={isRequired === true}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={`${id}-values`}>
        {values.slice(0, 100).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <p class="hint">{description === undefined ? '' : cleanText(description)}</p>
    </div>
  )
}
