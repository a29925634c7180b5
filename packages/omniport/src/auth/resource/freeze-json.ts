/** The same value of JSON, which nobody can change any more, however deep. */
export function freezeJson<T>(value: T): T {
  const left: unknown[] = [value]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    left.push(...Object.values(Object.freeze(next)))
  }
  return value
}
