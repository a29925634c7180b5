import type { Requirement } from './parse-requirements.js'

/** The rows of each area, such as `TOOL`, in the order they come in. */
export function rowsByArea(rows: readonly Requirement[]): ReadonlyMap<string, readonly Requirement[]> {
  const areas = new Map<string, Requirement[]>()
  for (const row of rows) {
    const area = row.id.slice(0, row.id.indexOf('-'))
    areas.set(area, [...(areas.get(area) ?? []), row])
  }
  return areas
}
