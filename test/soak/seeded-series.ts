import type { Point } from '../../soak/statistics/fit-slope.mjs'
import { Random } from '../simulation/random.js'

/** What a made-up series is like. Shares are of its level, which is 100. */
export interface SeriesShape {
  readonly minutes: number
  readonly everySeconds: number
  /** The standard deviation of the noise. */
  readonly noise: number
  /** How much of the noise of one sample is left in the next. */
  readonly correlation: number
  /** Growth in an hour. Default: none. */
  readonly growth?: number
}

const level = 100

/** Samples of a seeded first-order autoregression around a line. */
export function seededSeries(seed: number, shape: SeriesShape): readonly Point[] {
  const { minutes, everySeconds, noise, correlation, growth = 0 } = shape
  const random = new Random(seed)
  // Three even ones together are as good as normal, of variance 1.
  const normal = () => 2 * (random.next() + random.next() + random.next()) - 3
  const fresh = Math.sqrt(1 - correlation ** 2)
  let state = normal()
  return Array.from({ length: (minutes * 60) / everySeconds }, (_, index) => {
    state = correlation * state + fresh * normal()
    const hours = (index * everySeconds) / 3_600
    return { t: index * everySeconds * 1_000, value: level * (1 + growth * hours + noise * state) }
  })
}
