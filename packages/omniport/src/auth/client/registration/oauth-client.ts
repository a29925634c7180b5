import type { Client, ClientAuth } from 'oauth4webapi'

/** A client as one authorization server knows it. */
export interface OAuthClient {
  readonly metadata: Client
  /** Adds to a request for tokens who the client is. */
  readonly auth: ClientAuth
  /** What may not appear in a message. */
  readonly secrets: readonly string[]
  /** Whether it was registered earlier, and the server may have forgotten it since. */
  readonly isStored: boolean
  /**
   * Somebody is sent off with a registration that is kept, or came back. One with which the last person did not come back is
   * made anew: that the server has forgotten it is told only to people, on a page. Rejects never.
   */
  readonly noteAuthorization?: ((event: 'begins' | 'ended') => Promise<void>) | undefined
  /** Gives up a registration that the server does not know any more. Only for those that this library made. */
  readonly forget?: (() => Promise<void>) | undefined
}
