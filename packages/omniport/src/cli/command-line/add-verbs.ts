import { type Command, Option } from 'commander'
import type { ConsoleFlags } from '../console/console-flags.js'
import { CliError } from '../errors/cli-error.js'
import { addGateway, type GatewayFlags } from '../gateway/gateway-flags.js'
import type { HostFlags } from '../host/host-flags.js'
import type { Io } from '../process/io.js'
import type { RunFlags } from '../published/run-flags.js'
import type { CheckFlags } from '../recording/check-command.js'
import type { TapFlags } from '../tap/tap-flags.js'
import type { RunOptions } from './invocation.js'
import { refuseOptions } from './refuse-options.js'
import { splitTarget } from './split-target.js'

export interface VerbContext {
  /** The words after `--`. */
  readonly command: readonly string[] | undefined
  readonly io: Io
  readonly onExit: (code: number) => void
}

/** Adds the verbs with options of their own. Each is imported on demand. */
export function addVerbs(program: Command, context: VerbContext): void {
  addHost(program, context)
  addGateway(program, (words, flags) => runGateway(program, { ...context, words }, flags))
  addCheck(program, context)
  addTap(program, context)
  addBridge(program, context)
  addRun(program, context)
  addConsole(program, context)
}

/** Adds `host`, which has no target: it uses all servers of the config files. */
function addHost(program: Command, { command, io, onExit }: VerbContext): void {
  program
    .command('host')
    .description('use all configured servers at a terminal')
    .usage('[--config <file>] [options]')
    .argument('[words...]')
    .addOption(
      new Option('--root <folder>', 'a folder that servers may work in; repeatable')
        .argParser((folder: string, previous: readonly string[]) => [...previous, folder])
        .default([], 'none'),
    )
    .option('--model-url <url>', 'the URL of a model for servers, without /chat/completions')
    .option('--model <name>', 'its name; the variable OMNIPORT_MODEL_KEY has its key')
    .action(async (words: readonly string[], flags: HostFlags) => {
      refuseOptions(program, 'host')
      if (command !== undefined || words.length > 0) throw targetOf('host')
      const { hostCommand } = await import('../host/host-command.js')
      onExit(await hostCommand({ ...flags, ...hostOptions(program.opts<RunOptions>()) }, io))
    })
}

/** Adds `console`, whose targets are all words; without any it shows all configured servers. */
function addConsole(program: Command, { command, io, onExit }: VerbContext): void {
  program
    .command('console')
    .description('look at servers, and use them, in a browser of this machine')
    .usage('[targets…] [options] [-- command args…]')
    .argument('[words...]')
    .addOption(
      new Option('--root <folder>', 'a folder that servers may work in; repeatable')
        .argParser((folder: string, previous: readonly string[]) => [...previous, folder])
        .default([], 'none'),
    )
    .option('--model-url <url>', 'the URL of a model for servers, without /chat/completions; by default you answer')
    .option('--model <name>', 'its name; the variable OMNIPORT_MODEL_KEY has its key')
    .action(async (words: readonly string[], flags: ConsoleFlags) => {
      refuseOptions(program, 'console')
      const { consoleCommand } = await import('../console/console-command.js')
      onExit(await consoleCommand({ words, command, flags, options: program.opts<RunOptions>() }, io))
    })
}

function hostOptions({ config, timeout, auth }: RunOptions): Pick<RunOptions, 'config' | 'timeout' | 'auth'> {
  return { config, timeout, auth }
}

async function runGateway(
  program: Command,
  { command, words, io, onExit }: VerbContext & { readonly words: readonly string[] },
  flags: GatewayFlags,
): Promise<void> {
  refuseOptions(program, 'gateway')
  if (command !== undefined || words.length > 0) throw targetOf('gateway')
  const { config, timeout, port, host } = program.opts<RunOptions>()
  const { gatewayCommand } = await import('../gateway/gateway-command.js')
  onExit(await gatewayCommand({ ...flags, config, timeout, port, host }, io))
}

function targetOf(verb: 'host' | 'gateway'): CliError {
  return new CliError('usage', `${verb} takes no target: its servers come from config files, such as that of --config`)
}

/** Adds `check`, which has no target: it reads a file. */
function addCheck(program: Command, { io, onExit }: VerbContext): void {
  program
    .command('check')
    .description('check a recorded conversation against the schema of the protocol, or which SDK a project has')
    .usage('--schema <file> [--protocol <revision>] | --sdk [folder]')
    .allowExcessArguments(false)
    .option('--schema <file>', 'the recording: one message per line, as JSON')
    .option('--sdk [folder]', 'say which package each program of a folder imports as @modelcontextprotocol/sdk')
    .action(async (flags: CheckFlags) => {
      refuseOptions(program, 'check')
      const { checkCommand } = await import('../recording/check-command.js')
      onExit(await checkCommand({ ...flags, ...program.opts<RunOptions>() }, io))
    })
}

/** Adds `tap`, which stands in for a server, or changes the configuration of a host so that it does. */
function addTap(program: Command, { command, io, onExit }: VerbContext): void {
  program
    .command('tap')
    .description('record what passes between a client and a server, changing nothing')
    .usage('<target> | --install <host> <server> | --uninstall <host> <server>')
    .argument('[words...]')
    .option('-o, --output <file>', 'the recording; by default a new file in the settings of the user')
    .option('-q, --quiet', 'print no summary')
    .option('--redact', 'leave arguments, results and all other values out of the recording')
    .option('--install', 'let a host start a configured server through tap: cursor, "Claude Desktop", … or a file')
    .option('--uninstall', 'undo that, and nothing else')
    .addOption(new Option('--installed <fields>', 'written by --install').hideHelp())
    .action(async (words: readonly string[], flags: TapFlags) => {
      refuseOptions(program, 'tap')
      const options = program.opts<RunOptions>()
      if (flags.install !== undefined || flags.uninstall !== undefined) {
        const { installCommand } = await import('../tap/install/install-command.js')
        onExit(await installCommand({ words, command, options }, flags, io))
        return
      }
      const { tapCommand } = await import('../tap/tap-command.js')
      onExit(await tapCommand({ ...splitTarget(words, command, tapTargets), options }, flags, io))
    })
}

const tapTargets = 'give a URL, the name of a server in mcp.json, or "-- command args…"'

/** Adds `bridge`, which is imported on demand with the gateway. */
function addBridge(program: Command, { command, io, onExit }: VerbContext): void {
  program
    .command('bridge')
    .description('serve a server over stdio, or with --port over HTTP, in every revision')
    .usage('<target> [--port <number>]')
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      refuseOptions(program, 'bridge')
      const { bridgeCommand } = await import('../bridge/bridge-command.js')
      onExit(await bridgeCommand({ ...splitTarget(words, command), options: program.opts<RunOptions>() }, io))
    })
}

/** Adds `run`, which has no target: it starts a package of the npm registry. */
function addRun(program: Command, { command = [], io, onExit }: VerbContext): void {
  program
    .command('run')
    .description('start a published server on this library: its official SDK is replaced')
    .usage('<package>[@version] [-- args…]')
    .argument('[words...]')
    .option('--bin <name>', 'the program of the package; by default the one with its name')
    .option('--fresh', 'install it anew, with the newest packages')
    .addOption(new Option('--sdk <spec>', 'what takes the place of the SDK').default(`npm:@omniport/sdk@${sdkVersion}`))
    .action(async (words: readonly string[], flags: RunFlags) => {
      refuseOptions(program, 'run')
      const { runCommand } = await import('../published/run-command.js')
      const { env } = program.opts<RunOptions>()
      onExit(await runCommand({ words, args: command, flags: { ...flags, env } }, io))
    })
}

/** The version of `@omniport/sdk`, which is that of the official SDK that it agrees with. */
const sdkVersion = '1.32.2'
