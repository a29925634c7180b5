import { messageKindOf } from '../protocol/message-kind.js'
import type { JSONRPCMessage } from '../types.js'
import { encodeEvent } from './event-stream.js'
import type { EventId, StreamId } from './streamable-options.js'

/** What a client missed, while it is read from the store. What is stored meanwhile is kept too: the store may not give it. */
export class EventReplay {
  /** The ids of the events that the store gave. */
  readonly ids = new Set<EventId>()
  readonly #events: string[] = []
  readonly #stored: { readonly streamId: StreamId; readonly id: EventId; readonly message: JSONRPCMessage }[] = []
  /** True if the store gave a response. */
  hasResponse = false

  /** Takes an event of the store. */
  add(id: EventId, message: JSONRPCMessage): void {
    this.ids.add(id)
    const kind = messageKindOf(message)
    if (kind === 'result' || kind === 'error') this.hasResponse = true
    this.#events.push(encodeEvent(message, id))
  }

  /** Takes an event that was stored meanwhile, of any stream. */
  note(streamId: StreamId, id: EventId, message: JSONRPCMessage): void {
    this.#stored.push({ streamId, id, message })
  }

  /** The events of a stream, in their order. */
  textOf(streamId: StreamId): string {
    for (const { streamId: other, id, message } of this.#stored) {
      if (other === streamId && !this.ids.has(id)) this.add(id, message)
    }
    return this.#events.join('')
  }
}
