/** Bytes of one character: strings are UTF-16 at the most. */
export const characterBytes = 2

/** Bytes of one JSON value beside its characters. */
export const nodeBytes = 64

/** The bytes that a JSON value takes in memory: two for each character, of names too, and 64 for each value in it. */
export function jsonBytes(value: unknown): number {
  if (typeof value === 'string') return nodeBytes + value.length * characterBytes
  if (typeof value !== 'object' || value === null) return nodeBytes
  if (Array.isArray(value)) return value.reduce<number>((bytes, item) => bytes + jsonBytes(item), nodeBytes)
  let bytes = nodeBytes
  for (const [name, member] of Object.entries(value)) bytes += name.length * characterBytes + jsonBytes(member)
  return bytes
}
