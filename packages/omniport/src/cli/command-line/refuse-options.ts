import type { Command, Option } from 'commander'
import { CliError } from '../errors/cli-error.js'
import type { RunOptions } from './invocation.js'

/** Rejects options that do not apply to the verb. @throws CliError `usage` with the alternative. */
export function refuseOptions(program: Command, subcommand: string): void {
  const meant = meanings.get(subcommand) ?? ofClients
  for (const option of program.options) {
    const name = option.attributeName() as keyof RunOptions // the version, which is none, ends the program before
    if (program.getOptionValueSource(name) !== 'cli' || meant.has(name)) continue
    const instead = subcommand === 'host' ? insteadForHost.get(name) : undefined
    throw new CliError(
      'usage',
      `${subcommand}: ${option.long} does not apply here${instead === undefined ? '' : `; ${instead}`}`,
    )
  }
}

/** The options that mean something to a verb. */
export function optionsOf(subcommand: string, options: readonly Option[]): Option[] {
  if (subcommand === 'help') return []
  const meant = meanings.get(subcommand) ?? ofClients
  return options.filter((option) => meant.has(option.attributeName() as keyof RunOptions))
}

type Names = ReadonlySet<keyof RunOptions>

const ofServers: Names = new Set<keyof RunOptions>([
  'timeout',
  'protocol',
  'env',
  'header',
  'auth',
  'browser',
  'bearerEnv',
  'config',
  'json',
])

const ofClients: Names = new Set<keyof RunOptions>([...ofServers, 'logLevel'])

const meanings: ReadonlyMap<string, Names> = new Map<string, Names>([
  ['call', new Set<keyof RunOptions>([...ofClients, 'validateInput', 'validateOutput'])],
  ['prompt', new Set<keyof RunOptions>([...ofClients, 'validateInput'])],
  ['serve', new Set<keyof RunOptions>(['port', 'host', 'store', 'json'])],
  ['host', new Set<keyof RunOptions>(['timeout', 'config', 'auth'])],
  ['gateway', new Set<keyof RunOptions>(['timeout', 'config', 'port', 'host'])],
  ['check', new Set<keyof RunOptions>(['protocol', 'json'])],
  ['bridge', new Set([...ofServers, 'port'])],
  ['run', new Set<keyof RunOptions>(['env'])],
  ['tap', new Set<keyof RunOptions>(['env', 'header', 'auth', 'browser', 'bearerEnv', 'config', 'port', 'json'])],
])

/** Settings of one server belong in its entry; a token must not go to all servers. */
const insteadForHost: ReadonlyMap<keyof RunOptions, string> = new Map<keyof RunOptions, string>([
  ['protocol', 'a server has its "protocolVersion" in the config file'],
  ['env', 'a server has its "env" in the config file'],
  ['header', 'a server has its "headers" in the config file'],
  ['bearerEnv', 'a server has its "bearerTokenEnv" in the config file'],
  ['browser', 'host shows addresses and opens no browser'],
  ['json', 'a script can use list, call, read and prompt'],
  ['logLevel', '"Servers" shows the output of servers'],
])
