import type { Clock } from '../../async/runtime/clock.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { SampleBudget } from './sample.js'
import { SampleRefused } from './sample-refused.js'

export const elicitationsPerMinute = 20

/** Limit of requests for the roots per server and minute; each may ask a person. */
export const rootsPerMinute = 60

/** The sampling budget used for members that are not given. */
export const defaultSampleBudget: Required<{ readonly [K in keyof SampleBudget]: number }> = Object.freeze({
  requestsPerMinute: 20,
  maxTokens: 4_096,
  totalTokens: 200_000,
})

/** A part of the budget, reserved for one answer. */
export interface SampleGrant {
  /** The requested tokens, or the limit if that is less. */
  readonly maxTokens: number
  /** Returns unused tokens to the budget. Only the first call counts; without one, all are used. */
  settle(usedTokens: number): void
}

/**
 * The remaining budget of one server, kept across its connections. It stores numbers and times only.
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

  /** Reserves one request. @throws SampleRefused `limit`, without reserving anything. */
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

  /** Counts one elicitation. @throws OmniportError `limit`. */
  elicit(): void {
    if (this.#elicitations.tryTake()) return
    throw new OmniportError('limit', tooMany('the person', elicitationsPerMinute, 'elicitationsPerMinute'))
  }

  /** Counts one request for the roots. @throws OmniportError `limit`. */
  roots(): void {
    if (this.#roots.tryTake()) return
    throw new OmniportError('limit', tooMany('for the roots', rootsPerMinute, 'rootsPerMinute'))
  }
}

function tooMany(whom: string, maxCount: number, limit: string): string {
  return `The server asked ${whom} more than ${maxCount} times in a minute (${limit})`
}

const minuteMs = 60_000

/** Allows `maxCount` events in any sliding minute. */
class MinuteRateLimit {
  readonly #maxCount: number
  readonly #clock: Pick<Clock, 'now'>
  /** The times of the events in the last minute, oldest first. */
  #times: readonly number[] = []

  constructor(maxCount: number, clock: Pick<Clock, 'now'>) {
    this.#maxCount = maxCount
    this.#clock = clock
  }

  /**
   * Counts an event and returns true, or returns false at the limit. Setting the clock back frees nothing, and delays by at
   * most a minute.
   */
  tryTake(): boolean {
    const now = this.#clock.now()
    this.#times = this.#times.map((at) => Math.min(at, now)).filter((at) => now - at < minuteMs)
    if (this.#times.length >= this.#maxCount) return false
    this.#times = [...this.#times, now]
    return true
  }
}
