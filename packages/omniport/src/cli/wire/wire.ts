import type { MessageLog, RawMessage } from './message-log.js'

/** A raw connection to a server: sends what it is given, right or wrong, and keeps all that passes. */
export interface RawTransport {
  /** `sse` is HTTP+SSE of 2024-11-05; `http` is Streamable HTTP. */
  readonly transport: 'stdio' | 'http' | 'sse'
  /** All messages of both sides, in order. */
  readonly log: MessageLog
  /** What the server wrote that is no message. */
  readonly garbage: readonly string[]
  /**
   * Sends a message, or text as it is. With `awaits`, resolves when the response with this id has come, or nothing did in time;
   * without, when it is sent, over HTTP with what the server replied.
   */
  send(message: unknown, options?: SendOptions): Promise<Reply>
  /** The last lines of the server's stderr. */
  readonly stderr: readonly string[]
  /** True if nothing can come any more. */
  readonly isEnded: boolean
  close(): Promise<void>
}

export interface SendOptions {
  readonly awaits?: string | number | undefined
  /** Ends the wait at another message, too. */
  readonly until?: ((message: RawMessage) => boolean) | undefined
  /** Headers that are added; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** Of the tool that a message calls: marked arguments are repeated in headers. */
  readonly inputSchema?: unknown
  /** Default: POST. */
  readonly httpMethod?: 'GET' | 'DELETE' | undefined
}

/** What came back. */
export interface Reply {
  /** The response with the id that was waited for. */
  readonly response?: RawResponse | undefined
  /** All messages that came meanwhile, with the response. */
  readonly messages: readonly RawMessage[]
  readonly status?: number | undefined
  readonly headers?: Headers | undefined
  /** The beginning of a body that is no message. */
  readonly text?: string | undefined
  /** Why there is no reply at all. */
  readonly failure?: string | undefined
}

/** A response as it came: nothing of it is checked but that it is an object. */
export interface RawResponse {
  readonly id?: unknown
  readonly result?: Readonly<Record<string, unknown>> | undefined
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown } | undefined
}

/** How long a reply may take, and which messages are taken at most. */
export interface WireLimits {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}
