import type { JsonValue } from 'omniport/protocol'
import { toJsonText } from '../values/json-text.js'

/** An event as it is stored: a letter, and its text. @throws TypeError if it is not JSON. */
export function toEventText(event: JsonValue): string {
  if (typeof event === 'string' && !/\p{Cs}/u.test(event)) return `s${event}`
  return `j${toJsonText('event log: an event', event)}`
}

/** Undefined for a gap. */
export function fromEventText(text: string): { readonly value: JsonValue } | undefined {
  if (text.startsWith('g')) return undefined
  return { value: text.startsWith('s') ? text.slice(1) : JSON.parse(text.slice(1)) }
}
