import { parseArgs } from 'node:util'

/**
 * Runs the seeded simulation: `--seeds`, 100,000 by default, `--from` the first. Resolves with the lines to print, and whether
 * every seed kept every promise.
 *
 * @param {readonly string[]} args
 * @param {(line: string) => void} log
 */
export async function simulate(args, log) {
  const { values } = parseArgs({
    args: [...args],
    options: { seeds: { type: 'string', default: '100000' }, from: { type: 'string', default: '1' } },
  })
  const [seeds, from] = [whole('seeds', values.seeds), whole('from', values.from)]
  const { runSeeds } = await import('../test/simulation/run-seeds.mjs') // brings a bundler with it
  let notified = 0
  const onProgress = ({ run }) => {
    if (run - notified < seeds / 20) return
    notified = run
    log(`${run} seeds`)
  }
  const { run, steps, events, failures } = await runSeeds({ seeds, from, onProgress })
  const summary = `${run} seeds, ${steps} steps, ${events} events, ${failures.length} failures`
  return { lines: [...failures, summary], isFine: failures.length === 0 }
}

function whole(name, text) {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new TypeError(`--${name} must be a whole number from 1, not ${text}`)
  return value
}
