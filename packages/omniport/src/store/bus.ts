import type { JsonValue } from '../values/json/json-value.js'

/** Ends a subscription. Calling it again does nothing. */
export type Unsubscribe = () => void

/**
 * Sends notifications to all nodes. Messages may be lost, so a listener must read the actual state elsewhere.
 *
 * Contract:
 * - A message reaches every listener that was subscribed to exactly its topic when it was published, also on this node. Each
 *   gets it at most once.
 * - Delivery takes place after `publish` has returned, never inside it.
 * - Messages of one topic from one node arrive in the order they were published.
 * - No listener is called after its unsubscribe has returned, not even with earlier messages.
 * - A listener that throws stops neither the others nor later messages.
 * - Messages are delivered as copies through JSON. Listeners share a copy: treat it as read-only.
 */
export interface Bus {
  /**
   * Settles when the message is sent; the implementation reports failures to send, and does not throw them.
   *
   * @throws TypeError (or rejects with it) if the message is not JSON.
   */
  publish(topic: string, message: JsonValue): void | Promise<void>
  /** Calls `listener` for every message of `topic` from now on. The same function subscribed twice is two listeners. */
  subscribe(topic: string, listener: (message: JsonValue) => void): Unsubscribe
  /**
   * Calls `listener` when messages of other nodes were lost, or may have been, once for all that were lost until then: a server then
   * announces what other nodes might have announced. Optional, for a bus that can find out.
   */
  onGap?(listener: () => void): Unsubscribe
}
