import type { Runtime } from '../../async/runtime/runtime.js'
import type { RpcId } from '../../jsonrpc/messages/messages.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { HttpSender } from '../../transport/http-sender.js'
import type { SentSecrets } from './sent-secrets.js'

/** What all requests to one server share. */
export interface HttpEndpoint {
  readonly url: URL
  /** Of the user, on every request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly sender: HttpSender
  /** What nothing that the server says is to repeat. */
  readonly secrets: SentSecrets
  /** For methods of extensions: the parameter that the header `Mcp-Name` repeats, by method. */
  readonly nameParams: ReadonlyMap<string, string>
  readonly limits: Limits
  readonly runtime: Runtime
  /** Told of each question that comes on the stream of a request of this side, before it is handed over. */
  readonly onInputRequest: (inputRequestId: RpcId, requestId: RpcId) => void
  /** The requests of this side that nobody waits for. Default: none. */
  readonly quiet?: ReadonlySet<RpcId> | undefined
  /** Gets what no call can reject with. */
  readonly report: (reason: unknown) => void
}

/** An address as messages name it: its query may be a secret. */
export function formatAddress(url: URL): string {
  return url.origin + url.pathname
}
