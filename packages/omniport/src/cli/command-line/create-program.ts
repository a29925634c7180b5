import { Command, CommanderError, type Option } from 'commander'
import { didYouMean, nearest } from '../../values/text/nearest.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import { verbs } from '../verbs/verbs.js'
import { version } from '../version.js'
import type { RunOptions } from './invocation.js'
import { programOptions } from './program-options.js'
import { optionsOf, refuseOptions } from './refuse-options.js'
import type { Verb } from './verb.js'

export interface Program {
  /** The output of `--help` or `--version`. */
  readonly help: string
  /** The options of all verbs, as far as they were read. */
  readonly options: RunOptions
  /** Resolves with the exit code. Rejects with CommanderError for an invalid line, or with the error of the verb. */
  run(line: readonly string[]): Promise<number>
}

/** Defines the verbs and options. `command` is the part of the line after `--`. */
export function createProgram(command: readonly string[] | undefined, io: Io): Program {
  let help = ''
  let exitCode = 0
  const program = createRoot((text) => (help += text))
  for (const verb of verbs) {
    addVerb(program, verb).action(async (words: readonly string[], flags: unknown) => {
      refuseOptions(program, verb)
      exitCode = await verb.run({ words, command, options: program.opts<RunOptions>(), flags }, io)
    })
  }
  addHelp(program)
  return {
    get help() {
      return help
    },
    get options() {
      return program.opts<RunOptions>()
    },
    async run(line) {
      await program.parseAsync(line, { from: 'user' }).catch((reason: unknown) => {
        throw withSuggestion(reason, program)
      })
      return exitCode
    },
  }
}

function createRoot(writeOut: (text: string) => void): Command {
  const program: Command = new Command('omniport')
  program
    .description(
      'Look at any MCP server, use it, see what is wrong with it, serve one or many, and record what is said.',
    )
    .version(version)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut, writeErr: () => {} })
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: termOf,
      visibleGlobalOptions: (shown) => optionsFor(shown, program),
    })
    .usage('<verb> [options] <target> …')
    .addHelpText('afterAll', targetHelp)
    .addHelpText('after', examplesOfAll)
    .helpOption('-h, --help', 'show this page, or that of a verb')
    .helpCommand(false)
    .argument('[verb]')
    .allowExcessArguments()
    .action((verb: string | undefined, _flags: unknown, { args }: Command) => {
      throw unknownVerb(verb, args[1])
    })
  for (const option of programOptions()) program.addOption(option)
  return program
}

/** A verb in the list of all. A long usage would move all descriptions out of sight; the page of the verb has it. */
function termOf(verb: Command): string {
  const term = `${verb.name()} ${verb.usage()}`
  return term.length > longestTerm ? `${verb.name()} …` : term
}

const longestTerm = 36

function optionsFor(shown: Command, program: Command): Option[] {
  const verb = verbs.find(({ name }) => name === shown.name())
  return verb === undefined ? [] : optionsOf(verb, program.options)
}

/** Only options of the verb are suggested; of those, one that begins with the given letters is meant rather than one that is similar. */
function withSuggestion(reason: unknown, program: Command): unknown {
  if (!(reason instanceof CommanderError) || reason.code !== 'commander.unknownOption') return reason
  const [, flag = ''] = /'(--[^']+)'/.exec(reason.message) ?? []
  const verb = program.commands.find((command) => command.name() === program.args[0])
  const options = verb === undefined ? program.options : [...verb.options, ...optionsFor(verb, program)]
  const names = options.map(({ long }) => String(long))
  const longer = names.filter((name) => name.startsWith(flag))
  const meant = flag === '' ? undefined : longer.length === 1 ? longer[0] : nearest(flag, names)
  const suggestion = meant === undefined ? '' : `; did you mean ${meant}?`
  return new CommanderError(reason.exitCode, reason.code, reason.message + suggestion)
}

function addVerb(program: Command, { name, description, usage, examples, options = [] }: Verb): Command {
  const added = program.command(name).description(description).usage(usage).argument('[words...]')
  added.addHelpText('after', ['\nExamples:', ...examples.map((line) => `  omniport ${line}`)].join('\n'))
  for (const option of options) added.addOption(option)
  return added
}

function unknownVerb(verb: string | undefined, next?: string): CliError {
  const names = [...verbs.map(({ name }) => name), 'help']
  const list = `The verbs are ${names.join(', ')}`
  if (verb === undefined) return new CliError('usage', `Say what to do. ${list}`)
  if (next !== undefined && names.includes(next))
    return new CliError('usage', `There is no verb "${verb}". The verb comes first: omniport ${next} ${verb} …`)
  return new CliError('usage', `There is no verb "${verb}"${didYouMean(verb, names)} ${list}`)
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

const targetHelp = `
A target is a URL, the name of a server in .mcp.json, mcp.json or .vscode/mcp.json, or the
path of a JavaScript module that exports a server. A command to start is given last instead.
Arguments are key=value, key:=json, key=@file, all in one as '{json}', or - for stdin.`

const examplesOfAll = `
  omniport list                                    the configured servers
  omniport list notes tools
  omniport call ./server.js add a=1 b=2
  omniport call add a=1 b=2 -- node server.js
  omniport list http://127.0.0.1:3000/mcp
  omniport skills notes git-workflow references/forms.md
  omniport serve ./server.js --port 3000
  omniport host --config mcp.json
  omniport gateway --config mcp.json --port 3000
  omniport bridge https://mcp.example.com/mcp --auth
  omniport run @modelcontextprotocol/server-everything -- stdio
  omniport doctor https://mcp.example.com/mcp
  omniport check -- node server.js
  omniport tap -- node server.js
  omniport console notes https://mcp.example.com/mcp

"omniport help <verb>" has examples of each verb.`
