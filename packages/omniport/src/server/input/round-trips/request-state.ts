import type { Validity } from '../../../sealing/is-valid-at.js'
import { isObject } from '../../../values/json/is-object.js'

/** The sealed state between two rounds: its principal, its request, its lifetime, and the answers so far. */
export interface RequestState extends Validity {
  readonly principal: string
  readonly method: string
  /** The name of the definition that asked. */
  readonly name: string
  /** The digest of the parameters, without those of one round. */
  readonly params: string
  /** The digest of the definition. */
  readonly definition: string
  readonly correlationId: string
  /** 1, 2, … */
  readonly round: number
  readonly history: RetryHistory
}

/** A state that is too large to travel. The server stores it. */
export interface SpilledState {
  readonly blob: string
}

export function isSpilled(sealed: unknown): sealed is SpilledState {
  return isObject(sealed) && typeof sealed['blob'] === 'string'
}

/** The answers and side effects of the earlier runs, as JSON. */
export interface RetryHistory {
  /** Accepted answers of earlier rounds, by key. */
  readonly answers: readonly (readonly [key: string, answer: unknown])[]
  /** Values of side effects, by key; an empty list stands for undefined. */
  readonly onces: readonly (readonly [key: string, value: readonly unknown[]])[]
  /** The keys of the last round. */
  readonly asked: readonly string[]
}

export const emptyHistory: RetryHistory = { answers: [], onces: [], asked: [] }
