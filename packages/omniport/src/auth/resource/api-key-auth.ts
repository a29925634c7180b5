import type { Principal } from '../../protocol/exchange/peer.js'
import type { Authenticate, AuthRequest, Denied } from '../../transport/http/auth/authenticate.js'
import { sha256Base64Url } from '../sha256-base64url.js'
import { checkOptions, mustBe, nonEmptyString, type OptionCheck, optional } from './check-options.js'
import { headerOf, readCredentials } from './read-credentials.js'

/** The owner of a key: an id alone, or with scopes and claims. */
export type ApiKeyOwner = string | (Pick<Principal, 'id'> & Partial<Principal>)

/** Options of `apiKeyAuth`. */
export interface ApiKeyAuthOptions {
  /**
   * The owners by key, read once; or a function that finds the owner, for keys that are created and revoked. A function gets
   * the key itself and should compare it in constant time. An empty object is refused, and so are the keys that a variable which
   * is not set becomes: "undefined", "null" and the empty text.
   */
  readonly keys:
    | Readonly<Record<string, ApiKeyOwner>>
    | ReadonlyMap<string, ApiKeyOwner>
    | ((key: string) => ApiKeyOwner | undefined | Promise<ApiKeyOwner | undefined>)
  /** The header with the key; in `authorization` it is a Bearer token. Default: `x-api-key`. */
  readonly header?: string | undefined
}

/**
 * Authenticates by API keys. Pass it as `auth`. Without an authorization server, no metadata is published. Keys in an object or
 * a Map are compared by their SHA-256, so that timing reveals nothing.
 *
 * @throws TypeError that names an option which is unknown, missing or invalid.
 */
export function apiKeyAuth(options: ApiKeyAuthOptions): Authenticate {
  checkOptions('apiKeyAuth', options, checks)
  const header = (options.header ?? 'x-api-key').toLowerCase()
  const find = createFinder(options.keys)
  const authenticate = async (request: AuthRequest): Promise<Principal | Denied> => {
    const key = readKey(request, header)
    if (typeof key === 'object') return key
    const owner = await find(key)
    return owner === undefined ? { denied: 'invalid' } : toPrincipal(owner)
  }
  const schemes = [{ scheme: header === 'authorization' ? 'Bearer' : 'ApiKey' }]
  return Object.assign(authenticate, { schemes, credentialHeaders: [header] })
}

const keys: OptionCheck = (path, value) => {
  if (typeof value === 'function') return
  if (typeof value !== 'object' || value === null) throw mustBe(path, 'an object, a Map or a function')
  if (Array.isArray(value)) throw mustBe(path, 'an object, a Map or a function, got an array')
  const entries = entriesOf(value as Owners)
  if (entries.length === 0 && !(value instanceof Map)) {
    throw new TypeError(`${path} has no key: give each key with its owner`)
  }
  for (const [key, owner] of entries) {
    // What a template or a computed name makes of a variable that is not set is a key that anyone can guess.
    if (noKeys.has(String(key)))
      throw new TypeError(`${path} has the key "${key}": the variable that it comes from is probably not set`)
    const id = typeof owner === 'string' ? owner : (owner as (ApiKeyOwner & object) | null)?.id
    if (typeof id !== 'string' || id === '') throw mustBe(path, 'an object or a Map from keys to owners with an id')
  }
}

const noKeys: ReadonlySet<string> = new Set(['', 'undefined', 'null'])

const checks = { keys, header: optional(nonEmptyString) }

type Owners = Exclude<ApiKeyAuthOptions['keys'], (key: string) => unknown>

function entriesOf(owners: Owners): readonly (readonly [string, ApiKeyOwner])[] {
  return owners instanceof Map ? [...owners] : Object.entries(owners)
}

/** Longer ones are refused. */
const longestKey = 4_096

function readKey(request: AuthRequest, header: string): string | Denied {
  if (header === 'authorization') {
    const credentials = readCredentials(request)
    if ('denied' in credentials) return credentials
    return credentials.scheme === 'bearer' ? credentials.token : { denied: 'missing' }
  }
  const key = headerOf(request, header)
  if (key === undefined || key === '') return { denied: 'missing' }
  return key.length > longestKey ? { denied: 'malformed' } : key
}

type Find = (key: string) => Promise<ApiKeyOwner | undefined>

function createFinder(given: ApiKeyAuthOptions['keys']): Find {
  if (typeof given === 'function') return async (key) => given(key)
  const entries = entriesOf(given)
  let owners: Promise<ReadonlyMap<string, ApiKeyOwner>> | undefined
  const load = async () =>
    new Map(await Promise.all(entries.map(async ([key, owner]) => [await sha256Base64Url(key), owner] as const)))
  return async (key) => {
    owners ??= load()
    return (await owners).get(await sha256Base64Url(key))
  }
}

/** A copy, which cannot be changed for the next request with the key. */
function toPrincipal(owner: ApiKeyOwner): Principal {
  const { id, scopes = [], claims = {}, expiresAt } = typeof owner === 'string' ? { id: owner } : owner
  return Object.freeze({ id, scopes: Object.freeze([...scopes]), claims: Object.freeze({ ...claims }), expiresAt })
}
