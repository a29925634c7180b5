import type { ReceivedEvent } from './read-events.js'

/** What a server replied with, by its content type. */
export type HttpReply =
  | { readonly type: 'value'; readonly value: unknown }
  /** To be iterated once. Rejects with RequestLost when the connection breaks, or OmniportError `limit`. */
  | { readonly type: 'events'; readonly events: AsyncIterable<ReceivedEvent> }
  /** Nothing, or something that is neither JSON nor a stream: `what` says which. */
  | { readonly type: 'none'; readonly what: string }
