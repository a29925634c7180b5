import { randomId } from '../../../../async/runtime/random-id.js'
import { RpcError } from '../../../../jsonrpc/messages/rpc-error.js'
import type { Peer, Principal } from '../../../../protocol/exchange/peer.js'
import type { LegacyRevision } from '../../../../protocol/revisions/revision.js'
import { LazySealer } from '../../../../sealing/lazy-sealer.js'
import type { LegacySettings } from '../legacy-settings.js'
import { OutgoingRequests } from '../requests/outgoing-requests.js'

/** All there is to know of a session that nobody keeps. */
export interface SealedSession {
  /** Tells sessions apart: whoever has the id of this one, and only they, can come with this key. */
  readonly key: string
  readonly revision: LegacyRevision
  readonly client: Peer
}

interface Sealed extends SealedSession {
  readonly principal: string | undefined
  readonly expiresAt: number
}

/** Session ids that say the session themselves: revision, client, principal and expiry, sealed. */
export class SealedSessions {
  /** What this process asked the clients of these sessions. */
  readonly outgoingRequests: OutgoingRequests
  readonly #settings: LegacySettings
  readonly #sealer: LazySealer

  /** @throws TypeError for secrets that cannot be used. */
  constructor(settings: LegacySettings) {
    const { secrets, logger } = settings
    this.outgoingRequests = new OutgoingRequests(settings)
    this.#settings = settings
    this.#sealer = new LazySealer({ secrets, logger, what: 'Session ids' })
  }

  /**
   * The id of a session with this client.
   *
   * @throws RpcError -32602 when it would be too long for a header, -32603 where it may not be sealed; see `LazySealer`
   */
  async seal(session: Omit<SealedSession, 'key'>, principal: Principal | undefined): Promise<string> {
    const { runtime, limits, isLocal } = this.#settings
    const { revision, client } = session
    const [key, expiresAt] = [randomId(runtime, 16), runtime.now() + limits.sessionMs]
    const sealed: Sealed = { key, revision, client, principal: principal?.id, expiresAt }
    const id = await this.#sealer.seal('session', sealed, { isLocal })
    if (id.length <= limits.headerValueBytes) return id
    throw RpcError.invalidParams('initialize: the capabilities are too large for a server that keeps no sessions')
  }

  /** The session of an id, if it was sealed here for this principal and has not expired. */
  async open(id: string, principal: Principal | undefined): Promise<SealedSession | undefined> {
    if (id.length > this.#settings.limits.headerValueBytes) return undefined
    const sealed = (await this.#sealer.open('session', id)) as Sealed | undefined // written by `seal`
    if (sealed === undefined || sealed.principal !== principal?.id) return undefined
    return sealed.expiresAt > this.#settings.runtime.now() ? sealed : undefined
  }
}
