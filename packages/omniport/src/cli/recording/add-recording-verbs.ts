import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RunOptions } from '../command-line/invocation.js'
import { refuseOptions } from '../command-line/refuse-options.js'
import { splitTarget } from '../command-line/split-target.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import type { TapFlags } from '../tap/tap-flags.js'
import type { WireFlags } from './capture/wire-command.js'
import type { DiffFlags } from './compare/diff-command.js'
import type { MockFlags } from './mock/mock-command.js'
import type { ReplayFlags } from './replay/replay-command.js'
import type { ViewFlags } from './report/view-command.js'

export interface RecordingVerbContext {
  /** The words after `--`. */
  readonly command: readonly string[] | undefined
  readonly io: Io
  readonly onExit: (code: number) => void
}

/** Adds the verbs that make recordings, or use them. Each is imported on demand. */
export function addRecordingVerbs(program: Command, context: RecordingVerbContext): void {
  addRecord(program, context)
  addView(program, context)
  addMock(program, context)
  addDiff(program, context)
  addReplay(program, context)
  addWire(program, context)
}

function addMock(program: Command, { io, onExit }: RecordingVerbContext): void {
  program
    .command('mock')
    .description('serve a recording as a server, over stdio, or with --port over HTTP')
    .usage('<recording…> [--port <number>] [--speed <factor>]')
    .argument('[recordings...]')
    .option('--speed <factor>', 'answer as slowly as it was recorded: 1; twice as fast: 2; by default at once')
    .action(async (files: readonly string[], flags: MockFlags) => {
      refuseOptions(program, 'mock')
      const { mockCommand } = await import('./mock/mock-command.js')
      onExit(await mockCommand({ files, flags, options: program.opts<RunOptions>() }, io))
    })
}

function addDiff(program: Command, { io, onExit }: RecordingVerbContext): void {
  program
    .command('diff')
    .description('where two recordings differ, whatever their ids and times')
    .usage('<recording> <recording> [--ignore <pointer>]')
    .argument('[words...]')
    .addOption(ignoreOption())
    .action(async (files: readonly string[], flags: DiffFlags) => {
      refuseOptions(program, 'diff')
      const { diffCommand } = await import('./compare/diff-command.js')
      onExit(await diffCommand({ files, flags, options: program.opts<RunOptions>() }, io))
    })
}

function ignoreOption(): Option {
  return new Option('--ignore <pointer>', 'what may differ, such as /result/content/*/text; repeatable')
    .argParser((pointer: string, previous: readonly string[]) => {
      if (!pointer.startsWith('/')) throw new InvalidArgumentError('It must be a JSON pointer, such as /result/_meta.')
      return [...previous, pointer]
    })
    .default([], 'none')
}

function addReplay(program: Command, { command, io, onExit }: RecordingVerbContext): void {
  program
    .command('replay')
    .description('send what a client said to a server again, and say where the answers differ')
    .usage('<recording> <target> [--ignore <pointer>]')
    .argument('[words...]')
    .addOption(ignoreOption())
    .option('-o, --output <file>', 'keep the recording of the answers')
    .action(async ([file, ...words]: readonly string[], flags: ReplayFlags) => {
      refuseOptions(program, 'replay')
      if (file === undefined) throw new CliError('usage', 'replay: say which recording, and then which server')
      const { target, words: more } = splitTarget(words, command)
      if (more.length > 0) throw new CliError('usage', `replay takes one target, got "${more[0]}" as well`)
      const { replayCommand } = await import('./replay/replay-command.js')
      onExit(await replayCommand({ file, flags, target, words: [], options: program.opts<RunOptions>() }, io))
    })
}

function addView(program: Command, { io, onExit }: RecordingVerbContext): void {
  program
    .command('view')
    .description('print what a recording has, or write it as a page that needs nothing else')
    .usage('<recording> [--html <file>]')
    .argument('[words...]')
    .option('--html <file>', 'write one HTML file with the recording and a viewer, for a bug report')
    .action(async (files: readonly string[], flags: ViewFlags) => {
      refuseOptions(program, 'view')
      const { viewCommand } = await import('./report/view-command.js')
      onExit(await viewCommand({ files, flags, options: program.opts<RunOptions>() }, io))
    })
}

function addRecord(program: Command, { command, io, onExit }: RecordingVerbContext): void {
  program
    .command('record')
    .description('record a call, or what others say to a server in whose place it stands')
    .usage('<target> [list | call <tool> [args…] | read <uri> | prompt <name> [args…]]')
    .argument('[words...]')
    .option('-o, --output <file>', 'the recording; by default a new file in the settings of the user')
    .option('-q, --quiet', 'print no summary')
    .option('--redact', 'leave arguments, results and all other values out of the recording')
    .action(async (words: readonly string[], flags: TapFlags) => {
      refuseOptions(program, 'record')
      const { recordCommand } = await import('./capture/record-command.js')
      const invocation = { ...splitTarget(words, command), options: program.opts<RunOptions>() }
      onExit(await recordCommand(invocation, flags, io))
    })
}

function addWire(program: Command, { command, io, onExit }: RecordingVerbContext): void {
  program
    .command('wire')
    .description('make the same call in every revision, and show what goes over the wire in each')
    .usage('<target> <tool> [args…] [--html <file>]')
    .argument('[words...]')
    .option('--html <file>', 'write a page with a column for each revision')
    .action(async (words: readonly string[], flags: WireFlags) => {
      refuseOptions(program, 'wire')
      const { wireCommand } = await import('./capture/wire-command.js')
      const invocation = { ...splitTarget(words, command), options: program.opts<RunOptions>() }
      onExit(await wireCommand(invocation, flags, io))
    })
}
