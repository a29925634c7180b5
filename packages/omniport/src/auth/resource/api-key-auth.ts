import type { Principal } from '../../protocol/exchange/peer.js'
import type { Authenticate, AuthRequest, Denied } from '../../transport/http/auth/authenticate.js'
import { sha256Base64Url } from '../sha256-base64url.js'
import { checkOptions, mustBe, nonEmptyString, type OptionCheck, optional } from './check-options.js'
import { headerOf, readCredentials } from './read-credentials.js'

/** Whose a key is: by id alone, or with what was granted. */
export type ApiKeyOwner = string | (Pick<Principal, 'id'> & Partial<Principal>)

/** Keys that are handed out by hand. */
export interface ApiKeyAuthOptions {
  /**
   * The owners by key, read once: what changes later does not count. Or what finds one, where keys are given out and withdrawn:
   * a function is given the key itself, and compares it in a time that tells nothing.
   */
  readonly keys:
    | Readonly<Record<string, ApiKeyOwner>>
    | ReadonlyMap<string, ApiKeyOwner>
    | ((key: string) => ApiKeyOwner | undefined | Promise<ApiKeyOwner | undefined>)
  /** Where the key is; in `authorization` it is a Bearer token. Default: `x-api-key`. */
  readonly header?: string | undefined
}

/**
 * Authenticates by keys. Give it as `auth`. There is no authorization server, so nothing is published. Keys given as an
 * object or a map are compared by their SHA-256, so that how long it takes says nothing about them.
 *
 * @throws TypeError naming the option that is unknown, missing or not what it must be.
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
  for (const [key, owner] of entriesOf(value as Owners)) {
    const id = typeof owner === 'string' ? owner : (owner as (ApiKeyOwner & object) | null)?.id
    if (key === '' || typeof id !== 'string' || id === '') throw mustBe(path, 'owners, each with an id, by key')
  }
}

const checks = { keys, header: optional(nonEmptyString) }

type Owners = Exclude<ApiKeyAuthOptions['keys'], (key: string) => unknown>

function entriesOf(owners: Owners): readonly (readonly [string, ApiKeyOwner])[] {
  return owners instanceof Map ? [...owners] : Object.entries(owners)
}

/** Longer ones are none. */
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

function toPrincipal(owner: ApiKeyOwner): Principal {
  const { id, scopes = [], claims = {}, expiresAt } = typeof owner === 'string' ? { id: owner } : owner
  return { id, scopes, claims, expiresAt }
}
