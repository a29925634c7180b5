// The public types describe the parts of Node's messages that they need, so that they compile without Node's types.

/** A request of `node:http`, or of a framework, which may have parsed its body and rewritten its URL. */
export interface NodeRequest {
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: unknown
  readonly originalUrl?: string | undefined
}

/** A response of `node:http`. */
export interface NodeResponse {
  statusCode: number
  end(body?: string): unknown
}
