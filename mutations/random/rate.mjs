/** The share of mutants that were killed, with its 95 % confidence interval after Wilson. */
export function rateOf(killed, total) {
  if (total === 0) return { rate: 0, low: 0, high: 1 }
  const rate = killed / total
  const weight = 1 + z ** 2 / total
  const centre = (rate + z ** 2 / (2 * total)) / weight
  const half = (z / weight) * Math.sqrt((rate * (1 - rate)) / total + z ** 2 / (4 * total ** 2))
  return { rate, low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

const z = 1.959964
