import type { JsonValue } from '../../values/json/json-value.js'

/**
 * A way between two processes, or two threads, of one machine, such as the channel between a worker of `node:cluster` and its
 * primary. Each message arrives once, in the order in which they were sent.
 */
export interface StoreChannel {
  send(message: JsonValue): void
  /** Calls `listener` for each message of the other side. Returns a function that ends that. */
  listen(listener: (message: JsonValue) => void): () => void
}

/** The stores that one side of a channel has. */
export type StoreName = 'blobs' | 'bus' | 'eventLog' | 'inbox' | 'sessions' | 'tasks'

/** A method of a store with its arguments. JSON values are texts, bytes are base64, and what is absent is null. */
export interface StoreCall {
  readonly id: number
  readonly call: readonly [store: StoreName, method: string, ...args: readonly JsonValue[]]
}

/** Of a call that stays open: `taken` events were used up, or it ends. */
export type StoreControl = { readonly id: number; readonly taken: number } | { readonly id: number; readonly end: true }

/** An answer, which ends the call, or one of the events of a call that stays open. */
export type StoreAnswer =
  | { readonly id: number; readonly value: JsonValue }
  | { readonly id: number; readonly error: StoreFailure }
  | { readonly id: number; readonly event: JsonValue }

/** An error as it crosses the channel. */
export interface StoreFailure {
  readonly kind: 'type' | 'local' | 'rpc' | 'other'
  readonly message: string
  readonly code?: string | number
  readonly data?: JsonValue
}

/** The events of a reader that may be on their way. */
export const eventWindow = 64
