import type { ConnectionRequestOptions, RevisionConnection } from '../connected.js'
import type { ActiveSubscription, RevisionClient, SubscriptionEvents } from '../era.js'
import type { Filter } from '../listening.js'
import { subscribe } from './subscribe.js'

/** A server of 2026-07-28: every request says all there is to say. */
export class ModernRevisionClient implements RevisionClient {
  readonly #connection: RevisionConnection

  constructor(connection: RevisionConnection) {
    this.#connection = connection
  }

  subscribe(
    filter: Filter,
    events: SubscriptionEvents,
    options: ConnectionRequestOptions,
  ): Promise<ActiveSubscription> {
    return subscribe(this.#connection, { filter, events, options })
  }

  /** There is no `ping`; every server answers `server/discover`. spec: server/discover */
  async ping(options: ConnectionRequestOptions): Promise<void> {
    await this.#connection.request('server/discover', undefined, options)
  }

  /** Every request names the level. spec: server/utilities/logging#per-request-log-level */
  async setLogLevel(): Promise<void> {}
}
