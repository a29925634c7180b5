import { isJsonObject } from '../json-object.js'
import { hasMember, memberNames } from '../members.js'
import { checkField } from './check-field.js'

/**
 * What is wrong with the content of an accepted form, judged by the schema that a peer of any revision asked with; undefined
 * if it fits. Fields that were not asked for are wrong. Only what the protocol has for forms is read: patterns and other
 * keywords pass unread.
 *
 * spec: client/elicitation#form-mode-security
 */
export function checkContent(requestedSchema: object, content: unknown): string | undefined {
  if (!isJsonObject(content)) return 'the content must be an object'
  const { properties, required } = requestedSchema as { readonly properties?: unknown; readonly required?: unknown }
  const fields = isJsonObject(properties) ? properties : {}
  for (const name of memberNames(content)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) return `${quote(name)} was not asked for`
    const problem = isJsonObject(field) ? checkField(field, content[name]) : undefined
    if (problem !== undefined) return `${quote(name)} ${problem}`
  }
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  const missing = names.find((name) => typeof name === 'string' && !hasMember(content, name))
  return missing === undefined ? undefined : `${quote(String(missing))} is required`
}

function quote(name: string): string {
  return JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name)
}
