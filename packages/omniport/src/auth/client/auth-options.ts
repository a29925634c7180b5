import type { AuthStore } from '../auth-store.js'
import type { GrantOptions } from './grant-options.js'

/** The private key of a client, for `private_key_jwt`. spec: RFC 7523 section 2.2 */
export interface ClientKey {
  /** PKCS #8 as PEM, a private JWK, or a key of WebCrypto. */
  readonly key: string | JsonWebKey | CryptoKey
  /** Default: the `alg` of a JWK, else by the type of the key: `ES256` for P-256, `RS256` for RSA, `EdDSA` for Ed25519. */
  readonly alg?: string | undefined
  readonly kid?: string | undefined
}

/**
 * Authorization of a client at its server. `{}` is enough for a user at this machine: the authorization server is discovered,
 * the client registered, the browser opened. Without `auth`, a 401 is an error.
 *
 * spec: basic/authorization
 */
export interface AuthOptions {
  /** A token from elsewhere; a function is called again when its token was refused. No discovery takes place then. */
  readonly token?: string | (() => string | Promise<string>) | undefined
  /** The id of a client that was registered beforehand. */
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  /**
   * The identifier of the authorization server that `clientId` belongs to, as its metadata spells it, but for a slash after an
   * origin without a path; it is an error when the MCP server names another. Needed with `clientSecret`, unless both servers are on the same host or on this machine. Default: the first one
   * that issued tokens for this MCP server, as the store remembers it.
   */
  readonly issuer?: string | undefined
  /** Authenticates the client instead of a secret. */
  readonly privateKey?: ClientKey | undefined
  /**
   * The `https:` URL of a document that describes this client. It is the id of the client at servers that support such
   * documents.
   */
  readonly clientMetadataUrl?: string | undefined
  /** The name that users see once the client is registered. Default: the name of the client. */
  readonly clientName?: string | undefined
  /**
   * The URL that the authorization server redirects the user to: `https:`, or `http:` on loopback. It belongs to the
   * application, which then sets `redirected` too. Default: a port of this machine that is open during the flow.
   */
  readonly redirectUrl?: string | undefined
  /**
   * Returns the whole URL that the user was redirected to, for this `state`: from a route of the application, or pasted by the
   * user. Reject, or wait for `signal`, when no redirect arrives.
   */
  readonly redirected?:
    | ((wait: { readonly state: string; readonly signal: AbortSignal }) => Promise<string>)
    | undefined
  /** Opens the authorization server for the user. Default: in the browser of this machine. */
  readonly open?: ((url: string) => void | Promise<void>) | undefined
  /** The scopes to request when the server names none. Default: those that it supports. */
  readonly scopes?: readonly string[] | undefined
  /** The OAuth grant. Default: the user agrees in a browser. */
  readonly grant?: GrantOptions | undefined
  /** Binds tokens to a key of this client where the authorization server supports it. Default: false. spec: RFC 9449 */
  readonly dpop?: boolean | undefined
  /** The store of one principal. Default: in memory. `createFileAuthStore()` of `omniport/node` persists it. */
  readonly store?: AuthStore | undefined
  /** Milliseconds that the user has to agree. Default: 5 min. */
  readonly personMs?: number | undefined
  /**
   * Allows metadata and tokens from private addresses, as inside a company. The risk: a server can make this program send
   * requests to any address of its network. Default: false: public addresses over `https:`, and this machine if the server is
   * on it.
   */
  readonly allowPrivateNetwork?: boolean | undefined
}
