/** A value of a schema as text for an issue, cut to a length that can be read. */
export function describeValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
