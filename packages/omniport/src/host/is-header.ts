/** True if `fetch` can send this header. */
export function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name)
  } catch {
    return false
  }
}
