import { parseArguments } from '../arguments/parse-arguments.js'
import { toPromptArguments } from '../arguments/to-prompt-arguments.js'
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
