/** A copy without some members. */
export function without<T extends object, K extends keyof T>(value: T, ...keys: readonly K[]): Omit<T, K> & T {
  const copy = { ...value }
  for (const key of keys) delete copy[key]
  return copy as Omit<T, K> & T // only optional members are ever left out
}
