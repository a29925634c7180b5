import type { EventStore } from '../../server/streamableHttp.js'
import type { JSONRPCMessage } from '../../types.js'

/**
 * Keeps the events of streams in memory, so that a client can resume them. Each stream has its own list, in the order in which events
 * were stored. Of all streams together the last 10,000 events are kept.
 */
export class InMemoryEventStore implements EventStore {
  /** In the order of storing, which a Map keeps. */
  readonly #events = new Map<string, StoredEvent>()
  #count = 0

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    this.#count += 1
    const eventId = `${streamId}_${this.#count}`
    this.#events.set(eventId, { streamId, message })
    const [oldest] = this.#events.keys()
    if (this.#events.size > mostEvents && oldest !== undefined) this.#events.delete(oldest)
    return eventId
  }

  /** Resolves with the id of the stream. An event that is not there resolves with an empty string, and sends nothing. */
  async replayEventsAfter(lastEventId: string, { send }: Replay): Promise<string> {
    const last = this.#events.get(lastEventId)
    if (last === undefined) return ''
    let isAfter = false
    for (const [eventId, { streamId, message }] of [...this.#events]) {
      if (isAfter && streamId === last.streamId) await send(eventId, message)
      isAfter ||= eventId === lastEventId
    }
    return last.streamId
  }
}

interface StoredEvent {
  readonly streamId: string
  readonly message: JSONRPCMessage
}

interface Replay {
  readonly send: (eventId: string, message: JSONRPCMessage) => Promise<void>
}

const mostEvents = 10_000
