import type { Limits } from '../protocol/limits/limits.js'
import type { JsonValue } from '../values/json/json-value.js'

/** An event of a stream with its id, which is opaque. */
export interface LoggedEvent {
  readonly id: string
  readonly event: JsonValue
}

/** The limits of one stream: events, bytes of their JSON, and milliseconds since the last one. */
export type EventLogLimits = Pick<Limits, 'eventLogEvents' | 'eventLogBytes' | 'eventLogMs'>

/**
 * Streams of events that any node may append to and read: the node with the handler appends, the node with the socket reads. A
 * stream starts with its first event.
 *
 * Contract:
 * - All readers see the events of a stream in the same order; ids never change and are never reused, not even by a store that has
 *   lost its newest events.
 * - An event whose `append` has settled reaches each reader that stays, or that continues after an id, exactly once; or that
 *   reader gets `limit`. A store that copies its writes later, such as one with a replica, may break this only if the node that
 *   appended and the copy that had the event are lost together.
 * - A reader gets each event after its start exactly once, in order, or `limit` if one is gone. A running reader may get events
 *   that are gone for new readers.
 * - A stream is bounded. Beyond its events or bytes the oldest events are dropped, but never the newest; a time after the last
 *   append all are dropped. A stream without events is forgotten; readers that had all of them continue.
 * - Events that one node appends without waiting are stored in the order of its calls.
 * - Events are read as copies through JSON. A string is cheapest: it is stored as it is.
 */
export interface EventLog {
  /**
   * Appends an event, and settles with its id once every node can read it.
   *
   * Rejects with a TypeError if it is not JSON.
   */
  append(stream: string, event: JsonValue): Promise<string>
  /**
   * Appends several events in a row, or none; settles and rejects as `append` does. Optional: without it, events are appended
   * one by one.
   */
  appendAll?(stream: string, events: readonly JsonValue[]): Promise<readonly string[]>
  /**
   * Reads the events after the id `after` (undefined: from the first), then those that are appended on any node. When `signal`
   * aborts, the iteration ends without an error, even with events left. The reader holds the stream from its first `next` to
   * its end: abort it unless you read to the end. Aborting is enough, also if nobody asks for the next event.
   *
   * A reader without `after` does not learn of events that were dropped before it; start it before the first append if that
   * matters.
   *
   * The iteration throws `OmniportError` `limit` if events after `after`, or after the last one read, are gone, or if `after`
   * is not an id of this stream.
   */
  read(stream: string, after: string | undefined, signal: AbortSignal): AsyncIterable<LoggedEvent>
  /**
   * Resolves with true if `read` after the id `after` would miss nothing. Optional, for a log that finds that out later than in the
   * turn of the event loop in which reading begins: without it, a gap is thrown in that turn.
   */
  canResume?(stream: string, after: string): Promise<boolean>
  /** Deletes a stream; its readers end without an error, even with events left. */
  delete(stream: string): Promise<void>
}
