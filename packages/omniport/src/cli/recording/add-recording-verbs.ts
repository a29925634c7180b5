import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RunOptions } from '../command-line/invocation.js'
import { refuseOptions } from '../command-line/refuse-options.js'
import { splitTarget } from '../command-line/split-target.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import type { DiffFlags } from './compare/diff-command.js'
import type { MockFlags } from './mock/mock-command.js'
import type { ReplayFlags } from './replay/replay-command.js'

export interface RecordingVerbContext {
  /** The words after `--`. */
  readonly command: readonly string[] | undefined
  readonly io: Io
  readonly onExit: (code: number) => void
}

/** Adds the verbs that make recordings, or use them. Each is imported on demand. */
export function addRecordingVerbs(program: Command, context: RecordingVerbContext): void {
  addMock(program, context)
  addDiff(program, context)
  addReplay(program, context)
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
