import { parseArgs } from 'node:util'

/**
 * What the command line asks for: names of workloads (or how they begin; none: all), how many rounds, which contenders, and
 * whether to do less work, for a first look, and another checkout to compare with. Only a whole run is written down, unless it
 * says not to be.
 */
export function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      contenders: { type: 'string' },
      against: { type: 'string' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: true },
    },
    allowNegative: true,
  })
  const { quick, against } = values
  const rounds = Number(values.rounds ?? (quick ? 2 : 7))
  if (!Number.isInteger(rounds) || rounds < 1) throw new TypeError('--rounds must be a number of at least 1')
  const contenders = values.contenders?.split(',')
  const write = values.write && !quick && contenders === undefined && against === undefined
  return { names: positionals, rounds, contenders, against, scale: quick ? 0.2 : 1, write }
}
