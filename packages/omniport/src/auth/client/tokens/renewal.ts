import { truncate } from '../../../jsonrpc/clip.js'
import { OmniportError } from '../../../jsonrpc/omniport-error.js'
import type { AuthServices } from '../auth-home.js'
import type { Authorization } from '../authorization.js'
import type { Challenge } from '../challenge/challenge.js'
import { chooseScopes } from '../discovery/choose-scopes.js'
import type { TokenSource } from '../token-source.js'
import { type IssuedTokens, isOver, type StoredTokens } from './kept-tokens.js'
import { TokenShelf } from './token-shelf.js'

/** Where the authorization server of one MCP server is found. */
export interface Finder {
  get(challenge: Challenge | undefined, signal: AbortSignal): Promise<Authorization>
  /** Has all be looked up anew. */
  forget(): void
}

/** What new tokens are got with. */
export interface RenewalOptions {
  readonly services: AuthServices
  readonly source: TokenSource
  readonly finder: Finder
}

/** Why other tokens are needed. */
export interface Need {
  readonly challenge: Challenge | undefined
  /** The access token that was refused; undefined: none was sent. */
  readonly refused: string | undefined
  /** It was got for this very request: refreshing it is of no use. */
  readonly isRenewed: boolean
  /** No person is asked for its sake. */
  readonly isQuiet: boolean
}

/**
 * Gets tokens, in turn with all who share the store: who comes second finds what the first one got, and uses no refresh
 * token twice. What it gives is in the store.
 */
export class Renewal {
  readonly #options: RenewalOptions
  readonly #shelf: TokenShelf
  /** The scopes, as one text, that were asked for because others were not enough. */
  readonly #stepUps = new Set<string>()
  /** The access token that was got last, and not by refreshing another. */
  #obtained: string | undefined

  constructor(options: RenewalOptions) {
    this.#options = options
    this.#shelf = new TokenShelf(options.services)
  }

  recall(): Promise<IssuedTokens | undefined> {
    return this.#shelf.recall()
  }

  /** New tokens before the old ones are over. Undefined: there are none without a person. */
  refreshAhead(current: IssuedTokens, signal: AbortSignal): Promise<IssuedTokens | undefined> {
    const { authorization } = current
    return this.#shelf.exclusive(authorization, signal, async () => {
      signal.throwIfAborted()
      const stored = await this.#shelf.read(authorization)
      if (stored === undefined) return undefined
      const isOther = stored.tokens.accessToken !== current.tokens.accessToken
      if (isOther && !isOver(stored, this.#now)) return { ...stored, authorization }
      return this.#refresh({ ...stored, authorization }, signal)
    })
  }

  /**
   * Tokens instead of those that were refused. Where they come from is looked up anew: the MCP server may have moved to
   * another authorization server, which must not see anything of the old one's.
   *
   * Rejects with OmniportError `unauthorized` where they were got from the start for this very request.
   */
  async renew(need: Need, signal: AbortSignal): Promise<IssuedTokens> {
    const { finder } = this.#options
    if (need.isRenewed && need.refused === this.#obtained) {
      throw new OmniportError('unauthorized', 'it refuses a token that was got for it just before')
    }
    if (need.isQuiet) await this.#assertHopeful(need)
    finder.forget()
    const authorization = await finder.get(need.challenge, signal)
    return this.#shelf.exclusive(authorization, signal, async () => {
      signal.throwIfAborted()
      const stored = await this.#shelf.read(authorization)
      if (stored !== undefined && this.#isNew(stored, need)) return { ...stored, authorization }
      const canRefresh = stored !== undefined && !need.isRenewed
      const refreshed = canRefresh ? await this.#refresh({ ...stored, authorization }, signal) : undefined
      if (refreshed !== undefined) return refreshed
      if (need.isQuiet && this.#asksPeople) throw noneAsked()
      return this.#obtain(this.#scopesFor(need, authorization, stored), authorization, signal)
    })
  }

  /**
   * Tokens with more scopes: all that were asked for before, and those of the challenge.
   *
   * spec: basic/authorization#step-up-authorization-flow
   *
   * Rejects with OmniportError `unauthorized` where just these were asked for already.
   */
  async stepUp(need: Need, signal: AbortSignal): Promise<IssuedTokens> {
    if (need.isQuiet && this.#asksPeople) throw noneAsked()
    const authorization = await this.#options.finder.get(need.challenge, signal)
    return this.#shelf.exclusive(authorization, signal, async () => {
      signal.throwIfAborted()
      const stored = await this.#shelf.read(authorization)
      if (stored !== undefined && this.#isNew(stored, need)) return { ...stored, authorization }
      const scopes = this.#scopesFor(need, authorization, stored)
      const wanted = [...(scopes ?? [])].sort().join(' ')
      if (this.#stepUps.has(wanted) || isGranted(stored, scopes)) throw stillTooFew(wanted)
      const current = await this.#obtain(scopes, authorization, signal)
      this.#stepUps.add(wanted)
      return current
    })
  }

  /** @throws OmniportError `unauthorized` where only a person could help. */
  async #assertHopeful({ refused }: Need): Promise<void> {
    if (!this.#asksPeople) return
    const stored = await this.#shelf.recall()
    const isOther = stored !== undefined && stored.tokens.accessToken !== refused
    if (!isOther && stored?.tokens.refreshToken === undefined) throw noneAsked()
  }

  get #asksPeople(): boolean {
    const { grant = 'authorization_code' } = this.#options.services.options
    return grant === 'authorization_code'
  }

  /** Somebody else got it meanwhile. */
  #isNew(stored: StoredTokens, { refused }: Need): boolean {
    return stored.tokens.accessToken !== refused && !isOver(stored, this.#now)
  }

  #scopesFor({ challenge }: Need, authorization: Authorization, stored: StoredTokens | undefined) {
    const { options } = this.#options.services
    return chooseScopes({ options, challenge, authorization, requested: stored?.requested })
  }

  /** Undefined: there is no refresh token that is still good. */
  async #refresh(current: IssuedTokens, signal: AbortSignal): Promise<IssuedTokens | undefined> {
    const { authorization, requested, tokens } = current
    const { refreshToken, ...others } = tokens
    if (refreshToken === undefined) return undefined
    signal.throwIfAborted()
    // Whoever leaves now: the server may have used up the old refresh token, and only its answer has the next one.
    const request = { authorization, scopes: tokens.scopes ?? requested, signal: new AbortController().signal }
    const refreshed = await this.#options.source.refresh(refreshToken, request)
    if (refreshed !== undefined) return this.#save({ ...current, tokens: refreshed, since: this.#now })
    // Somebody who does not wait for turns may have used it just before.
    const stored = await this.#shelf.read(authorization)
    if (stored !== undefined && this.#isNew(stored, { ...noNeed, refused: others.accessToken })) {
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
    await this.#shelf.save(current)
    return current
  }

  get #now(): number {
    return this.#options.services.runtime.now()
  }
}

const noNeed: Need = { challenge: undefined, refused: undefined, isRenewed: false, isQuiet: false }

/** Whether the tokens have all of these scopes, so that asking for them is of no use. */
function isGranted(stored: StoredTokens | undefined, scopes: readonly string[] | undefined): boolean {
  const granted = stored?.tokens.scopes
  return granted !== undefined && (scopes ?? []).every((scope) => granted.includes(scope))
}

function stillTooFew(wanted: string): OmniportError {
  const which =
    wanted === '' ? 'names no scope that would be enough' : `a token for '${truncate(wanted, 200)}' is not enough`
  return new OmniportError('unauthorized', `it answers insufficient_scope, and ${which}`)
}

function noneAsked(): OmniportError {
  return new OmniportError('unauthorized', 'somebody has to agree, who is asked with the next call')
}
