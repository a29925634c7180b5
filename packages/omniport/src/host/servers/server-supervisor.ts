import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import { backoffMs } from '../../async/waiting/backoff.js'
import { startInterval } from '../../async/waiting/start-interval.js'
import { waitFor } from '../../async/waiting/wait-for.js'
import type { Client } from '../../client/client.js'
import { OmniportError, type OmniportErrorCode } from '../../values/errors/omniport-error.js'
import { truncate } from '../../values/text/truncate.js'
import type { ServerState } from './server-status.js'
import type { ServerSettings } from './settings/server-settings.js'
import { toUnavailableError } from './to-unavailable-error.js'

export interface ServerSupervisorOptions {
  readonly name: string
  readonly settings: ServerSettings
  readonly runtime: Runtime
  /** The time between two pings of a server in use. */
  readonly healthMs: number
  /** Rejects with OmniportError `denied` where the server may not be started. */
  readonly approve: (signal: AbortSignal) => Promise<void>
  /** Connects, and passes on what the connection tells. Rejects as `connect` does. */
  readonly connect: (listeners: ConnectionListeners) => Promise<Client>
  /** Called once for each change. */
  readonly onState: (change: StateChange) => void
  /** Called with every new client, before anybody else gets it. */
  readonly onClient: (client: Client) => void
}

/** What a connection tells about itself. */
export interface ConnectionListeners {
  readonly signal: AbortSignal
  readonly onLost: (reason: Error | undefined) => void
  readonly onReconnect: () => void
  readonly onClose: () => void
}

/** How a server is from now on. */
export interface StateChange {
  readonly state: ServerState
  readonly reason?: string | undefined
  readonly code?: OmniportErrorCode | undefined
  readonly since: number
  readonly retryAt?: number | undefined
}

/**
 * The life of one server: started when it is needed, asked whether it is there while it is used, and tried again with growing
 * delays after it failed, when it is next needed. Whoever needs it meanwhile is told at once why there is none.
 */
export class ServerSupervisor {
  readonly #options: ServerSupervisorOptions
  #change: StateChange
  #client: Client | undefined
  #starting: { readonly promise: Promise<Client>; readonly abort: AbortController } | undefined
  /** The one that is there or being made: what others still say is of no interest. */
  #connection: Connection | undefined
  #ending = new AbortController()
  /** Settles when nothing is left of those before; undefined: nothing is. */
  #ended: Promise<void> | undefined
  #isClosed = false
  #failure: unknown
  #attempt = 0
  #inFlight = 0
  #usedAt = 0
  #stopHealthCheck = () => {}

  constructor(options: ServerSupervisorOptions) {
    const { isDisabled, target, problem } = options.settings
    this.#options = options
    const since = options.runtime.now()
    if (isDisabled === true) this.#change = { state: 'disabled', since }
    else if (target === undefined) this.#change = { state: 'invalid', reason: problem ?? 'it has no target', since }
    else this.#change = { state: 'idle', since }
  }

  get change(): StateChange {
    return this.#change
  }

  /** The connection there is, or was: a lost one is made again when it is used. */
  get client(): Client | undefined {
    return this.#client
  }

  /** Aborts when it is stopped or closed, with why: nobody needs an answer that was for it. */
  get ending(): AbortSignal {
    return this.#ending.signal
  }

  /** Says that it may answer soon enough to be worth waiting for. */
  get isAnswering(): boolean {
    return this.#change.state !== 'unresponsive' && this.canStart
  }

  /** It may be started when somebody needs it. */
  get canStart(): boolean {
    const { state, retryAt = 0 } = this.#change
    return state === 'failed' ? this.#options.runtime.now() >= retryAt : !inactiveStates.has(state)
  }

  /**
   * The connection, made if need be. Aborting `signal` stops waiting only. Rejects with why there is none: as `connect` does,
   * or with OmniportError `denied` or `closed`.
   */
  ready(signal?: AbortSignal): Promise<Client> {
    this.#usedAt = this.#options.runtime.now()
    if (this.#client !== undefined) return Promise.resolve(this.#client)
    if (this.#starting === undefined && !this.canStart)
      return Promise.reject(toUnavailableError(this.#options.name, this.#change, this.#failure))
    return waitFor(this.#start(), { clock: this.#options.runtime, signal })
  }

  /**
   * Runs `work` with the connection; while it is waited for the server is watched. Aborting `signal`, and ending the server, end
   * the wait, whatever `work` waits for: it gets a signal that aborts then.
   */
  async use<T>(work: (client: Client, signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const client = await this.ready(signal)
    const abort = new LinkedAbortController(signal, this.ending)
    this.#inFlight += 1
    try {
      return await waitFor(work(client, abort.signal), { clock: this.#options.runtime, signal: abort.signal })
    } finally {
      this.#inFlight -= 1
      abort.unlink()
    }
  }

  /** Starts it now, whatever became of it before. Rejects as `ready` does. */
  async start(): Promise<void> {
    const { state } = this.#change
    if (this.#isClosed || state === 'invalid' || state === 'disabled')
      throw toUnavailableError(this.#options.name, this.#change, this.#failure)
    this.#attempt = 0
    await (this.#client === undefined ? this.#start() : this.#client.ping())
  }

  /** Ends it until `start`. Settles when nothing of it is left. */
  async stop(): Promise<void> {
    const { state } = this.#change
    if (state !== 'invalid' && state !== 'disabled') this.#set('stopped')
    await this.#end(new OmniportError('closed', `The server ${this.#options.name} was stopped`))
  }

  /** As `stop`, but for good, and nobody is told. Who waits for it gets OmniportError `closed` that says why. */
  async close(why: string): Promise<void> {
    this.#isClosed = true
    this.#change = { state: 'stopped', since: this.#options.runtime.now() }
    await this.#end(new OmniportError('closed', why))
  }

  async #end(reason: OmniportError): Promise<void> {
    const starting = this.#starting
    const closing = this.#client?.close()
    this.#client = undefined
    this.#starting = undefined
    this.#connection = undefined
    this.#stopHealthCheck()
    starting?.abort.abort(reason)
    this.#ending.abort(reason)
    this.#ending = new AbortController()
    const settled = Promise.allSettled([this.#ended, starting?.promise, closing]).then(() => {
      if (this.#ended === settled) this.#ended = undefined
    })
    this.#ended = settled
    await settled
    await closing
  }

  #start(): Promise<Client> {
    if (this.#starting !== undefined) return this.#starting.promise
    const abort = new AbortController()
    const promise = this.#connect(abort.signal).finally(() => {
      if (this.#starting === starting) this.#starting = undefined
    })
    // Whoever waits may have gone.
    promise.catch(() => {})
    const starting = { promise, abort }
    this.#starting = starting
    return promise
  }

  async #connect(signal: AbortSignal): Promise<Client> {
    const connection: Connection = { isOver: false }
    this.#connection = connection
    this.#set('starting')
    try {
      if (this.#ended !== undefined) await this.#ended // what is left may hold what the new one needs
      await this.#options.approve(signal)
      signal.throwIfAborted()
      const client = await this.#options.connect(this.#listenersFor(connection, signal))
      if (signal.aborted) await client.close()
      signal.throwIfAborted()
      if (connection.isOver) throw new OmniportError('closed', connectionEnded)
      this.#setClient(client)
      return client
    } catch (reason) {
      signal.throwIfAborted()
      this.#fail(reason)
      throw reason
    }
  }

  #listenersFor(connection: Connection, signal: AbortSignal): ConnectionListeners {
    const isCurrent = () => this.#connection === connection
    return {
      signal,
      onLost: (reason) => {
        if (isCurrent()) this.#set('lost', { reason: reason?.message ?? connectionEnded })
      },
      onReconnect: () => {
        if (isCurrent()) this.#set('ready')
      },
      onClose: () => {
        connection.isOver = true
        if (!isCurrent() || this.#client === undefined) return
        this.#client = undefined
        this.#stopHealthCheck()
        this.#fail(new OmniportError('closed', this.#change.reason ?? connectionEnded))
      },
    }
  }

  #setClient(client: Client): void {
    this.#client = client
    this.#attempt = 0
    this.#options.onClient(client)
    this.#set('ready')
    const { runtime, healthMs } = this.#options
    this.#stopHealthCheck = startInterval(runtime, healthMs, () => this.#checkHealth(client))
  }

  async #checkHealth(client: Client): Promise<void> {
    const { runtime, healthMs } = this.#options
    const isInUse = this.#inFlight > 0 || runtime.now() - this.#usedAt < healthMs
    if (this.#change.state !== 'unresponsive' && !(this.#change.state === 'ready' && isInUse)) return
    const timeoutMs = Math.min(healthMs, maxPingMs)
    const isThere = await client.ping({ timeoutMs, maxTimeoutMs: timeoutMs }).then(
      () => true,
      (reason) => !(OmniportError.is(reason) && reason.code === 'timeout'),
    )
    const { state } = this.#change
    if (this.#client !== client) return
    if (!isThere && state === 'ready') this.#set('unresponsive', { reason: `it did not answer within ${timeoutMs} ms` })
    if (isThere && state === 'unresponsive') this.#set('ready')
  }

  #fail(failure: unknown): void {
    this.#failure = failure
    const { runtime } = this.#options
    const code = OmniportError.is(failure) ? failure.code : undefined
    const reason = truncate(failure instanceof Error ? failure.message : String(failure), longestReason)
    if (code === 'denied') this.#set('denied', { reason, code })
    else this.#set('failed', { reason, code, retryAt: runtime.now() + backoffMs(this.#attempt, runtime) })
    this.#attempt += 1
  }

  #set(state: ServerState, why: Omit<StateChange, 'state' | 'since'> = {}): void {
    if (this.#change.state === state && this.#change.reason === why.reason) return
    const details = Object.entries(why).filter(([, value]) => value !== undefined)
    this.#change = { state, since: this.#options.runtime.now(), ...Object.fromEntries(details) }
    this.#options.onState(this.#change)
  }
}

/** One connection, from before it is made. */
interface Connection {
  isOver: boolean
}

/** States in which a server is not started because somebody needs it. */
const inactiveStates: ReadonlySet<ServerState> = new Set(['denied', 'invalid', 'disabled', 'stopped'])

const connectionEnded = 'the connection ended'

/** The longest time that a server has to answer a ping. */
const maxPingMs = 10_000

/** Characters of a reason. */
const longestReason = 1_000
