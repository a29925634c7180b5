import type { JsonObject } from '../../interop/json.js'

/** The end of one request, as a client reports it. */
export type TourAnswer = { readonly result: JsonObject } | { readonly error: JsonObject }

/** A client that a server is taken on a tour with. */
export interface TourClient {
  /** The answer to the handshake. */
  readonly greeting: JsonObject
  /** The requests and notifications of the server, in the order in which they arrived. */
  readonly pushed: readonly JsonObject[]
  /** Failures that belong to no request. */
  readonly errors: readonly string[]
  /** Never rejects. */
  request(method: string, params?: JsonObject, options?: TourRequestOptions): Promise<TourAnswer>
  notify(method: string, params?: JsonObject): Promise<void>
  close(): Promise<void>
}

export interface TourRequestOptions {
  /** Cancels the request once its first notification has arrived, or this signal aborts. */
  readonly signal?: AbortSignal
}

/** The time limit of each request. */
export const requestMs = 20_000
