import { type ToolResult, textOf } from '../../entries/client.js'
import type { TargetName } from '../command-line/invocation.js'
import type { Io } from '../process/io.js'
import { type CallsFile, type Expectation, readCalls, writeCalls } from './calls-file.js'

export interface MadeCall {
  readonly target: TargetName
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly result: ToolResult<unknown>
}

/** Adds a call to a file of calls, with what came of it as its expectation. Credentials and variables are not saved. */
export async function saveCall(file: string, { target, name, args, result }: MadeCall, io: Io): Promise<void> {
  const words = target.type === 'word' ? [target.word] : ['--', target.command, ...target.args]
  const before: CallsFile = (await readCalls(file, io)) ?? { version: 1, target: words, calls: [] }
  const call = { tool: name, arguments: args, expect: expectationOf(result) }
  await writeCalls(file, { ...before, calls: [...before.calls, call] }, io)
  io.stderr(`Saved as call ${before.calls.length + 1} of ${file}; "omniport test ${file}" makes it again`)
}

/** What a tool says is text; the structured value says it exactly where there is one. */
function expectationOf(result: ToolResult<unknown>): Expectation {
  const { isError = false, structuredContent } = result
  return structuredContent === undefined ? { isError, text: textOf(result) } : { isError, structuredContent }
}
