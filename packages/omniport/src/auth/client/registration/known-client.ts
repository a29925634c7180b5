import type { Client, ClientAuth } from 'oauth4webapi'

/** A client as one authorization server knows it. */
export interface KnownClient {
  readonly client: Client
  /** Adds to a request for tokens who the client is. */
  readonly auth: ClientAuth
  /** What may not appear in a message. */
  readonly secrets: readonly string[]
  /** Whether it was registered earlier, and the server may have forgotten it since. */
  readonly isKept: boolean
  /** Gives up a registration that the server does not know any more. Only for those that this library made. */
  readonly forget?: (() => Promise<void>) | undefined
}
