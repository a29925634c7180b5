import type { AuthorizedRequest, AuthRefusal, HttpAuthorizer } from '../../../transport/http-authorizer.js'
import type { AuthServices } from '../auth-home.js'
import type { Challenge } from '../challenge/challenge.js'
import { findChallenge } from '../challenge/find-challenge.js'
import { type IssuedTokens, isExpired } from './kept-tokens.js'
import { type RenewalCause, TokenRenewal, type TokenRenewalOptions } from './renewal.js'
import { SharedFailure } from './shared-failure.js'
import { SharedWork } from './shared-work.js'
import { toUnauthorized } from './to-unauthorized.js'

/** What an authorizer is made from. */
export interface TokenAuthorizerOptions extends TokenRenewalOptions {
  /** Runs what may take as long as a person does. */
  readonly withTimeoutsPaused: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Gives requests the tokens of one MCP server: kept ones, refreshed ones, and where there are none or too few, new ones. What
 * several requests need is got once.
 *
 * spec: basic/authorization#access-token-usage
 */
export class TokenAuthorizer implements HttpAuthorizer {
  readonly #services: AuthServices
  readonly #renewal: TokenRenewal
  readonly #withTimeoutsPaused: TokenAuthorizerOptions['withTimeoutsPaused']
  readonly #work = new SharedWork()
  readonly #failure = new SharedFailure()
  #isLoaded = false
  #current: IssuedTokens | undefined
  /** The access token that came last instead of one that was refused. */
  #renewed: string | undefined
  /** The access token that is not replaced before it is refused. */
  #unrefreshable: string | undefined

  constructor({ withTimeoutsPaused, ...options }: TokenAuthorizerOptions) {
    this.#services = options.services
    this.#renewal = new TokenRenewal(options)
    this.#withTimeoutsPaused = withTimeoutsPaused
  }

  async headers(request: AuthorizedRequest, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    if (!this.#isLoaded) await this.#share('recall', (aborted) => this.#load(aborted), signal)
    // What says goodbye waits for nobody.
    if (this.#isExpiring() && request.method !== 'DELETE')
      await this.#share('refresh', (aborted) => this.#refreshAhead(aborted), signal)
    const headers = await this.#credentials(request, signal)
    this.#failure.noteSent(headers)
    return headers
  }

  async recover(refusal: AuthRefusal, signal: AbortSignal): Promise<boolean> {
    const { status, sent, retries, isQuiet = false } = refusal
    const { prover } = this.#services
    const challenge = findChallenge(refusal.header('www-authenticate'), prover === undefined ? 'bearer' : 'dpop')
    const error = challenge?.params.get('error')
    if (status !== 401 && !(status === 403 && error === 'insufficient_scope')) return false
    const refused = tokenOf(sent['authorization'])
    const isOld = this.#current !== undefined && this.#current.tokens.accessToken !== refused
    if (isOld || (error === 'use_dpop_nonce' && refusal.header('dpop-nonce') !== undefined)) return true
    if (!isQuiet) this.#failure.throwIfFailedSince(sent)
    const renewalCause = { challenge, refused, isRenewed: retries > 0 && refused === this.#renewed, isQuiet }
    await this.#share(
      `${isQuiet ? 'quietly ' : ''}${shareKey(status, challenge)}`,
      (aborted) => this.#replace(renewalCause, status, aborted),
      signal,
    )
    return true
  }

  /** spec: RFC 9449 section 9 */
  onReply({ url, header }: Pick<AuthRefusal, 'url' | 'header'>): void {
    const nonce = header('dpop-nonce')
    if (nonce !== undefined) this.#services.prover?.noteNonce(url, nonce)
  }

  async #credentials(request: AuthorizedRequest, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    if (this.#current === undefined) return {}
    const { accessToken, type } = this.#current.tokens
    const { prover } = this.#services
    if (type === 'bearer' || prover === undefined) return { authorization: `Bearer ${accessToken}` }
    try {
      return { authorization: `DPoP ${accessToken}`, dpop: await prover.proof(request, accessToken) }
    } catch (reason) {
      throw toUnauthorized(reason, { services: this.#services, signal })
    }
  }

  #share(name: string, begin: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    return this.#work.join(name, (aborted) => this.#withTimeoutsPaused(() => begin(aborted)), signal)
  }

  async #load(signal: AbortSignal): Promise<void> {
    try {
      const current = await this.#renewal.loadLast()
      this.#current ??= current
      this.#isLoaded = true
    } catch (reason) {
      throw toUnauthorized(reason, { services: this.#services, signal })
    }
  }

  #isExpiring(): boolean {
    const current = this.#current
    if (current?.tokens.refreshToken === undefined || current.tokens.accessToken === this.#unrefreshable) return false
    return isExpired(current, this.#services.runtime.now(), aheadMs)
  }

  /** What goes wrong is found out when the server refuses the old token, and said then. */
  async #refreshAhead(signal: AbortSignal): Promise<void> {
    const current = this.#current
    if (current === undefined) return
    try {
      const refreshed = await this.#renewal.refreshAhead(current, signal)
      if (refreshed !== undefined) this.#current = refreshed
      // A token that is over when it comes would be refreshed for each request.
      if (refreshed === undefined || isExpired(refreshed, this.#services.runtime.now())) {
        this.#unrefreshable = (refreshed ?? current).tokens.accessToken
      }
    } catch {
      if (!signal.aborted) this.#unrefreshable = current.tokens.accessToken
    }
  }

  async #replace(renewalCause: RenewalCause, status: number, signal: AbortSignal): Promise<void> {
    try {
      this.#current = await (status === 403
        ? this.#renewal.stepUp(renewalCause, signal)
        : this.#renewal.renew(renewalCause, signal))
      this.#renewed = this.#current.tokens.accessToken
    } catch (reason) {
      const failure = toUnauthorized(reason, { services: this.#services, signal, status })
      if (!signal.aborted && !renewalCause.isQuiet) this.#failure.noteFailure(failure)
      throw failure
    }
  }
}

/** A token that ends within this time is replaced before it is sent. */
const aheadMs = 30_000

/** What is got for one refusal serves all others of the same name. */
function shareKey(status: number, challenge: Challenge | undefined): string {
  return status === 401 ? 'renew' : `step up ${challenge?.params.get('scope') ?? ''}`
}

function tokenOf(authorization: string | undefined): string | undefined {
  return authorization?.slice(authorization.indexOf(' ') + 1)
}
