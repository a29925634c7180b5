import { useState } from 'preact/hooks'
import { cleanText } from '../../elements/clean-text.js'
import { nodeAt } from '../../json/json-node.js'
import type { FormState } from '../../state/form-state.js'
import * as edits from '../fields/edit-field.js'
import type { Field } from '../fields/field.js'
import { edit, type FieldProps, FieldView, idOf } from './field-view.js'

/** The members of an object, and a way to add others where the schema allows them. */
export function ObjectView({ field, state }: FieldProps) {
  if (!field.isPresent) return <AddButton field={field} state={state} />
  const hasOthers =
    field.itemStart !== undefined && (field.children.length === 0 || field.children.some(({ isExtra }) => isExtra))
  return (
    <div class="nested">
      {field.children.map((child) => (
        <FieldView key={child.key} field={child} state={state} />
      ))}
      {hasOthers && <NewMember field={field} state={state} />}
    </div>
  )
}

function AddButton({ field, state }: FieldProps) {
  return (
    <button type="button" id={idOf(field)} onClick={() => edit(state, edits.addField(state.text.value, field))}>
      {field.kind === 'list' ? 'Add a list' : 'Add'}
    </button>
  )
}

function NewMember({ field, state }: FieldProps) {
  const [name, setName] = useState('')
  const add = () => {
    if (name === '') return
    edit(state, edits.addMember(state.text.value, field, name))
    setName('')
  }
  return (
    <p class="row">
      <input
        aria-label="Name of a new member"
        placeholder="name"
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          add()
        }}
      />
      <button type="button" onClick={add}>
        Add a member
      </button>
    </p>
  )
}

/** The items of a list, in order. */
export function ListView({ field, state }: FieldProps) {
  if (!field.isPresent) return <AddButton field={field} state={state} />
  return (
    <div class="nested">
      {field.children.map((child, index) => (
        <FieldView
          key={child.key}
          field={child}
          state={state}
          actions={<ItemActions field={child} state={state} isFirst={index === 0} />}
        />
      ))}
      {field.itemStart !== undefined && (
        <button type="button" id={idOf(field)} onClick={() => edit(state, edits.addItem(state.text.value, field))}>
          {field.children.length === 0 ? 'Add the first item' : 'Add an item'}
        </button>
      )}
    </div>
  )
}

function ItemActions({ field, state, isFirst }: FieldProps & { readonly isFirst: boolean }) {
  return (
    <>
      {!isFirst && (
        <button
          type="button"
          class="quiet"
          aria-label={`Move item ${field.label} up`}
          onClick={() => edit(state, edits.raiseItem(state.text.value, field))}
        >
          Up
        </button>
      )}
      <button
        type="button"
        class="quiet"
        aria-label={`Remove item ${field.label}`}
        onClick={() => edit(state, edits.leaveOut(state.text.value, field))}
      >
        Remove
      </button>
    </>
  )
}

/** One of several kinds of value. What was typed for one kind comes back with it. */
export function UnionView({ field, state }: FieldProps) {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const choose = (branch: number) => {
    setTyped(new Map(typed).set(field.branch, rawOf(field, state)))
    const before = typed.get(branch)
    state.setBranch(field.key, branch)
    if (before === undefined || !field.isPresent) edit(state, edits.startBranch(state.text.value, field, branch))
    else edit(state, edits.typeInto(state.text.value, { ...field, kind: 'json' }, before))
  }
  const [inner] = field.children
  return (
    <>
      <select
        id={idOf(field)}
        aria-label={`Kind of ${cleanText(field.label) || 'value'}`}
        value={String(field.branch)}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {field.branches.map(({ label }, index) => (
          <option key={index} value={String(index)}>
            {cleanText(label.slice(0, 80))}
          </option>
        ))}
      </select>
      {inner !== undefined && <BranchField field={inner} state={state} />}
    </>
  )
}

/** The value as it stands in the text. */
function rawOf(field: Field, state: FormState): string {
  const parsed = state.parsed.value
  const node = 'node' in parsed ? nodeAt(parsed.node, field.path) : undefined
  return node === undefined ? '' : state.text.value.slice(node.start, node.end)
}

function BranchField({ field, state }: { readonly field: Field } & FieldProps) {
  return (
    <div class="nested">
      <FieldView field={{ ...field, label: field.path.length === 0 ? '' : 'value' }} state={state} />
    </div>
  )
}
