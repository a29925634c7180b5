import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RunOptions } from '../command-line/invocation.js'

/** The options of `gateway` beside those of other verbs. */
export interface GatewayFlags extends Pick<RunOptions, 'config' | 'port' | 'host' | 'timeout'> {
  /** One client over stdin and stdout, in place of HTTP. */
  readonly stdio?: true | undefined
  /** Two tools in place of all: one that finds tools, and one that calls them. */
  readonly search?: true | undefined
  /** Blocks tools whose definition is not that in `mcp.lock`, beside the config file. */
  readonly pin?: true | undefined
  readonly isolation?: 'principal' | 'session' | 'shared' | undefined
  /** The variable with the token that callers send. */
  readonly tokenEnv?: string | undefined
  /** Endpoints and the names of their servers. Empty: one endpoint with all. */
  readonly endpoint: readonly EndpointFlag[]
}

/** `--endpoint work=notes,files`. */
export interface EndpointFlag {
  readonly name: string
  readonly servers: readonly string[]
}

/** Adds `gateway`, which has no target: its servers come from a config file. */
export function addGateway(
  program: Command,
  run: (words: readonly string[], flags: GatewayFlags) => Promise<void>,
): void {
  program
    .command('gateway')
    .description('serve all servers of a config file as one, over HTTP or stdio')
    .usage('--config <file> [options]')
    .argument('[words...]')
    .option('--stdio', 'serve one client over stdin and stdout')
    .option('--search', 'offer two tools that find and call the others, in place of all')
    .option('--pin', 'block tools whose definition changes, by the mcp.lock beside the config file')
    .addOption(
      new Option('--endpoint <name=servers>', 'serve some servers at /mcp/<name>; repeatable')
        .argParser(collectEndpoint)
        .default([], 'all servers at /mcp'),
    )
    .addOption(
      new Option('--isolation <which>', 'the clients that share connections to servers').choices([
        'principal',
        'session',
        'shared',
      ]),
    )
    .option('--token-env <name>', 'let in only who sends the token that a variable holds')
    .action(run)
}

function collectEndpoint(text: string, previous: readonly EndpointFlag[]): readonly EndpointFlag[] {
  const [, name, list] = /^([\w-]+)=(.+)$/.exec(text) ?? []
  if (name === undefined || list === undefined) {
    throw new InvalidArgumentError('It must be a name of letters and digits, and servers: work=notes,files.')
  }
  if (previous.some((other) => other.name === name))
    throw new InvalidArgumentError(`There are two endpoints "${name}".`)
  return [...previous, { name, servers: list.split(',').map((server) => server.trim()) }]
}
