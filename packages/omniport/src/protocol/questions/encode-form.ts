import { isObject } from '../../jsonrpc/is-object.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import { without } from '../encode-content.js'
import type { ObjectSchema } from '../model/object-schema.js'
import type { RevisionProfile } from '../profile.js'

/**
 * The schema of a form for the wire of a revision. Where forms are plain, titled choices become `enum` with `enumNames`,
 * and only booleans keep their default.
 *
 * spec: client/elicitation#requested-schema
 * @throws OmniportError `unsupported` naming a field that a plain form cannot have: one of several choices.
 */
export function encodeForm(schema: ObjectSchema, profile: RevisionProfile): ObjectSchema {
  const { properties } = schema
  if (profile.elicitation === 'full' || !isObject(properties)) return schema
  const fields = Object.entries(properties).map(([name, field]) => [name, encodeField(name, field, profile)])
  return { ...without(schema, '$schema'), properties: Object.fromEntries(fields) }
}

function encodeField(name: string, field: unknown, { revision }: RevisionProfile): unknown {
  if (!isObject(field)) return field
  if (field['type'] === 'array') {
    const problem = `A form of revision ${revision} cannot ask for several choices, as "${name}" does`
    throw new OmniportError('unsupported', problem)
  }
  const trimmed = field['type'] === 'boolean' ? field : without(field, 'default')
  const { oneOf } = trimmed
  if (!Array.isArray(oneOf)) return trimmed
  // Titled choices are pairs of `const` and `title`, both strings.
  const choices = oneOf as readonly { readonly const: string; readonly title: string }[]
  return {
    ...without(trimmed, 'oneOf'),
    enum: choices.map((choice) => choice.const),
    enumNames: choices.map((choice) => choice.title),
  }
}
