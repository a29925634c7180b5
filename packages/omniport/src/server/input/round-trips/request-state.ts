import { isObject } from '../../../values/json/is-object.js'

/** What is sealed between two rounds: whom it is for, what it belongs to, how long it is good, and what was heard so far. */
export interface RequestState {
  readonly principal: string
  readonly method: string
  /** Of the definition that asked. */
  readonly name: string
  /** Of the parameters, without what belongs to one round. */
  readonly params: string
  /** Of the definition. */
  readonly definition: string
  readonly issuedAt: number
  readonly expiresAt: number
  readonly correlationId: string
  /** 1, 2, … */
  readonly round: number
  readonly history: RetryHistory
}

/** A state that is too large to travel, and is kept on the server. */
export interface SpilledState {
  readonly blob: string
}

export function isSpilled(sealed: unknown): sealed is SpilledState {
  return isObject(sealed) && typeof sealed['blob'] === 'string'
}

/** What the runs of one chain of rounds handed on: JSON throughout. */
export interface RetryHistory {
  /** Accepted answers of earlier rounds, by key. */
  readonly answers: readonly (readonly [key: string, answer: unknown])[]
  /** Values of side effects, by key; an empty list stands for undefined. */
  readonly onces: readonly (readonly [key: string, value: readonly unknown[]])[]
  /** The keys of the last round. */
  readonly asked: readonly string[]
}

/** Of a request that is no retry. */
export const emptyHistory: RetryHistory = { answers: [], onces: [], asked: [] }
