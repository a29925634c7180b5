import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import { scripts } from './scripts.js'

export interface CompletionLine {
  readonly words: readonly string[]
  readonly command: readonly string[] | undefined
}

/** `completion <shell>` prints the script that completes lines of this command in a shell. */
export async function completionCommand({ words, command }: CompletionLine, io: Io): Promise<number> {
  const [shell, extra] = words
  const names = Object.keys(scripts)
  const script =
    shell !== undefined && Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : undefined
  if (script === undefined) {
    const got = shell === undefined ? '' : `; got "${shell}"`
    throw new CliError('usage', `completion: give a shell, ${names.join(', ')}${got}`)
  }
  if (extra !== undefined || command !== undefined)
    throw new CliError('usage', `completion takes one shell, got "${extra ?? '--'}" as well`)
  await io.stdout(script)
  return 0
}
