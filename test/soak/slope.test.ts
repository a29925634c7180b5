import { describe, expect, test } from 'vitest'
import { fitSlope } from '../../soak/statistics/fit-slope.mjs'
import { judgeSeries } from '../../soak/statistics/judge-series.mjs'
import { type SeriesShape, seededSeries } from './seeded-series.js'

/** What is left of a run of 30 minutes after its warm-up, by how often something is read. */
const measured = { minutes: 24, everySeconds: 1 }
const heap = { minutes: 24, everySeconds: 2 }

/** Of series with as many seeds. */
function verdicts(shape: SeriesShape, seeds: number): { readonly grows: number; readonly falls: number } {
  const all = Array.from({ length: seeds }, (_, seed) => judgeSeries(seededSeries(seed, shape)).verdict)
  const count = (wanted: string) => all.filter((verdict) => verdict === wanted).length
  return { grows: count('grows'), falls: count('falls') }
}

describe('the slope of', () => {
  test('a line is its own, in an hour, without any doubt', () => {
    const points = Array.from({ length: 600 }, (_, second) => ({ t: 5_000 + second * 1_000, value: 7 + second }))
    const { perHour, low, high, level } = fitSlope(points)
    expect([perHour, low, high, level].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
      3_600, 3_600, 3_600, 306.5,
    ])
  })

  test('a constant is zero', () => {
    const points = Array.from({ length: 6 }, (_, index) => ({ t: index, value: 3 }))
    expect(judgeSeries(points)).toEqual({ perHour: 0, low: 0, high: 0, level: 3, bound: 0.03, verdict: 'flat' })
  })

  test('samples with a gap between them is that of what there is', () => {
    const points = [0, 1, 2, 3, 57, 58, 59, 60].map((minute) => ({ t: minute * 60_000, value: minute }))
    expect(fitSlope(points).perHour).toBeCloseTo(60)
  })

  test('too few samples is none', () => {
    expect(() => fitSlope([])).toThrow(new RangeError('A slope takes at least 6 points, not 0'))
  })
})

test.each([
  ['growth below the bound', 0.009, 'flat'],
  ['growth above the bound', 0.011, 'grows'],
  ['the opposite', -0.011, 'falls'],
])('%s in an hour is told', (_name, growth, verdict) => {
  expect(judgeSeries(seededSeries(1, { ...measured, noise: 0, correlation: 0, growth })).verdict).toBe(verdict)
})

test('a bound in the unit of the series counts where it is more', () => {
  const points = seededSeries(1, { ...measured, noise: 0, correlation: 0, growth: 0.02 })
  expect([judgeSeries(points).verdict, judgeSeries(points, 3).verdict]).toEqual(['grows', 'flat'])
})

test.each([
  ['independent', { ...measured, noise: 0.05, correlation: 0 }],
  ['correlated', { ...measured, noise: 0.05, correlation: 0.98 }],
  ['independent, of fewer samples', { ...heap, noise: 0.05, correlation: 0 }],
  ['correlated, of fewer samples', { ...heap, noise: 0.05, correlation: 0.9 }],
])('%s noise without a trend is called growth, and decline, in fewer than 20 of 1,000 series', (_name, shape) => {
  const { grows, falls } = verdicts(shape, 1_000)
  expect(grows).toBeLessThan(20)
  expect(falls).toBeLessThan(20)
})

test.each([
  ['noise of 2 %', { ...measured, noise: 0.02, correlation: 0.5 }],
  ['noise of 2 % and fewer samples', { ...heap, noise: 0.02, correlation: 0 }],
  ['noise of 1 % that is correlated', { ...measured, noise: 0.01, correlation: 0.8 }],
])('growth of a twentieth in an hour is found under %s in more than 9 of 10 series', (_name, shape) => {
  expect(verdicts({ ...shape, growth: 0.05 }, 300).grows).toBeGreaterThan(270)
})
