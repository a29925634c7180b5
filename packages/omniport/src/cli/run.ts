import { CommanderError } from 'commander'
import { createProgram } from './command-line/create-program.js'
import { splitLine } from './command-line/split-target.js'
import { toFailure } from './errors/to-failure.js'
import { formatJson } from './output/format-json.js'
import type { Io } from './process/io.js'

/** Runs a command line, by default `--help`; never rejects. A failure is one line of JSON on stderr: `{"error":{"code":…,"message":…}}`. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { line, command } = splitLine(argv)
  const program = createProgram(command, io)
  try {
    return await program.run(argv.length === 0 ? ['--help'] : line)
  } catch (reason) {
    if (reason instanceof CommanderError && reason.exitCode === 0) {
      await io.stdout(program.help)
      return 0
    }
    return reportFailure(reason, io)
  }
}

/** Says on stderr what went wrong. Returns the exit code. */
export function reportFailure(reason: unknown, io: Io): number {
  const { exitCode, error } = toFailure(reason)
  io.stderr(formatJson({ error }))
  return exitCode
}
