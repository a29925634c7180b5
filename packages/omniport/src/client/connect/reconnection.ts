import { Backoff } from '../../async/waiting/backoff.js'
import { pause } from '../../async/waiting/pause.js'
import { retryWithBackoff } from '../../async/waiting/retry-with-backoff.js'
import { startInterval } from '../../async/waiting/start-interval.js'
import { waitFor } from '../../async/waiting/wait-for.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { hasCode } from '../../values/errors/has-code.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ClientServices } from '../client-services.js'
import { retryAfterOf } from '../http/http-status-error.js'
import type { ActiveConnection } from './active-connection.js'

export interface ReconnectionOptions {
  readonly services: ClientServices
  readonly first: ActiveConnection
  /** A lost connection can be made again. */
  readonly reopens: boolean
  /** A server that could not be reached may be tried again later. */
  readonly isRemote: boolean
  /** Connects again, in `revision` or, if that failed, in any revision. */
  readonly open: (revision: Revision | undefined, signal: AbortSignal) => Promise<ActiveConnection>
  /** Sets up a new connection as the lost one was. Rejects if the new one is lost as well. */
  readonly restore: (active: ActiveConnection) => Promise<void>
  /** Connects again at once rather than on the next request. */
  readonly hasSubscriptions: () => boolean
  readonly onLost: (reason: Error | undefined) => void
  readonly onReconnect: () => void
  /** Called once, when the connection ended for good; without a reason after `close`. */
  readonly onOver: (reason: Error | undefined) => void
}

/**
 * Keeps one server connected: it starts a server that exited again, and opens a lost session again, with growing delays,
 * when the connection is next needed.
 *
 * spec: basic/transports/stdio#unexpected-termination
 */
export class Reconnection {
  readonly #options: ReconnectionOptions
  readonly #ending = new AbortController()
  #active: ActiveConnection
  #up = true
  #over: OmniportError | undefined
  #restarting: Promise<ActiveConnection> | undefined
  #closing: Promise<void> | undefined
  readonly #backoff: Backoff

  constructor(options: ReconnectionOptions) {
    this.#options = options
    this.#active = options.first
    this.#backoff = new Backoff(options.services.runtime)
    this.#watch(options.first)
  }

  /** The last connection, which may be lost. */
  get last(): ActiveConnection {
    return this.#active
  }

  get isUp(): boolean {
    return this.#up
  }

  /** There will be no other connection. */
  get isOver(): boolean {
    return this.#over !== undefined
  }

  /** Resolves with a live connection. Rejects with OmniportError `closed`, `unreachable` or `unauthorized`. */
  ready(): Promise<ActiveConnection> {
    if (this.#over !== undefined) return Promise.reject(this.#over)
    return this.#up ? Promise.resolve(this.#active) : this.#restart()
  }

  /** Ends the connection, or the attempt to connect. Settles last. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const closed = new OmniportError('closed', 'The client is closed; connect again')
    this.#finish(closed, undefined)
    this.#ending.abort(closed)
    await this.#restarting?.catch(() => {})
    await this.#active.connection.transport.close()
  }

  #watch(active: ActiveConnection): void {
    startPingHealthCheck(active)
    void active.connection.transport.closed.then((reason) => {
      if (this.#over === undefined) this.#lose(reason)
    })
  }

  #lose(reason: Error | undefined): void {
    const { services, reopens, hasSubscriptions, onLost } = this.#options
    this.#up = false
    this.#active.connection.transport.close().catch(services.report)
    this.#backoff.onLost()
    onLost(reason)
    if (!reopens) this.#giveUp(reason ?? new OmniportError('closed', 'The connection was closed'))
    else if (hasSubscriptions()) void this.#restore()
  }

  /** Tries for as long as there are subscriptions. Errors were reported. */
  async #restore(): Promise<void> {
    const { isRemote, hasSubscriptions } = this.#options
    do {
      const isOver = await this.#restart().then(
        () => true,
        (reason) => hasCode(reason, 'unauthorized'),
      )
      if (isOver) return
    } while (isRemote && this.#over === undefined && hasSubscriptions())
  }

  #restart(): Promise<ActiveConnection> {
    this.#restarting ??= this.#open().finally(() => {
      this.#restarting = undefined
    })
    return this.#restarting
  }

  async #open(): Promise<ActiveConnection> {
    const { services, isRemote } = this.#options
    const { signal } = this.#ending
    let revision: Revision | undefined = this.#active.handshake.revision
    // What is left of the old server goes first: it may hold what the new one needs.
    await this.#active.connection.transport.close()
    const delayMs = (_failures: number, reason: unknown) => Math.max(this.#backoff.nextMs(), retryAfterOf(reason))
    const onFailure = (reason: unknown) => {
      services.report(reason)
      revision = undefined
    }
    // A person who declined is not asked again unless somebody calls again.
    const isRetryable = (reason: unknown) => !hasCode(reason, 'unauthorized')
    try {
      await pause(services.runtime, this.#backoff.nextMs(), signal)
      signal.throwIfAborted()
      const policy = { runtime: services.runtime, signal, maxAttempts, delayMs, isRetryable, onFailure }
      return await retryWithBackoff(() => this.#tryOpen(revision), policy)
    } catch (cause) {
      if (this.#over !== undefined) throw this.#over
      if (hasCode(cause, 'unauthorized')) throw cause
      const why = cause instanceof Error ? cause.message : String(cause)
      if (isRemote) throw new OmniportError('unreachable', `The server could not be reached again: ${why}`, { cause })
      throw this.#giveUp(new OmniportError('closed', `The server could not be started again: ${why}`, { cause }))
    }
  }

  async #tryOpen(revision: Revision | undefined): Promise<ActiveConnection> {
    const active = await this.#options.open(revision, this.#ending.signal)
    try {
      await waitFor(this.#options.restore(active), {
        clock: this.#options.services.runtime,
        signal: this.#ending.signal,
      })
    } catch (reason) {
      await active.connection.transport.close()
      throw reason
    }
    this.#active = active
    this.#backoff.onRestored()
    this.#up = true
    this.#restarting = undefined // the connection may be lost at once, and is then made again
    this.#watch(active)
    this.#options.onReconnect()
    return active
  }

  #giveUp(reason: Error): OmniportError {
    const closed = OmniportError.is(reason) ? reason : new OmniportError('closed', reason.message, { cause: reason })
    this.#finish(closed, closed)
    return closed
  }

  #finish(over: OmniportError, reason: Error | undefined): void {
    if (this.#over !== undefined) return
    this.#over = over
    this.#up = false
    this.#options.onOver(reason)
  }
}

/** Starts in a row that fail before a server is given up. */
const maxAttempts = 5

/**
 * Pings a legacy server every `pingMs`, where that is set. A ping that fails is reported, and has no other consequence.
 *
 * spec: 2025-11-25 basic/utilities/ping#implementation-considerations
 */
function startPingHealthCheck({ connection, revisionClient }: ActiveConnection): void {
  const { pingMs, timeoutMs, runtime, report } = connection.services
  if (pingMs === undefined || !isLegacy(connection.revision)) return
  const onFailure = (reason: unknown) => {
    if (!hasCode(reason, 'closed')) report(reason)
  }
  const ping = () => revisionClient.ping({ timeoutMs, isQuiet: true }).then(() => {}, onFailure)
  void connection.transport.closed.then(startInterval(runtime, pingMs, ping))
}
