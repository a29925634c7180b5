import type { LazyAbortController } from '../async/abort/lazy-abort-controller.js'

/**
 * The purpose of a connection. Each has connections of its own: a call that waits for an answer of this side, or a stream
 * that lasts, must not hold the connection that the answer needs.
 *
 * `answer` is for everything that brings a call to its end: responses, notifications such as cancellations, and the end of a
 * session.
 */
export type ConnectionUse = 'request' | 'stream' | 'answer'

/** One HTTP request as a client sends it. */
export interface HttpSendRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Default: a request. */
  readonly use?: ConnectionUse | undefined
  /** Nobody waits for the reply, so nobody is to be asked for credentials for its sake. Default: false. */
  readonly isQuiet?: boolean | undefined
  /** Called when the request has a connection, and is written to it; by some senders later, or never. */
  readonly onSent?: (() => void) | undefined
  /** Closes the connection: sending, or reading the body, then rejects. */
  readonly abort: LazyAbortController
}

/** A reply as soon as its headers are there. */
export interface HttpSendResponse {
  readonly status: number
  header(name: string): string | undefined
  /** All headers, names in lower case. */
  headers(): Iterable<readonly [name: string, value: string]>
  /** To be iterated once. Breaking off closes the connection. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Sends HTTP requests and keeps connections for the next ones. Whoever made it closes it. */
export interface HttpSender {
  /** Redirects are not followed. Rejects with whatever its platform throws; `code` of that or of its cause may say why. */
  send(request: HttpSendRequest): Promise<HttpSendResponse>
  /** Ends every connection. Settles last. */
  close(): Promise<void>
}
