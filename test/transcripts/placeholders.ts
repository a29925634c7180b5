import { isRecord } from '../wire/is-record.js'

/** What placeholders stand for: values of the head, and texts that an earlier message of the case had. */
export type Placeholders = Map<string, unknown>

const placeholder = /⟨(\w+)⟩/g

/**
 * A value with its placeholders replaced: a string that is one becomes its value, in a longer string it becomes its text,
 * and the members of an object take the place of a member `"..."` that names it. Unknown ones stay.
 */
export function expand(value: unknown, known: Placeholders): unknown {
  if (typeof value === 'string') return expandText(value, known)
  if (Array.isArray(value)) return value.map((item) => expand(item, known))
  if (!isRecord(value)) return value
  const members = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    const expanded = expand(member, known)
    return key === '...' && isRecord(expanded) ? Object.entries(expanded) : [[key, expanded]]
  })
  return Object.fromEntries(members)
}

function expandText(text: string, known: Placeholders): unknown {
  const [, only] = /^⟨(\w+)⟩$/.exec(text) ?? []
  if (only !== undefined && known.has(only)) return expand(known.get(only), known)
  return text.replace(placeholder, (whole, name: string) => (known.has(name) ? String(known.get(name)) : whole))
}

/**
 * An expanded value with its unknown placeholders replaced by what `actual` has in their places, and known from then on: any
 * text where the placeholder is the whole string, an id in hexadecimal within a longer one; but none that another stands for. Else
 * they stay, and the two differ.
 */
export function bind(expected: unknown, actual: unknown, known: Placeholders): unknown {
  if (typeof expected === 'string') return bindText(expected, actual, known)
  if (Array.isArray(expected)) {
    const items: readonly unknown[] = Array.isArray(actual) ? actual : []
    return expected.map((item, index) => bind(item, items[index], known))
  }
  if (!isRecord(expected)) return expected
  const members: ReadonlyMap<string, unknown> = new Map(isRecord(actual) ? Object.entries(actual) : [])
  return Object.fromEntries(
    Object.entries(expected).map(([key, member]) => [key, bind(member, members.get(key), known)]),
  )
}

function bindText(text: string, actual: unknown, known: Placeholders): unknown {
  const now = expandText(text, known)
  if (typeof now !== 'string' || typeof actual !== 'string') return now
  const names = [...now.matchAll(placeholder)].map(([, name = '']) => name)
  if (names.length === 0) return now
  const unknown = now === `⟨${names[0]}⟩` ? '(.+)' : '([0-9a-f]{8,})'
  const pattern = now.split(placeholder).map((part, index) => (index % 2 === 0 ? escapeRegExp(part) : unknown))
  const [, ...found] = new RegExp(`^${pattern.join('')}$`).exec(actual) ?? []
  const others = new Set(known.values())
  for (const [index, value] of found.entries()) if (!others.has(value)) known.set(names[index] ?? '', value)
  return expandText(text, known)
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
