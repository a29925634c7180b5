import type { ComponentChildren } from 'preact'
import { cleanText } from '../../elements/clean-text.js'
import type { FormState } from '../../state/form-state.js'
import * as edits from '../fields/edit-field.js'
import type { Field } from '../fields/field.js'
import { ChoiceInput, ConstantInput, SwitchInput, TextInput } from './inputs.js'
import { ListView, ObjectView, UnionView } from './nested-views.js'

export interface FieldProps {
  readonly field: Field
  readonly state: FormState
}

/** A field: its name and type, how it is edited, what it is for, and what is wrong with it. */
export function FieldView({ field, state, actions }: FieldProps & { readonly actions?: ComponentChildren }) {
  const problem = problemOf(field, state)
  const isGroup = ['object', 'list', 'union', 'choices'].includes(field.kind)
  const label = cleanText(field.label === '' && field.path.length > 0 ? '(no name)' : field.label)
  const Head = isGroup ? 'legend' : 'div'
  const Frame = isGroup ? 'fieldset' : 'div'
  return (
    <Frame
      class={`field kind-${field.kind}${problem === undefined ? '' : ' wrong'}${field.isPresent ? '' : ' absent'}`}
    >
      <Head class="field-head">
        {hasInput(field) ? (
          <label class="field-name" for={idOf(field)}>
            {label}
          </label>
        ) : (
          <span class="field-name">{label}</span>
        )}
        {field.isRequired && field.label !== '' && (
          <span class="required" title="Required">
            *
          </span>
        )}
        <span class="field-type">{cleanText(field.type)}</span>
        {field.isExtra && <span class="field-type">not in the schema</span>}
        <span class="field-actions">
          <FieldActions field={field} state={state} label={label} />
          {actions}
        </span>
      </Head>
      <FieldInput field={field} state={state} />
      <p class="hint" id={`${idOf(field)}-hint`}>
        {field.description !== undefined && cleanText(field.description)}
        {field.kind === 'json' && field.reason !== undefined && ` Shown as JSON: ${field.reason}`}
      </p>
      <p class="problem" id={`${idOf(field)}-problem`} role="status">
        {problem}
      </p>
    </Frame>
  )
}

/** Whether one element has the value: its name is that of the field. */
function hasInput({ kind, isNull }: Field): boolean {
  return ['text', 'file', 'number', 'choice', 'json'].includes(kind) && !isNull
}

/** The id of the element that takes the focus of a field. */
export function idOf(field: Field): string {
  return `field-${field.key.replace(/[^\w-]/g, (each) => `_${each.charCodeAt(0)}`)}`
}

function FieldActions({ field, state, label }: FieldProps & { readonly label: string }) {
  const canLeaveOut = field.isPresent && typeof field.path.at(-1) === 'string' && field.label !== ''
  return (
    <>
      {field.isNullable && !field.isNull && field.kind !== 'constant' && (
        <button
          type="button"
          class="quiet"
          onClick={() => edit(state, edits.setNull(state.text.value, field))}
          aria-label={`Set ${label} to null`}
        >
          null
        </button>
      )}
      {canLeaveOut && (
        <button
          type="button"
          class="quiet"
          onClick={() => leaveOut({ field, state })}
          aria-label={`Leave ${label} out`}
        >
          Leave out
        </button>
      )}
    </>
  )
}

function leaveOut({ field, state }: FieldProps): void {
  state.setDraft(field.key, undefined)
  edit(state, edits.leaveOut(state.text.value, field))
}

/** Takes a new text of the whole value over. */
export function edit(state: FormState, text: string | undefined): void {
  if (text !== undefined) state.text.value = text
}

function FieldInput({ field, state }: FieldProps) {
  if (field.isNull && field.kind !== 'constant') {
    return (
      <p class="null-value">
        <code>null</code>
        <button
          type="button"
          class="quiet"
          id={idOf(field)}
          onClick={() => edit(state, edits.addField(state.text.value, field))}
        >
          Give it a value
        </button>
      </p>
    )
  }
  switch (field.kind) {
    case 'boolean':
      return <SwitchInput field={field} state={state} />
    case 'choice':
    case 'choices':
      return <ChoiceInput field={field} state={state} />
    case 'constant':
      return <ConstantInput field={field} state={state} />
    case 'object':
      return <ObjectView field={field} state={state} />
    case 'list':
      return <ListView field={field} state={state} />
    case 'union':
      return <UnionView field={field} state={state} />
    default:
      return <TextInput field={field} state={state} />
  }
}

function problemOf(field: Field, state: FormState): string | undefined {
  if (state.drafts.value.has(field.key)) return 'This is not JSON yet. The value before it is kept.'
  const isHere = ({ path }: { readonly path: Field['path'] }) => JSON.stringify(path) === JSON.stringify(field.path)
  if (field.label === '' && field.path.length > 0) return undefined
  const found = state.problems.value.find((each) => isHere(each) && (each.isMissing !== true || state.wasTried.value))
  return found === undefined ? undefined : `${cleanText(found.text)}.`
}
