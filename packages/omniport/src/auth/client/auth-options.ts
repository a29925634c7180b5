import type { AuthStore } from '../auth-store.js'
import type { GrantOptions } from './grant-options.js'

/** The private key of a client, for `private_key_jwt`. spec: RFC 7523 section 2.2 */
export interface ClientKey {
  /** PKCS #8 as PEM, a private JWK, or a key of WebCrypto. */
  readonly key: string | JsonWebKey | CryptoKey
  /** Default: that of a JWK, else what fits the key: `ES256` for P-256, `RS256` for RSA, `EdDSA` for Ed25519. */
  readonly alg?: string | undefined
  readonly kid?: string | undefined
}

/**
 * How a client gets a token where a server asks for one. `{}` is enough for a person at this machine: the authorization server
 * is discovered, the client registered, the browser opened. Without `auth` in the options of a connection, 401 is an error.
 *
 * spec: basic/authorization
 */
export interface AuthOptions {
  /** A token from elsewhere, asked for anew when it was refused. Nothing is discovered then. */
  readonly token?: string | (() => string | Promise<string>) | undefined
  /** Of a client that was registered beforehand. */
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  /**
   * The authorization server that knows `clientId`, by its exact identifier: it is an error when the MCP server names another.
   * Needed with `clientSecret`, unless both are on the same host or on this machine. Default: the first that gave tokens for
   * this MCP server, as the store remembers it.
   */
  readonly issuer?: string | undefined
  /** Proves who the client is, instead of a secret. */
  readonly privateKey?: ClientKey | undefined
  /** The `https:` address of a document that describes this client, which is then its id where the server knows such. */
  readonly clientMetadataUrl?: string | undefined
  /** What a person is shown when the client is registered. Default: the name of the client. */
  readonly clientName?: string | undefined
  /**
   * Where the authorization server sends the person back to. Default: a port of this machine that is listened on for that time.
   * One that is given is the application's own, which then gives `redirected` too; of `http:` addresses only loopback ones.
   */
  readonly redirectUrl?: string | undefined
  /**
   * Gives the whole URL that a person was sent back to, for the `state` of the request: from a route of the application, or
   * pasted. Reject, or leave it to `signal`, where nobody comes.
   */
  readonly redirected?:
    | ((wait: { readonly state: string; readonly signal: AbortSignal }) => Promise<string>)
    | undefined
  /** Sends a person to the authorization server. Default: the browser of this machine. */
  readonly open?: ((url: string) => void | Promise<void>) | undefined
  /** Asked for where the server names none. Default: those that it supports. */
  readonly scopes?: readonly string[] | undefined
  /** How the token is got. Default: a person agrees in a browser. */
  readonly grant?: GrantOptions | undefined
  /** Ties tokens to a key of this client, where the authorization server can. Default: false. spec: RFC 9449 */
  readonly dpop?: boolean | undefined
  /** Of one principal. Default: the memory of this client. `createFileAuthStore()` of `omniport/node` keeps it between runs. */
  readonly store?: AuthStore | undefined
  /** How long a person may take. Default: 5 min. */
  readonly personMs?: number | undefined
  /**
   * True: metadata and tokens may come from private addresses, as inside a company. The risk: a server can name any address
   * of the network that this program is in, and have it asked. Default: false: from public ones over `https:`, and from this
   * machine if the server is on it.
   */
  readonly allowPrivateNetwork?: boolean | undefined
}
