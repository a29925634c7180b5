import { parseJson } from '../../json/parse-json.js'
import { isSchema } from '../schema/schema.js'
import type { Field } from './field.js'
import { FieldBuilder } from './field-builder.js'

/** What a form is made of. */
export interface FormSource {
  readonly schema: unknown
  /** The value as JSON text, as it was typed. */
  readonly text: string
  /** Branches of unions that the person chose, by the key of the field. */
  readonly branches: ReadonlyMap<string, number>
}

/** A form, or the reason why the value is edited as JSON. */
export type Form =
  | { readonly fields: readonly Field[]; readonly note?: string }
  | { readonly reason: string; readonly isBroken?: true }

/** Keywords that the form cannot show: the server checks them. */
const unshown = [
  ...['if', 'not', 'contains', 'propertyNames', 'patternProperties', 'dependentRequired', 'dependentSchemas'],
  ...['dependencies', 'unevaluatedProperties', 'unevaluatedItems'],
]

/** Makes the fields of a schema and a value. Total: for any schema and any text it returns a form or a reason. */
export function describeForm(source: FormSource): Form {
  const parsed = parseJson(source.text.trim() === '' ? '{}' : source.text)
  if ('problem' in parsed) {
    const { message, line } = parsed.problem
    return { reason: `Line ${line} is not JSON yet: ${message}.`, isBroken: true }
  }
  if (parsed.node.kind !== 'object') return { reason: 'The value is not an object, so it has no fields.' }
  try {
    const root = new FieldBuilder(source, parsed.node).build(source.schema, [], { label: '', isRequired: true })
    if (root.kind === 'json') return { reason: root.reason ?? 'The schema says nothing about the fields.' }
    if (root.kind !== 'object' && root.kind !== 'union')
      return { reason: `The schema is of a ${root.kind}, not of an object.` }
    const fields = root.kind === 'object' ? root.children : [root]
    const words = isSchema(source.schema) ? unshown.filter((word) => Object.hasOwn(source.schema as object, word)) : []
    if (words.length === 0) return { fields }
    return {
      fields,
      note: `The schema also says ${words.join(', ')}: the form does not show it, the server checks it.`,
    }
  } catch (error) {
    return { reason: `The schema cannot be read: ${error instanceof Error ? error.message : 'unknown'}.` }
  }
}
