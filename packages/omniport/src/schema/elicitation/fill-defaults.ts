import { isJsonObject, type JsonObject } from '../json-object.js'
import { hasMember, memberNames } from '../members.js'
import { checkField } from './check-field.js'

/**
 * The content of an accepted form with the `default` of each field that is absent, in a new object. A default that does not
 * fit its own field is not used.
 *
 * spec: client/elicitation#requested-schema
 */
export function fillDefaults(requestedSchema: object, content: JsonObject): JsonObject {
  const { properties } = requestedSchema as { readonly properties?: unknown }
  const fields = Object.entries(isJsonObject(properties) ? properties : {})
  const missing = fields.flatMap(([name, field]) => {
    if (!isJsonObject(field) || !hasMember(field, 'default') || hasMember(content, name)) return []
    const value = field['default']
    return checkField(field, value) === undefined ? [[name, Array.isArray(value) ? [...value] : value] as const] : []
  })
  // Defines own members, whatever their names.
  return Object.fromEntries([...memberNames(content).map((name) => [name, content[name]] as const), ...missing])
}
