import { isFieldValue } from '../../protocol/questions/is-field-value.js'
import { isJsonObject, type JsonObject } from '../json-object.js'
import { hasMember, memberNames } from '../members.js'

/**
 * The content of an accepted form with the `default` of each field that is absent, in a new object. A default that no field
 * can have is not used.
 *
 * spec: client/elicitation#requested-schema
 */
export function fillDefaults(requestedSchema: object, content: JsonObject): JsonObject {
  const { properties } = requestedSchema as { readonly properties?: unknown }
  const fields = Object.entries(isJsonObject(properties) ? properties : {})
  const missing = fields.flatMap(([name, field]) => {
    const value = isJsonObject(field) && !hasMember(content, name) ? field['default'] : undefined
    return isFieldValue(value) ? [[name, Array.isArray(value) ? [...value] : value] as const] : []
  })
  // Defines own members, whatever their names.
  return Object.fromEntries([...memberNames(content).map((name) => [name, content[name]] as const), ...missing])
}
