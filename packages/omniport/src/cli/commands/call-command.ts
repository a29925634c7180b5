import { textOf } from '../../entries/client.js'
import { parseArguments } from '../arguments/parse-arguments.js'
import { toToolArguments } from '../arguments/to-tool-arguments.js'
import { withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { writeJson } from '../output/write-json.js'
import type { Io } from '../process/io.js'

/** `call <target> <tool> [args…]` prints the result; one with `isError` also fails. Progress goes to stderr. */
export async function callCommand(invocation: Invocation, io: Io): Promise<number> {
  const [name, ...rest] = invocation.words
  if (name === undefined) throw new CliError('usage', 'call: say which tool')
  const given = await parseArguments(rest, io)
  await withClient(invocation, io, async (client, limits) => {
    const tool = (await client.listTools(limits)).find((tool) => tool.name === name)
    const result = await client.callTool(name, toToolArguments(given, tool?.inputSchema), {
      ...limits,
      validateOutput: invocation.options.validateOutput,
      onProgress: ({ progress, total, message }) => {
        const count = total === undefined ? `${progress}` : `${progress}/${total}`
        io.stderr(formatLine(`[progress] ${count}${message === undefined ? '' : ` ${message}`}`))
      },
    })
    await writeJson(result, invocation.options, io)
    if (result.isError) throw new CliError('tool', textOf(result) || `The tool "${name}" failed`)
  })
  return 0
}
