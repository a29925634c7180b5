import { isObject } from '../../values/json/is-object.js'
import { createRedactor, isRedactable } from '../../values/text/redact.js'
import { isSecretName } from './is-secret-name.js'

/**
 * Returns a frozen JSON copy of a value with `***` in place of secrets: known secrets anywhere, members with secret names as a
 * whole, and the `value` beside such a name. Deeper levels than 128 become `…`.
 *
 * @throws TypeError for a value that is not JSON.
 */
export function redactJson(value: unknown, secrets: Iterable<string>): unknown {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) return undefined
  return redactValue(JSON.parse(text), createRedactor([...secrets].filter(isRedactable)), 0)
}

const maxDepth = 128

function redactValue(value: unknown, redact: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxDepth) return '…'
  if (Array.isArray(value)) return Object.freeze(value.map((item) => redactValue(item, redact, depth + 1)))
  if (!isObject(value)) return value
  const isNamed = isNamedSecret(value)
  const members = Object.entries(value).map(([name, member]) => {
    const isHidden = isSecretName(name) || (isNamed && name.toLowerCase() === 'value')
    return [redact(name), isHidden ? mask(member) : redactValue(member, redact, depth + 1)]
  })
  return Object.freeze(Object.fromEntries(members))
}

/** True for an entry such as `{ name: 'Authorization', value: … }`. */
function isNamedSecret(value: Readonly<Record<string, unknown>>): boolean {
  return ['name', 'key', 'header'].some((name) => {
    const label = value[name]
    return typeof label === 'string' && isSecretName(label)
  })
}

function mask(value: unknown): unknown {
  return value === null || value === '' ? value : '***'
}
