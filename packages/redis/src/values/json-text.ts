/** `value` as JSON text. @throws TypeError naming `what` when JSON cannot carry it. */
export function toJsonText(what: string, value: unknown): string {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`${what} must be a JSON value, got ${typeof value}`)
  return text
}
