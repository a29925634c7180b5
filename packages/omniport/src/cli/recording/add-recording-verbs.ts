import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RunOptions } from '../command-line/invocation.js'
import { refuseOptions } from '../command-line/refuse-options.js'
import type { Io } from '../process/io.js'
import type { DiffFlags } from './compare/diff-command.js'
import type { MockFlags } from './mock/mock-command.js'

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
