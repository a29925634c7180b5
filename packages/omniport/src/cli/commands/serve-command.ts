import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Invocation, RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { unlessAborted } from '../process/unless-aborted.js'
import { loadServerModule, type ServerModule } from '../target/load-server-module.js'
import { listenHttp } from './listen-http.js'
import type { ServeFlags } from './serve-flags.js'

/**
 * `serve <module>` serves a module over HTTP until it is interrupted, and prints the address once it listens. With `workers`, so
 * many processes do.
 */
export async function serveCommand({ target, words, options, flags }: Invocation<ServeFlags>, io: Io): Promise<number> {
  if (target.type === 'command' || /^[a-z][a-z0-9+.-]*:\/\//i.test(target.word))
    throw new CliError('usage', 'serve: give the path of a server module, such as ./server.js')
  if (words.length > 0) throw new CliError('usage', `serve takes one module, got "${words[0]}" as well`)
  const path = resolve(io.cwd, target.word)
  if (flags?.workers !== undefined) return serveWorkers(path, { count: flags.workers, options }, io)
  if (options.store === undefined) {
    return serve(await unlessAborted(loadServerModule(path), io.signal), options, io)
  }
  const { createFileStores } = await import('../../entries/store-file.js') // few servers need it
  const stores = await createFileStores(resolve(io.cwd, options.store))
  try {
    const server = await unlessAborted(
      loadServerModule(path, { stores, secrets: stores.secrets, option: '--store' }),
      io.signal,
    )
    return await serve(server, options, io)
  } finally {
    await stores.close()
  }
}

/** The workers are this program with the same command line. */
async function serveWorkers(
  path: string,
  { count, options }: { readonly count: number; readonly options: RunOptions },
  io: Io,
): Promise<number> {
  const { isServeWorker, serveAsWorker } = await import('../workers/serve-as-worker.js')
  if (isServeWorker(io.env)) return serveAsWorker(path, options, io)
  const { serveWithWorkers } = await import('../workers/serve-with-workers.js')
  return serveWithWorkers(count, options, io)
}

async function serve(server: ServerModule, options: RunOptions, io: Io): Promise<number> {
  const served = await listenHttp(server, options)
  try {
    await writeResult({ value: { url: served.url }, toText: () => `Listening on ${served.url}` }, options, io)
    if (!io.signal.aborted) await once(io.signal, 'abort')
  } finally {
    await served.close()
    await server.close?.()
  }
  return 0
}
