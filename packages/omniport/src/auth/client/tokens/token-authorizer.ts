import type { AuthorizedRequest, AuthRefusal, HttpAuthorizer } from '../../../transport/http-authorizer.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { AuthServices } from '../auth-services.js'
import type { Challenge } from '../challenge/challenge.js'
import { asksForKey, findChallenge } from '../challenge/parse-challenges.js'
import { transientErrorCode } from '../transient-error-code.js'
import { type RunWork, SharedWork } from './shared-work.js'
import { type IssuedTokens, isExpired } from './stored-tokens.js'
import { type RenewalCause, TokenRenewal, type TokenRenewalOptions } from './token-renewal.js'

export interface TokenAuthorizerOptions extends TokenRenewalOptions {
  readonly withTimeoutsPaused: RunWork
}

/**
 * Adds tokens to the requests to one MCP server: stored or refreshed ones, or new ones if there are none or their scopes are
 * insufficient. Requests that need the same share it.
 *
 * spec: basic/authorization#access-token-usage
 */
export class TokenAuthorizer implements HttpAuthorizer {
  readonly #services: AuthServices
  readonly #renewal: TokenRenewal
  readonly #work: SharedWork
  readonly #failure = new SharedFailure()
  #isLoaded = false
  #current: IssuedTokens | undefined
  /** The access token that last replaced a refused one. */
  #renewed: string | undefined
  /** The access token that is not refreshed ahead of time. */
  #unrefreshable: string | undefined

  constructor({ withTimeoutsPaused, ...options }: TokenAuthorizerOptions) {
    this.#services = options.services
    this.#renewal = new TokenRenewal(options)
    this.#work = new SharedWork(withTimeoutsPaused)
  }

  async headers(request: AuthorizedRequest, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    if (!this.#isLoaded) await this.#share('recall', (aborted) => this.#load(aborted), signal)
    // A request that ends the session is not delayed.
    if (this.#isExpiring() && request.method !== 'DELETE')
      await this.#share('refresh', (aborted) => this.#refreshAhead(aborted), signal)
    const headers = await this.#credentials(request, signal)
    this.#failure.noteSent(headers)
    return headers
  }

  async recover(refusal: AuthRefusal, signal: AbortSignal): Promise<boolean> {
    const { status, sent, retries, isQuiet = false } = refusal
    const { prover } = this.#services
    const header = refusal.header('www-authenticate')
    const challenge = findChallenge(header, prover === undefined ? 'bearer' : 'dpop')
    const error = challenge?.params.get('error')
    if (status !== 401 && !(status === 403 && error === 'insufficient_scope')) return false
    if (asksForKey(header)) return false
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
    return this.#work.join(name, begin, signal)
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

  /** Refreshes before the token expires. Failures are ignored here; they appear once the server refuses the old token. */
  async #refreshAhead(signal: AbortSignal): Promise<void> {
    const current = this.#current
    if (current === undefined) return
    try {
      const refreshed = await this.#renewal.refreshAhead(current, signal)
      if (refreshed !== undefined) this.#current = refreshed
      // A token that is expired on arrival would be refreshed for each request.
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

/** A token that expires within this time is refreshed before it is sent. */
const aheadMs = 30_000

/** Refusals with the same key share one renewal. */
function shareKey(status: number, challenge: Challenge | undefined): string {
  return status === 401 ? 'renew' : `step up ${challenge?.params.get('scope') ?? ''}`
}

function tokenOf(authorization: string | undefined): string | undefined {
  return authorization?.slice(authorization.indexOf(' ') + 1)
}

/**
 * Fails all requests that were in flight when authorization failed, so that a user who declined is not asked again for each.
 * Later requests may try again.
 */
class SharedFailure {
  readonly #sentAt = new WeakMap<object, number>()
  #now = 0
  #failure: { readonly at: number; readonly reason: unknown } | undefined

  /** Records that these headers are about to be sent. */
  noteSent(headers: object): void {
    this.#now += 1
    this.#sentAt.set(headers, this.#now)
  }

  noteFailure(reason: unknown): void {
    this.#failure = { at: this.#now, reason }
  }

  /** @throws the failure that came after these headers were sent, if there was one. */
  throwIfFailedSince(headers: object): void {
    const at = this.#sentAt.get(headers)
    if (this.#failure !== undefined && at !== undefined && at <= this.#failure.at) throw this.#failure.reason
  }
}

export interface FailureContext {
  readonly services: Pick<AuthServices, 'serverUrl'>
  /** The signal of the work that failed. */
  readonly signal: AbortSignal
  readonly status?: number | undefined
}

/**
 * Converts a failure to get credentials: to `unreachable` or `timeout` if it is transient, else to `unauthorized`. An abort
 * reason stays as it is.
 */
export function toUnauthorized(reason: unknown, { services, signal, status }: FailureContext): unknown {
  if (signal.aborted) return signal.reason
  const { origin, pathname } = services.serverUrl
  const explanation = OmniportError.is(reason) || isMisuse(reason) ? reason.message : `internal error${codeOf(reason)}`
  const message = `No access to ${origin}${pathname}: ${explanation}`
  const transientCode = transientErrorCode(reason)
  if (transientCode !== undefined) return new OmniportError(transientCode, message, { cause: reason })
  return new OmniportError('unauthorized', message, { cause: reason, status })
}

/** Messages of other errors may contain secrets. */
function isMisuse(reason: unknown): reason is TypeError {
  return reason instanceof TypeError && reason.message.startsWith('auth.')
}

/** The system code of an error, like `ENOSPC`. */
function codeOf(reason: unknown): string {
  const { code } = (reason ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? ` (${code})` : ''
}
