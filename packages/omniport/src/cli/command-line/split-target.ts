import { CliError } from '../errors/cli-error.js'
import type { TargetName } from './invocation.js'

/** The words before the first `--`, and after it if there is one. */
export interface SplitLine {
  readonly line: readonly string[]
  readonly command: readonly string[] | undefined
}

/** Splits off the command after the first `--`; its options are its own. */
export function splitLine(argv: readonly string[]): SplitLine {
  const at = argv.indexOf('--')
  return at === -1 ? { line: argv, command: undefined } : { line: argv.slice(0, at), command: argv.slice(at + 1) }
}

/** Splits the target from the words: a command, or else the first word. @throws CliError `usage` without a target. */
export function splitTarget(
  words: readonly string[],
  command: readonly string[] | undefined,
  targetForm: string = targetForms,
): { readonly target: TargetName; readonly words: readonly string[] } {
  if (command !== undefined) {
    const [program, ...args] = command
    if (program === undefined) throw new CliError('usage', 'There is no command after "--"')
    return { target: { type: 'command', command: program, args }, words }
  }
  const [word, ...rest] = words
  if (word === undefined) throw new CliError('usage', `There is no target: ${targetForm}`)
  return { target: { type: 'word', word }, words: rest }
}

const targetForms = 'give the name of a server in mcp.json, a URL, the path of a server module, or "-- command args…"'
