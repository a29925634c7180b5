/** A JSON object whose members are not known. Read members that a peer names with `Object.hasOwn` only. */
export interface JsonObject {
  readonly [name: string]: unknown
}

/** True for an object that is neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
