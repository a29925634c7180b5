/** A line per outcome, and what is wrong: mutations that nothing noticed, and those that are no programs. */
export function toLine({ mutation, by, broken, isLate, seconds }) {
  const verdict = broken ?? (by === undefined ? 'SURVIVED' : `${isLate ? 'caught late' : 'caught'} by ${by}`)
  return `${String(seconds).padStart(4)} s  ${mutation.name.padEnd(68)}  ${verdict}`
}

/** The last lines of a run. */
export function toSummary(outcomes) {
  const survivors = outcomes.filter(isWrong)
  const late = outcomes.filter(({ isLate }) => isLate === true).length
  return [
    `${outcomes.length - survivors.length} of ${outcomes.length} mutations were caught, ${late} of them only by the whole suite`,
    ...survivors.map(({ mutation, broken }) => `${mutation.file}: ${mutation.name}: ${broken ?? 'survived'}`),
  ].join('\n')
}

/** Whether a run with this outcome fails. */
export function isWrong({ by }) {
  return by === undefined
}
