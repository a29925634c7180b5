import { isObject } from '../../jsonrpc/is-object.js'
import type { LogLevel } from '../../protocol/log-level.js'
import type { ConnectionRequestOptions, RevisionConnection } from '../connected.js'
import type { ActiveSubscription, RevisionClient, SubscriptionEvents } from '../era.js'
import type { Filter } from '../listening.js'
import { type Offer, subscribe } from './subscribe.js'
import { UriSubscriptions } from './uri-subscriptions.js'

/** A server of a legacy revision: what is said once holds for the connection. */
export class LegacyRevisionClient implements RevisionClient {
  readonly #connection: RevisionConnection
  readonly #offer: Offer
  readonly #uris: UriSubscriptions

  constructor(connection: RevisionConnection, capabilities: Readonly<Record<string, unknown>>) {
    this.#connection = connection
    this.#uris = new UriSubscriptions(connection)
    this.#offer = {
      tools: offers(capabilities, 'tools', 'listChanged'),
      prompts: offers(capabilities, 'prompts', 'listChanged'),
      resources: offers(capabilities, 'resources', 'listChanged'),
      uris: offers(capabilities, 'resources', 'subscribe'),
    }
  }

  subscribe(
    filter: Filter,
    events: SubscriptionEvents,
    options: ConnectionRequestOptions,
  ): Promise<ActiveSubscription> {
    const { changes } = this.#connection.services
    return subscribe({ offer: this.#offer, uris: this.#uris, changes }, { filter, events, options })
  }

  /** spec: basic/utilities/ping */
  async ping(options: ConnectionRequestOptions): Promise<void> {
    await this.#connection.request('ping', undefined, options)
  }

  /** spec: server/utilities/logging#setting-log-level */
  async setLogLevel(level: LogLevel, options: ConnectionRequestOptions): Promise<void> {
    await this.#connection.request('logging/setLevel', { level }, options)
  }
}

function offers(capabilities: Readonly<Record<string, unknown>>, name: string, member: string): boolean {
  const capability = capabilities[name]
  return isObject(capability) && capability[member] === true
}
