import { MeasuredProcess } from '../measure/measured-process.mjs'
import { timedSubject } from '../measure/timed-subject.mjs'

const servers = 50
const tools = servers * 100

/** What a host of many servers costs. Nothing else of that kind is there to compare with. */
export const host = [
  {
    name: 'host-load',
    title: '50 servers of 100 tools, started and listed for the first time, all in one process',
    unit: 'ms',
    contenders: ['omniport'],
    target: { of: 'value', most: 1_000 },
    rounds: 3,
    open: () => ({ sample: load, close: async () => {} }),
  },
  {
    name: 'host-again',
    title: 'the catalogue of 5,000 tools once more',
    unit: 'µs',
    contenders: ['omniport'],
    target: { of: 'value', most: 50_000 },
    open: () => openLoaded('again', 20),
  },
  {
    name: 'host-change',
    title: 'the catalogue of 5,000 tools after one of them became another, its list of 100 included',
    unit: 'µs',
    contenders: ['omniport'],
    target: { of: 'value', most: 50_000 },
    open: () => openLoaded('change', 4),
  },
  {
    name: 'host-idle',
    title: 'heap of one connected server of 100 tools that nobody uses, its tools included',
    unit: 'KB',
    contenders: ['omniport'],
    target: { of: 'value', most: 512 },
    rounds: 3,
    open: openIdle,
  },
]

async function load() {
  const program = await start()
  const before = await program.cpu()
  await run(program, { work: 'load', servers }, tools)
  const used = (await program.cpu()) - before
  await program.end()
  return used / 1_000
}

async function openLoaded(work, times) {
  const program = await start()
  await run(program, { work: 'load', servers }, tools)
  return timedSubject(program, { count: times, work: () => run(program, { work, times }, tools) }, () => program.end())
}

async function openIdle() {
  const program = await start({ exposeGc: true })
  await run(program, { work: 'load', servers }, tools)
  const sample = async () => {
    const { heap: before } = await program.memory()
    await run(program, { work: 'load', servers }, tools)
    const { heap: after } = await program.memory()
    return (after - before) / 1_024 / servers
  }
  return { sample, close: () => program.end() }
}

async function start(options) {
  const program = new MeasuredProcess('callers/host-many.mjs', [], options)
  await program.orFailure(program.received('ready'))
  return program
}

async function run(program, question, wanted) {
  const found = await program.ask(question, 'done')
  if (found !== wanted) throw new Error(`The catalogue has ${found} tools, not ${wanted}`)
}
