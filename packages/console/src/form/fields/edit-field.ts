import { raiseJson, removeJson, setJson } from '../../json/edit-json.js'
import { parseJson } from '../../json/parse-json.js'
import type { Field } from './field.js'

/** A number as JSON has it. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/

/**
 * Puts what was typed into a field into the text of the value, and changes nothing else of it. A number that is none yet becomes
 * text, so that it is never lost; an emptied number is left out; JSON that is none yet is refused with undefined.
 */
export function typeInto(text: string, field: Field, typed: string): string | undefined {
  if (field.kind === 'number') {
    if (typed === '') return removeJson(text, field.path)
    return setJson(text, field.path, number.test(typed) ? typed : JSON.stringify(typed))
  }
  if (field.kind !== 'json') return setJson(text, field.path, JSON.stringify(typed))
  if (typed.trim() === '') return removeJson(text, field.path)
  return 'node' in parseJson(typed) ? setJson(text, field.path, typed.trim()) : undefined
}

/** Chooses the option with this index. */
export function choose(text: string, field: Field, index: number): string {
  const option = field.options[index]
  return option === undefined ? text : setJson(text, field.path, option.json)
}

/** Adds an option to those that are chosen, or takes it away. */
export function toggle(text: string, field: Field, index: number): string {
  const isChosen = field.selected.includes(index)
  const indexes = isChosen ? field.selected.filter((each) => each !== index) : [...field.selected, index]
  const chosen = indexes.flatMap((each) => field.options[each]?.json ?? [])
  return setJson(text, field.path, `[${chosen.join(', ')}]`)
}

export function setBoolean(text: string, field: Field, value: boolean): string {
  return setJson(text, field.path, String(value))
}

export function setNull(text: string, field: Field): string {
  return setJson(text, field.path, 'null')
}

/** Gives a field that is absent the value to begin with. */
export function addField(text: string, field: Field): string {
  return setJson(text, field.path, field.kind === 'constant' ? (field.options[0]?.json ?? 'null') : field.start)
}

/** Leaves a field out: it is not sent. */
export function leaveOut(text: string, field: Field): string {
  return removeJson(text, field.path)
}

export function addItem(text: string, field: Field): string {
  return field.itemStart === undefined ? text : setJson(text, [...field.path, field.children.length], field.itemStart)
}

export function raiseItem(text: string, field: Field): string {
  return raiseJson(text, field.path)
}

/** Adds a member with a name of its own; one that is there already stays. */
export function addMember(text: string, field: Field, name: string): string {
  const isTaken = field.children.some(({ label }) => label === name)
  return isTaken || field.itemStart === undefined ? text : setJson(text, [...field.path, name], field.itemStart)
}

/** Begins with another branch of a union. */
export function startBranch(text: string, field: Field, branch: number): string {
  return setJson(text, field.path, field.branches[branch]?.start ?? 'null')
}
