import type { Clock } from '../../async/runtime/clock.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { CallerBuckets } from '../../server/requests/rate-limits.js'
import type { Records } from '../../store/records.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'

export interface SharedBucketsOptions {
  readonly store: Records
  /** Tells these buckets from others in the store. */
  readonly name: string
  readonly perMinute: number
  readonly clock: Pick<Clock, 'now'>
}

/** What this node knows of the bucket of a caller. */
interface NodeTokens {
  readonly id: Promise<string>
  /** Tokens that this node has taken out and not given yet. */
  left: number
  /** There is no token before that time. */
  emptyUntil: number
  /** Resolves with false if the store fails. */
  filling: Promise<boolean> | undefined
  /** Requests that wait for it. */
  waiting: number
}

interface BucketRecord {
  readonly tokens: number
  readonly at: number
}

/**
 * A token bucket for each caller, in a store that nodes share. A node takes as many tokens at once as come back in a tenth of a
 * second, or as requests wait for one if they are more, so that a busy caller does not cost a command for each request; an
 * empty bucket is not asked again before there is a token. A connection is that of one node, which counts for itself, as each
 * does while the store fails.
 */
export class SharedBuckets {
  readonly #options: SharedBucketsOptions
  readonly #own: CallerBuckets
  readonly #nodeTokens = new BoundedMap<NodeTokens>({ maxSize: maxCallers })

  constructor(options: SharedBucketsOptions) {
    this.#options = options
    this.#own = new CallerBuckets(options)
  }

  /** Takes a token. Resolves with 0, or if there is none with the milliseconds until there will be one. */
  async take(exchange: Exchange): Promise<number> {
    const caller = callerOf(exchange)
    if (caller === undefined) return this.#own.take(exchange)
    const tokensHere = this.#nodeTokens.get(caller) ?? this.#add(caller)
    for (;;) {
      const now = this.#options.clock.now()
      if (tokensHere.emptyUntil > now) return tokensHere.emptyUntil - now
      if (tokensHere.left >= 1) {
        tokensHere.left -= 1
        return 0
      }
      tokensHere.filling ??= this.#fill(tokensHere).finally(() => {
        tokensHere.filling = undefined
      })
      tokensHere.waiting += 1
      const isFilled = await tokensHere.filling
      tokensHere.waiting -= 1
      if (!isFilled) return this.#own.take(exchange)
    }
  }

  #add(caller: string): NodeTokens {
    const id = digestOfJson([this.#options.name, this.#options.perMinute, caller]).then((digest) => `rate ${digest}`)
    const tokensHere: NodeTokens = { id, left: 0, emptyUntil: 0, filling: undefined, waiting: 0 }
    this.#nodeTokens.set(caller, tokensHere)
    return tokensHere
  }

  async #fill(tokensHere: NodeTokens): Promise<boolean> {
    try {
      const id = await tokensHere.id
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) if (await this.#tryFill(id, tokensHere)) return true
      return false
    } catch {
      return false
    }
  }

  /** Resolves with false if another node was faster. */
  async #tryFill(id: string, tokensHere: NodeTokens): Promise<boolean> {
    const { store, perMinute, clock } = this.#options
    const stored = await store.get(id)
    const now = clock.now()
    const { tokens, at } = (stored?.value as BucketRecord | undefined) ?? { tokens: perMinute, at: now } // written below
    const level = Math.min(perMinute, tokens + (Math.max(0, now - at) * perMinute) / minuteMs)
    if (level < 1) {
      tokensHere.emptyUntil = now + ((1 - level) * minuteMs) / perMinute
      return true
    }
    const taken = Math.min(Math.floor(level), Math.max(tokensHere.waiting, Math.floor(perMinute / 600)))
    const value = { tokens: level - taken, at: Math.max(now, at) }
    const isWritten =
      stored === undefined
        ? await store.create(id, value, recordMs)
        : await store.replace(id, stored.version, value, recordMs)
    if (isWritten) tokensHere.left += taken
    return isWritten
  }
}

const minuteMs = 60_000

/** A bucket is full again before its record is gone. */
const recordMs = 2 * minuteMs

/** Callers that are remembered; what a node has taken for one that is forgotten is lost to that caller. */
const maxCallers = 10_000

/** Attempts to take tokens while other nodes take some too. */
const maxAttempts = 20

/** Names a caller that may be known to several nodes. */
function callerOf({ principal, sender }: Exchange): string | undefined {
  if (principal !== undefined) return `principal ${principal.id}`
  return typeof sender === 'string' ? `network ${sender}` : undefined
}
