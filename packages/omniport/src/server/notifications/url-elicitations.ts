import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Session } from '../../protocol/exchange/session.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import type { Bus } from '../../store/bus.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'

/** The number of pages to remember. The oldest are forgotten first, and their clients are not notified. */
const maxElicitations = 10_000

/**
 * The pages that clients were asked to open. A client is notified when its person is done there, if its revision
 * declares such notifications; each session only of its own pages.
 * spec: 2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation
 */
export class UrlElicitations {
  readonly #sessions = new BoundedMap<Session>({ maxSize: maxElicitations })
  readonly #bus: Bus
  readonly #topic: string
  readonly #stop: () => void

  /** Nodes with the same bus and `topic` get each other's messages. */
  constructor(bus: Bus, topic: string) {
    this.#bus = bus
    this.#topic = topic
    this.#stop = bus.subscribe(topic, (id) => this.#notifySession(String(id)))
  }

  /** Remembers that a client was asked to open the page `id`. */
  readonly add = (id: string, { session, revision }: Exchange): void => {
    if (session === undefined || session.signal.aborted || !profileOf(revision).elicitationIds) return
    this.#sessions.set(id, session)
  }

  /** Notifies the client of the page, on whichever node it is connected. An unknown id is ignored. */
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
