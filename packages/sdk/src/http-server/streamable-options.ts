import type { AuthInfo } from '../server/auth/types.js'
import type { JSONRPCMessage } from '../types.js'

export type StreamId = string
export type EventId = string

/** Stores the events of streams, so that a client can come back for those it missed. */
export interface EventStore {
  /** Stores an event, and gives it an id. */
  storeEvent(streamId: StreamId, message: JSONRPCMessage): Promise<EventId>
  /** Finds the stream of an event. Without it, the stream is known when the events were replayed. */
  getStreamIdForEventId?(eventId: EventId): Promise<StreamId | undefined>
  /** Sends the events of the same stream that came after one, and gives the id of the stream. */
  replayEventsAfter(
    lastEventId: EventId,
    { send }: { send: (eventId: EventId, message: JSONRPCMessage) => Promise<void> },
  ): Promise<StreamId>
}

/** Options of a Streamable HTTP transport. */
export interface WebStandardStreamableHTTPServerTransportOptions {
  /** Makes the id of the session, which nobody may guess. Without it there is no session: one transport serves one request. */
  sessionIdGenerator?: () => string
  /** Called when a client has initialized, with the id of its session. */
  onsessioninitialized?: (sessionId: string) => void | Promise<void>
  /** Called when a client has ended its session by DELETE. */
  onsessionclosed?: (sessionId: string) => void | Promise<void>
  /** Answers requests with JSON instead of a stream. Default: false. */
  enableJsonResponse?: boolean
  /** Lets clients come back for what they missed. Default: none. */
  eventStore?: EventStore
  /** The values that `Host` may have, with `enableDnsRebindingProtection`. @deprecated Check it before the transport. */
  allowedHosts?: string[]
  /** The values that `Origin` may have, with `enableDnsRebindingProtection`. @deprecated Check it before the transport. */
  allowedOrigins?: string[]
  /** Checks `Host` and `Origin`. Default: false. @deprecated Check them before the transport. */
  enableDnsRebindingProtection?: boolean
  /** Milliseconds after which clients come back to a stream that was closed. Sent with the first event of a stream. */
  retryInterval?: number
  /** Milliseconds between comments that keep a silent stream alive. Below 1: none. Default: 15000. */
  keepAliveMs?: number
  /** Bytes that a body may have that the transport reads itself. Default: 4 MiB. */
  maxRequestBodySize?: number
}

/** What a framework knows of a request already. */
export interface HandleRequestOptions {
  /** The body, parsed. */
  parsedBody?: unknown
  /** The validated access token. */
  authInfo?: AuthInfo
}
