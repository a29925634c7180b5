import { RpcError } from '../../../jsonrpc/rpc-error.js'
import type { Peer, Principal } from '../../../protocol/peer.js'
import type { LegacyRevision } from '../../../protocol/revision.js'
import { createSecret, Sealer } from '../../seal.js'
import type { HttpSettings } from '../http-settings.js'

/** All there is to know of a session that nobody keeps. */
export interface SealedSession {
  readonly revision: LegacyRevision
  readonly client: Peer
}

interface Sealed extends SealedSession {
  readonly principal: string | undefined
  readonly expiresAt: number
}

/** Session ids that say the session themselves: revision, client, principal and expiry, sealed. */
export class SealedSessions {
  readonly #settings: HttpSettings
  readonly #sealer: Sealer

  constructor(settings: HttpSettings) {
    this.#settings = settings
    this.#sealer = new Sealer(settings.secrets ?? [createSecret()])
  }

  /** The id of a session with this client. @throws RpcError -32602 when it would be too long for a header. */
  async seal({ revision, client }: SealedSession, principal: Principal | undefined): Promise<string> {
    const { runtime, limits } = this.#settings
    const sealed: Sealed = { revision, client, principal: principal?.id, expiresAt: runtime.now() + limits.sessionMs }
    const id = await this.#sealer.seal('session', sealed)
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
