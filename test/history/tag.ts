/**
 * Who a payload belongs to. What a user sends carries one, and handlers echo it in everything they say about that request,
 * so that a message in the wrong place can be told by reading it.
 */
export interface Tag {
  /** The party: what nothing may cross, such as one session of one user. */
  readonly party: string
  /** The operation of that party: what belongs to one request, its answers, progress, log messages and questions. */
  readonly operation: string
  /** The how-manieth thing that a handler says of the operation: 1, 2, … Absent in arguments and results. */
  readonly number?: number | undefined
}

/** The text of a tag: `⟦ann-1/call-7⟧`, or `⟦ann-1/call-7/3⟧` with a number. Names are of letters, digits, `.`, `_`, `-`. */
export function createTag({ party, operation, number }: Tag): string {
  for (const name of [party, operation]) {
    if (!/^[\w.-]+$/.test(name)) throw new TypeError(`a tag cannot name ${JSON.stringify(name)}`)
  }
  return `⟦${party}/${operation}${number === undefined ? '' : `/${number}`}⟧`
}

/** Every tag within `value`, in its text as JSON; percent-encoded ones too, as in a URI. */
export function tagsIn(value: unknown): readonly Tag[] {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return [...text.matchAll(pattern)].map(([, party = '', operation = '', number]) => ({
    party,
    operation,
    ...(number !== undefined && { number: Number(number) }),
  }))
}

const pattern = /(?:⟦|%E2%9F%A6)([\w.-]+)(?:\/|%2F)([\w.-]+?)(?:(?:\/|%2F)(\d+))?(?:⟧|%E2%9F%A7)/g
