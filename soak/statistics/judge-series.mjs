import { fitSlope } from './fit-slope.mjs'

/** What a level may drift in an hour without being called growth: a hundredth of it. */
const tinyShare = 0.01

/**
 * `grows` or `falls` where the interval excludes zero and the drift of an hour is more than `bound`, which is a hundredth of
 * the level and at least `least`; else `flat`.
 *
 * @param {readonly { t: number, value: number }[]} points
 * @param {number} least in the unit of the series
 */
export function judgeSeries(points, least = 0) {
  const slope = fitSlope(points)
  const bound = Math.max(Math.abs(slope.level) * tinyShare, least)
  return { ...slope, bound, verdict: verdictOf(slope, bound) }
}

function verdictOf({ perHour, low, high }, bound) {
  if (low > 0 && perHour > bound) return 'grows'
  return high < 0 && perHour < -bound ? 'falls' : 'flat'
}
