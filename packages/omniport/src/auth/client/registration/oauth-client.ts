import type { Client, ClientAuth } from 'oauth4webapi'

/** Authenticates the token requests of one client. */
export interface ClientCredentials {
  /** With the id of the client in the body. */
  readonly auth: ClientAuth
  /** Without it, for servers that refuse it there. Undefined for methods that need it. */
  readonly authWithoutId?: ClientAuth | undefined
}

/** A client as one authorization server knows it. */
export interface OAuthClient extends ClientCredentials {
  readonly metadata: Client
  /** Values that must not appear in messages. */
  readonly secrets: readonly string[]
  /** True for a stored registration, which the server may have forgotten since. */
  readonly isStored: boolean
  /**
   * Stores that a user leaves with this registration, or came back. It is renewed if the last user did not come back, since a
   * server that has forgotten it says so only on a page. Never rejects.
   */
  readonly noteAuthorization?: ((event: 'begins' | 'ended') => Promise<void>) | undefined
  /** The scopes that it was registered with; undefined if the registration named none. */
  readonly scopes?: readonly string[] | undefined
  /** Deletes a registration that the server no longer knows. Undefined for clients of the options. */
  readonly forget?: (() => Promise<void>) | undefined
}
