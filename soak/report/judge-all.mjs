import { judgeSeries } from '../statistics/judge-series.mjs'
import { series } from './series.mjs'

/** Too few to fit a line. */
const fewest = 6

/**
 * What is made of each series of each process after the warm-up.
 *
 * @param {{ begun: number, seconds: number, processes: readonly { name: string, samples: readonly object[] }[] }} recording
 */
export function judgeAll({ begun, seconds, processes }, warmUpSeconds) {
  const [from, to] = [begun + warmUpSeconds * 1_000, begun + seconds * 1_000]
  return processes.flatMap(({ name, samples }) => {
    const measured = samples.filter(({ t }) => t >= from && t <= to)
    return series.flatMap(({ member, title, unit, least, isJudged = true }) => {
      const points = measured
        .filter((sample) => member in sample)
        .map((sample) => ({ t: sample.t, value: sample[member] }))
      if (points.length < fewest) return []
      const judged = judgeSeries(points, least)
      return [{ process: name, series: title, unit, ...judged, ...(!isJudged && { verdict: 'not judged' }) }]
    })
  })
}
