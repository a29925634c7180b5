import { type ToolResult, textOf } from '../../entries/client.js'
import type { Tool } from '../../entries/index.js'
import type { Argument } from '../arguments/argument.js'
import { checkToolArgumentNames, checkToolArguments } from '../arguments/check-tool-arguments.js'
import { parseArguments } from '../arguments/parse-arguments.js'
import { toUnknownNameError } from '../arguments/refuse-unknown-names.js'
import { toToolArguments } from '../arguments/to-tool-arguments.js'
import { withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { rememberNames } from '../completion/name-cache.js'
import { CliError } from '../errors/cli-error.js'
import { isPrinted, writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { formatToolResult } from '../render/format-tool-result.js'
import { saveFiles } from '../render/save-files.js'
import type { CallFlags } from './call-flags.js'
import { createProgressReport } from './progress-report.js'

/**
 * `call <target> <tool> [args…]` prints the result; one with `isError` also fails. Progress goes to stderr. Arguments that the
 * schema of the tool refuses are not sent.
 */
export async function callCommand(invocation: Invocation<CallFlags>, io: Io): Promise<number> {
  const { target, words, flags = {}, options } = invocation
  const [name, ...rest] = words
  if (name === undefined) throw new CliError('usage', 'call: say which tool; "omniport list <target> tools" shows them')
  const given = await parseArguments(rest, io)
  const isChecked = options.validateInput !== false
  await withClient(invocation, io, async (client, limits) => {
    const tools = await client.listTools(limits)
    await rememberNames(target, { tools }, io)
    const args = await toCheckedArguments(tools, { name, given, isChecked })
    const progress = createProgressReport(io, options)
    const result = await client
      .callTool(name, args, { ...limits, validateOutput: options.validateOutput, onProgress: progress.report })
      .finally(progress.end)
    const saved = await saveFiles(result.content, flags, io)
    await writeResult({ value: result, toText: (page) => formatToolResult(result, page, saved) }, options, io)
    await save(invocation, { name, args, result }, io)
    if (result.isError) throw new CliError('tool', toFailureText(name, result, isPrinted(options, io)))
  })
  return 0
}

/** The words of a tool that failed, unless a person has just read them in its result. */
function toFailureText(name: string, result: ToolResult<unknown>, isRead: boolean): string {
  return (isRead ? '' : textOf(result)) || `The tool "${name}" failed`
}

interface GivenCall {
  readonly name: string
  readonly given: readonly Argument[]
  readonly isChecked: boolean
}

async function toCheckedArguments(
  tools: readonly Tool[],
  { name, given, isChecked }: GivenCall,
): Promise<Record<string, unknown>> {
  const tool = tools.find((tool) => tool.name === name)
  if (isChecked) {
    if (tool === undefined) throw toUnknownNameError('tool', name, tools.map(nameOf))
    checkToolArgumentNames(tool, given.map(nameOf))
  }
  const args = toToolArguments(given, tool?.inputSchema)
  if (isChecked && tool !== undefined) await checkToolArguments(tool, args)
  return args
}

interface MadeCall {
  readonly name: string
  readonly args: Record<string, unknown>
  readonly result: ToolResult<unknown>
}

/** The file of calls is written on demand. */
async function save({ target, flags }: Invocation<CallFlags>, call: MadeCall, io: Io): Promise<void> {
  if (flags?.save === undefined) return
  const { saveCall } = await import('../saved-calls/save-call.js')
  await saveCall(flags.save, { ...call, target }, io)
}

function nameOf({ name }: { readonly name: string }): string {
  return name
}
