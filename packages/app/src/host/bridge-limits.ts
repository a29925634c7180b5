import { defaultMessageLimits } from '../sandbox/default-message-limits.js'
import type { MessageLimits } from '../sandbox/message-limits.js'

/** Bounds on one view. Times are milliseconds. */
export interface BridgeLimits extends MessageLimits {
  /** Characters of the HTML. */
  readonly htmlCharacters: number
  /** The time from the start to `ui/notifications/initialized`. A view that takes longer is removed. */
  readonly startMs: number
  /** The time between two pings. 0: none. */
  readonly pingMs: number
  /** The time to answer a ping. A view that takes longer is reported as unresponsive. */
  readonly answerMs: number
  /** The time to answer `ui/resource-teardown`. A view that takes longer is removed without its answer. */
  readonly teardownMs: number
  /** The longest side of a frame, in pixels. What a view asks for beyond it is cut. */
  readonly sidePixels: number
  /** Links and messages that a view may ask the person about in a minute, each; it may ask one at a time. */
  readonly questionsPerMinute: number
}

/** The limits that hold where `limits` says nothing else. */
export const defaultBridgeLimits: BridgeLimits = {
  ...defaultMessageLimits,
  htmlCharacters: 16_000_000,
  startMs: 30_000,
  pingMs: 10_000,
  answerMs: 5_000,
  teardownMs: 2_000,
  sidePixels: 10_000,
  questionsPerMinute: 20,
}
