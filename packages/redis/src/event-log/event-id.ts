/** The position of an event: its epoch, its number in the stream, and the nonce that its writer chose. */
export interface Position {
  readonly epoch: string
  readonly number: number
  readonly nonce: string
}

export function formatEventId({ epoch, number, nonce }: Position): string {
  return `${epoch}-${number.toString(36)}-${nonce}`
}

/** Returns undefined for a string that is no id of an event. */
export function parseEventId(id: string): Position | undefined {
  const match: readonly string[] | null = /^([0-9a-z]{12})-([1-9a-z][0-9a-z]{0,9})-([0-9a-z]{16}\.\d{1,15})$/.exec(id)
  if (match === null) return undefined
  const [, epoch, number, nonce] = match as readonly [string, string, string, string] // as the pattern has it
  return { epoch, number: Number.parseInt(number, 36), nonce }
}
