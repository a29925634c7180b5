import type { RecordedMessage, Revision } from '../../entries/protocol.js'

/** A raw connection to a server: sends what it is given, right or wrong, and keeps all that passes. */
export interface RawTransport {
  readonly transport: 'stdio' | 'http'
  /** All messages of both sides, in order. */
  readonly recorded: readonly RecordedMessage[]
  /** What the server wrote that is no message. */
  readonly garbage: readonly string[]
  /** The revision that later messages are recorded with. */
  revision: Revision
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
  readonly until?: ((message: Readonly<Record<string, unknown>>) => boolean) | undefined
  /** Headers that are added; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** Default: POST. */
  readonly httpMethod?: 'GET' | 'DELETE' | undefined
}

/** What came back. */
export interface Reply {
  /** The response with the id that was waited for. */
  readonly response?: RawResponse | undefined
  /** All messages that came meanwhile, with the response. */
  readonly messages: readonly Readonly<Record<string, unknown>>[]
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

export const mostMessages = 10_000
