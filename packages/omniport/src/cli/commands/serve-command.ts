import { once } from 'node:events'
import { resolve } from 'node:path'
import type { ServedHttp } from '../../entries/node.js'
import type { Invocation, RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { unlessAborted } from '../process/unless-aborted.js'
import { loadServerModule, type ServerModule } from '../target/load-server-module.js'

/** `serve <module>` serves a module over HTTP until it is interrupted, and prints the address once it listens. */
export async function serveCommand({ target, words, options }: Invocation, io: Io): Promise<number> {
  if (target.type === 'command' || /^[a-z][a-z0-9+.-]*:\/\//i.test(target.word))
    throw new CliError('usage', 'serve: give the path of a server module, such as ./server.js')
  if (words.length > 0) throw new CliError('usage', `serve takes one module, got "${words[0]}" as well`)
  const path = resolve(io.cwd, target.word)
  if (options.store === undefined) {
    return serve(await unlessAborted(loadServerModule(path), io.signal), options, io)
  }
  const { createFileStores } = await import('../../entries/store-file.js') // few servers need it
  const stores = await createFileStores(resolve(io.cwd, options.store))
  try {
    const server = await unlessAborted(loadServerModule(path, { stores, secrets: stores.secrets }), io.signal)
    return await serve(server, options, io)
  } finally {
    await stores.close()
  }
}

async function serve(server: ServerModule, options: RunOptions, io: Io): Promise<number> {
  const served = await listen(server, options)
  try {
    await writeResult({ value: { url: served.url }, toText: () => `Listening on ${served.url}` }, options, io)
    if (!io.signal.aborted) await once(io.signal, 'abort')
  } finally {
    await served.close()
    await server.close?.()
  }
  return 0
}

/** An invalid address is a usage error. */
async function listen(server: ServerModule, { port = 3000, host = '127.0.0.1' }: RunOptions): Promise<ServedHttp> {
  const { serveHttp } = await import('../../entries/node.js') // the other commands do not need it
  try {
    return await serveHttp(server, { port, hostname: host })
  } catch (reason) {
    if (reason instanceof TypeError) throw new CliError('usage', reason.message, { cause: reason })
    throw reason
  }
}
