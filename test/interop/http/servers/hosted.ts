/** An official server that is served. Whoever hosts it closes it. */
export interface Hosted {
  /** What a client connects to. */
  readonly url: string
  /** How many clients it knows now. */
  readonly sessions: () => number
  /** Knows none of them any more. */
  readonly forget: () => void
  /** Cuts every connection. */
  readonly cut: () => void
  readonly close: () => Promise<void>
}
