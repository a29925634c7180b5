import { InvalidArgumentError, Option } from 'commander'
import { splitTarget } from '../command-line/split-target.js'
import { reachOptions, type Verb, type VerbLine } from '../command-line/verb.js'
import type { ServeFlags } from '../commands/serve-flags.js'
import type { ConsoleFlags } from '../console/console-flags.js'
import { CliError } from '../errors/cli-error.js'
import type { GatewayFlags } from '../gateway/gateway-flags.js'
import { gatewayOptions } from '../gateway/gateway-options.js'
import type { HostFlags } from '../host/host-flags.js'
import type { RunFlags } from '../published/run-flags.js'

const serve: Verb<ServeFlags> = {
  name: 'serve',
  examples: ['serve ./server.js --port 3000'],
  usage: '<module> [--workers <number>]',
  description: 'serve a module over HTTP, in every revision',
  options: [
    new Option('--workers <number>', 'serve with so many processes, for the cores of this machine').argParser(toCount),
  ],
  shared: ['port', 'host', 'allowedHost', 'store'],
  async run({ words, command, options, flags }, io) {
    const { serveCommand } = await import('../commands/serve-command.js')
    const form = 'give the path of a server module, such as ./server.js'
    return serveCommand({ ...splitTarget(words, command, form), options, flags }, io)
  },
}

const host: Verb<HostFlags> = {
  name: 'host',
  examples: ['host --config mcp.json'],
  usage: '[--config <file>] [options]',
  description: 'use all configured servers at a terminal',
  options: hostOptions('by default none'),
  shared: ['timeout', 'config', 'auth'],
  // Settings of one server belong in its entry; a token must not go to all servers.
  instead: {
    protocol: 'a server has its "protocolVersion" in the config file',
    env: 'a server has its "env" in the config file',
    header: 'a server has its "headers" in the config file',
    bearerEnv: 'a server has its "bearerTokenEnv" in the config file',
    browser: 'host shows addresses and opens no browser',
    logLevel: '"Servers" shows the output of servers',
    json: 'a script can use list, call, read and prompt',
  },
  async run(line, io) {
    assertNoTarget('host', line)
    const { config, timeout, auth } = line.options
    const { hostCommand } = await import('../host/host-command.js')
    return hostCommand({ ...line.flags, config, timeout, auth }, io)
  },
}

const gateway: Verb<GatewayFlags> = {
  name: 'gateway',
  examples: ['gateway --config mcp.json --port 3000'],
  usage: '--config <file> [options]',
  description: 'serve all servers of a config file as one, over HTTP or stdio',
  options: gatewayOptions(),
  shared: ['timeout', 'config', 'port', 'host', 'allowedHost'],
  async run(line, io) {
    assertNoTarget('gateway', line)
    const { config, timeout, port, host, allowedHost, json } = line.options
    const { gatewayCommand } = await import('../gateway/gateway-command.js')
    return gatewayCommand({ ...line.flags, config, timeout, port, host, allowedHost, json }, io)
  },
}

const bridge: Verb = {
  name: 'bridge',
  examples: ['bridge http://127.0.0.1:3000/mcp', 'bridge --port 3000 -- node server.js'],
  usage: '<target> [--port <number>]',
  description: 'serve a server over stdio, or with --port over HTTP, in every revision',
  shared: [...reachOptions, 'port'],
  async run({ words, command, options }, io) {
    const { bridgeCommand } = await import('../bridge/bridge-command.js')
    return bridgeCommand({ ...splitTarget(words, command), options }, io)
  },
}

const run: Verb<RunFlags> = {
  name: 'run',
  examples: ['run @modelcontextprotocol/server-everything -- stdio'],
  usage: '<package>[@version] [-- args…]',
  description: 'start a published server on this library: its official SDK is replaced',
  options: [
    new Option('--bin <name>', 'the program of the package; by default the one with its name'),
    new Option('--fresh', 'install it anew, with the newest packages'),
    // Its version is that of the official SDK that it agrees with.
    new Option('--sdk <spec>', 'what takes the place of the SDK').default('npm:@omniport/sdk@1.32.2'),
  ],
  shared: ['env'],
  async run({ words, command: args = [], options: { env }, flags }, io) {
    const { runCommand } = await import('../published/run-command.js')
    return runCommand({ words, args, flags: { ...flags, env } }, io)
  },
}

const consoleVerb: Verb<ConsoleFlags> = {
  name: 'console',
  examples: ['console notes http://127.0.0.1:3000/mcp', 'console -- node server.js'],
  usage: '[targets…] [options] [-- command args…]',
  description: 'look at servers, and use them, in a browser of this machine',
  options: hostOptions('by default you answer'),
  shared: ['timeout', 'protocol', 'env', 'header', 'bearerEnv', 'browser', 'config', 'port'],
  async run({ words, command, options, flags }, io) {
    const { consoleCommand } = await import('../console/console-command.js')
    return consoleCommand({ words, command, flags, options }, io)
  },
}

/** The verbs that serve one server or many. */
export const servingVerbs: readonly Verb[] = [serve, host, gateway, bridge, run, consoleVerb]

function hostOptions(withoutModel: string): readonly Option[] {
  return [
    new Option('--root <folder>', 'a folder that servers may work in; repeatable')
      .argParser((folder: string, previous: readonly string[]) => [...previous, folder])
      .default([], 'none'),
    new Option('--model-url <url>', `the URL of a model for servers, without /chat/completions; ${withoutModel}`),
    new Option('--model <name>', 'its name; the variable OMNIPORT_MODEL_KEY has its key'),
  ]
}

function toCount(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 to 999.')
  return Number(text)
}

function assertNoTarget(verb: string, { words, command }: VerbLine): void {
  if (command === undefined && words.length === 0) return
  const where = 'its servers come from config files, such as that of --config'
  throw new CliError('usage', `${verb} takes no target: ${where}`)
}
