import type { Client, ClientAuth } from 'oauth4webapi'

/** A client as one authorization server knows it. */
export interface OAuthClient {
  readonly metadata: Client
  /** Authenticates a token request. */
  readonly auth: ClientAuth
  /** Values that must not appear in messages. */
  readonly secrets: readonly string[]
  /** True for a stored registration, which the server may have forgotten since. */
  readonly isStored: boolean
  /**
   * Stores that a user leaves with this registration, or came back. It is renewed if the last user did not come back, since a
   * server that has forgotten it says so only on a page. Never rejects.
   */
  readonly noteAuthorization?: ((event: 'begins' | 'ended') => Promise<void>) | undefined
  /** Deletes a registration that the server no longer knows. Undefined for clients of the options. */
  readonly forget?: (() => Promise<void>) | undefined
}
