import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { type MemoryLimit, ServerFull } from '../../../protocol/errors/server-full.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import { HttpError } from '../requests/http-error.js'
import { type Owned, OwnedEntries } from './owned-entries.js'

/** An open stream, as what may have to make room for another one. */
export interface OpenStream extends Owned {
  readonly principal: Principal | undefined
  /** False while its end would end work. Default: true. */
  readonly isIdle?: (() => boolean) | undefined
  /** Ends it so that its client may open it again. */
  readonly end: () => void
}

/** Counts what is open, in total and by principal, and refuses what exceeds the limits. */
export class ConcurrencyLimits {
  readonly #limits: Limits
  readonly #requests: PrincipalCounts
  readonly #streamCounts: PrincipalCounts
  readonly #streams = new OwnedEntries<OpenStream>()
  #replies = 0
  readonly #idle: (() => void)[] = []

  constructor(limits: Limits) {
    this.#limits = limits
    this.#requests = new PrincipalCounts(limits, 'inFlight')
    this.#streamCounts = new PrincipalCounts(limits, 'streamsPerPrincipal')
  }

  /** Counts a request of a principal. Returns what ends it, to be called once. @throws HttpError 429 */
  startRequest(principal: Principal | undefined): () => void {
    this.#requests.assertCapacity(principal)
    this.#requests.add(principal)
    return () => this.#requests.remove(principal)
  }

  /**
   * Counts an open stream. If there are too many, the oldest idle one of the owner that has most is ended. Returns what
   * removes the stream.
   * @throws HttpError 429 for too many of one principal, 503 if all are in use.
   */
  openStream(stream: OpenStream): () => void {
    this.#streamCounts.assertCapacity(stream.principal)
    if (this.#streams.size >= this.#limits.streams) this.#endOldest()
    this.#streamCounts.add(stream.principal)
    this.#streams.add(stream)
    return () => this.#remove(stream)
  }

  /** Counts a streamed reply. Returns what ends it, to be called when all of it was taken. */
  startReply(): () => void {
    this.#replies += 1
    return once(() => {
      this.#replies -= 1
      if (this.#replies > 0) return
      for (const resolve of this.#idle.splice(0)) resolve()
    })
  }

  idle(): Promise<void> {
    if (this.#replies === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #endOldest(): void {
    const oldest = this.#streams.find(({ isIdle }) => isIdle?.() ?? true)
    if (oldest === undefined) throw tooMany(503, 'streams', this.#limits)
    this.#remove(oldest)
    oldest.end()
  }

  #remove(stream: OpenStream): void {
    if (this.#streams.delete(stream)) this.#streamCounts.remove(stream.principal)
  }
}

type LimitName = 'inFlight' | 'streams' | 'streamsPerPrincipal' | 'sessions' | 'sessionsPerPrincipal'

/** Refuses a request because a limit of memory that all share is reached, and asks the client to come back later. */
export function serverFull(limit: MemoryLimit, limits: Limits): HttpError {
  return new HttpError(503, new ServerFull(limit, limits[limit]), { 'retry-after': '1' })
}

/** Refuses a request because a limit is reached, and asks the client to come back later. */
export function tooMany(status: 429 | 503, limit: LimitName, limits: Limits): HttpError {
  const error = RpcError.internal(`Too many at once: the limit ${limit} is ${limits[limit]}`)
  return new HttpError(status, error, { 'retry-after': '1' })
}

/** Counts by principal. Clients that are not authenticated are not counted. */
export class PrincipalCounts {
  readonly #counts = new Map<string, number>()
  readonly #limits: Limits
  readonly #limit: LimitName

  constructor(limits: Limits, limit: LimitName) {
    this.#limits = limits
    this.#limit = limit
  }

  /** @throws HttpError 429 if the principal has reached the limit. */
  assertCapacity(principal: Principal | undefined): void {
    const count = principal === undefined ? 0 : (this.#counts.get(principal.id) ?? 0)
    if (count >= this.#limits[this.#limit]) throw tooMany(429, this.#limit, this.#limits)
  }

  add(principal: Principal | undefined): void {
    if (principal !== undefined) this.#counts.set(principal.id, (this.#counts.get(principal.id) ?? 0) + 1)
  }

  remove(principal: Principal | undefined): void {
    if (principal === undefined) return
    const count = (this.#counts.get(principal.id) ?? 1) - 1
    if (count === 0) this.#counts.delete(principal.id)
    else this.#counts.set(principal.id, count)
  }
}

function once(fn: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    fn()
  }
}
