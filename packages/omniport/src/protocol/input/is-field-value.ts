/** Tells if a field of a form can have this value. spec: client/elicitation#response-actions */
export function isFieldValue(value: unknown): value is string | number | boolean | readonly string[] {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string')
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}
