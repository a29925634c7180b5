/** The body of a request: as bytes, or as the JSON value that a framework already made of it. */
export type RequestBody = { readonly bytes: Uint8Array } | { readonly value: unknown }

/** One HTTP request, as both shells give it to the core. */
export interface HttpRequest {
  readonly method: string
  /** Of the URL, without the query. */
  readonly path: string
  /** Of the URL, without the question mark. */
  readonly query: string
  /** As the client wrote it, as far as the server knows. */
  readonly url: string
  /** All headers, for those who want more than a few. Made on first use. */
  readonly headers: Headers
  /** One header by its name in lower case; several of one name are joined by `, `. */
  header(name: string): string | undefined
  /** From now on `headers` leaves these out, names in lower case; `header` still knows them. */
  hideHeaders(names: ReadonlySet<string>): void
  /** Reads the body once. Rejects with HttpError 413 when it is larger, 408 when it takes longer. */
  readBody(maxBytes: number, timeoutMs: number): Promise<RequestBody>
  /** Calls `fn` once if the connection closes before the reply is complete. */
  onClose(fn: () => void): void
}

/** The way back. Exactly one of `send` and `open` is called, once. */
export interface HttpReply {
  /** Sends a whole reply. */
  send(status: number, headers: HttpHeaders, body?: string | Uint8Array): void
  /** Starts a reply whose body comes in pieces. */
  open(status: number, headers: HttpHeaders): ByteSink
}

/** Headers by name. */
export type HttpHeaders = Readonly<Record<string, string>>

/** The body of a reply in pieces. After its end, or once the connection is gone, writing does nothing. */
export interface ByteSink {
  write(chunk: string | Uint8Array): void
  /** Bytes written that the network has not taken. */
  readonly waiting: number
  /** Bytes that it has taken so far. */
  readonly taken: number
  /** Calls `fn` whenever everything written has been taken. */
  onDrain(fn: () => void): void
  /** Ends the body after what was written. */
  end(): void
  /** Closes the connection at once. */
  destroy(): void
}
