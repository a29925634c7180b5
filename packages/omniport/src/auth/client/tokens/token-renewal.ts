import { OmniportError } from '../../../values/errors/omniport-error.js'
import { truncate } from '../../../values/text/truncate.js'
import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'
import type { Challenge } from '../challenge/challenge.js'
import type { TokenSource } from '../token-source.js'
import { chooseScopes } from './choose-scopes.js'
import { type IssuedTokens, isExpired, type StoredTokens } from './stored-tokens.js'
import { TokenStore } from './token-store.js'

/** Finds the authorization server of one MCP server. */
export interface AuthorizationDiscovery {
  get(challenge: Challenge | undefined, signal: AbortSignal): Promise<Authorization>
  /** Empties the cache. */
  forget(): void
}

export interface TokenRenewalOptions {
  readonly services: AuthServices
  readonly source: TokenSource
  readonly discovery: AuthorizationDiscovery
}

/** The refusal that makes new tokens necessary. */
export interface RenewalCause {
  readonly challenge: Challenge | undefined
  /** The access token that was refused; undefined if none was sent. */
  readonly refused: string | undefined
  /** True if it was issued for this very request, so that refreshing it is pointless. */
  readonly isRenewed: boolean
  /** True if the user must not be asked. */
  readonly isQuiet: boolean
}

/**
 * Gets and stores tokens, one at a time among all that share the store: the next one finds the new tokens, so that no refresh
 * token is used twice.
 */
export class TokenRenewal {
  readonly #options: TokenRenewalOptions
  readonly #tokenStore: TokenStore
  /** The sorted and joined scopes of each step-up so far. */
  readonly #stepUps = new Set<string>()
  /** The last access token that was not the result of a refresh. */
  #obtained: string | undefined

  constructor(options: TokenRenewalOptions) {
    this.#options = options
    this.#tokenStore = new TokenStore(options.services)
  }

  loadLast(): Promise<IssuedTokens | undefined> {
    return this.#tokenStore.loadLast()
  }

  /** Refreshes tokens before they expire. Undefined if the user would have to agree. */
  refreshAhead(current: IssuedTokens, signal: AbortSignal): Promise<IssuedTokens | undefined> {
    const { authorization } = current
    return this.#tokenStore.exclusive(authorization, signal, async () => {
      signal.throwIfAborted()
      const stored = await this.#tokenStore.read(authorization)
      if (stored === undefined) return undefined
      const isOther = stored.tokens.accessToken !== current.tokens.accessToken
      if (isOther && !isExpired(stored, this.#now)) return { ...stored, authorization }
      return this.#refresh({ ...stored, authorization }, signal)
    })
  }

  /**
   * Replaces tokens that were refused. The authorization server is discovered again: the MCP server may use another one by now,
   * which must not see tokens of the old one.
   *
   * Rejects with OmniportError `unauthorized` if they were newly issued for this very request.
   */
  async renew(renewalCause: RenewalCause, signal: AbortSignal): Promise<IssuedTokens> {
    const { discovery } = this.#options
    if (renewalCause.isRenewed && renewalCause.refused === this.#obtained) {
      throw new OmniportError('unauthorized', 'it refuses the token that was just issued for it')
    }
    if (renewalCause.isQuiet) await this.#assertRenewable(renewalCause)
    discovery.forget()
    const authorization = await discovery.get(renewalCause.challenge, signal)
    return this.#tokenStore.exclusive(authorization, signal, async () => {
      signal.throwIfAborted()
      const stored = await this.#tokenStore.read(authorization)
      if (stored !== undefined && this.#isNew(stored, renewalCause)) return { ...stored, authorization }
      const canRefresh = stored !== undefined && !renewalCause.isRenewed
      const refreshed = canRefresh ? await this.#refresh({ ...stored, authorization }, signal) : undefined
      if (refreshed !== undefined) return refreshed
      if (renewalCause.isQuiet && this.#needsUser) throw userNeededError()
      return this.#obtain(this.#scopesFor(renewalCause, authorization, stored), authorization, signal)
    })
  }

  /**
   * Gets tokens with more scopes: all requested so far, and those of the challenge.
   *
   * spec: basic/authorization#step-up-authorization-flow
   *
   * Rejects with OmniportError `unauthorized` if these scopes were requested before.
   */
  async stepUp(renewalCause: RenewalCause, signal: AbortSignal): Promise<IssuedTokens> {
    if (renewalCause.isQuiet && this.#needsUser) throw userNeededError()
    const authorization = await this.#options.discovery.get(renewalCause.challenge, signal)
    return this.#tokenStore.exclusive(authorization, signal, async () => {
      signal.throwIfAborted()
      const stored = await this.#tokenStore.read(authorization)
      if (stored !== undefined && this.#isNew(stored, renewalCause)) return { ...stored, authorization }
      const scopes = this.#scopesFor(renewalCause, authorization, stored)
      const requestedScopes = [...(scopes ?? [])].sort().join(' ')
      if (this.#stepUps.has(requestedScopes) || isGranted(stored, scopes)) throw insufficientScopeError(requestedScopes)
      const current = await this.#obtain(scopes, authorization, signal)
      this.#stepUps.add(requestedScopes)
      return current
    })
  }

  /** @throws OmniportError `unauthorized` if the user has to agree. */
  async #assertRenewable({ refused }: RenewalCause): Promise<void> {
    if (!this.#needsUser) return
    const stored = await this.#tokenStore.loadLast()
    const isOther = stored !== undefined && stored.tokens.accessToken !== refused
    if (!isOther && stored?.tokens.refreshToken === undefined) throw userNeededError()
  }

  get #needsUser(): boolean {
    const { grant = 'authorization_code' } = this.#options.services.options
    return grant === 'authorization_code'
  }

  /** True if another request or process has renewed the tokens meanwhile. */
  #isNew(stored: StoredTokens, { refused }: RenewalCause): boolean {
    return stored.tokens.accessToken !== refused && !isExpired(stored, this.#now)
  }

  #scopesFor({ challenge }: RenewalCause, authorization: Authorization, stored: StoredTokens | undefined) {
    const { options } = this.#options.services
    return chooseScopes({ options, challenge, authorization, requested: stored?.requested })
  }

  /** Undefined if there is no valid refresh token. */
  async #refresh(current: IssuedTokens, signal: AbortSignal): Promise<IssuedTokens | undefined> {
    const { authorization, requested, tokens } = current
    const { refreshToken, ...others } = tokens
    if (refreshToken === undefined) return undefined
    signal.throwIfAborted()
    // Not aborted by the caller: the server may have consumed the refresh token, and only its reply has the next one.
    const request = { authorization, scopes: tokens.scopes ?? requested, signal: new AbortController().signal }
    const refreshed = await this.#options.source.refresh(refreshToken, request)
    if (refreshed !== undefined) return this.#save({ ...current, tokens: refreshed, since: this.#now })
    // A process that does not lock the store may have used it just before.
    const stored = await this.#tokenStore.read(authorization)
    if (stored !== undefined && this.#isNew(stored, { ...emptyCause, refused: others.accessToken })) {
      return { ...stored, authorization }
    }
    await this.#save({ ...current, tokens: others })
    return undefined
  }

  async #obtain(
    scopes: readonly string[] | undefined,
    authorization: Authorization,
    signal: AbortSignal,
  ): Promise<IssuedTokens> {
    const tokens = await this.#options.source.obtain({ authorization, scopes, signal })
    this.#obtained = tokens.accessToken
    return this.#save({ authorization, tokens, requested: scopes, since: this.#now })
  }

  async #save(current: IssuedTokens): Promise<IssuedTokens> {
    await this.#tokenStore.save(current)
    return current
  }

  get #now(): number {
    return this.#options.services.runtime.now()
  }
}

const emptyCause: RenewalCause = { challenge: undefined, refused: undefined, isRenewed: false, isQuiet: false }

/** True if the tokens have all of these scopes already. */
function isGranted(stored: StoredTokens | undefined, scopes: readonly string[] | undefined): boolean {
  const granted = stored?.tokens.scopes
  return granted !== undefined && (scopes ?? []).every((scope) => granted.includes(scope))
}

function insufficientScopeError(requestedScopes: string): OmniportError {
  const which =
    requestedScopes === ''
      ? 'names no scope that would be enough'
      : `a token for '${truncate(requestedScopes, 200)}' is not enough`
  return new OmniportError('unauthorized', `it answers insufficient_scope, and ${which}`)
}

function userNeededError(): OmniportError {
  return new OmniportError('unauthorized', 'the user has to agree, and is asked with the next call')
}
