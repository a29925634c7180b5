/** What happened to one call, in the order in which it was seen. Times are those of the clients. */
export type ChaosEvent =
  | {
      readonly type: 'called'
      readonly call: string
      readonly kind: CallKind
      readonly at: number
      readonly timeoutMs: number
    }
  /** The client gave the answer, or one error, to its caller. */
  | {
      readonly type: 'answered'
      readonly call: string
      readonly at: number
      readonly text?: string
      readonly error?: string
    }
  /** A progress notification reached the client. */
  | { readonly type: 'progress'; readonly call: string; readonly step: number }
  /** A client answered a question. */
  | { readonly type: 'asked'; readonly call: string; readonly question: string }
  /** An event came on a stream of a session. */
  | { readonly type: 'event'; readonly stream: string; readonly id: string }
  /** A client came back to a stream whose connection broke, and reads on. */
  | { readonly type: 'resumed'; readonly stream: string }
  /** The client was told that events of a stream may be missing. */
  | { readonly type: 'gap'; readonly stream: string }
  /** A node did what must not be done twice. */
  | { readonly type: 'effect'; readonly call: string; readonly run: string }

export type CallKind = 'plain' | 'stream' | 'question' | 'task'

export interface ChaosHistory {
  readonly events: readonly ChaosEvent[]
  /** Steps that a call of kind `stream` reports. */
  readonly steps: number
  /** How long after its time-out a call may be answered. */
  readonly graceMs: number
}
