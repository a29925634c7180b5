import type { HttpSendRequest, HttpSendResponse } from './http-sender.js'

/**
 * Stands between a client and its server, and sees every byte: for recorders and for faults on purpose. What it passes on is what
 * arrives, so it can delay, drop, repeat and change. Its methods must not throw.
 */
export interface ConnectionInterceptor {
  /** Called for each HTTP request of the protocol, with its credentials. `next` sends a request. */
  readonly send?: ((request: InterceptedRequest, next: HttpSend) => Promise<HttpSendResponse>) | undefined
  /** Wraps the `fetch` of authorization: metadata, registration and tokens. */
  readonly authFetch?: ((next: typeof fetch) => typeof fetch) | undefined
  /** Called for each program that is started. */
  readonly pipes?: ((program: InterceptedProgram) => PipeInterceptor) | undefined
}

/** An HTTP request that is intercepted. */
export interface InterceptedRequest extends Pick<HttpSendRequest, 'method' | 'url' | 'headers' | 'body'> {
  /** Aborts when nobody waits for the response any more. */
  readonly signal: AbortSignal
}

/** Sends one HTTP request. Rejects as the platform does. */
export type HttpSend = (request: InterceptedRequest) => Promise<HttpSendResponse>

/** A program whose pipes are intercepted. */
export interface InterceptedProgram {
  /** Ends its stdout for the client, which then ends the program. */
  cut(): void
}

/** Gets what passes on the pipes of one program, in order. Bytes that are given to `pass` go on, at once or later. */
export interface PipeInterceptor {
  fromClient(bytes: Uint8Array, pass: (bytes: Uint8Array) => void): void
  fromServer(bytes: Uint8Array, pass: (bytes: Uint8Array) => void): void
  /** The program closed its stdout; `pass` tells the client, and may be called later. */
  endServer(pass: () => void): void
  stderr(bytes: Uint8Array): void
  /** The client closed the stdin of the program. */
  endClient(): void
  exit(end: { readonly code?: number | undefined; readonly signal?: string | undefined }): void
}
