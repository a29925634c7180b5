import type { Operation } from '../../../protocol/diagnostics/operation.js'
import type { Serve } from '../../../protocol/exchange/exchange.js'
import type { ClientTransport } from '../../../transport/client-transport.js'

/** How a server is reached. `url` is that of a server over HTTP. */
export type ConnectorNetwork = Pick<Operation, 'transport' | 'url'>

/** Opens transports to one server. */
export interface Connector {
  /** Opens a transport, which the caller closes. Rejects with OmniportError `unreachable` or `unsupported`. */
  open(serve: Serve): Promise<ClientTransport>
  readonly network: ConnectorNetwork
  /** True: a lost connection can be opened again, since this side starts the server, or the server is remote. */
  readonly reopens: boolean
  /**
   * The server runs without this client. An attempt that does not reach it says nothing about its era, and a later one may
   * reach it. Default: false.
   */
  readonly isRemote?: boolean | undefined
  /** Requests can carry credentials that the client gets while connected. Default: false. */
  readonly authorizes?: boolean | undefined
  /** The key of the server in the cache of legacy servers. Undefined: it is not cached. */
  readonly key?: string | undefined
}
