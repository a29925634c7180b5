import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import { backoffMs } from '../../async/waiting/backoff.js'
import { startInterval } from '../../async/waiting/start-interval.js'
import { waitFor } from '../../async/waiting/wait-for.js'
import type { Client } from '../../client/client.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { truncate } from '../../values/text/truncate.js'
import type { ServerState, ServerStatus } from './server-status.js'
import type { ServerSettings } from './settings/server-settings.js'

export interface ServerSupervisorOptions {
  readonly name: string
  readonly settings: ServerSettings
  readonly runtime: Runtime
  /** Interval between pings while the server is in use. */
  readonly healthMs: number
  /** Requests consent to start. Rejects with OmniportError `denied`. */
  readonly approve: (signal: AbortSignal) => Promise<void>
  /** Connects, and calls `listeners` for events of the connection. Rejects as `connect` does. */
  readonly connect: (listeners: ConnectionListeners) => Promise<Client>
  readonly onState: (change: StateChange) => void
  /** Called with each new client before callers get it. */
  readonly onClient: (client: Client) => void
}

export interface ConnectionListeners {
  readonly signal: AbortSignal
  readonly onLost: (reason: Error | undefined) => void
  readonly onReconnect: () => void
  readonly onClose: () => void
}

export type StateChange = Pick<ServerStatus, 'state' | 'reason' | 'code' | 'since' | 'retryAt'>

/**
 * Starts one server when it is needed, pings it while it is in use, and retries after failures with growing delays. While a
 * server is waiting to be retried, `ready` rejects at once with the last failure.
 */
export class ServerSupervisor {
  readonly #options: ServerSupervisorOptions
  #change: StateChange
  #client: Client | undefined
  #starting: { readonly promise: Promise<Client>; readonly abort: AbortController } | undefined
  /** The current connection, or the one being made; events of others are ignored. */
  #connection: { isOver: boolean } | undefined
  #ending = new AbortController()
  /** Settles when earlier connections have ended; undefined: they have. */
  #ended: Promise<void> | undefined
  #isClosed = false
  #failure: unknown
  #attempt = 0
  #inFlight = 0
  #usedAt = 0
  #stopHealthCheck = () => {}

  constructor(options: ServerSupervisorOptions) {
    this.#options = options
    this.#change = initialChange(options)
  }

  get change(): StateChange {
    return this.#change
  }

  /** The client of the current connection; if that is lost, using the client reconnects. */
  get client(): Client | undefined {
    return this.#client
  }

  /** Aborts with the reason when the server is stopped or closed, so that pending work can end. */
  get ending(): AbortSignal {
    return this.#ending.signal
  }

  get isAnswering(): boolean {
    return this.#change.state !== 'unresponsive' && this.canStart
  }

  /** True if a caller's need may start the server. */
  get canStart(): boolean {
    const { state, retryAt = 0 } = this.#change
    return state === 'failed' ? this.#options.runtime.now() >= retryAt : !inactiveStates.has(state)
  }

  /** Connects if needed. Aborting `signal` only ends this wait. Rejects as `connect` does, or with `denied` or `closed`. */
  ready(signal?: AbortSignal): Promise<Client> {
    this.#usedAt = this.#options.runtime.now()
    if (this.#client !== undefined) return Promise.resolve(this.#client)
    if (this.#starting === undefined && !this.canStart)
      return Promise.reject(toUnavailableError(this.#options.name, this.#change, this.#failure))
    return waitFor(this.#start(), { clock: this.#options.runtime, signal })
  }

  /** Runs `work`, with pings meanwhile. The abort of `signal` or the end of the server ends the wait and aborts `work`. */
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

  /** Starts the server now, even after a failure, denial or stop. Rejects as `ready` does. */
  async start(): Promise<void> {
    if (this.#isClosed || isUnusable(this.#change))
      throw toUnavailableError(this.#options.name, this.#change, this.#failure)
    this.#attempt = 0
    await (this.#client === undefined ? this.#start() : this.#client.ping())
  }

  /** Delays starts, and the ends of `stop` and `close`, until `ended` settles: an earlier process may hold files or ports. */
  startAfter(ended: Promise<unknown>): void {
    const settled = Promise.allSettled([this.#ended, ended]).then(() => {
      if (this.#ended === settled) this.#ended = undefined
    })
    this.#ended = settled
  }

  /** Ends the server until `start`. Settles when it has ended. */
  async stop(): Promise<void> {
    if (!isUnusable(this.#change)) this.#set('stopped')
    await this.#end(new OmniportError('closed', `The server ${this.#options.name} was stopped`))
  }

  /** Ends the server for good, without a state event. Waiting calls reject with OmniportError `closed` and `why`. */
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
    this.startAfter(Promise.allSettled([starting?.promise, closing]))
    await this.#ended
    await closing
  }

  #start(): Promise<Client> {
    if (this.#starting !== undefined) return this.#starting.promise
    const abort = new AbortController()
    const promise = this.#connect(abort.signal).finally(() => {
      if (this.#starting === starting) this.#starting = undefined
    })
    promise.catch(() => {}) // all callers may have given up
    const starting = { promise, abort }
    this.#starting = starting
    return promise
  }

  async #connect(signal: AbortSignal): Promise<Client> {
    const connection = { isOver: false }
    this.#connection = connection
    this.#set('starting')
    try {
      if (this.#ended !== undefined) await this.#ended
      await this.#options.approve(signal)
      signal.throwIfAborted()
      const client = await this.#options.connect(this.#listenersFor(connection, signal))
      if (signal.aborted || connection.isOver) await client.close()
      signal.throwIfAborted()
      if (connection.isOver) throw new OmniportError('closed', connectionEnded)
      this.#client = client
      this.#attempt = 0
      this.#options.onClient(client)
      this.#set('ready')
      const { runtime, healthMs } = this.#options
      this.#stopHealthCheck = startInterval(runtime, healthMs, () => this.#checkHealth(client))
      return client
    } catch (reason) {
      signal.throwIfAborted()
      this.#fail(reason)
      throw reason
    }
  }

  #listenersFor(connection: { isOver: boolean }, signal: AbortSignal): ConnectionListeners {
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
        this.startAfter(this.#client.close())
        this.#client = undefined
        this.#stopHealthCheck()
        this.#fail(new OmniportError('closed', this.#change.reason ?? connectionEnded))
      },
    }
  }

  async #checkHealth(client: Client): Promise<void> {
    const { runtime, healthMs } = this.#options
    const isInUse = this.#inFlight > 0 || runtime.now() - this.#usedAt < healthMs
    if (this.#change.state !== 'unresponsive' && !(this.#change.state === 'ready' && isInUse)) return
    const timeoutMs = Math.min(healthMs, maxPingMs)
    const isThere = await answersPing(client, timeoutMs)
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

function initialChange({ settings, runtime }: ServerSupervisorOptions): StateChange {
  const since = runtime.now()
  if (settings.isDisabled === true) return { state: 'disabled', since }
  if (settings.target === undefined) return { state: 'invalid', reason: settings.problem ?? 'it has no target', since }
  return { state: 'idle', since }
}

/** An error in place of an answer also shows that the server is there. */
function answersPing(client: Client, timeoutMs: number): Promise<boolean> {
  return client.ping({ timeoutMs, maxTimeoutMs: timeoutMs }).then(
    () => true,
    (reason) => !(OmniportError.is(reason) && reason.code === 'timeout'),
  )
}

function isUnusable({ state }: StateChange): boolean {
  return state === 'invalid' || state === 'disabled'
}

const inactiveStates: ReadonlySet<ServerState> = new Set(['denied', 'invalid', 'disabled', 'stopped'])

const connectionEnded = 'the connection ended'

/** Upper limit for the time to answer a ping. */
const maxPingMs = 10_000

const longestReason = 1_000

/** Returns the error for using a server in this state; `cause` is the failure of its last start. */
function toUnavailableError(
  name: string,
  { state, reason, code = unavailableCodes[state] }: StateChange,
  cause: unknown,
): OmniportError {
  const why = reason === undefined ? unavailableWords[state] : `${unavailableWords[state]}: ${reason}`
  return new OmniportError(code ?? 'unreachable', `The server ${name} ${why}`, { cause })
}

const unavailableCodes: { readonly [S in ServerState]?: 'closed' | 'invalid_config' } = {
  disabled: 'closed',
  stopped: 'closed',
  invalid: 'invalid_config',
}

const unavailableWords: { readonly [S in ServerState]?: string } = {
  denied: 'may not be started',
  disabled: 'is disabled',
  stopped: 'is stopped',
  invalid: 'cannot be used',
  failed: 'could not be started',
}
