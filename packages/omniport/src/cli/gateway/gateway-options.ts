import { InvalidArgumentError, Option } from 'commander'
import type { EndpointFlag } from './gateway-flags.js'

/** The options that only `gateway` has. */
export function gatewayOptions(): readonly Option[] {
  return [
    new Option('--stdio', 'serve one client over stdin and stdout'),
    new Option('--search', 'offer two tools that find and call the others, in place of all'),
    new Option('--pin', 'block tools whose definition changes, by the mcp.lock beside the config file'),
    new Option('--endpoint <name=servers>', 'serve some servers at /mcp/<name>; repeatable')
      .argParser(collectEndpoint)
      .default([], 'all servers at /mcp'),
    new Option('--isolation <which>', 'the clients that share connections to servers').choices([
      'principal',
      'session',
      'shared',
    ]),
    new Option('--token-env <name>', 'let in only who sends the token that a variable holds'),
  ]
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
