import { useId, useState } from 'preact/hooks'
import { cleanText } from '../elements/clean-text.js'
import { type Answer, Card, type RequestOf } from './card.js'

/** A config file asks for a value. */
export function InputCard({ request, answer }: { readonly request: RequestOf<'input'>; readonly answer: Answer }) {
  const id = useId()
  const [value, setValue] = useState(request.initial ?? '')
  const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    setValue(currentTarget.value)
  return (
    <Card request={request} wants="needs a value of you">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          answer({ type: 'input', action: 'answer', value })
        }}
      >
        <p>
          <label for={id}>{cleanText(request.label)}</label>
        </p>
        {request.options === undefined ? (
          <input
            id={id}
            {...(request.isSecret ? { type: 'password' } : {})}
            value={value}
            autocomplete="off"
            onInput={onInput}
          />
        ) : (
          <select id={id} value={value} onChange={onInput}>
            {request.options.map((option) => (
              <option key={option} value={option}>
                {cleanText(option)}
              </option>
            ))}
          </select>
        )}
        <div class="row actions">
          <button type="button" onClick={() => answer({ type: 'input', action: 'cancel' })}>
            Cancel
          </button>
          <button type="submit" class="ask">
            Use it
          </button>
        </div>
      </form>
    </Card>
  )
}
