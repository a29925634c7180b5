/** Tells if a value has more than `max` array elements and object members. It stops there. */
export function hasMoreElements(value: unknown, max: number): boolean {
  const open: unknown[] = [value]
  let count = 0
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    const children = Array.isArray(node) ? node : Object.values(node)
    count += children.length
    if (count > max) return true
    for (const child of children) open.push(child)
  }
  return false
}

/** Reads the option of that limit: undefined without one. @throws RangeError for what is no number of at least 1. */
export function parseMaxElements(value: unknown): number | undefined {
  if (value === undefined || value === Number.POSITIVE_INFINITY) return undefined
  if (typeof value === 'number' && value >= 1) return value
  throw new RangeError(`maxToolInputElements must be a number of at least 1, or Infinity, got ${String(value)}`)
}
