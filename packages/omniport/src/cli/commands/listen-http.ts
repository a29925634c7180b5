import type { ServedHttp } from '../../entries/node.js'
import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { allowedHostsOf } from '../process/allowed-hosts.js'
import type { ServerModule } from '../target/load-server-module.js'

/** Serves a module over HTTP. Rejects with CliError `usage` for an address that cannot be used. */
export async function listenHttp(
  server: ServerModule,
  { port = 3000, host = '127.0.0.1', allowedHost }: Pick<RunOptions, 'port' | 'host' | 'allowedHost'>,
): Promise<ServedHttp> {
  const { serveHttp } = await import('../../entries/node.js') // the other commands do not need it
  try {
    return await serveHttp(server, { port, hostname: host, ...allowedHostsOf(allowedHost) })
  } catch (reason) {
    if (!(reason instanceof TypeError)) throw reason
    // What the function advises are its options.
    const message = reason.message.replace(/(is reachable from other machines): .*$/, `$1, and ${withoutAuth}`)
    throw new CliError('usage', message, { cause: reason })
  }
}

const withoutAuth =
  'serve lets everyone in: use "omniport gateway --token-env", a proxy that knows its callers, or serveHttp with auth in a program'
