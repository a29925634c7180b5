import { Command, Option } from 'commander'
import { callCommand } from '../commands/call-command.js'
import { listCommand } from '../commands/list-command.js'
import { promptCommand } from '../commands/prompt-command.js'
import { readCommand } from '../commands/read-command.js'
import { serveCommand } from '../commands/serve-command.js'
import { skillsCommand } from '../commands/skills-command.js'
import { CliError } from '../errors/cli-error.js'
import type { HostFlags } from '../host/host-flags.js'
import type { Io } from '../process/io.js'
import type { CheckFlags } from '../recording/check-command.js'
import { version } from '../version.js'
import type { Invocation, RunOptions } from './invocation.js'
import { programOptions } from './program-options.js'
import { refuseOptions } from './refuse-options.js'
import { splitTarget } from './split-target.js'

export interface Program {
  /** The output of `--help` or `--version`. */
  readonly help: string
  /** Resolves with the exit code. Rejects with CommanderError for an invalid line, or with the error of the verb. */
  run(line: readonly string[]): Promise<number>
}

type Subcommand = (invocation: Invocation, io: Io) => Promise<number>

/** Defines the verbs and options. `command` is the part of the line after `--`. */
export function createProgram(command: readonly string[] | undefined, io: Io): Program {
  let help = ''
  let exitCode = 0
  const program = new Command('omniport')
    .description('List, call, read and prompt any MCP server, host many, serve one, or check a recording.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => (help += text), writeErr: () => {} })
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (subcommand) => `${subcommand.name()} ${subcommand.usage()}`,
    })
    .usage('<verb> [options] <target> …')
    .addHelpText('afterAll', targetHelp)
    .helpCommand('help [verb]', 'how a verb is used')
  for (const option of programOptions()) program.addOption(option)
  program
    .argument('[verb]')
    .allowExcessArguments()
    .action((subcommand: string | undefined) => {
      const what = subcommand === undefined ? 'Say what to do' : `There is no "${subcommand}"`
      throw new CliError('usage', `${what}: list, call, read, prompt, skills, host, serve or check`)
    })
  for (const [name, { subcommand, usage, description }] of subcommands) {
    program
      .command(name)
      .description(description)
      .usage(usage)
      .argument('[words...]')
      .action(async (words: readonly string[]) => {
        refuseOptions(program, name)
        exitCode = await subcommand({ ...splitTarget(words, command), options: program.opts<RunOptions>() }, io)
      })
  }
  addHost(program, async (flags) => {
    refuseOptions(program, 'host')
    if (command !== undefined)
      throw new CliError('usage', 'host: the servers come from config files, not from a command')
    // The terminal interface is imported on demand.
    const { hostCommand } = await import('../host/host-command.js')
    const { config, timeout, auth } = program.opts<RunOptions>()
    exitCode = await hostCommand({ ...flags, config, timeout, auth }, io)
  })
  addCheck(program, async (flags) => {
    refuseOptions(program, 'check')
    // The schemas are loaded on demand.
    const { checkCommand } = await import('../recording/check-command.js')
    exitCode = await checkCommand({ ...flags, ...program.opts<RunOptions>() }, io)
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

/** Adds `host`, which has no target: it uses all servers of the config files. */
function addHost(program: Command, run: (flags: HostFlags) => Promise<void>): void {
  program
    .command('host')
    .description('use all configured servers at a terminal')
    .usage('[--config <file>] [options]')
    .allowExcessArguments(false)
    .addOption(
      new Option('--root <folder>', 'a folder that servers may work in; repeatable')
        .argParser((folder: string, previous: readonly string[]) => [...previous, folder])
        .default([], 'none'),
    )
    .option('--model-url <url>', 'the URL of a model for servers, without /chat/completions')
    .option('--model <name>', 'its name; the variable OMNIPORT_MODEL_KEY has its key')
    .action(run)
}

/** Adds `check`, which has no target: it reads a file. */
function addCheck(program: Command, run: (flags: CheckFlags) => Promise<void>): void {
  program
    .command('check')
    .description('check a recorded conversation against the schema of the protocol')
    .usage('--schema <file> [--protocol <revision>]')
    .allowExcessArguments(false)
    .option('--schema <file>', 'the recording: one message per line, as JSON')
    .action(run)
}

interface SubcommandEntry {
  readonly subcommand: Subcommand
  readonly usage: string
  readonly description: string
}

const subcommands: ReadonlyMap<string, SubcommandEntry> = new Map([
  [
    'list',
    {
      subcommand: listCommand,
      usage: '<target> [kind]',
      description: 'all a server offers; or its tools, resources, templates, prompts',
    },
  ],
  ['call', { subcommand: callCommand, usage: '<target> <tool> [args…]', description: 'call a tool' }],
  ['read', { subcommand: readCommand, usage: '<target> <uri>', description: 'read a resource' }],
  ['prompt', { subcommand: promptCommand, usage: '<target> <name> [args…]', description: 'get a prompt' }],
  [
    'skills',
    {
      subcommand: skillsCommand,
      usage: '<target> [skill] [path]',
      description: 'the skills of a server; or SKILL.md or another file of one, checked against its digest',
    },
  ],
  [
    'serve',
    { subcommand: serveCommand, usage: '<module>', description: 'serve a module over HTTP, in every revision' },
  ],
])

const targetHelp = `
A target is a URL, the name of a server in .mcp.json, mcp.json or .vscode/mcp.json, or the
path of a JavaScript module that exports a server. A command to start is given last instead.
Arguments are key=value, key:=json, key=@file, all in one as '{json}', or - for stdin.

  omniport list notes tools
  omniport call ./server.js add a=1 b=2
  omniport call add a=1 b=2 -- node server.js
  omniport list http://127.0.0.1:3000/mcp
  omniport skills notes git-workflow references/forms.md
  omniport serve ./server.js --port 3000
  omniport host --config mcp.json
  omniport check --schema recording.jsonl
`
