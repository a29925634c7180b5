// Runs the simulation for a range of seeds, on several threads, until the first that breaks a promise:
// node test/simulation/run-seeds.mjs --seeds 100000 [--from 1] [--workers 2]
import { mkdirSync, rmSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { rolldown } from 'rolldown'
import { apply } from '../../mutations/apply.mjs'

const here = fileURLToPath(import.meta.url)
let bundles = 0
const isProgram = isMainThread && process.argv[1] === here

if (!isMainThread && workerData?.program === here) await work(workerData)
else if (isProgram) await main()

/**
 * Runs `seeds` seeds from `from` on, on `workers` threads. Resolves with how many were run, in how many steps, and the reports
 * of those that broke a promise as text: none, or the first of each thread. `sabotage` is a mutation of the library to run it with.
 */
export async function runSeeds({ from = 1, seeds, workers = 2, sabotage, onProgress = () => {} }) {
  bundles += 1
  const folder = fileURLToPath(
    new URL(`../../node_modules/.cache/simulation-${process.pid}-${bundles}/`, import.meta.url),
  )
  mkdirSync(folder, { recursive: true })
  try {
    const module = await bundle(folder, sabotage)
    const total = { run: 0, steps: 0, events: 0, failures: [] }
    const threads = Array.from({ length: workers }, (_, index) => {
      const share = { program: here, module, from: from + index, until: from + seeds, stride: workers }
      return new Worker(here, { workerData: share })
    })
    await Promise.all(threads.map((thread) => follow(thread, { total, threads, onProgress })))
    return total
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function follow(thread, { total, threads, onProgress }) {
  return new Promise((resolve, reject) => {
    thread.on('error', reject)
    thread.on('exit', resolve)
    thread.on('message', ({ run, steps, events, failure }) => {
      total.run += run
      total.steps += steps
      total.events += events
      if (failure !== undefined) {
        total.failures.push(failure)
        for (const other of threads) if (other !== thread) void other.terminate()
      }
      onProgress(total)
    })
  })
}

/** The simulation and the library as one file, so that it can be run without a compiler. */
async function bundle(folder, sabotage) {
  const input = fileURLToPath(new URL('run-seed.ts', import.meta.url))
  const transform = (source, id) => (id.endsWith(`/src/${sabotage?.file}`) ? apply(source, sabotage) : undefined)
  const plugins = [{ name: 'sabotage', transform }]
  const bundled = await rolldown({
    input,
    platform: 'node',
    external: [/^node:/, /^[^./]/],
    logLevel: 'silent',
    plugins,
  })
  await bundled.write({ format: 'esm', file: `${folder}run-seed.mjs`, codeSplitting: false })
  await bundled.close()
  return pathToFileURL(`${folder}run-seed.mjs`).href
}

async function work({ module, from, until, stride }) {
  const { runSeed, describeReport } = await import(module)
  let done = { run: 0, steps: 0, events: 0 }
  for (let seed = from; seed < until; seed += stride) {
    const report = await runSeed(seed)
    done = { run: done.run + 1, steps: done.steps + report.steps, events: done.events + report.history.events.length }
    if (report.violations.length > 0) {
      parentPort.postMessage({ ...done, failure: describeReport(report, false) })
      return
    }
    if (done.run < 100) continue
    parentPort.postMessage(done)
    done = { run: 0, steps: 0, events: 0 }
  }
  parentPort.postMessage(done)
}

async function main() {
  const number = { type: 'string' }
  const { values } = parseArgs({ options: { from: number, seeds: number, workers: number } })
  const { from = '1', seeds = '1000', workers = '2' } = values
  const start = performance.now()
  const wanted = { from: Number(from), seeds: Number(seeds), workers: Number(workers) }
  const { run, steps, events, failures } = await runSeeds({
    ...wanted,
    onProgress: (total) => process.stderr.write(`\r${total.run} seeds`),
  })
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  const cpu = process.cpuUsage()
  const cpuSeconds = ((cpu.user + cpu.system) / 1e6).toFixed(1)
  console.log(`\r${run} seeds, ${steps} steps, ${events} events in ${seconds} s (${cpuSeconds} s of CPU)`)
  for (const failure of failures) console.log(failure)
  process.exitCode = failures.length > 0 ? 1 : 0
}
