/**
 * What `make` gives. What it throws becomes a `TypeError` that starts with where in a definition it happened, such as
 * `tool "add": input`.
 */
export function inDefinition<T>(where: string, make: () => T): T {
  try {
    return make()
  } catch (reason) {
    const text = reason instanceof Error ? reason.message : String(reason)
    throw new TypeError(`${where}: ${text}`, { cause: reason })
  }
}
