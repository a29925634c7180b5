import type { Principal } from '../../../protocol/exchange/peer.js'
import { isStringArray } from '../../../values/json/is-string-array.js'
import type { ProtectedResource } from './protected-resource.js'

/** What an `Authenticate` is given of a request. */
export interface AuthRequest {
  readonly method: string
  /** All headers. Made on first use: `header` costs less. */
  readonly headers: Headers
  /** As far as the server knows it: behind a proxy, scheme and host may be others than the client used. */
  readonly url?: string | undefined
  /** One header by its name in lower case; several of one name are joined by `, `. */
  header?(name: string): string | undefined
}

/**
 * Why a request has no principal, or one that may not do what it wants. Each is answered with a challenge:
 * - `missing`, `invalid`, `expired`: 401.
 * - `proof`: 401; the proof of possession that came with the token does not hold (RFC 9449).
 * - `malformed`: 400; the credentials cannot be read, or came twice.
 * - `scope`: 403; what they were granted is too little for anything here, which takes `scopes`.
 *
 * spec: basic/authorization#error-handling
 */
export type Denied =
  | {
      readonly denied: 'missing' | 'invalid' | 'expired' | 'proof' | 'malformed'
      /** What the client is told, as `error_description`. Nothing secret. */
      readonly description?: string | undefined
    }
  | {
      readonly denied: 'scope'
      readonly scopes: readonly string[]
      readonly description?: string | undefined
    }

/** A way to authenticate that challenges name, with parameters of its own. */
export interface AuthScheme {
  readonly scheme: string
  readonly params?: Readonly<Record<string, string>> | undefined
}

/**
 * Says who sent a request. There is no anonymous middle: whoever is not a principal is denied. What it throws is answered
 * 500, or 503 for an `OmniportError` that says `unreachable`, `timeout` or `limit`, and logged; so is a result that is neither.
 *
 * spec: basic/authorization
 */
export interface Authenticate {
  (request: AuthRequest): Principal | Denied | Promise<Principal | Denied>
  /** Published for clients to find where tokens come from. Default: nothing is. */
  readonly metadata?: ProtectedResource | undefined
  /** What a client should ask for first: named where credentials are missing. Default: not said. */
  readonly scopes?: readonly string[] | undefined
  /** What challenges offer. Default: `Bearer`. */
  readonly schemes?: readonly AuthScheme[] | undefined
  /**
   * Headers that carry credentials, names in lower case. Handlers do not see them, and neither `authorization`,
   * `proxy-authorization`, `dpop`, `cookie` and `x-api-key`, so that nothing is passed on.
   */
  readonly credentialHeaders?: readonly string[] | undefined
}

/** @throws TypeError naming what is wrong with the option `auth`. */
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
  if (typeof resource !== 'string' || resource.includes('#') || !URL.canParse(resource)) return false
  return /^https?:$/.test(new URL(resource).protocol)
}

function checkStringArray(name: string, value: unknown): void {
  if (isStringArray(value)) return
  throw new TypeError(`${name} must be an array of strings`)
}

const standardCredentialHeaders = ['authorization', 'proxy-authorization', 'dpop', 'cookie', 'x-api-key']

/**
 * The headers that carry credentials, which handlers do not see: what was issued for this server must not be passed on.
 *
 * spec: basic/authorization#access-token-privilege-restriction
 */
export function hiddenHeaders(auth: Authenticate | undefined): ReadonlySet<string> {
  if (auth === undefined) return new Set()
  return new Set([...standardCredentialHeaders, ...(auth.credentialHeaders ?? []).map((name) => name.toLowerCase())])
}
