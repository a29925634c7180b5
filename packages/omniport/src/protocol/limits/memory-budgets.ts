import { type ByteBudget, createByteBudget } from '../../values/memory/byte-budget.js'
import type { Limits } from './limits.js'

/** The memory that peers make a server use, over all of its transports. */
export interface MemoryBudgets {
  /** Messages that are being served; `limits.inFlightBytes` bounds it. */
  readonly inFlight: ByteBudget
  /** What anonymous callers left behind, but for events; `limits.anonymousBytes` bounds it. */
  readonly anonymous: ByteBudget
}

export function createMemoryBudgets(): MemoryBudgets {
  return { inFlight: createByteBudget(), anonymous: createByteBudget() }
}

/**
 * The bytes up to which a message may fill the budget of messages in flight. Long messages leave a quarter to the short ones,
 * and all of them leave a reserve to the messages with priority.
 */
export function inFlightShare({ inFlightBytes }: Limits, bytes: number, hasPriority: boolean): number {
  const eighths = (bytes > longMessageBytes ? 6 : 8) + (hasPriority ? 1 : 0)
  return (inFlightBytes * eighths) / 8
}

const longMessageBytes = 128 * 1024

/** The bytes up to which what anonymous callers left may grow: answers to what a server asked have a reserve. */
export function anonymousShare({ anonymousBytes }: Limits, isAnswer: boolean): number {
  return isAnswer ? (anonymousBytes * 9) / 8 : anonymousBytes
}
