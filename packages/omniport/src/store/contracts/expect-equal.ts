/** @throws Error with both values unless they are equal as JSON. */
export function expectEqual(actual: unknown, expected: unknown): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (got !== wanted) throw new Error(`Expected ${wanted}, got ${got}`)
}
