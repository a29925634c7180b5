import { rateOf } from './rate.mjs'
import { layerOf } from './sources.mjs'

/**
 * The kill rate, over all and by layer, and those that survived with what they change. `subsets` has the files of commands that run a
 * part of the tests, by name: such a command kills at least those mutants that one of its files was the first to kill.
 */
export function toReport(trials, originals, subsets = new Map()) {
  const layers = [...new Set(trials.map(({ mutant }) => layerOf(mutant.file)))].sort()
  const real = trials.filter(({ equivalent }) => equivalent === undefined)
  const survivors = trials.filter(({ by }) => by === undefined)
  const lines = [
    ...survivors.map((trial) => toSurvivor(trial, originals.get(trial.mutant))),
    '',
    ...layers.map((layer) =>
      toRate(
        layer,
        real.filter(({ mutant }) => layerOf(mutant.file) === layer),
      ),
    ),
    toRate('all', real),
  ]
  for (const [name, files] of subsets) {
    const ofThose = real.map((trial) => inSubset(trial, files))
    lines.push(toRate(`by ${name}`, ofThose))
  }
  if (real.length < trials.length) lines.push(toRate('with those that are called equivalent', trials))
  return lines.join('\n')
}

/** The same trial, as a survivor unless one of those files killed the mutant. */
function inSubset(trial, files) {
  const [file] = trial.by?.split(' › ') ?? []
  return files.has(file) ? trial : { ...trial, by: undefined }
}

/** `values  55 of 60 killed, 91.7 % (81.9 % to 96.4 %)`. */
function toRate(name, trials) {
  const killed = trials.filter(({ by }) => by !== undefined)
  const timeouts = killed.filter(({ isTimeout }) => isTimeout).length
  const { rate, low, high } = rateOf(killed.length, trials.length)
  const numbers = `${killed.length} of ${trials.length} killed, ${percent(rate)} (${percent(low)} to ${percent(high)})`
  return `${name.padEnd(16)}  ${numbers}${timeouts === 0 ? '' : `, ${timeouts} by a time-out`}`
}

/** Where it is, what it changes, and why it lives. */
function toSurvivor({ mutant, isReached, equivalent }, original) {
  const why = equivalent ?? (isReached ? 'the tests that come by do not notice' : 'no test that was tried comes by')
  const lines = [`${nameOf(mutant)}  ${why}`]
  return [...lines, ...prefixed('- ', original), ...prefixed('+ ', mutant.replacement)].join('\n')
}

/** Where a mutant is, and who made it. */
export function nameOf({ file, location, mutatorName }) {
  return `${file}:${location.start.line + 1} ${mutatorName}`
}

function prefixed(sign, text) {
  const lines = text.split('\n')
  const shown = lines.length > shownLines ? [...lines.slice(0, shownLines), '…'] : lines
  return shown.map((line) => `    ${sign}${line}`)
}

const shownLines = 6

function percent(share) {
  return `${(100 * share).toFixed(1)} %`
}
