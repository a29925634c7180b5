import type { Prompts } from '../screen/prompts.js'
import { truncateText } from '../screen/truncate-text.js'
import type { Field } from './field.js'
import type { ValueCheck } from './value-check.js'

/** The result for a field: a value, empty, or left unchanged. */
export type FieldAnswer = { readonly type: 'value'; readonly value: unknown } | { readonly type: 'empty' | 'left' }

/** Asks until the value is valid. `current` is the value so far, or the default. */
export async function askField(prompts: Prompts, field: Field, current: unknown): Promise<FieldAnswer> {
  const message = messageOf(field)
  if (field.kind === 'choices') return askChoices(prompts, field, current)
  if (field.kind === 'choice') return askChoice(prompts, message, { field, choices: field.choices, current })
  if (field.kind === 'boolean') {
    // Who only presses Enter has not said yes.
    const chosen = current ?? (field.isRequired ? false : undefined)
    return askChoice(prompts, message, { field, choices: yesOrNo, current: chosen })
  }
  const isTyped = field.kind === 'text' || field.kind === 'long text'
  const check = await field.toCheck()
  const typed = await prompts.text({
    message,
    initial: current === undefined ? '' : isTyped && typeof current === 'string' ? current : JSON.stringify(current),
    ...(!field.isRequired && { placeholder: 'nothing: it is left out' }),
    isLong: field.kind === 'long text',
    check: (text) => problemOf(field, check, text),
  })
  if (typed === undefined) return { type: 'left' }
  return isEmpty(field, typed) ? { type: 'empty' } : { type: 'value', value: parsed(field, typed) }
}

function messageOf({ label, description, isRequired, kind }: Field): string {
  const how = kind === 'json' ? ' as JSON' : kind === 'number' ? ' (a number)' : ''
  const more = description === undefined ? '' : `\n${truncateText(description, 1_000)}`
  return `${label}${how}${isRequired ? '' : ' (optional)'}${more}`
}

interface ChoiceOf {
  readonly field: Field
  readonly choices: Field['choices']
  readonly current: unknown
}

async function askChoice(
  prompts: Prompts,
  message: string,
  { field, choices, current }: ChoiceOf,
): Promise<FieldAnswer> {
  const leaveOut = { value: leftOut, label: 'leave it out' }
  const given = choices.find(({ value }) => JSON.stringify(value) === JSON.stringify(current))
  const initial = given === undefined && !field.isRequired ? leftOut : given?.value
  const options = field.isRequired ? choices : [...choices, leaveOut]
  const value = await prompts.select<unknown>({ message, options, initial })
  if (value === undefined) return { type: 'left' }
  return value === leftOut ? { type: 'empty' } : { type: 'value', value }
}

async function askChoices(prompts: Prompts, field: Field, current: unknown): Promise<FieldAnswer> {
  const check = await field.toCheck()
  const given = new Set((Array.isArray(current) ? current : []).map((value) => JSON.stringify(value)))
  for (;;) {
    const initial = field.choices.map(({ value }) => value).filter((value) => given.has(JSON.stringify(value)))
    const chosen = await prompts.multiselect({ message: messageOf(field), options: field.choices, initial })
    if (chosen === undefined) return { type: 'left' }
    if (chosen.length === 0 && !field.isRequired) return { type: 'empty' }
    const problem = check(chosen)
    if (problem === undefined) return { type: 'value', value: chosen }
    await prompts.print('warning', `${field.label} ${problem}`)
  }
}

function problemOf(field: Field, check: ValueCheck, text: string): string | undefined {
  if (isEmpty(field, text)) return undefined
  const value = parsed(field, text)
  if (value === undefined) return field.kind === 'number' ? 'must be a number' : 'must be JSON'
  return check(value)
}

/** A required text may be empty if its schema allows that. */
function isEmpty({ isRequired }: Field, text: string): boolean {
  return text === '' && !isRequired
}

/** Undefined: the text is invalid. */
function parsed({ kind }: Field, text: string): unknown {
  if (kind === 'text' || kind === 'long text') return text
  if (kind === 'number') return numberOf(text.trim())
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function numberOf(text: string): number | undefined {
  const value = Number(text)
  return text === '' || !Number.isFinite(value) ? undefined : value
}

const leftOut = Symbol('nothing')

const yesOrNo: Field['choices'] = [
  { value: true, label: 'yes' },
  { value: false, label: 'no' },
]
