import { CommanderError } from 'commander'
import type { Failure } from '../errors/to-failure.js'
import { formatJson } from '../output/format-json.js'
import { formatText } from '../output/format-text.js'
import { createStyle } from '../output/style.js'
import { type OutputOptions, toEnvelope } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { createProgram } from './create-program.js'
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
    const advised = command === undefined ? withAdvice(failure, line) : failure
    return writeFailure(advised, outputOf(program.options, argv), io)
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

/**
 * The failure of a line without `--`, with the place of a program to start, if one of the words is the name of one that starts
 * servers. What follows that word is not repeated: it may be a secret.
 */
function withAdvice(failure: Failure, line: readonly string[]): Failure {
  const { error } = failure
  const word = line.find((word, index) => index > 0 && starters.has(nameOf(word)))
  if (error.code !== 'usage' || word === undefined || error.message.includes('"--')) return failure
  const message = `${error.message}; if "${word}" is a program to start, it comes last, after "--"`
  return { ...failure, error: { ...error, message } }
}

function nameOf(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
  return name.toLowerCase().replace(/\.(?:exe|cmd)$/, '')
}

const starters: ReadonlySet<string> = new Set(
  'node npx npm pnpm yarn tsx bun bunx deno python python3 uv uvx docker podman java dotnet ruby php go cargo'.split(
    ' ',
  ),
)
