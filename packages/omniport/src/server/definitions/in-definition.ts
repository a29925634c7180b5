/** Runs `make`. An error becomes a `TypeError` that starts with the place in a definition, such as `tool "add": input`. */
export function inDefinition<T>(where: string, make: () => T): T {
  try {
    return make()
  } catch (reason) {
    const text = reason instanceof Error ? reason.message : String(reason)
    throw new TypeError(`${where}: ${text}`, { cause: reason })
  }
}
