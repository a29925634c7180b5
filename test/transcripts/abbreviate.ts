import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../wire/is-record.js'
import type { Revision } from '../wire/revisions.js'
import { expand } from './placeholders.js'

/** What values are written as: the placeholders of a head, and the ids of the case. */
export interface Names {
  readonly definitions: ReadonlyMap<string, unknown>
  /** By name, texts that stand for themselves wherever they occur. */
  readonly ids: ReadonlyMap<string, string>
}

/** The names of a case: definitions are as they are in its revision, which `⟨revision⟩` stands for where a file has several. */
export function namesOf(
  {
    definitions,
    revisions,
  }: { readonly definitions: ReadonlyMap<string, unknown>; readonly revisions: readonly Revision[] },
  revision: Revision,
  ids: ReadonlyMap<string, string>,
): Names {
  const known = new Map<string, unknown>([...definitions, ...ids, ['revision', revision]])
  const expanded = [...definitions].map(([name, value]): [string, unknown] => [name, expand(value, known)])
  return {
    definitions: new Map([...expanded, ...(revisions.length > 1 ? [['revision', revision] as const] : [])]),
    ids,
  }
}

/** A value with placeholders in the place of what they stand for, and `⟨id⟩` for ids of errors. */
export function abbreviate(value: unknown, names: Names): unknown {
  const { definitions } = names
  for (const [name, meaning] of definitions) if (isDeepStrictEqual(value, meaning)) return `⟨${name}⟩`
  if (typeof value === 'string') return abbreviateText(value, names)
  if (Array.isArray(value)) return value.map((item) => abbreviate(item, names))
  if (!isRecord(value)) return value
  const [spread = '', meaning = {}] =
    [...definitions].find(([, meaning]) => isRecord(meaning) && holds(value, meaning)) ?? []
  const members = Object.entries(value)
    .filter(([key]) => spread === '' || !isRecord(meaning) || !Object.hasOwn(meaning, key))
    .map(([key, member]): [string, unknown] => [key, abbreviate(member, names)])
  return Object.fromEntries(spread === '' ? members : [['...', `⟨${spread}⟩`], ...members])
}

/** A text with placeholders in the place of the ids that it holds. */
export function abbreviateText(text: string, { ids }: Names): string {
  const named = [...ids].reduce((left, [name, id]) => left.replaceAll(id, `⟨${name}⟩`), text)
  return named.replace(/(?<=^internal error )[0-9a-f]{8}$/, '⟨id⟩')
}

function holds(value: Readonly<Record<string, unknown>>, members: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.entries(members)
  return entries.length > 0 && entries.every(([key, member]) => isDeepStrictEqual(value[key], member))
}
