import type { Point, Slope } from './fit-slope.mjs'

/** What is made of a slope. */
export interface Judgement extends Slope {
  readonly bound: number
  readonly verdict: 'flat' | 'grows' | 'falls'
}

export function judgeSeries(points: readonly Point[], least?: number): Judgement
