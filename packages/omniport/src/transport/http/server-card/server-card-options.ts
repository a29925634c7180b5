import type { Icon } from '../../../protocol/exchange/peer.js'
import type { Meta } from '../../../protocol/model/meta.js'
import type { ServerCardHeader, ServerCardRepository } from '../../../protocol/server-card/server-card.js'

/**
 * The server card of an HTTP endpoint; experimental. Version, title, website and icons are those of the server, and the revisions are
 * those that it serves, so that the card does not contradict it.
 *
 * spec: experimental-ext-server-card discovery#consistency-with-runtime-behavior
 */
export interface ServerCardOptions {
  /** A namespace in the order of DNS names reversed, a slash and a name: `com.example/weather`. */
  readonly name: string
  /** The public address of the endpoint, with `https:`; `http:` for a server on this machine. It may have `{variables}`. */
  readonly url: string
  /** At most 100 characters. Default: the description of the server, which must be there then. */
  readonly description?: string | undefined
  /** Headers that the endpoint takes, for what a client asks a person for. Never a secret: everybody can read the card. */
  readonly headers?: readonly ServerCardHeader[] | undefined
  readonly repository?: ServerCardRepository | undefined
  /** Default: those of the server. */
  readonly icons?: readonly Icon[] | undefined
  readonly _meta?: Meta | undefined
}
