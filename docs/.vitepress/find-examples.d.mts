/** A program of the documents. */
export interface Example {
  readonly page: string
  readonly code: string
}

/** By entry and name, as `omniport/client connect`, and by name alone: the shortest program that imports it. */
export function findExamples(root: string): ReadonlyMap<string, Example>
