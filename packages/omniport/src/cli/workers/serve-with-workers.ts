import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { defaultLimits, defaultRuntime } from '../../entries/protocol.js'
import {
  type AllStores,
  createMemoryBlobs,
  createMemoryBus,
  createMemoryEventLog,
  createMemoryInbox,
  createMemorySessions,
  createMemoryTasks,
} from '../../entries/store.js'
import type { RunOptions } from '../command-line/invocation.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { unlessAborted } from '../process/unless-aborted.js'
import { WorkerPool } from './worker-pool.js'

/**
 * Serves a module with several processes at one address, until interrupted. Their stores are here, so that any of them serves any
 * request of any client, as many nodes do that share their stores.
 */
export async function serveWithWorkers(count: number, options: RunOptions, io: Io): Promise<number> {
  const { store, host = '127.0.0.1', port = 3000 } = options
  const { stores, secrets, close } = await openStores(store === undefined ? undefined : resolve(io.cwd, store))
  const pool = new WorkerPool({
    count,
    port: port === 0 ? await findFreePort(host) : port,
    secrets,
    stores,
    warn: io.warn,
  })
  try {
    const url = await unlessAborted(pool.start(), io.signal)
    const toText = () => `Listening on ${url}, with ${count} workers`
    await writeResult({ value: { url }, toText }, options, io)
    if (!io.signal.aborted) await once(io.signal, 'abort')
  } finally {
    await pool.close()
    await close()
  }
  return 0
}

interface OpenStores {
  readonly stores: AllStores
  readonly secrets: readonly string[]
  close(): Promise<void>
}

async function openStores(folder: string | undefined): Promise<OpenStores> {
  if (folder !== undefined) {
    const { createFileStores } = await import('../../entries/store-file.js') // few servers need it
    const { secrets, close, ...stores } = await createFileStores(folder)
    return { stores: { ...stores, bus: createMemoryBus() }, secrets, close }
  }
  const clock = defaultRuntime
  const stores = {
    blobs: createMemoryBlobs({ clock }),
    bus: createMemoryBus(),
    eventLog: createMemoryEventLog({ clock, limits: defaultLimits }),
    inbox: createMemoryInbox({ clock }),
    sessions: createMemorySessions({ clock }),
    tasks: createMemoryTasks({ clock }),
  }
  return { stores, secrets: [randomBytes(32).toString('base64url')], close: async () => {} }
}

/** The port of all workers, and of their successors. */
async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number } // it listens on a port
  server.close()
  await once(server, 'close')
  return port
}
