import type { JsonValue } from '../values/json/json-value.js'

/** Ends a subscription. Calling it again does nothing. */
export type Unsubscribe = () => void

/**
 * Tells all nodes that something happened. A hint, not a record: messages may be lost, so whoever acts on one reads the
 * truth elsewhere.
 *
 * Every implementation keeps to this:
 * - A message reaches every listener that was subscribed to exactly its topic when it was published, this node's included.
 *   Each gets it at most once.
 * - Delivery comes after `publish` has returned, never inside it.
 * - Messages of one topic from one node arrive in the order they were published.
 * - No listener is called once its unsubscribe has returned, not even with messages published before.
 * - A listener that throws stops neither the others nor later messages.
 * - What is delivered is what JSON makes of the message. Listeners share it: treat it as read-only.
 */
export interface Bus {
  /**
   * Settles when the message is on its way; a failure to send it is the implementation's to report, not to throw.
   *
   * @throws TypeError (or rejects with it) when JSON cannot carry the message.
   */
  publish(topic: string, message: JsonValue): void | Promise<void>
  /** Calls `listener` for every message of `topic` from now on. The same function subscribed twice is two listeners. */
  subscribe(topic: string, listener: (message: JsonValue) => void): Unsubscribe
}
