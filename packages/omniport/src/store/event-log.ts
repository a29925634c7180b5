import type { JsonValue } from '../protocol/model/json-value.js'

/** An event of a stream and its position, which only its log can read. */
export interface LoggedEvent {
  readonly id: string
  readonly event: JsonValue
}

/**
 * Streams of events that any node may append to and any node may follow: the node with the handler appends, the node with
 * the socket reads. Streams come into being with their first event.
 *
 * Every implementation keeps to this:
 * - Events of a stream have one order, the same for every reader, and an id each that never changes.
 * - A reader gets each event after its starting point exactly once, in order.
 * - A stream is bounded in events, bytes and age; the oldest events go first, and a stream without events is forgotten.
 */
export interface EventLog {
  /** Adds an event at the end and settles with its id once every node can read it. */
  append(stream: string, event: JsonValue): Promise<string>
  /**
   * The events after the one with the id `after` (undefined: from the first there is), then those that are appended, from
   * any node, until `signal` aborts; the iteration then ends without an error.
   *
   * The iteration throws `OmniportError` `limit` when events after `after` are gone, or `after` is no id of this stream:
   * what was missed cannot be told.
   */
  read(stream: string, after: string | undefined, signal: AbortSignal): AsyncIterable<LoggedEvent>
  /** Forgets a stream; its readers end. */
  delete(stream: string): Promise<void>
}
