import type { Change, Filter } from '../../client/subscriptions/listening.js'
import type { Session } from '../../protocol/exchange/session.js'
import { toNotification } from '../../server/notifications/change-publisher.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import { ChangeBatch } from './change-batch.js'
import type { ChangeListener } from './connection-changes.js'

/**
 * The changes that one legacy session gets: those of all lists, and of the resources that it subscribed to. It listens at each
 * upstream to which it has a connection.
 */
export class SessionChanges {
  readonly #batch: ChangeBatch
  readonly #listeners = new Map<UpstreamConnection, SessionListener>()
  #hasEnded = false
  #markInitialized: () => void = () => {}
  /** Resolves when the client may be sent requests. */
  readonly initialized: Promise<void>

  constructor(session: Session) {
    this.#batch = new ChangeBatch((change) => session.notify(toNotification(change)))
    this.initialized = new Promise((resolve) => {
      this.#markInitialized = resolve
    })
    session.onEnd(() => this.#end())
    session.onMissed?.(({ lists, resources }) => {
      if (lists) for (const type of ['tools', 'prompts', 'resources'] as const) this.publish({ type })
      for (const uri of resources) this.publish({ type: 'resource', uri })
    })
  }

  /** Called with each message of the client but `initialize`. */
  onMessage(): void {
    this.#markInitialized()
  }

  /** Tells the client of a change that no single upstream announced. */
  publish(change: Change): void {
    this.#batch.add(change)
  }

  /** Listens to an upstream, from its next connection on, until the session ends. */
  listen(connection: UpstreamConnection): void {
    if (!this.#hasEnded && !this.#listeners.has(connection)) void this.#add(connection)
  }

  /** Settles with false where the upstream does not announce changes of the resource, or the session has ended. */
  async subscribe(uri: string, connection: UpstreamConnection): Promise<boolean> {
    if (this.#hasEnded) return false
    const listener = this.#listeners.get(connection) ?? this.#add(connection)
    listener.uris.add(uri)
    await connection.changes.update()
    if (connection.changes.honours(uri)) return true
    listener.uris.delete(uri)
    await connection.changes.update()
    return false
  }

  async unsubscribe(uri: string): Promise<void> {
    const updates = [...this.#listeners].flatMap(([connection, { uris }]) =>
      uris.delete(uri) ? [connection.changes.update()] : [],
    )
    await Promise.all(updates)
  }

  #add(connection: UpstreamConnection): SessionListener {
    const listener = new SessionListener((change) => this.#batch.add(change, connection))
    for (const [former, { uris }] of this.#listeners) {
      if (!former.isClosed || former.owner.name !== connection.owner.name) continue
      for (const uri of uris) listener.uris.add(uri)
      this.#listeners.delete(former)
    }
    this.#listeners.set(connection, listener)
    void connection.changes.add(listener)
    return listener
  }

  #end(): void {
    this.#hasEnded = true
    for (const [connection, listener] of this.#listeners) connection.changes.delete(listener)
    this.#listeners.clear()
    this.#markInitialized()
  }
}

class SessionListener implements ChangeListener {
  readonly uris = new Set<string>()
  readonly onChange: ChangeListener['onChange']

  constructor(onChange: ChangeListener['onChange']) {
    this.onChange = onChange
  }

  get filter(): Filter {
    return { tools: true, prompts: true, resources: true, uris: [...this.uris] }
  }
}
