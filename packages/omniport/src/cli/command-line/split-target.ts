import { CliError } from '../errors/cli-error.js'
import type { TargetName } from './invocation.js'

/** The two sides of the first `--`; `command` is undefined where there is none. */
export interface SplitLine {
  readonly line: readonly string[]
  readonly command: readonly string[] | undefined
}

/** Takes off the command after the first `--`, whose options are its own. */
export function splitLine(argv: readonly string[]): SplitLine {
  const at = argv.indexOf('--')
  return at === -1 ? { line: argv, command: undefined } : { line: argv.slice(0, at), command: argv.slice(at + 1) }
}

/**
 * Tells the target from the words of the verb: with a command, all words are the verb's; else the first is the target.
 *
 * @throws CliError `usage` when there is no target.
 */
export function splitTarget(
  words: readonly string[],
  command: readonly string[] | undefined,
): { readonly target: TargetName; readonly words: readonly string[] } {
  if (command !== undefined) {
    const [program, ...args] = command
    if (program === undefined) throw new CliError('usage', 'There is no command after "--"')
    return { target: { type: 'command', command: program, args }, words }
  }
  const [word, ...rest] = words
  if (word === undefined) throw new CliError('usage', `There is no target: ${targetForms}`)
  return { target: { type: 'word', word }, words: rest }
}

const targetForms = 'give the name of a server in mcp.json, the path of a server module, or "-- command args…"'
