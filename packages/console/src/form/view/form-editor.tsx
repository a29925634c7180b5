import { JsonEditor } from '../../elements/json-editor.js'
import { Segmented } from '../../elements/parts.js'
import type { FormState } from '../../state/form-state.js'
import { FieldView } from './field-view.js'

/** A value as a form or as JSON: both edit the same text. Where there can be no form, it says why. */
export function FormEditor({ state, label }: { readonly state: FormState; readonly label: string }) {
  const form = state.form.value
  const reason = 'reason' in form ? form.reason : undefined
  const isJson = state.view.value === 'json' || reason !== undefined
  return (
    <div class="form-editor">
      <div class="form-bar">
        <span class="soft">{label}</span>
        <Segmented
          label={`${label} as`}
          value={isJson ? 'json' : 'form'}
          options={[
            ['form', 'Form'],
            ['json', 'JSON'],
          ]}
          onChange={(view) => {
            state.view.value = view
          }}
        />
      </div>
      {reason !== undefined && state.view.value === 'form' && <p class="note">{`Shown as JSON. ${reason}`}</p>}
      {isJson ? <JsonValue state={state} label={label} /> : <Fields state={state} />}
    </div>
  )
}

function Fields({ state }: { readonly state: FormState }) {
  const form = state.form.value
  if (!('fields' in form)) return null
  return (
    <>
      {form.note !== undefined && <p class="note">{form.note}</p>}
      {form.fields.length === 0 && <p class="soft">It takes no arguments.</p>}
      {form.fields.map((field) => (
        <FieldView key={field.key} field={field} state={state} />
      ))}
    </>
  )
}

function JsonValue({ state, label }: { readonly state: FormState; readonly label: string }) {
  const problems = state.problems.value.filter(({ isMissing }) => isMissing !== true || state.wasTried.value)
  return (
    <>
      <JsonEditor text={state.text} label={`${label} as JSON`} />
      {problems.length > 0 && (
        <ul class="problems">
          {problems.slice(0, 8).map(({ path, text }) => (
            <li key={`${JSON.stringify(path)}${text}`}>
              <code>{path.join('.') || 'value'}</code> {text}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
