import type { RunOptions } from '../command-line/invocation.js'
import type { Io } from '../process/io.js'
import { formatJson } from './format-json.js'

/** Prints the result of a run: indented on a terminal, else one line. */
export async function writeJson(value: unknown, { json }: Pick<RunOptions, 'json'>, io: Io): Promise<void> {
  const indent = io.isTerminal && json === undefined ? 2 : 0
  await io.stdout(`${formatJson(value, indent)}\n`)
}
