// Public types say what they need of Node's messages themselves, so that they compile where Node's types are not installed.

/** A request of `node:http`, as frameworks hand it on: they may have parsed its body, and moved its path. */
export interface NodeRequest {
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: unknown
  readonly originalUrl?: string | undefined
}

/** The response of `node:http` to it. */
export interface NodeResponse {
  statusCode: number
  end(body?: string): unknown
}
