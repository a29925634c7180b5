import { parseArguments } from '../arguments/parse-arguments.js'
import { toPromptArguments } from '../arguments/to-prompt-arguments.js'
import { CliError } from '../cli-error.js'
import type { Invocation } from '../invocation.js'
import type { Io } from '../io.js'
import { withClient } from '../with-client.js'
import { writeJson } from '../write-json.js'

/** `prompt <target> <name> [args…]`: the messages of a prompt. */
export async function promptCommand(invocation: Invocation, io: Io): Promise<number> {
  const [name, ...rest] = invocation.words
  if (name === undefined) throw new CliError('usage', 'prompt: say which prompt')
  const args = toPromptArguments(await parseArguments(rest, io))
  await withClient(invocation, io, async (client, limits) =>
    writeJson(await client.getPrompt(name, args, limits), invocation.options, io),
  )
  return 0
}
