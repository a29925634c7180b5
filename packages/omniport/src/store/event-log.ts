import type { Limits } from '../protocol/limits/limits.js'
import type { JsonValue } from '../values/json/json-value.js'

/** An event of a stream and its position, which only its log can read. */
export interface LoggedEvent {
  readonly id: string
  readonly event: JsonValue
}

/** What is kept of one stream: so many events, bytes of their JSON, and milliseconds since the last one. */
export type EventLogLimits = Pick<Limits, 'eventLogEvents' | 'eventLogBytes' | 'eventLogMs'>

/**
 * Streams of events that any node may append to and any node may follow: the node with the handler appends, the node with
 * the socket reads. Streams come into being with their first event.
 *
 * Every implementation keeps to this:
 * - Events of a stream have one order, the same for every reader, and an id each that never changes and never comes back.
 * - A reader gets each event after its starting point exactly once, in order, or `limit` where one is gone. It may get
 *   events that were there when it began and are gone for newcomers.
 * - A stream is bounded. Beyond its events or bytes the oldest events go first, and the newest stays whatever its size; once
 *   nothing was appended for a time all of them go. A stream without events is forgotten; readers that had them all go on.
 * - What is read is what JSON makes of the event. A string costs least: it is kept as it is.
 */
export interface EventLog {
  /**
   * Adds an event at the end and settles with its id once every node can read it.
   *
   * Rejects with a TypeError when JSON cannot carry it.
   */
  append(stream: string, event: JsonValue): Promise<string>
  /**
   * Adds several events, which follow each other with nothing between them, or none: settles and rejects as `append` does.
   * Optional: without it they are appended one after the other.
   */
  appendAll?(stream: string, events: readonly JsonValue[]): Promise<readonly string[]>
  /**
   * The events after the one with the id `after` (undefined: from the first there is), then those that are appended, from
   * any node, until `signal` aborts; the iteration then ends without an error, even if there is more to read. It holds on
   * to the stream from its first `next` until it ends: whoever does not read to the end aborts.
   *
   * What was gone before a reader without `after` began is not told; who must know begins before the first append.
   *
   * The iteration throws `OmniportError` `limit` when events after `after`, or after the last one it gave, are gone, or
   * `after` is no id of this stream: what was missed cannot be told.
   */
  read(stream: string, after: string | undefined, signal: AbortSignal): AsyncIterable<LoggedEvent>
  /** Forgets a stream; its readers end without an error, whatever they have not read. */
  delete(stream: string): Promise<void>
}
