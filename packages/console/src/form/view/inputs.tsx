import { useRef, useState } from 'preact/hooks'
import { cleanText } from '../../elements/clean-text.js'
import { formatBytes } from '../../elements/format.js'
import * as edits from '../fields/edit-field.js'
import type { Field } from '../fields/field.js'
import { edit, type FieldProps, idOf } from './field-view.js'

const maxFileBytes = 8 * 1024 * 1024

/** A text, a number, a file or JSON. The input shows what the value has, and the value gets what is typed. */
export function TextInput({ field, state }: FieldProps) {
  const draft = state.drafts.value.get(field.key)
  const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
    const typed = currentTarget.value
    const text = edits.typeInto(state.text.value, field, typed)
    state.setDraft(field.key, text === undefined ? typed : undefined)
    edit(state, text)
  }
  const common = {
    id: idOf(field),
    value: draft ?? field.text,
    placeholder: placeholderOf(field),
    'aria-describedby': `${idOf(field)}-problem ${idOf(field)}-hint`,
    'aria-required': field.isRequired,
    spellcheck: false,
    autocomplete: 'off',
    onInput,
  } as const
  if (field.kind === 'number') return <input type="text" inputMode="decimal" {...common} />
  if (field.isSecret) return <input type="password" {...common} />
  const rows = Math.min(16, common.value.split('\n').length)
  return (
    <>
      <textarea class={field.kind === 'json' ? 'mono' : ''} rows={rows} {...common} />
      {field.kind === 'file' && <FileInput field={field} state={state} />}
    </>
  )
}

function placeholderOf(field: Field): string {
  if (field.placeholder !== '') return cleanText(field.placeholder.slice(0, 80))
  return field.isRequired || field.isPresent ? '' : 'not sent'
}

/** Puts the bytes of a file of this machine into the value. */
function FileInput({ field, state }: FieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const read = (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > maxFileBytes)
      return setName(`${file.name} has ${formatBytes(file.size)}: at most ${formatBytes(maxFileBytes)}`)
    const reader = new FileReader()
    reader.onload = () => {
      const url = String(reader.result)
      const typed = field.encoding === 'data-url' ? url : url.slice(url.indexOf(',') + 1)
      edit(state, edits.typeInto(state.text.value, field, typed))
      setName(`${file.name}, ${formatBytes(file.size)}`)
    }
    reader.readAsDataURL(file)
  }
  return (
    <p class="row">
      <input ref={input} type="file" hidden onChange={({ currentTarget }) => read(currentTarget.files?.[0])} />
      <button type="button" onClick={() => input.current?.click()}>
        Choose a file
      </button>
      <span class="soft">{name}</span>
    </p>
  )
}

/** True, false, or not sent. */
export function SwitchInput({ field, state }: FieldProps) {
  const set = (value: boolean) => edit(state, edits.setBoolean(state.text.value, field, value))
  return (
    <div class="segmented" role="group" aria-label={cleanText(field.label)}>
      {[true, false].map((value, index) => (
        <button
          type="button"
          key={String(value)}
          id={index === 0 ? idOf(field) : undefined}
          aria-pressed={field.isPresent && field.text === String(value)}
          onClick={() => set(value)}
        >
          {String(value)}
        </button>
      ))}
    </div>
  )
}

/** One or several of the values that the schema names. */
export function ChoiceInput({ field, state }: FieldProps) {
  if (field.kind === 'choices') {
    return (
      <div class="checks">
        {field.options.map(({ label, json }, index) => (
          <label key={json}>
            <input
              type="checkbox"
              checked={field.selected.includes(index)}
              onChange={() => edit(state, edits.toggle(state.text.value, field, index))}
            />
            {cleanText(label)}
          </label>
        ))}
      </div>
    )
  }
  const chosen = field.selected[0]
  const onChange = ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
    edit(
      state,
      value === '' ? edits.leaveOut(state.text.value, field) : edits.choose(state.text.value, field, Number(value)),
    )
  return (
    <select
      id={idOf(field)}
      value={chosen === undefined ? '' : String(chosen)}
      onChange={onChange}
      aria-describedby={`${idOf(field)}-problem ${idOf(field)}-hint`}
    >
      <option value="">
        {field.isPresent && chosen === undefined
          ? cleanText(field.text.slice(0, 60))
          : field.isRequired
            ? 'Choose …'
            : 'not sent'}
      </option>
      {field.options.map(({ label, json }, index) => (
        <option key={json} value={String(index)}>
          {cleanText(label.slice(0, 120))}
        </option>
      ))}
    </select>
  )
}

/** A value that can only be the one that it is. */
export function ConstantInput({ field, state }: FieldProps) {
  const [option] = field.options
  return (
    <p class="row">
      <code>{cleanText((field.isPresent ? field.text : (option?.json ?? '')).slice(0, 200))}</code>
      <button
        type="button"
        id={idOf(field)}
        class="quiet"
        onClick={() => edit(state, edits.addField(state.text.value, field))}
      >
        {field.isPresent ? 'Sent' : 'Send it'}
      </button>
    </p>
  )
}
