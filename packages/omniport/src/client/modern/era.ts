import type { AskOptions, Connected } from '../connected.js'
import type { Era, Subscribed, SubscriptionEvents } from '../era.js'
import type { Filter } from '../listening.js'
import { subscribe } from './subscribe.js'

/** A server of 2026-07-28: every request says all there is to say. */
export class ModernEra implements Era {
  readonly #connected: Connected

  constructor(connected: Connected) {
    this.#connected = connected
  }

  subscribe(filter: Filter, events: SubscriptionEvents, options: AskOptions): Promise<Subscribed> {
    return subscribe(this.#connected, { filter, events, options })
  }

  /** There is no `ping`; every server answers `server/discover`. spec: server/discover */
  async ping(options: AskOptions): Promise<void> {
    await this.#connected.ask('server/discover', undefined, options)
  }

  /** Every request names the level. spec: server/utilities/logging#per-request-log-level */
  async setLogLevel(): Promise<void> {}
}
