import { Command } from 'commander'
import { didYouMean } from '../../values/text/nearest.js'
import { callCommand } from '../commands/call-command.js'
import { listCommand } from '../commands/list-command.js'
import { promptCommand } from '../commands/prompt-command.js'
import { readCommand } from '../commands/read-command.js'
import { serveCommand } from '../commands/serve-command.js'
import { skillsCommand } from '../commands/skills-command.js'
import { CliError } from '../errors/cli-error.js'
import { listNames } from '../errors/name-advice.js'
import type { Io } from '../process/io.js'
import { version } from '../version.js'
import { addVerbs } from './add-verbs.js'
import type { Invocation, RunOptions } from './invocation.js'
import { programOptions } from './program-options.js'
import { optionsOf, refuseOptions } from './refuse-options.js'
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
  const program: Command = new Command('omniport')
    .description(
      'List, call, read and prompt any MCP server, host many, serve one or many, bridge or record one, or check a recording.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => (help += text), writeErr: () => {} })
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (subcommand) => `${subcommand.name()} ${subcommand.usage()}`,
      visibleGlobalOptions: (shown) => (shown === program ? [] : optionsOf(shown.name(), program.options)),
    })
    .usage('<verb> [options] <target> …')
    .addHelpText('afterAll', targetHelp)
    .helpOption('-h, --help', 'show this page, or that of a verb')
    .helpCommand(false)
  for (const option of programOptions()) program.addOption(option)
  program
    .argument('[verb]')
    .allowExcessArguments()
    .action((verb: string | undefined, _flags: unknown, { args }: Command) => {
      throw unknownVerb(verb, args[1])
    })
  for (const [name, { subcommand, usage, description, targetForm }] of subcommands) {
    program
      .command(name)
      .description(description)
      .usage(usage)
      .argument('[words...]')
      .action(async (words: readonly string[]) => {
        refuseOptions(program, name)
        const split = splitTarget(words, command, targetForm)
        exitCode = await subcommand({ ...split, options: program.opts<RunOptions>() }, io)
      })
  }
  addHelp(program)
  addVerbs(program, {
    command,
    io,
    onExit: (code) => {
      exitCode = code
    },
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

function unknownVerb(verb: string | undefined, next?: string): CliError {
  const list = `The verbs are ${listNames(verbs)}`
  if (verb === undefined) return new CliError('usage', `Say what to do. ${list}`)
  if (next !== undefined && verbs.includes(next))
    return new CliError('usage', `There is no verb "${verb}". The verb comes first: omniport ${next} ${verb} …`)
  return new CliError('usage', `There is no verb "${verb}"${didYouMean(verb, verbs)} ${list}`)
}

/** Adds `help`, which shows the page of a verb, or that of all. */
function addHelp(program: Command): void {
  program
    .command('help')
    .description('how a verb is used')
    .usage('[verb]')
    .argument('[verb]')
    .action((verb: string | undefined) => {
      const named = verb === undefined ? program : program.commands.find((subcommand) => subcommand.name() === verb)
      if (named === undefined) throw unknownVerb(verb)
      named.help()
    })
}

interface SubcommandEntry {
  readonly subcommand: Subcommand
  readonly usage: string
  readonly description: string
  /** The form of its target. Default: that of servers. */
  readonly targetForm?: string
}

const subcommands: ReadonlyMap<string, SubcommandEntry> = new Map([
  [
    'list',
    {
      subcommand: listCommand,
      usage: '<target> [kind]',
      description: 'all a server offers; or its tools, resources, templates, prompts, or the card at its URL',
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
    {
      subcommand: serveCommand,
      usage: '<module>',
      description: 'serve a module over HTTP, in every revision',
      targetForm: 'give the path of a server module, such as ./server.js',
    },
  ],
])

const verbs: readonly string[] = [
  ...subcommands.keys(),
  'host',
  'gateway',
  'check',
  'tap',
  'bridge',
  'run',
  'console',
  'help',
]

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
  omniport gateway --config mcp.json --port 3000
  omniport check --schema recording.jsonl
  omniport tap -- node server.js
  omniport bridge https://mcp.example.com/mcp --auth
  omniport run @modelcontextprotocol/server-everything -- stdio
  omniport check --sdk
  omniport console notes https://mcp.example.com/mcp
`
