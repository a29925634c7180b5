import type { HttpClientTransportOptions } from './http-client-transport.js'

/** How a stream is continued. */
export interface StartSSEOptions {
  /** The id of the last event that arrived: the stream continues after it. */
  resumptionToken?: string
  /** Called with the id of every event, so that it can be kept. */
  onresumptiontoken?: (token: string) => void
  /** The id that the response gets, so that it answers the request that resumes. */
  replayMessageId?: string | number
}

/** When a lost stream is opened again. */
export interface StreamableHTTPReconnectionOptions {
  /** The longest time between two attempts, in milliseconds. Default 30,000. */
  maxReconnectionDelay: number
  /** The time before the first attempt, in milliseconds. Default 1,000. */
  initialReconnectionDelay: number
  /** The factor by which the time grows with each attempt. Default 1.5. */
  reconnectionDelayGrowFactor: number
  /** The number of attempts. Default 2. */
  maxRetries: number
}

/** Options of `StreamableHTTPClientTransport`. */
export type StreamableHTTPClientTransportOptions = HttpClientTransportOptions & {
  /** When a lost stream is opened again. */
  reconnectionOptions?: StreamableHTTPReconnectionOptions
  /** The session to go on with. Default: the server makes one. */
  sessionId?: string
}

export const defaultReconnectionOptions: StreamableHTTPReconnectionOptions = Object.freeze({
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 2,
})

/** An HTTP reply that is no answer: its status, or -1 for an unexpected content type. */
export class StreamableHTTPError extends Error {
  readonly code: number | undefined

  constructor(code: number | undefined, message: string | undefined) {
    super(`Streamable HTTP error: ${message}`)
    this.code = code
  }
}

/** The ids that a message is sent with, and what was done so far to have it accepted. */
export interface SendAttempt {
  readonly onresumptiontoken?: ((token: string) => void) | undefined
  /** Tokens were obtained after a 401. */
  readonly isReauthorized?: boolean
  /** The challenge that more scopes were asked for. */
  readonly upscopedFor?: string | null
}

/** How a stream is read. */
export interface StreamOptions extends StartSSEOptions {
  /** The stream is for messages of the server's own; any other ends with the response. */
  readonly isStandalone?: boolean
}
