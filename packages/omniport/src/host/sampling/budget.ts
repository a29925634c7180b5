import type { Clock } from '../../async/runtime/clock.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { SampleBudget } from './sample.js'
import { SampleRefused } from './sample-refused.js'

/** Forms and pages that one server may put before a person in a minute. */
export const elicitationsPerMinute = 20

/** How often one server may ask for the roots in a minute: a person may be asked each time. */
export const rootsPerMinute = 60

/** What a server may have of the model where nobody says how much. */
export const defaultSampleBudget: Required<{ readonly [K in keyof SampleBudget]: number }> = Object.freeze({
  requestsPerMinute: 20,
  maxTokens: 4_096,
  totalTokens: 200_000,
})

/** What one answer of the model may come to. */
export interface SampleGrant {
  /** What was asked for, or less. */
  readonly maxTokens: number
  /** Says what is used of it; the rest may be had again. Only the first time counts; as long as nobody says, it is all used. */
  settle(usedTokens: number): void
}

/**
 * What one server may still ask for. It is made once for each server of a host, so that nothing is won by a new connection. It
 * holds numbers and times, nothing that was asked.
 *
 * spec: client/sampling#security-considerations, client/elicitation#security-considerations
 */
export class Budget {
  readonly #limits: typeof defaultSampleBudget
  readonly #samples: MinuteRateLimit
  readonly #elicitations: MinuteRateLimit
  readonly #roots: MinuteRateLimit
  #tokensLeft: number

  constructor(clock: Pick<Clock, 'now'>, sample: SampleBudget = {}) {
    const { requestsPerMinute, maxTokens, totalTokens } = defaultSampleBudget
    this.#limits = {
      requestsPerMinute: sample.requestsPerMinute ?? requestsPerMinute,
      maxTokens: sample.maxTokens ?? maxTokens,
      totalTokens: sample.totalTokens ?? totalTokens,
    }
    this.#samples = new MinuteRateLimit(this.#limits.requestsPerMinute, clock)
    this.#elicitations = new MinuteRateLimit(elicitationsPerMinute, clock)
    this.#roots = new MinuteRateLimit(rootsPerMinute, clock)
    this.#tokensLeft = this.#limits.totalTokens
  }

  /** Takes one request of the model, cut to what an answer may have. @throws SampleRefused `limit`, having taken nothing. */
  sample(wantedTokens: number): SampleGrant {
    const { requestsPerMinute, totalTokens } = this.#limits
    const maxTokens = Math.min(wantedTokens, this.#limits.maxTokens)
    if (maxTokens > this.#tokensLeft) {
      const left = `${this.#tokensLeft} of ${totalTokens} tokens are left for this server (sampleBudget.totalTokens)`
      throw new SampleRefused('limit', `The model was asked for ${maxTokens} tokens, and ${left}`)
    }
    if (!this.#samples.tryTake()) {
      throw new SampleRefused('limit', tooMany('the model', requestsPerMinute, 'sampleBudget.requestsPerMinute'))
    }
    this.#tokensLeft -= maxTokens
    let isSettled = false
    const settle = (usedTokens: number) => {
      if (isSettled) return
      isSettled = true
      this.#tokensLeft += Math.max(0, maxTokens - usedTokens)
    }
    return { maxTokens, settle }
  }

  /** Takes one form or page. @throws OmniportError `limit`. */
  elicit(): void {
    if (this.#elicitations.tryTake()) return
    throw new OmniportError('limit', tooMany('the person', elicitationsPerMinute, 'elicitationsPerMinute'))
  }

  /** Takes one look at the roots. @throws OmniportError `limit`. */
  roots(): void {
    if (this.#roots.tryTake()) return
    throw new OmniportError('limit', tooMany('for the roots', rootsPerMinute, 'rootsPerMinute'))
  }
}

function tooMany(whom: string, maxCount: number, limit: string): string {
  return `The server asked ${whom} more than ${maxCount} times in a minute (${limit})`
}

const minuteMs = 60_000

/** Lets something happen so many times in any minute, and no more: the minute slides along with the clock. */
class MinuteRateLimit {
  readonly #maxCount: number
  readonly #clock: Pick<Clock, 'now'>
  /** When it happened in the last minute: `maxCount` times at most, the oldest first. */
  #times: readonly number[] = []

  constructor(maxCount: number, clock: Pick<Clock, 'now'>) {
    this.#maxCount = maxCount
    this.#clock = clock
  }

  /** Whether it may happen now; it counts then. A clock that was set back frees nothing, and holds up for a minute at most. */
  tryTake(): boolean {
    const now = this.#clock.now()
    this.#times = this.#times.map((at) => Math.min(at, now)).filter((at) => now - at < minuteMs)
    if (this.#times.length >= this.#maxCount) return false
    this.#times = [...this.#times, now]
    return true
  }
}
