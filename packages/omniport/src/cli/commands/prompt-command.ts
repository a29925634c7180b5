import type { Argument } from '../arguments/argument.js'
import { parseArguments } from '../arguments/parse-arguments.js'
import { withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { writeJson } from '../output/write-json.js'
import type { Io } from '../process/io.js'

/** `prompt <target> <name> [args…]` prints the messages of a prompt. */
export async function promptCommand(invocation: Invocation, io: Io): Promise<number> {
  const [name, ...rest] = invocation.words
  if (name === undefined) throw new CliError('usage', 'prompt: say which prompt')
  const args = toPromptArguments(await parseArguments(rest, io))
  await withClient(invocation, io, async (client, limits) =>
    writeJson(await client.getPrompt(name, args, limits), invocation.options, io),
  )
  return 0
}

/** Converts arguments for a prompt: strings by name. @throws CliError `usage` for other values and repeated names. */
export function toPromptArguments(given: readonly Argument[]): Record<string, string> {
  const values = new Map<string, string>()
  for (const { name, value } of given) {
    if (values.has(name)) throw new CliError('usage', `${name} is given more than once`)
    const text = 'text' in value ? value.text : value.json
    if (typeof text !== 'string') throw new CliError('usage', `${name}: arguments of a prompt are strings`)
    values.set(name, text)
  }
  return Object.fromEntries(values)
}
