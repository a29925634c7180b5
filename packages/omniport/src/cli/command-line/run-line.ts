import { CommanderError } from 'commander'
import type { Failure } from '../errors/to-failure.js'
import { formatJson } from '../output/format-json.js'
import { formatText } from '../output/format-text.js'
import { createStyle } from '../output/style.js'
import { type OutputOptions, toEnvelope } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { createProgram } from './create-program.js'
import { programAdvice } from './program-advice.js'
import { splitLine } from './split-target.js'

/** Runs a command line that is not about the version; never rejects. */
export async function runLine(argv: readonly string[], io: Io): Promise<number> {
  const { line, command } = splitLine(argv)
  const program = createProgram(command, io)
  try {
    return await program.run(argv.length === 0 ? ['--help'] : line)
  } catch (reason) {
    if (reason instanceof CommanderError && reason.exitCode === 0) {
      await io.stdout(program.help)
      return 0
    }
    const failure = await toFailure(reason)
    const isAdvised = failure.error.code === 'usage' && command === undefined && !failure.error.message.includes('"--')
    const message = isAdvised ? failure.error.message + programAdvice(line) : failure.error.message
    return writeFailure({ ...failure, error: { ...failure.error, message } }, outputOf(program.options, argv), io)
  }
}

/** Says on stderr what went wrong. Returns the exit code. */
export async function reportFailure(reason: unknown, options: OutputOptions, io: Io): Promise<number> {
  return writeFailure(await toFailure(reason), options, io)
}

async function toFailure(reason: unknown): Promise<Failure> {
  const errors = await import('../errors/to-failure.js')
  return errors.toFailure(reason)
}

function writeFailure(failure: Failure, options: OutputOptions, io: Io): number {
  io.stderr(formatFailure(failure, options, io))
  return failure.exitCode
}

/** A line that was not understood may ask for JSON all the same. */
function outputOf(options: OutputOptions, argv: readonly string[]): OutputOptions {
  return argv.includes('--json') ? { ...options, json: true } : options
}

function formatFailure({ error }: Failure, options: OutputOptions, io: Io): string {
  const isTerminal = io.status !== undefined
  if (options.json === true) return formatJson(toEnvelope({ error }, io))
  if (options.text !== true && !isTerminal) return formatJson({ error })
  const { bad } = createStyle({ env: io.env, isTerminal, options })
  return `${bad('error:')} ${formatText(error.message)}`
}
