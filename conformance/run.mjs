// Runs the official conformance suite against the server and the client of this folder: `npm run conformance`. Prints what
// came of each scenario and how many of its checks succeeded; fails on what `expected-failures.json` does not expect.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { hasFailed, judge } from './judge.mjs'
import { commands, killAll, startServer } from './programs.mjs'
import { createSuites } from './suites.mjs'

/** How many runs of the suite go on at a time. */
const lanes = 2

const { 'not run': notRun, ...expectedFailures } = JSON.parse(
  readFileSync(new URL('expected-failures.json', import.meta.url), 'utf8'),
)
const directory = mkdtempSync(join(tmpdir(), 'conformance-'))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
process.once('exit', () => {
  killAll()
  rmSync(directory, { recursive: true, force: true })
})

const server = await startServer(commands.server)
const suites = createSuites(server.url, notRun)
await runAll(
  suites.filter(({ alone }) => !alone),
  lanes,
)
await runAll(
  suites.filter(({ alone }) => alone),
  1,
)
// The suite waits for some answers for half a second only: what fails while others use the machine runs once more, alone.
await runAll(
  suites.filter((suite) => hasFailed(suite, expectedFailures)),
  1,
)
await server.stop()

const { table, wrong } = judge(suites, expectedFailures)
process.stdout.write(table)
for (const line of wrong) console.error(line)
process.exitCode = wrong.length === 0 ? 0 : 1

async function runAll(waiting, width) {
  const rest = waiting.values()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const suite of rest) suite.results = await suite.run(mkdtempSync(join(directory, 'suite-')))
    }),
  )
}
