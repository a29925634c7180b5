import type { TaskMeta } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** The cell of the matrix that a test belongs to. */
    cell?: string
    /** How many scenarios came out as they must if it passes. */
    equal?: number
  }
}

/** Where in the matrix. */
export interface Location {
  /** The heading of the table. */
  readonly table: string
  readonly row: string
  readonly column: string
}

/** A client and a server that meet over a transport. */
export interface Cell extends Location {
  /** What comes of it: the revision that is spoken, or the code of the refusal. */
  readonly outcome: string
  /** How many scenarios are played. */
  readonly scenarios: number
}

/** Tells one cell from all others. */
export function idOf({ table, row, column }: Location): string {
  return [table, row, column].join(' | ')
}

/** Says of a test that it belongs to a cell, and how many of its scenarios come out as they must if it passes. */
export function inCell(place: Location, equal = 0): { readonly meta: Partial<TaskMeta> } {
  return { meta: { cell: idOf(place), equal } }
}
