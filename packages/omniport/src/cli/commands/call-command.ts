import { textOf } from '../../entries/client.js'
import { checkToolArgumentNames, checkToolArguments } from '../arguments/check-tool-arguments.js'
import { parseArguments } from '../arguments/parse-arguments.js'
import { toUnknownNameError } from '../arguments/refuse-unknown-names.js'
import { toToolArguments } from '../arguments/to-tool-arguments.js'
import { withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { writeJson } from '../output/write-json.js'
import type { Io } from '../process/io.js'

/**
 * `call <target> <tool> [args…]` prints the result; one with `isError` also fails. Progress goes to stderr. Arguments that the
 * schema of the tool refuses are not sent.
 */
export async function callCommand(invocation: Invocation, io: Io): Promise<number> {
  const [name, ...rest] = invocation.words
  if (name === undefined) throw new CliError('usage', 'call: say which tool; "omniport list <target> tools" shows them')
  const given = await parseArguments(rest, io)
  await withClient(invocation, io, async (client, limits) => {
    const tools = await client.listTools(limits)
    const tool = tools.find((tool) => tool.name === name)
    const isChecked = invocation.options.validateInput !== false
    if (isChecked) {
      if (tool === undefined) throw toUnknownNameError('tool', name, tools.map(nameOf))
      checkToolArgumentNames(tool, given.map(nameOf))
    }
    const args = toToolArguments(given, tool?.inputSchema)
    if (isChecked && tool !== undefined) await checkToolArguments(tool, args)
    const result = await client.callTool(name, args, {
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

function nameOf({ name }: { readonly name: string }): string {
  return name
}
