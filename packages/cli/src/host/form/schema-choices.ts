import { toRecord } from '../../arguments/property-schemas.js'
import type { Choice } from '../screen/prompts.js'

/** What a schema lets one choose from: `enum`, with `enumNames`, or `oneOf` and `anyOf` of `const` and `title`. Undefined: it does not. */
export function schemaChoices(schema: Readonly<Record<string, unknown>>): readonly Choice<unknown>[] | undefined {
  const { enum: values, enumNames: names } = schema
  if (Array.isArray(values) && values.length > 0) {
    const titles: readonly unknown[] = Array.isArray(names) ? names : []
    return values.map((value, at) => choice(value, titles[at]))
  }
  const branches = [schema['oneOf'], schema['anyOf']].find(Array.isArray)
  if (!Array.isArray(branches) || branches.length === 0) return undefined
  const records = branches.map(toRecord)
  if (!records.every((branch) => Object.hasOwn(branch, 'const'))) return undefined
  return records.map((branch) => choice(branch['const'], branch['title']))
}

function choice(value: unknown, title: unknown): Choice<unknown> {
  const name = typeof value === 'string' ? value : JSON.stringify(value)
  return typeof title === 'string' && title !== name ? { value, label: title, hint: name } : { value, label: name }
}
