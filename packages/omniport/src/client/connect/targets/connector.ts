import type { Serve } from '../../../protocol/exchange/exchange.js'
import type { ClientTransport } from '../../../transport/client-transport.js'

/** A way to one server. */
export interface Connector {
  /**
   * Opens a link; `serve` answers what the server asks. Whoever called closes it.
   *
   * Rejects with OmniportError `unreachable` or `unsupported`.
   */
  open(serve: Serve): Promise<ClientTransport>
  /** Whether it makes sense to open another link when one was lost: this side starts the server, or it is remote. */
  readonly reopens: boolean
  /**
   * The server lives without this client: that it cannot be reached says nothing about what it is, nor whether it can be
   * reached later. Default: false.
   */
  readonly isRemote?: boolean | undefined
  /** Requests can carry the credentials that are got while connected. Default: false. */
  readonly authorizes?: boolean | undefined
  /** What the era of the server is remembered by, where it is. */
  readonly key?: string | undefined
}
