/** What came on one connection in one exchange: its beginning, events, its end, or several of these. */
export interface Reply {
  readonly status?: number
  /** Those that matter, by name in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** A parsed message, or a text that is none. */
  readonly body?: unknown
  readonly events: readonly SseEvent[]
  /** That of a stream: by the server, or cut off. */
  readonly end?: 'end' | 'broken'
}

/** One event of a stream, or a comment. */
export interface SseEvent {
  readonly event?: string
  readonly id?: string
  /** A parsed message, or a text that is none. */
  readonly data?: unknown
  readonly retry?: number
  readonly comment?: string
}
