import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { AuthOptions } from '../auth-options.js'
import type { Authorization } from '../authorization.js'
import type { Challenge } from '../challenge/challenge.js'

/** The inputs to the choice of scopes. */
export interface ScopeSituation {
  readonly options: Pick<AuthOptions, 'scopes' | 'grant'>
  readonly challenge: Challenge | undefined
  readonly authorization: Authorization
  /** The scopes of all requests so far, granted or not; undefined if there were none. */
  readonly requested: readonly string[] | undefined
}

/**
 * Chooses the scopes to request: those of the challenge together with all requested before, else those of the options, else all
 * that the MCP server lists. `offline_access` is added for a user if the authorization server lists it. Undefined: the
 * authorization server decides.
 *
 * spec: basic/authorization#scope-selection-strategy, #step-up-authorization-flow and #refresh-tokens
 *
 * @throws OmniportError `limit` for more than 128 scopes, or 4,096 characters.
 */
export function chooseScopes(situation: ScopeSituation): readonly string[] | undefined {
  const { options, challenge, authorization } = situation
  const requested = (situation.requested ?? []).filter(isOfResource)
  const listed = (authorization.scopesSupported ?? []).filter(isOfResource)
  const candidates = [scopesOf(challenge), requested, options.scopes ?? [], listed]
  const base = candidates.map((scopes) => scopes.filter(isScope)).find(({ length }) => length > 0)
  if (base === undefined) return undefined
  const chosen = new Set([...requested.filter(isScope), ...base])
  const isOffered = authorization.server.scopes_supported?.includes(offlineAccess) === true
  if (isOffered && isUserGrant(options)) chosen.add(offlineAccess)
  return assertWithinLimits([...chosen])
}

const offlineAccess = 'offline_access'
const maxScopes = 128
const maxTotalLength = 4_096

function scopesOf(challenge: Challenge | undefined): readonly string[] {
  return challenge?.params.get('scope')?.split(' ') ?? []
}

/**
 * Excludes `offline_access`, which is between client and authorization server; an MCP server that lists it means nothing by it.
 */
function isOfResource(scope: string): boolean {
  return scope !== offlineAccess
}

/** True if a refresh token saves the user from opening the browser again. */
function isUserGrant({ grant = 'authorization_code' }: Pick<AuthOptions, 'grant'>): boolean {
  return grant === 'authorization_code'
}

function assertWithinLimits(scopes: readonly string[]): readonly string[] {
  if (scopes.length <= maxScopes && scopes.join(' ').length <= maxTotalLength) return scopes
  throw new OmniportError('limit', `the scopes to request exceed ${maxScopes}, or ${maxTotalLength} characters`)
}

/** True if the text is one scope. spec: RFC 6749 section 3.3 */
export function isScope(text: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)
}
