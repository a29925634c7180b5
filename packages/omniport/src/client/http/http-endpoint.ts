import type { Runtime } from '../../async/runtime/runtime.js'
import type { RpcId } from '../../jsonrpc/messages/messages.js'
import type { ReadRawResponse } from '../../jsonrpc/messages/read-raw-response.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { HttpSender } from '../../transport/http-sender.js'
import type { SentSecrets } from './sent-secrets.js'
import type { ServerConnections } from './server-connections.js'

/** One server over HTTP, and what all requests to it share. */
export interface HttpEndpoint {
  readonly url: URL
  /** The headers that the user gave, for every request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly sender: HttpSender
  readonly connections: ServerConnections
  /** Redacted in every error that the server sends. */
  readonly secrets: SentSecrets
  /** For methods of extensions: the parameter that the header `Mcp-Name` repeats, by method. */
  readonly nameParams: ReadonlyMap<string, string>
  /**
   * Says if messages of sessions repeat parts of themselves in headers. Web pages begin to when the server asks, since a CORS
   * preflight that does not know these headers would fail.
   */
  readonly sessionHeaders: { isSent: boolean }
  readonly limits: Limits
  readonly runtime: Runtime
  /** Undefined: all responses are parsed. */
  readonly readRaw?: ReadRawResponse | undefined
  /** Called for each request of the server on the stream of a request of this side, before it is answered. */
  readonly onInputRequest: (inputRequestId: RpcId, requestId: RpcId) => void
  /** Called with the id of a request before each message on its stream is delivered, and with undefined after it. */
  readonly onDelivery: (requestId: RpcId | undefined) => void
  /** Gets the errors that belong to no call. */
  readonly report: (reason: unknown) => void
}

/** An address for error messages: without its query, which may be a secret. */
export function formatAddress(url: URL): string {
  return url.origin + url.pathname
}
