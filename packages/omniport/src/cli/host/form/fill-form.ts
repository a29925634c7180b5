import type { Choice, Prompts } from '../screen/prompts.js'
import { truncateText } from '../screen/truncate-text.js'
import { askField } from './ask-field.js'
import type { Field } from './field.js'

export interface Form<A extends string> {
  readonly fields: readonly Field[]
  /** The initial values, by field name. */
  readonly values: ReadonlyMap<string, unknown>
  /** The choice that accepts the values: `Send`. */
  readonly accept: Choice<A>
  readonly others: readonly Choice<A>[]
  /** True: always shows all fields before the end. False: only if there are optional ones. */
  readonly isReviewed: boolean
}

export interface FormResult<A extends string> {
  readonly action: A
  readonly values: Readonly<Record<string, unknown>>
}

/** Asks for required fields, then lists all fields for changes. Undefined: the user left that list. */
export async function fillForm<A extends string>(prompts: Prompts, form: Form<A>): Promise<FormResult<A> | undefined> {
  const values = new Map(form.values)
  const isComplete = await askRequired(prompts, form.fields, values)
  const isDone = isComplete && !form.isReviewed && form.fields.every(({ isRequired }) => isRequired)
  if (isDone) return { action: form.accept.value, values: toObject(values) }
  for (;;) {
    const chosen = await prompts.select({ message: 'Values to send', options: rowsOf(form, values) })
    if (chosen === undefined) return undefined
    if (chosen.type === 'field') await change(prompts, chosen.field, values)
    else if (chosen.action !== form.accept.value) return { action: chosen.action, values: {} }
    else {
      const missing = form.fields.find(({ name, isRequired }) => isRequired && !values.has(name))
      if (missing === undefined) return { action: chosen.action, values: toObject(values) }
      await prompts.print('warning', `${missing.label} has no value yet.`)
    }
  }
}

/** Returns false if the user left a field. */
async function askRequired(prompts: Prompts, fields: readonly Field[], values: Map<string, unknown>): Promise<boolean> {
  for (const field of fields) {
    if (field.isRequired && !values.has(field.name) && !(await change(prompts, field, values))) return false
  }
  return true
}

/** Returns false if the user left the field. */
async function change(prompts: Prompts, field: Field, values: Map<string, unknown>): Promise<boolean> {
  const answer = await askField(prompts, field, values.has(field.name) ? values.get(field.name) : field.default)
  if (answer.type === 'value') values.set(field.name, answer.value)
  if (answer.type === 'empty') values.delete(field.name)
  return answer.type !== 'left'
}

type Row<A> = { readonly type: 'end'; readonly action: A } | { readonly type: 'field'; readonly field: Field }

function rowsOf<A extends string>(form: Form<A>, values: ReadonlyMap<string, unknown>): readonly Choice<Row<A>>[] {
  const end = ({ value, ...words }: Choice<A>): Choice<Row<A>> => ({ ...words, value: { type: 'end', action: value } })
  const fields = form.fields.map((field): Choice<Row<A>> => {
    const { label, description } = field
    const hint = description === undefined ? {} : { hint: truncateText(description, 100) }
    return { value: { type: 'field', field }, label: `${label}: ${formatValue(field, values)}`, ...hint }
  })
  return [end(form.accept), ...fields, ...form.others.map(end)]
}

function formatValue(
  { name, isRequired, default: standard, choices }: Field,
  values: ReadonlyMap<string, unknown>,
): string {
  if (values.has(name)) {
    const json = JSON.stringify(values.get(name))
    const choice = choices.find(({ value }) => JSON.stringify(value) === json)
    return truncateText(choice === undefined ? json : `${choice.label} = ${json}`, 200)
  }
  if (isRequired) return '(has no value yet)'
  return standard === undefined ? '(left out)' : `(left out: ${truncateText(JSON.stringify(standard), 60)} is taken)`
}

/** Safe for names of a server such as `__proto__`. */
function toObject(values: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(values)
}
