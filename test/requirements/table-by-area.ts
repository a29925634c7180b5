import { coverage } from './coverage.js'
import { knownGaps } from './known-gaps.js'
import { requirements } from './requirements.js'

/** One area of the manifest, such as `TOOL`, in numbers. */
export interface AreaRow {
  readonly area: string
  /** Requirements of level MUST. */
  readonly must: number
  /** Those of them that a test names. */
  readonly covered: number
  /** Those of them that are listed as gaps. */
  readonly gaps: number
}

/** The areas in the order of the manifest; `covered` and `gaps` make up `must` when the list of gaps is true. */
export function tableByArea(): readonly AreaRow[] {
  const covered = coverage()
  const rows = new Map<string, AreaRow>()
  for (const { id, level } of requirements.values()) {
    const area = id.slice(0, id.indexOf('-'))
    const row = rows.get(area) ?? { area, must: 0, covered: 0, gaps: 0 }
    const count = (isCounted: boolean) => (level === 'MUST' && isCounted ? 1 : 0)
    rows.set(area, {
      area,
      must: row.must + count(true),
      covered: row.covered + count(covered.has(id)),
      gaps: row.gaps + count(Object.hasOwn(knownGaps, id)),
    })
  }
  return [...rows.values()]
}
