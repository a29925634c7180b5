/** True if arrays and objects of a value stand in each other more than `depth` levels deep. Reads at most one level more. */
export function nestsDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((member) => nestsDeeper(member, depth - 1))
}
