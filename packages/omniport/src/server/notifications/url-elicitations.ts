import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Session } from '../../protocol/exchange/session.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import type { Bus } from '../../store/bus.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'

/** Pages that are remembered; the oldest are forgotten first, and their clients not told. */
const maxElicitations = 10_000

/**
 * The pages that clients were asked to open, so that they can be told when what happens there is done. Only a session of a
 * revision that announces it is told, and only of its own pages.
 *
 * spec: 2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation
 */
export class UrlElicitations {
  readonly #sessions = new BoundedMap<Session>({ maxSize: maxElicitations })
  readonly #bus: Bus
  readonly #topic: string
  readonly #stop: () => void

  /** Nodes that use one bus hear each other under the same `topic`. */
  constructor(bus: Bus, topic: string) {
    this.#bus = bus
    this.#topic = topic
    this.#stop = bus.subscribe(topic, (id) => this.#notifySession(String(id)))
  }

  /** A client is asked to open the page `id`. */
  readonly add = (id: string, { session, revision }: Exchange): void => {
    if (session === undefined || session.signal.aborted || !profileOf(revision).elicitationIds) return
    this.#sessions.set(id, session)
  }

  /** Tells the client that was asked, whichever node it is connected to. An id that nobody knows is ignored. */
  complete(id: string): void {
    void this.#bus.publish(this.#topic, id)
  }

  close(): void {
    this.#stop()
    this.#sessions.clear()
  }

  #notifySession(id: string): void {
    const session = this.#sessions.get(id)
    this.#sessions.delete(id)
    session?.notify({ jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: id } })
  }
}
