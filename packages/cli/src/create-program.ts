import { Command, InvalidArgumentError, Option } from 'commander'
import { revisions } from 'omniport'
import { logLevels } from 'omniport/protocol'
import { CliError } from './cli-error.js'
import type { HostFlags } from './host/host-flags.js'
import type { Invocation, RunOptions } from './invocation.js'
import type { Io } from './io.js'
import { splitTarget } from './split-target.js'
import { callVerb } from './verbs/call.js'
import { listVerb } from './verbs/list.js'
import { promptVerb } from './verbs/prompt.js'
import { readVerb } from './verbs/read.js'
import { serveVerb } from './verbs/serve.js'
import { version } from './version.js'

/** The command line, ready to be read. */
export interface Program {
  /** What was asked for with `--help` or `--version`. */
  readonly help: string
  /** Resolves with the exit code. Rejects with CommanderError for a line that is wrong, or with what the verb threw. */
  run(line: readonly string[]): Promise<number>
}

/** What a word after `omniport` does. Resolves with the exit code. */
type Verb = (invocation: Invocation, io: Io) => Promise<number>

/** Defines the verbs and options. `command` is what stood after `--`. */
export function createProgram(command: readonly string[] | undefined, io: Io): Program {
  let help = ''
  let exitCode = 0
  const program = new Command('omniport')
    .description('List, call, read and prompt any MCP server, host many, or serve one.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => (help += text), writeErr: () => {} })
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (verb) => `${verb.name()} ${verb.usage()}` })
    .usage('<verb> [options] <target> …')
    .addHelpText('afterAll', targetHelp)
    .helpCommand('help [verb]', 'how a verb is used')
  for (const option of options()) program.addOption(option)
  program
    .argument('[verb]')
    .allowExcessArguments()
    .action((verb: string | undefined) => {
      const what = verb === undefined ? 'Say what to do' : `There is no "${verb}"`
      throw new CliError('usage', `${what}: list, call, read, prompt, host or serve`)
    })
  for (const [name, { verb, usage, description }] of verbs) {
    program
      .command(name)
      .description(description)
      .usage(usage)
      .argument('[words...]')
      .action(async (words: readonly string[]) => {
        exitCode = await verb({ ...splitTarget(words, command), options: program.opts<RunOptions>() }, io)
      })
  }
  addHost(program, async (flags) => {
    // What draws at a terminal is loaded for nobody else.
    const { hostCommand } = await import('./host/host-command.js')
    const { config, timeout } = program.opts<RunOptions>()
    exitCode = await hostCommand({ ...flags, config, timeout }, io)
  })
  return {
    get help() {
      return help
    },
    async run(line) {
      await program.parseAsync(line, { from: 'user' })
      return exitCode
    },
  }
}

/** It has no target: all servers of a config file are its own. */
function addHost(program: Command, run: (flags: HostFlags) => Promise<void>): void {
  program
    .command('host')
    .description('use all configured servers at a terminal')
    .usage('[--config <file>]')
    .allowExcessArguments(false)
    .addOption(
      new Option('--root <folder>', 'a folder that servers are told they may work in; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--model-url <url>', 'the model that servers may ask: what stands before /chat/completions')
    .option('--model <name>', 'its name; a key for it is in the variable OMNIPORT_MODEL_KEY')
    .action(run)
}

interface VerbEntry {
  readonly verb: Verb
  readonly usage: string
  readonly description: string
}

const verbs: ReadonlyMap<string, VerbEntry> = new Map([
  [
    'list',
    {
      verb: listVerb,
      usage: '<target> [kind]',
      description: 'all a server offers; or its tools, resources, templates, prompts',
    },
  ],
  ['call', { verb: callVerb, usage: '<target> <tool> [args…]', description: 'call a tool' }],
  ['read', { verb: readVerb, usage: '<target> <uri>', description: 'read a resource' }],
  ['prompt', { verb: promptVerb, usage: '<target> <name> [args…]', description: 'get a prompt' }],
  ['serve', { verb: serveVerb, usage: '<module>', description: 'serve a module over HTTP, in every revision' }],
])

const targetHelp = `
A target is a URL, the name of a server in .mcp.json, mcp.json or .vscode/mcp.json, or the
path of a JavaScript module that exports a server. A command to start is given last instead.
Arguments are key=value, key:=json, key=@file, all in one as '{json}', or - for stdin.

  omniport list notes tools
  omniport call ./server.js add a=1 b=2
  omniport call add a=1 b=2 -- node server.js
  omniport list http://127.0.0.1:3000/mcp
  omniport serve ./server.js --port 3000
  omniport host --config mcp.json
`

function options(): readonly Option[] {
  return [
    new Option('--timeout <ms>', 'how long to wait for each answer').argParser(toMilliseconds),
    new Option('--protocol <which>', 'the revisions to speak')
      .choices(['auto', 'legacy', 'modern', ...revisions])
      .default('auto'),
    new Option('-e, --env <name=value>', 'set a variable for the server; repeatable')
      .argParser(collect)
      .default([], 'none'),
    new Option('-H, --header <name: value>', 'send a header with every HTTP request; repeatable')
      .argParser(collectHeader)
      .default([], 'none'),
    new Option('--auth', 'sign in with a browser where the server asks for it'),
    new Option('--no-browser', 'with --auth: print the address instead of opening it'),
    new Option('--bearer-env <name>', 'send the token that a variable holds'),
    new Option('--port <number>', 'where serve listens').argParser(toPort),
    new Option('--host <name>', 'the address serve listens on').default('127.0.0.1'),
    new Option('--config <file>', 'look names up in this file only'),
    new Option('--json', 'one line of JSON, also on a terminal'),
    new Option('--log-level <level>', 'ask the server for log messages').choices(logLevels),
  ]
}

function toMilliseconds(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a number of milliseconds above 0.')
  return Number(text)
}

function toPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be a port, 0 to 65535.')
  return Number(text)
}

function collectHeader(text: string, previous: readonly string[]): readonly string[] {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*:/.test(text)) throw new InvalidArgumentError('It must be "Name: value".')
  return [...previous, text]
}

function collect(text: string, previous: readonly string[]): readonly string[] {
  if (!/^[^=]+=/.test(text)) throw new InvalidArgumentError('It must be NAME=value.')
  return [...previous, text]
}
