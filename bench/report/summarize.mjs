/**
 * A line for each contender of a workload: the median, the least and the most of its figures, and what stands beside the
 * limit of the same run: the ratio, what is over it, whether the target is reached.
 */
export function summarize({ workload, figures, failures }) {
  const { limit: limitName = 'raw', target } = workload
  const limit = figures.has(limitName) ? median(figures.get(limitName)) : undefined
  const measured = [...figures].map(([contender, all]) => {
    const value = median(all)
    const ratio = limit === undefined ? undefined : value / limit
    const over = limit === undefined ? undefined : value - limit
    const line = { contender, value, least: Math.min(...all), most: Math.max(...all), ratio, over }
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
