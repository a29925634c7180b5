import { repeatsGroup } from './measure-regexp.js'
import type { UnsafePattern } from './suspect-patterns.js'

/** The parts of a schema that are looked at. */
const maxParts = 20_000

/**
 * Returns the patterns of an effect schema that its JSON Schema leaves out, and that may be exponential: those without the flag
 * `u`. They have no place in a document, so their `path` is empty.
 */
export function hiddenPatterns(schema: object): readonly UnsafePattern[] {
  const sources = new Set<string>()
  const seen = new Set<unknown>()
  const queue: unknown[] = [(schema as { readonly ast?: unknown }).ast]
  for (let part = queue.pop(); part !== undefined && seen.size < maxParts; part = queue.pop()) {
    if (typeof part !== 'object' || part === null || seen.has(part)) continue
    seen.add(part)
    const { source, flags } = part as { readonly source?: unknown; readonly flags?: unknown }
    if (typeof source === 'string' && typeof flags === 'string' && !flags.includes('u')) sources.add(source)
    queue.push(...Object.values(part).filter((inner) => inner !== undefined))
  }
  const reason = 'is not in the JSON Schema, as it would be with the flag u'
  return [...sources].filter(repeatsGroup).map((pattern) => ({ pattern, path: '', reason }))
}
