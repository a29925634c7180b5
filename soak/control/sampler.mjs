import { readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { getHeapCodeStatistics } from 'node:v8'

const mebibyte = 2 ** 20

/** Reads what this process uses. Memory in MiB, times in milliseconds. */
export class Sampler {
  #gauges
  #slowGauges
  #gcEvery
  #taken = 0
  #delay = monitorEventLoopDelay({ resolution: 10 })

  /** With every `gcEvery`-th sample the heap is read, after a collection, and what is left of what is counted then. */
  constructor({ gauges, slowGauges, gcEvery }) {
    this.#gauges = gauges
    this.#slowGauges = slowGauges
    this.#gcEvery = gcEvery
    this.#delay.enable()
  }

  take() {
    const loopDelay = this.#delay.mean / 1e6
    this.#taken += 1
    const isWithHeap = this.#taken % this.#gcEvery === 0
    const sample = {
      t: Date.now(),
      rss: process.memoryUsage.rss() / mebibyte,
      ...openFiles(),
      ...children(),
      ...counted(process.getActiveResourcesInfo()),
      ...(Number.isFinite(loopDelay) && { loopDelay }),
      ...readAll(this.#gauges),
      ...(isWithHeap && { ...heapAfterCollection(), ...readAll(this.#slowGauges) }),
    }
    this.#delay.reset()
    return sample
  }
}

function readAll(gauges) {
  return Object.fromEntries(Object.entries(gauges).map(([name, read]) => [name, read()]))
}

/** Apart from what the engine compiled, for that grows as long as it finds something to compile better. */
function heapAfterCollection() {
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics()
  const compiled = code + bytecode
  return { heap: (heapUsed - compiled) / mebibyte, compiled: compiled / mebibyte, buffers: external / mebibyte }
}

/** Where there is no `/proc` they are not counted. One of them is there for the counting. */
function openFiles() {
  try {
    return { files: readdirSync('/proc/self/fd').length - 1 }
  } catch {
    return {}
  }
}

function children() {
  try {
    const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim()
    return { children: pids === '' ? 0 : pids.split(' ').length }
  } catch {
    return {}
  }
}

/** What keeps the process alive. */
function counted(resources) {
  const count = (kind) => resources.filter((name) => name === kind).length
  return { timers: count('Timeout'), sockets: count('TCPSocketWrap') }
}
