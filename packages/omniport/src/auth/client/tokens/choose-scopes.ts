import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { AuthOptions } from '../auth-options.js'
import type { Authorization } from '../authorization.js'
import type { Challenge } from '../challenge/challenge.js'

/** What decides about the scopes of a request for tokens. */
export interface ScopeSituation {
  readonly options: Pick<AuthOptions, 'scopes' | 'grant'>
  readonly challenge: Challenge | undefined
  readonly authorization: Authorization
  /** Those of the requests before, whatever was granted; undefined where there was none, or it named none. */
  readonly requested: readonly string[] | undefined
}

/**
 * The scopes to ask for: those of the challenge, else those asked for before, else those of the options, else all that the MCP
 * server lists; and with those of a challenge, all that were asked for before. `offline_access` is added to them where a person
 * agrees and the authorization server lists it. Undefined: none are named.
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

/** `offline_access` is between a client and the authorization server: where an MCP server lists it, that says nothing. */
function isOfResource(scope: string): boolean {
  return scope !== offlineAccess
}

/** Whether a refresh token spares somebody the way through the browser. */
function isUserGrant({ grant = 'authorization_code' }: Pick<AuthOptions, 'grant'>): boolean {
  return grant === 'authorization_code'
}

function assertWithinLimits(scopes: readonly string[]): readonly string[] {
  if (scopes.length <= maxScopes && scopes.join(' ').length <= maxTotalLength) return scopes
  throw new OmniportError(
    'limit',
    `more scopes would be asked for than ${maxScopes}, or than fit into ${maxTotalLength} characters`,
  )
}

/** Whether a text is one scope. spec: RFC 6749 section 3.3 */
export function isScope(text: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)
}
