/** @throws Error that says both when `actual` is not what JSON makes of `expected`. */
export function expectEqual(actual: unknown, expected: unknown): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (got !== wanted) throw new Error(`Expected ${wanted}, got ${got}`)
}
