// Measures this library beside others: `npm run bench -- [workload…] [--rounds 7] [--contenders raw,omniport] [--quick]`, and beside
// itself as another checkout has it, which is built: `--against ../before`. The tables go to stdout, and into docs/performance.md unless it is `--quick`, of some contenders only, or `--no-write`.
import process from 'node:process'
import { runWorkload } from './measure/run-workload.mjs'
import { readOptions } from './read-options.mjs'
import { summarize } from './report/summarize.mjs'
import { toTable } from './report/to-table.mjs'
import { writePage } from './report/write-page.mjs'
import { workloads } from './workloads.mjs'

const options = readOptions()
const isWanted = ({ name }) => options.names.length === 0 || options.names.some((wanted) => name.startsWith(wanted))
const tables = []
for (const workload of workloads.filter(isWanted)) {
  const table = toTable(summarize(await runWorkload(workload, options)))
  process.stdout.write(`${table}\n\n`)
  tables.push({ name: workload.name, table })
}
if (tables.length === 0)
  throw new TypeError(`There is no such workload. There are ${workloads.map(({ name }) => name).join(', ')}`)
if (options.write) writePage(tables, { order: workloads.map(({ name }) => name), rounds: options.rounds })
