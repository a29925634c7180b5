import { useState } from 'preact/hooks'
import { Foreign } from '../elements/parts.js'
import { FormEditor } from '../form/view/form-editor.js'
import { FormState } from '../state/form-state.js'
import { type Answer, Card, type RequestOf } from './card.js'

/** A form of a server. What is typed goes to the server, and nowhere else. */
export function FormCard({ request, answer }: { readonly request: RequestOf<'form'>; readonly answer: Answer }) {
  const [state] = useState(() => new FormState(request.schema))
  const accept = (form: HTMLFormElement) => {
    state.wasTried.value = true
    const content = state.toObject()
    if (content !== undefined && state.problems.value.length === 0) answer({ type: 'form', action: 'accept', content })
    else requestAnimationFrame(() => focusProblem(form))
  }
  return (
    <Card request={request} wants="asks you">
      <Foreign text={request.message} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          accept(event.currentTarget)
        }}
      >
        <FormEditor state={state} label="Your answer" />
        <p class="soft">The answer goes to this server. Give it no passwords or keys.</p>
        <div class="row actions">
          <button type="button" onClick={() => answer({ type: 'form', action: 'decline' })}>
            Decline
          </button>
          <button type="button" onClick={() => answer({ type: 'form', action: 'cancel' })}>
            Cancel
          </button>
          <button type="submit" class="ask">
            Send the answer
          </button>
        </div>
      </form>
    </Card>
  )
}

/** Leads to the first field that is wrong: it may be out of sight. */
function focusProblem(form: HTMLFormElement): void {
  form
    .querySelector<HTMLElement>('.field.wrong :is(input, textarea, select, .segmented button), .json-lines textarea')
    ?.focus()
}
