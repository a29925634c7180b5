import { revisions } from '../wire/revisions.js'
import type { Level, Requirement } from './parse-requirements.js'

/** How strongly each revision asks for it, in words: `SHOULD from 2024-11-05 to 2025-06-18, MUST from 2025-11-25 on`. */
export function sayLevels(levels: Requirement['revisions']): string {
  const spans: { level: Level; first: number; last: number }[] = []
  for (const [index, revision] of revisions.entries()) {
    const level = levels.get(revision)
    const span = spans.at(-1)
    if (level === undefined) continue
    if (span?.level === level && span.last === index - 1) span.last = index
    else spans.push({ level, first: index, last: index })
  }
  return spans.map(({ level, first, last }) => `${level} ${saySpan(first, last)}`).join(', ')
}

function saySpan(first: number, last: number): string {
  const isLast = last === revisions.length - 1
  if (first === 0 && isLast) return 'in all revisions'
  if (first === last) return `in ${revisions[first]}`
  return isLast ? `from ${revisions[first]} on` : `from ${revisions[first]} to ${revisions[last]}`
}
