import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Principal } from '../../../protocol/exchange/peer.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import { HttpError } from '../requests/http-error.js'

/** Counts what is open, in all and by principal, against the limits. What was counted is released once. */
export class ConcurrencyLimits {
  readonly #limits: Limits
  readonly #requestsByPrincipal = new Map<string, number>()
  readonly #streamsByPrincipal = new Map<string, number>()
  #streamCount = 0
  #replies = 0
  readonly #idle: (() => void)[] = []

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Counts a request of an authenticated principal. @throws HttpError 429 */
  startRequest(principal: Principal | undefined): () => void {
    return count(this.#requestsByPrincipal, principal, { limit: 'inFlight', max: this.#limits.inFlight })
  }

  /** Counts an open stream. @throws HttpError 429 for one principal, 503 for all. */
  openStream(principal: Principal | undefined): () => void {
    if (this.#streamCount >= this.#limits.streams) throw tooMany(503, 'streams', this.#limits.streams)
    const limit = { limit: 'streamsPerPrincipal', max: this.#limits.streamsPerPrincipal }
    const release = count(this.#streamsByPrincipal, principal, limit)
    this.#streamCount += 1
    return once(() => {
      this.#streamCount -= 1
      release()
    })
  }

  /** Counts a streamed reply until all of it was taken. */
  startReply(): () => void {
    this.#replies += 1
    return once(() => {
      this.#replies -= 1
      if (this.#replies > 0) return
      for (const resolve of this.#idle.splice(0)) resolve()
    })
  }

  /** Resolves when no streamed reply is on its way. */
  idle(): Promise<void> {
    if (this.#replies === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }
}

/** A refusal because a limit is reached: come back later. */
export function tooMany(status: 429 | 503, limit: string, max: number): HttpError {
  return new HttpError(status, RpcError.internal(`Too many at once: the limit ${limit} is ${max}`), {
    'retry-after': '1',
  })
}

/** The name of a limit and its value. */
interface NamedLimit {
  readonly limit: string
  readonly max: number
}

function count(counts: Map<string, number>, principal: Principal | undefined, { limit, max }: NamedLimit): () => void {
  if (principal === undefined) return () => {}
  const { id } = principal
  const now = counts.get(id) ?? 0
  if (now >= max) throw tooMany(429, limit, max)
  counts.set(id, now + 1)
  return once(() => {
    const left = (counts.get(id) ?? 1) - 1
    if (left === 0) counts.delete(id)
    else counts.set(id, left)
  })
}

function once(fn: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    fn()
  }
}
