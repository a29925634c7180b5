import type { RpcNotification, RpcParams } from '../../jsonrpc/messages/messages.js'
import type { MissedChanges, Session } from '../../protocol/exchange/session.js'
import type { Bus } from '../../store/bus.js'
import type { Subscription } from './subscription.js'

export type ListKind = 'tools' | 'prompts' | 'resources'

/** A change of one of the lists, or of the contents of one resource. */
export type ServerChange = { readonly type: ListKind } | { readonly type: 'resource'; readonly uri: string }

/**
 * Notifies clients of changes. Legacy sessions get all changes of their lists, modern subscriptions those that their
 * filter names. Several changes of one kind within a turn are one notification. spec: basic/patterns/subscriptions
 */
export class ChangePublisher {
  readonly #bus: Bus
  readonly #topic: string
  readonly #stop: () => void
  readonly #sessions = new Map<Session, readonly ListKind[]>()
  readonly #subscriptions = new Set<Subscription>()
  // The same functions for all sessions, of which there may be very many.
  readonly #forget = (session: Session): void => void this.#sessions.delete(session)
  readonly #repeat = ({ lists, resources }: MissedChanges, session: Session): void => {
    if (lists) for (const type of this.#sessions.get(session) ?? []) session.notify(toNotification({ type }))
    for (const uri of resources) session.notify(toNotification({ type: 'resource', uri }))
  }
  #waiting: Map<string, ServerChange> | undefined
  #closed = false

  /** Nodes with the same bus and `topic` get each other's messages. */
  constructor(bus: Bus, topic: string) {
    this.#bus = bus
    this.#topic = topic
    const stops = [
      bus.subscribe(topic, (message) => this.publishLocally(message as ServerChange)),
      bus.onGap?.(() => this.#onGap()),
    ]
    this.#stop = () => {
      for (const stop of stops) stop?.()
    }
  }

  get subscriptions(): ReadonlySet<Subscription> {
    return this.#subscriptions
  }

  /** Notifies a session until it ends, of changes of the lists in `declared`. */
  addSession(session: Session, declared: readonly ListKind[]): void {
    if (this.#closed || this.#sessions.has(session)) return
    this.#sessions.set(session, declared)
    session.onEnd(this.#forget)
    session.onMissed?.(this.#repeat)
  }

  addSubscription(subscription: Subscription): void {
    if (this.#closed) subscription.end()
    else this.#subscriptions.add(subscription)
  }

  deleteSubscription(subscription: Subscription): void {
    this.#subscriptions.delete(subscription)
  }

  /** Notifies the clients of all nodes. */
  publish(change: ServerChange): void {
    void this.#bus.publish(this.#topic, { ...change })
  }

  publishLocally(change: ServerChange): void {
    if (this.#waiting === undefined) {
      this.#waiting = new Map()
      queueMicrotask(() => this.#flush())
    }
    this.#waiting.set(change.type === 'resource' ? `resource ${change.uri}` : change.type, change)
  }

  /** Ends all subscriptions with their result, and stops listening to the bus. */
  close(): void {
    this.#closed = true
    this.#stop()
    for (const subscription of [...this.#subscriptions]) subscription.end()
    this.#sessions.clear()
  }

  /** What other nodes publish was missed: the list of resources, and those that a client follows, count as changed. */
  #onGap(): void {
    this.publishLocally({ type: 'resources' })
    const uris = new Set<string>()
    for (const { subscriptions } of this.#sessions.keys()) for (const uri of subscriptions) uris.add(uri)
    for (const subscription of this.#subscriptions) for (const uri of subscription.uris) uris.add(uri)
    for (const uri of uris) this.publishLocally({ type: 'resource', uri })
  }

  #flush(): void {
    const changes = this.#waiting?.values() ?? []
    this.#waiting = undefined
    for (const change of changes) this.#deliver(change)
  }

  #deliver(change: ServerChange): void {
    for (const [session, declared] of this.#sessions) {
      const wanted = change.type === 'resource' ? session.subscriptions.has(change.uri) : declared.includes(change.type)
      if (wanted) session.notify(toNotification(change))
    }
    for (const subscription of this.#subscriptions) subscription.deliver(change)
  }
}

/**
 * `_meta` marks it as that of a subscription. Very many may wait for clients that do not read, so their parameters are written
 * out: made with a spread they would take four times as much.
 */
export function toNotification(change: ServerChange, _meta?: RpcParams): RpcNotification {
  if (change.type === 'resource') {
    const { uri } = change
    const params = _meta === undefined ? { uri } : { uri, _meta }
    return { jsonrpc: '2.0', method: 'notifications/resources/updated', params }
  }
  const method = `notifications/${change.type}/list_changed`
  return _meta === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params: { _meta } }
}
