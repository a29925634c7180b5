/** One sample: `t` in milliseconds. */
export interface Point {
  readonly t: number
  readonly value: number
}

/** How fast a series grows in an hour, between which bounds that is at 99 % confidence, and the mean. */
export interface Slope {
  readonly perHour: number
  readonly low: number
  readonly high: number
  readonly level: number
}

export function fitSlope(points: readonly Point[]): Slope
