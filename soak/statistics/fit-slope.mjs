const hourMs = 3_600_000

/** Means of blocks, at most this many. */
const mostBlocks = 12

/** Quantiles 0.995 of Student's t, by degrees of freedom from 1. */
const quantiles = [63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.25, 3.169]

/**
 * How fast a series grows in an hour, with an interval of 99 % confidence: least squares over means of blocks of equal time.
 * Samples that follow each other resemble each other, and would feign a certainty that there is not; means of blocks do much
 * less, and what they still do widens the interval: the residuals are taken for a first-order autoregression.
 *
 * @param {readonly { t: number, value: number }[]} points `t` in milliseconds, rising
 * @throws RangeError for fewer than six points
 */
export function fitSlope(points) {
  if (points.length < 6) throw new RangeError(`A slope takes at least 6 points, not ${points.length}`)
  const blocks = blockMeans(points, Math.min(mostBlocks, Math.floor(points.length / 2)))
  const [t, value] = [mean(blocks.map((block) => block.t)), mean(blocks.map((block) => block.value))]
  const spread = sum(blocks.map((block) => (block.t - t) ** 2))
  const slope = sum(blocks.map((block) => (block.t - t) * (block.value - value))) / spread
  const residuals = blocks.map((block) => block.value - value - slope * (block.t - t))
  const freedom = blocks.length - 2
  const variance = (sum(residuals.map((residual) => residual ** 2)) / freedom) * inflation(residuals)
  const margin = quantiles[freedom - 1] * Math.sqrt(variance / spread)
  return { perHour: slope * hourMs, low: (slope - margin) * hourMs, high: (slope + margin) * hourMs, level: value }
}

function blockMeans(points, count) {
  const [{ t: first }, { t: last }] = [points[0], points[points.length - 1]]
  const blocks = Array.from({ length: count }, () => [])
  for (const point of points) {
    const at = Math.floor(((point.t - first) / (last - first)) * count)
    blocks[Math.min(at, count - 1)].push(point)
  }
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => ({ t: mean(block.map(({ t }) => t)), value: mean(block.map(({ value }) => value)) }))
}

/** How much more the estimate varies than it would if residuals had nothing to do with each other. */
function inflation(residuals) {
  const whole = sum(residuals.map((residual) => residual ** 2))
  if (whole === 0) return 1
  const neighbours = sum(residuals.slice(1).map((residual, index) => residual * residuals[index]))
  const seen = neighbours / whole
  // A fitted line makes neighbours look less alike than they are.
  const correlation = Math.min(Math.max(seen + (2 + 4 * seen) / residuals.length, 0), mostCorrelation)
  return (1 + correlation) / (1 - correlation)
}

const mostCorrelation = 0.9

function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

function mean(values) {
  return sum(values) / values.length
}
