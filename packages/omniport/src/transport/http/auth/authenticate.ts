import type { Principal } from '../../../protocol/exchange/peer.js'
import { isStringArray } from '../../../values/json/is-string-array.js'
import { parseUrl } from '../../../values/text/parse-url.js'
import type { ProtectedResource } from './protected-resource.js'

/** The parts of a request that `Authenticate` sees. */
export interface AuthRequest {
  readonly method: string
  /** All headers. They are collected on first use, so `header` costs less. */
  readonly headers: Headers
  /** The URL as the server knows it. Behind a proxy its scheme and host may differ from those that the client used. */
  readonly url?: string | undefined
  /** One header by its name in lower case. Several of the same name are joined by `, `. */
  header?(name: string): string | undefined
}

/**
 * The reason why a request is denied. Each is answered with a challenge:
 * - `missing`, `invalid`, `expired`: 401.
 * - `proof`: 401; the proof of possession does not match the token (RFC 9449).
 * - `malformed`: 400; the credentials cannot be parsed, or were sent twice.
 * - `scope`: 403; the credentials lack `scopes`, which every request here needs.
 *
 * spec: basic/authorization#error-handling
 */
export type Denied =
  | {
      readonly denied: 'missing' | 'invalid' | 'expired' | 'proof' | 'malformed'
      /** Sent to the client as `error_description`. It must hold no secrets. */
      readonly description?: string | undefined
    }
  | {
      readonly denied: 'scope'
      readonly scopes: readonly string[]
      readonly description?: string | undefined
    }

/** An authentication scheme that challenges offer, with its parameters. */
export interface AuthScheme {
  readonly scheme: string
  readonly params?: Readonly<Record<string, string>> | undefined
}

/**
 * Authenticates a request: returns its principal, or the reason why it is denied. There is no anonymous principal. An error
 * that it throws is logged and answered with 500, or with 503 if it is an `OmniportError` with the code `unreachable`,
 * `timeout` or `limit`: of these one in ten seconds is logged, since any caller may cause them. Any other result is logged and
 * answered with 500, too.
 *
 * spec: basic/authorization
 */
export interface Authenticate {
  (request: AuthRequest): Principal | Denied | Promise<Principal | Denied>
  /** Published so that clients find the authorization servers. Default: nothing is published. */
  readonly metadata?: ProtectedResource | undefined
  /** The scopes that a client should request first. A challenge for missing credentials names them. Default: none. */
  readonly scopes?: readonly string[] | undefined
  /** The schemes that challenges offer. Default: `Bearer`. */
  readonly schemes?: readonly AuthScheme[] | undefined
  /**
   * More headers that carry credentials, names in lower case. Handlers do not see them, so that they cannot pass them on.
   * The same holds for `authorization`, `proxy-authorization`, `dpop`, `cookie` and `x-api-key`.
   */
  readonly credentialHeaders?: readonly string[] | undefined
}

/** Checks the option `auth`. @throws TypeError naming the member that is wrong. */
export function checkAuth(auth: Authenticate | undefined): Authenticate | undefined {
  if (auth === undefined) return undefined
  if (typeof auth !== 'function') throw new TypeError(`auth must be a function, got ${typeof auth}`)
  if (auth.metadata !== undefined) checkMetadata(auth.metadata)
  if (auth.scopes !== undefined) checkStringArray('auth.scopes', auth.scopes)
  if (auth.credentialHeaders !== undefined) checkStringArray('auth.credentialHeaders', auth.credentialHeaders)
  return auth
}

function checkMetadata({
  resource,
  authorization_servers: servers,
  scopes_supported: scopes,
}: ProtectedResource): void {
  if (!isResource(resource)) {
    throw new TypeError(
      `auth.metadata.resource must be an https or http URL without a fragment, got ${JSON.stringify(resource)}`,
    )
  }
  checkStringArray('auth.metadata.authorization_servers', servers)
  if (servers.length === 0) throw new TypeError('auth.metadata.authorization_servers must name at least one issuer')
  if (scopes !== undefined) checkStringArray('auth.metadata.scopes_supported', scopes)
}

function isResource(resource: unknown): boolean {
  if (typeof resource !== 'string' || resource.includes('#')) return false
  return /^https?:$/.test(parseUrl(resource)?.protocol ?? '')
}

function checkStringArray(name: string, value: unknown): void {
  if (isStringArray(value)) return
  throw new TypeError(`${name} must be an array of strings`)
}

const standardCredentialHeaders = ['authorization', 'proxy-authorization', 'dpop', 'cookie', 'x-api-key']

/**
 * Returns the headers that carry credentials. Handlers do not see them: tokens for this server must not be passed on.
 *
 * spec: basic/authorization#access-token-privilege-restriction
 */
export function hiddenHeaders(auth: Authenticate | undefined): ReadonlySet<string> {
  if (auth === undefined) return new Set()
  return new Set([...standardCredentialHeaders, ...(auth.credentialHeaders ?? []).map((name) => name.toLowerCase())])
}
