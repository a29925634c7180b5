import { randomId } from '../../../../async/runtime/random-id.js'
import { RpcError } from '../../../../jsonrpc/messages/rpc-error.js'
import type { Peer, Principal } from '../../../../protocol/exchange/peer.js'
import type { LegacyRevision } from '../../../../protocol/revisions/revision.js'
import { isValidAt, type Validity } from '../../../../sealing/is-valid-at.js'
import { LazySealer } from '../../../../sealing/lazy-sealer.js'
import type { LegacySettings } from '../legacy-settings.js'
import { OutgoingRequests } from '../requests/outgoing-requests.js'

/** A session that the server does not keep: its id holds all of this, sealed. */
export interface SealedSession {
  /** Identifies the session. Only a client that has its id can present this key. */
  readonly key: string
  readonly revision: LegacyRevision
  readonly client: Peer
}

interface Sealed extends SealedSession, Validity {
  readonly principal: string | undefined
}

/** Creates and opens session ids that hold the whole session, sealed: revision, client, principal and expiry. */
export class SealedSessions {
  /** The requests that this process sent to the clients of these sessions. */
  readonly outgoingRequests: OutgoingRequests
  readonly #settings: LegacySettings
  readonly #sealer: LazySealer

  /** @throws TypeError if a secret cannot be used. */
  constructor(settings: LegacySettings) {
    const { secrets, logger, target } = settings
    const service = target.environment?.name ?? ''
    this.outgoingRequests = new OutgoingRequests(settings)
    this.#settings = settings
    this.#sealer = new LazySealer({ secrets, service, logger, what: 'Session ids' })
  }

  /**
   * Creates the id of a session.
   * @throws RpcError -32602 if it would be too long for a header, -32603 if it must not be sealed; see `LazySealer`
   */
  async seal(session: Omit<SealedSession, 'key'>, principal: Principal | undefined): Promise<string> {
    const { runtime, limits, isLocal } = this.#settings
    const { revision, client } = session
    const issuedAt = runtime.now()
    const validity = { issuedAt, expiresAt: issuedAt + limits.sessionMs }
    const sealed: Sealed = { key: randomId(runtime, 16), revision, client, principal: principal?.id, ...validity }
    const id = await this.#sealer.seal('session', sealed, { isLocal })
    if (id.length <= limits.headerValueBytes) return id
    throw RpcError.invalidParams('initialize: the capabilities are too large for a server that keeps no sessions')
  }

  /** Opens an id. Resolves with undefined if it was sealed elsewhere or for another principal, has expired or is from the future. */
  async open(id: string, principal: Principal | undefined): Promise<SealedSession | undefined> {
    if (id.length > this.#settings.limits.headerValueBytes) return undefined
    const sealed = (await this.#sealer.open('session', id)) as Sealed | undefined // written by `seal`
    if (sealed === undefined || sealed.principal !== principal?.id) return undefined
    return isValidAt(sealed, this.#settings.runtime.now()) ? sealed : undefined
  }
}
