import { backoffMs } from '../../async/waiting/backoff.js'
import { pause } from '../../async/waiting/pause.js'
import { waitFor } from '../../async/waiting/wait-for.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { hasCode } from '../../values/errors/has-code.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ClientServices } from '../client-services.js'
import type { ActiveConnection } from './active-connection.js'

export interface ReconnectionOptions {
  readonly services: ClientServices
  readonly first: ActiveConnection
  /** True: a lost connection can be made again. */
  readonly reopens: boolean
  /** True: a server that could not be reached is tried again later. */
  readonly isRemote: boolean
  /** Connects again, in `revision` or, if that failed, in any revision. */
  readonly open: (revision: Revision | undefined, signal: AbortSignal) => Promise<ActiveConnection>
  /** Sets up a new connection as the lost one was. Rejects if the new one is lost as well. */
  readonly restore: (active: ActiveConnection) => Promise<void>
  /** True: connects again at once. False: when the connection is next needed. */
  readonly hasSubscriptions: () => boolean
  /** Called at each loss, with its reason. */
  readonly onLost: (reason: Error | undefined) => void
  /** Called when a lost connection has been made again. */
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
  #sinceMs: number
  #up = true
  #over: OmniportError | undefined
  #restarting: Promise<ActiveConnection> | undefined
  #closing: Promise<void> | undefined
  #attempt = 0

  constructor(options: ReconnectionOptions) {
    this.#options = options
    this.#active = options.first
    this.#sinceMs = options.services.runtime.now()
    this.#watch(options.first)
  }

  /** The last connection, which may be lost. */
  get last(): ActiveConnection {
    return this.#active
  }

  get isUp(): boolean {
    return this.#up
  }

  /** True after the connection ended for good. */
  get isOver(): boolean {
    return this.#over !== undefined
  }

  /**
   * Resolves with a connection that is not known to be lost. Rejects with OmniportError `closed`, `unreachable` or
   * `unauthorized`.
   */
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
    const closed = new OmniportError('closed', 'The client is closed')
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
    if (services.runtime.now() - this.#sinceMs >= stableMs) this.#attempt = 0
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
    let revision: Revision | undefined = this.#active.handshake.revision
    let last: unknown
    // The old server ends first, since it may hold resources that the new one needs.
    await this.#active.connection.transport.close()
    for (let failures = 0; failures < maxFailures; failures += 1) {
      await this.#delay()
      try {
        return await this.#tryOpen(revision)
      } catch (reason) {
        if (this.#over !== undefined) throw this.#over
        // A user who declined is asked again only by the next call.
        if (hasCode(reason, 'unauthorized')) throw reason
        this.#options.services.report(reason)
        last = reason
        revision = undefined
      }
    }
    const why = last instanceof Error ? last.message : String(last)
    if (this.#options.isRemote) {
      throw new OmniportError('unreachable', `The server could not be reached again: ${why}`, { cause: last })
    }
    throw this.#giveUp(new OmniportError('closed', `The server could not be started again: ${why}`, { cause: last }))
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
    this.#sinceMs = this.#options.services.runtime.now()
    this.#up = true
    this.#watch(active)
    this.#options.onReconnect()
    return active
  }

  async #delay(): Promise<void> {
    const { runtime } = this.#options.services
    const ms = backoffMs(this.#attempt, runtime)
    this.#attempt += 1
    await pause(runtime, ms, this.#ending.signal)
    this.#ending.signal.throwIfAborted()
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

/** A server is given up after this many failures in a row. */
const maxFailures = 5

/** The delays start over for a server that ran this long. */
const stableMs = 10_000

/**
 * Pings a legacy server in intervals of `pingMs` while the connection is open, one ping at a time. A ping without an answer
 * is reported, and has no other effect.
 *
 * spec: 2025-11-25 basic/utilities/ping#implementation-considerations
 */
function startPingHealthCheck({ connection, revisionClient }: ActiveConnection): void {
  const { pingMs, timeoutMs, runtime, report } = connection.services
  if (pingMs === undefined || !isLegacy(connection.revision)) return
  let isOver = false
  let stop = () => {}
  const wait = () => {
    if (!isOver) stop = runtime.after(pingMs, ping, { background: true })
  }
  const ping = () => {
    void revisionClient
      .ping({ timeoutMs, isQuiet: true })
      .catch((reason) => {
        if (!hasCode(reason, 'closed')) report(reason) // `closed` is reported by onLost and onClose
      })
      .then(wait)
  }
  void connection.transport.closed.then(() => {
    isOver = true
    stop()
  })
  wait()
}
