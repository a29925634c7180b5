// Load for a long time, to see whether anything grows: `npm run soak -- [--minutes 30] [--rate full|N] [--write]`;
// `npm run soak -- --minutes 1 --leak timers|sockets|heap|children` to see that it would be noticed;
// `npm run soak -- simulation [--seeds 100000] [--from 1]` for the simulation, whose time is made up;
// `npm run soak -- loads [name …]` for what hostile clients send.
import process from 'node:process'
import { runLoads } from './hostile/run-loads.mjs'
import { readOptions } from './read-options.mjs'
import { judgeAll } from './report/judge-all.mjs'
import { toSummary, toTable } from './report/to-table.mjs'
import { writePage } from './report/write-page.mjs'
import { simulate } from './simulate.mjs'
import { soak } from './soak.mjs'

const args = process.argv.slice(2)
const log = (line) => process.stderr.write(`${line}\n`)
const kinds = { simulation: simulate, loads: runLoads }
const run = Object.hasOwn(kinds, args[0] ?? '') ? kinds[args[0]] : undefined
const { lines, isFine } = run === undefined ? await measure() : await run(args.slice(1), log)
process.stdout.write(`${lines.join('\n')}\n`)
if (!isFine) process.exitCode = 1

/** What to print, and whether nothing grew and nothing went wrong. */
async function measure() {
  const options = readOptions(args)
  const recording = await soak(options, log)
  const rows = judgeAll(recording, options.warmUpSeconds)
  const growing = rows.filter(({ verdict }) => verdict === 'grows')
  if (options.write) writePage({ recording, rows, options, command: ['npm run soak --', ...args].join(' ') })
  const lines = [
    toTable(rows),
    '',
    toSummary(recording),
    ...Array.from(recording.errors, ([error, count]) => `not expected, ${count} times: ${error}`),
    ...growing.map(({ process: name, series }) => `grows: ${name}: ${series}`),
  ]
  return { lines, isFine: growing.length === 0 && recording.errors.size === 0 }
}
