/**
 * A line for each contender of a workload: the median, the least and the most of its figures, and what stands beside the
 * limit of the same run: the ratio, what is over it, whether the target is reached. Ratios and differences are medians of
 * those of each round, because what is measured next to each other was measured under the same conditions.
 */
export function summarize({ workload, figures, failures }) {
  const { limit: limitName = 'raw', target } = workload
  const limits = figures.get(limitName)
  const beside = (all, compare) => limits && median(all.map((figure, round) => compare(figure, limits[round])))
  const measured = [...figures].map(([contender, all]) => {
    const ratio = beside(all, (figure, limit) => figure / limit)
    const over = beside(all, (figure, limit) => figure - limit)
    const line = { contender, value: median(all), least: Math.min(...all), most: Math.max(...all), ratio, over }
    return { ...line, reached: contender.startsWith('omniport') ? isReached(line, target) : undefined }
  })
  const failed = [...failures].map(([contender, failure]) => ({ contender, failure }))
  return { workload, lines: [...measured, ...failed] }
}

function isReached(line, target) {
  const value = target === undefined ? undefined : line[target.of]
  return value === undefined ? undefined : value <= target.most
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
