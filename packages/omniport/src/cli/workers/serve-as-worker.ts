import cluster from 'node:cluster'
import { once } from 'node:events'
import process from 'node:process'
import { type ConnectedStores, connectStores } from '../../entries/store.js'
import type { RunOptions } from '../command-line/invocation.js'
import { listenHttp } from '../commands/listen-http.js'
import { toFailure } from '../errors/to-failure.js'
import type { Io } from '../process/io.js'
import { loadServerModule } from '../target/load-server-module.js'
import { isWorkerMessage, type ProcessEnd, toStoreChannel, type WorkerMessage } from './worker-messages.js'

/** The variable that tells a worker of `serve` from one of a program that runs `serve`. */
export const workerVariable = 'OMNIPORT_SERVE_WORKER'

/** True in a process that `serveWithWorkers` started. */
export function isServeWorker(env: Io['env']): boolean {
  return cluster.isWorker && env[workerVariable] === '1'
}

/** Serves a module with the stores of the process that started this one, until that says so or the process is interrupted. */
export async function serveAsWorker(path: string, options: RunOptions, io: Io): Promise<number> {
  const end = createProcessEnd()
  const closing = new AbortController()
  const start = await started(end, closing)
  if (start === undefined) return 0
  const { secrets, port } = start
  const stores = connectStores(toStoreChannel(end))
  try {
    await serve(path, { stores, secrets, options: { ...options, port } }, (url, drainMs) => {
      end.send({ omniport: 'listening', url, drainMs })
      return Promise.race([ended(closing.signal), ended(io.signal)])
    })
    return 0
  } catch (reason) {
    const { code, message } = toFailure(reason).error
    if (code === 'interrupted') return 0
    await new Promise<void>((resolve) => {
      const failed: WorkerMessage = { omniport: 'failed', code, message }
      process.send?.(failed, undefined, {}, () => resolve())
    })
    return 1
  } finally {
    stores.close()
  }
}

interface Served {
  readonly stores: ConnectedStores
  readonly secrets: readonly string[]
  readonly options: RunOptions
}

async function serve(
  path: string,
  { stores, secrets, options }: Served,
  until: (url: string, drainMs: number) => Promise<unknown>,
): Promise<void> {
  const server = await loadServerModule(path, { stores, secrets, option: '--workers' })
  const served = await listenHttp(server, options)
  try {
    const { drainMs = 5_000, lingerMs = 0 } = server.environment?.limits ?? {}
    await until(served.url, Math.max(drainMs, lingerMs))
  } finally {
    await served.close()
    await server.close?.()
  }
}

function createProcessEnd(): ProcessEnd {
  return {
    send: (message) => void process.send?.(message),
    listen(listener) {
      const onMessage = (message: unknown) => isWorkerMessage(message) && listener(message)
      process.on('message', onMessage)
      return () => process.off('message', onMessage)
    },
  }
}

/** Resolves with what to serve, or with undefined for nothing; `closing` aborts when that is to end. */
function started(
  end: ProcessEnd,
  closing: AbortController,
): Promise<(WorkerMessage & { omniport: 'start' }) | undefined> {
  return new Promise((resolve) => {
    end.listen((message) => {
      if (message.omniport === 'start') resolve(message)
      if (message.omniport !== 'close') return
      closing.abort()
      resolve(undefined)
    })
    end.send({ omniport: 'ready' })
  })
}

async function ended(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
