import type { Limits } from '../../../protocol/limits/limits.js'

/** The body of a request: bytes, or the JSON value that a framework parsed from them. */
export type RequestBody = { readonly bytes: Uint8Array } | { readonly value: unknown }

/** The limits of a body. */
export type BodyLimits = Pick<Limits, 'bodyBytes' | 'bodyMs'>

/** Counts what bodies take in memory. */
export interface BodyCounter {
  /** Counts a body of so many bytes, instead of those that were counted of it before. @throws HttpError 503 */
  countBody(length: number): void
}

/** An HTTP request, in the form that both shells pass to the core. */
export interface HttpRequest {
  readonly method: string
  /** The path that an app has mounted the handler under, without a slash at its end. Empty if there is none. */
  readonly prefix: string
  /** The path of the URL after `prefix`, without the query. */
  readonly path: string
  /** The query of the URL, without the question mark. */
  readonly query: string
  /** The URL that the client used, as far as the server knows. */
  readonly url: string
  /** The network of the client, as `networkOf` names it. Empty where it is not known. */
  readonly network: string
  /** All headers. They are collected on first use, so `header` costs less. */
  readonly headers: Headers
  /** One header by its name in lower case. Several of the same name are joined by `, `. */
  header(name: string): string | undefined
  /** Removes these headers, named in lower case, from `headers`. `header` still returns them. */
  hideHeaders(names: ReadonlySet<string>): void
  /**
   * Reads the body once. Rejects with HttpError 413 if it is larger, 408 if it takes longer, and with what `counter` throws,
   * which is told the length before that much is read.
   */
  readBody(limits: BodyLimits, counter: BodyCounter): Promise<RequestBody>
  /** Calls `fn` once if the connection closes before the reply is complete. */
  onClose(fn: () => void): void
}

/** The reply to an HTTP request. Exactly one of `send` and `open` is called, once. */
export interface HttpReply {
  send(status: number, headers: HttpHeaders, body?: string | Uint8Array): void
  /** Starts a reply whose body comes in pieces. */
  open(status: number, headers: HttpHeaders): ByteSink
}

export type HttpHeaders = Readonly<Record<string, string>>

/** Writes the body of a reply in pieces. After its end, or when the connection is gone, writing does nothing. */
export interface ByteSink {
  write(chunk: string | Uint8Array): void
  /** Bytes that were written and that the network has not taken. */
  readonly waiting: number
  /** Bytes that the network has taken. */
  readonly taken: number
  /** Calls `fn` each time that everything written has been taken. */
  onDrain(fn: () => void): void
  /** Ends the body after what was written. */
  end(): void
  /** Closes the connection at once. */
  destroy(): void
}
