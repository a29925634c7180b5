import process from 'node:process'
import { parseArgs } from 'node:util'
import { fitSlope } from '../../../soak/statistics/fit-slope.mjs'
import { bundleProgram } from '../../nodes/support/bundle-program.js'
import { type ChaosOptions, type ChaosResult, runChaos } from '../run-chaos.js'

/** The long form of the chaos: prints what came of it, and fails if a promise was broken. */

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '32' },
    only: { type: 'string' },
  },
})

const common = {
  calls: Number(values.calls),
  clients: Number(values.clients),
  killMs: 1_000,
  cuts: 5,
  cutMs: 2_000,
  // Longer than a task of a node that was killed waits for another one.
  timeoutMs: 40_000,
}
const runs: readonly (readonly [name: string, options: Omit<ChaosOptions, 'program'>])[] = [
  ['one primary', { ...common, topology: 'single' }],
  ['a failover with a lost tail', { ...common, topology: 'sentinel' }],
  ['writers lost with the primary in a failover', { ...common, topology: 'sentinel', killsWriter: true }],
  ['three primaries', { ...common, topology: 'cluster' }],
]

const program = await bundleProgram('test/chaos/programs/chaos-node')
for (const [name, options] of runs) {
  if (values.only !== undefined && !name.includes(values.only)) continue
  const startedAt = performance.now()
  const result = await runChaos({ ...options, program: program.path })
  report(name, result, (performance.now() - startedAt) / 1_000)
  if (result.violations.length > 0) process.exitCode = 1
}
program.remove()
// Connections of the clients that were replaced stay open for a while.
process.exit()

function report(name: string, result: ChaosResult, seconds: number): void {
  const { violations, calls, answered, failed, repeatedTasks, resumed, gaps, kills, errors, memory } = result
  console.log(`${name}: ${Math.round(seconds)} s, ${kills} kills`)
  console.log(
    `  ${calls} calls: ${answered} answered, ${failed} failed; ${repeatedTasks} tasks ran again; ${resumed} streams resumed, ${gaps} gaps`,
  )
  // Until half of the run is over, what nodes remember for a time has not reached its level.
  const { perHour, low, high, level } = fitSlope(memory.slice(Math.floor(memory.length / 2)))
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
  console.log(`  heap ${megabytes(level)}, ${megabytes(perHour)} per hour (${megabytes(low)} to ${megabytes(high)})`)
  for (const [error, count] of [...errors].sort(([, a], [, b]) => b - a)) console.log(`  ${count} × ${error}`)
  for (const violation of violations.slice(0, 20)) console.log(`  BROKEN: ${violation}`)
  if (violations.length > 20) console.log(`  and ${violations.length - 20} more`)
}
