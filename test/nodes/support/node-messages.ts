/** What a test asks of a node process. */
export type NodeRequest =
  | {
      readonly type: 'open'
      readonly prefix: string
      readonly server: string
      readonly options: Readonly<Record<string, unknown>>
    }
  /** Something that a transcript makes happen. */
  | { readonly type: 'event'; readonly sentence: string }
  | { readonly type: 'advance'; readonly ms: number }
  | { readonly type: 'close-handler' }
  | { readonly type: 'close' }
  | { readonly type: 'activity' }

/** What a node has done so far, and what it has not finished. */
export interface NodeActivity {
  /** HTTP requests that came. */
  readonly requests: number
  /** Commands and messages of Redis, so far. */
  readonly exchanged: number
  /** Commands without a reply. */
  readonly inFlight: number
}

export interface NodeReply {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}
