import cluster, { type Worker } from 'node:cluster'
import { type AllStores, serveStores } from '../../entries/store.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import { workerVariable } from './serve-as-worker.js'
import { isWorkerMessage, type ProcessEnd, toStoreChannel, type WorkerMessage } from './worker-messages.js'

export interface WorkerPoolOptions {
  readonly count: number
  readonly port: number
  readonly secrets: readonly string[]
  /** The stores of all workers. The code that made them closes them, after the pool. */
  readonly stores: AllStores
  readonly warn: Io['warn']
}

interface Running {
  readonly worker: Worker
  readonly startedAt: number
  readonly ended: Promise<void>
  drainMs: number
}

/** Processes that serve the same module at one address. One that ends gets a successor. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions
  /** By their numbers, from 1. */
  readonly #running = new Map<number, Running>()
  /** How often a worker ended soon after it was started, in a row. */
  readonly #failures = new Map<number, number>()
  readonly #restarts = new Set<NodeJS.Timeout>()
  #isClosing = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    cluster.schedulingPolicy = cluster.SCHED_RR // also on Windows, where it is not the default
  }

  /**
   * Starts all workers, the first alone: what is wrong with the module is said once. Resolves with the address when all listen.
   * Rejects with the `CliError` of one that cannot serve.
   */
  async start(): Promise<string> {
    const url = await this.#start(1)
    const others = Array.from({ length: this.#options.count - 1 }, (_, at) => this.#start(at + 2))
    await Promise.all(others)
    return url
  }

  /** Ends all workers. Requests in flight may finish for `limits.drainMs`; a worker that takes longer by far is killed. Settles last. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const timer of this.#restarts) clearTimeout(timer)
    await Promise.all(Array.from(this.#running.values(), closeWorker))
  }

  /** Resolves with its address when it listens. */
  #start(number: number): Promise<string> {
    const { secrets, port } = this.#options
    const worker = cluster.fork({ [workerVariable]: '1' })
    const end = createWorkerEnd(worker)
    const stopServing = serveStores(this.#options.stores, toStoreChannel(end))
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const running: Running = { worker, startedAt: Date.now(), ended, drainMs: 0 }
    this.#running.set(number, running)
    return new Promise((resolve, reject) => {
      let isListening = false
      end.listen((message) => {
        if (message.omniport === 'ready')
          end.send(this.#isClosing ? { omniport: 'close' } : { omniport: 'start', secrets, port })
        if (message.omniport === 'failed') reject(new CliError(message.code, message.message))
        if (message.omniport !== 'listening') return
        isListening = true
        running.drainMs = message.drainMs
        resolve(message.url)
      })
      worker.once('exit', (code, signal) => {
        stopServing()
        this.#running.delete(number)
        reject(new CliError('unreachable', `A worker ended before it listened, with ${signal ?? `code ${code}`}`))
        if (isListening) this.#onEnd(number, running, signal ?? (code === 0 ? undefined : `code ${code}`))
      })
    })
  }

  #onEnd(number: number, { worker, startedAt }: Running, how: string | undefined): void {
    if (this.#isClosing) return
    const name = `Worker ${number} (process ${worker.process.pid})`
    const what = how === undefined ? 'was ended' : `ended with ${how}: the requests that it served are lost`
    this.#options.warn(`${name} ${what}; another one takes its place`)
    const failures = Date.now() - startedAt >= stableMs ? 0 : (this.#failures.get(number) ?? 0)
    this.#restart(number, failures)
  }

  /** At once the first time; then after times that double. */
  #restart(number: number, failures: number): void {
    if (this.#isClosing) return
    this.#failures.set(number, failures + 1)
    const delayMs = failures === 0 ? 0 : Math.min(firstMs * 2 ** (failures - 1), mostMs)
    const timer = setTimeout(() => {
      this.#restarts.delete(timer)
      this.#start(number).catch((reason: Error) => {
        if (this.#isClosing) return
        this.#options.warn(`Worker ${number} could not be started, which is tried again: ${reason.message}`)
        this.#restart(number, failures + 1)
      })
    }, delayMs)
    this.#restarts.add(timer)
  }
}

/** A worker that served this long did not fail because of what it was started with. */
const stableMs = 10_000
const firstMs = 100
const mostMs = 30_000

/** What a worker may take beyond the time of its requests. */
const endingMs = 5_000

async function closeWorker({ worker, ended, drainMs }: Running): Promise<void> {
  send(worker, { omniport: 'close' })
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), drainMs + endingMs)
  await ended
  clearTimeout(timer)
}

function createWorkerEnd(worker: Worker): ProcessEnd {
  return {
    send: (message) => send(worker, message),
    listen(listener) {
      const onMessage = (message: unknown) => isWorkerMessage(message) && listener(message)
      worker.on('message', onMessage)
      return () => worker.off('message', onMessage)
    },
  }
}

/** To one that has ended nothing is sent: its end is an event of its own. */
function send(worker: Worker, message: WorkerMessage): void {
  if (worker.isConnected()) worker.send(message, () => {})
}
