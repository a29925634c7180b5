import { resolve } from 'node:path'
import { loadConfig } from '../../entries/host.js'
import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { formatTable } from '../output/format-table.js'
import type { Page } from '../output/style.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { type ConfiguredServer, describeServer } from './configured-server.js'

/** `list` without a target prints the servers of all config files that are found, or of that of `--config`. */
export async function listServersCommand(options: RunOptions, io: Io): Promise<number> {
  refuseOptionsOfServers(options)
  const only = options.config === undefined ? undefined : resolve(io.cwd, options.config)
  const config = await loadConfig(only, { cwd: io.cwd, env: io.env, needed: [] })
  for (const { message } of config.problems) io.warn(message)
  const servers = Object.entries(config.servers).map(([name, settings]) => describeServer(name, settings))
  const value = { servers, files: config.files }
  await writeResult({ value, toText: (page) => formatServers(servers, page) }, options, io)
  return 0
}

/** What is for the connection to a server means nothing to a list of config entries. */
function refuseOptionsOfServers({ env, header, auth, bearerEnv, protocol, logLevel }: RunOptions): void {
  const given = { '--env': env[0], '--header': header[0], '--auth': auth, '--bearer-env': bearerEnv }
  const all = Object.entries({ ...given, '--protocol': protocol, '--log-level': logLevel })
  const [name] = all.find(([, value]) => value !== undefined) ?? []
  if (name !== undefined) throw new CliError('usage', `list: ${name} needs a target: omniport list <target>`)
}

function formatServers(servers: readonly ConfiguredServer[], page: Page): string {
  if (servers.length === 0)
    return 'No server is configured here. "omniport config add <name> <url>" adds one, "omniport config path" shows the files.'
  const rows = servers.map(({ name, state, launch, source }) => [
    formatLine(name),
    state,
    formatLine(source),
    formatLine(launch),
  ])
  return formatTable([['name', 'state', 'from', 'command or URL'], ...rows], page)
}
