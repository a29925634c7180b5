import { andThen, attempt, type MaybePromise } from '../jsonrpc/maybe-promise.js'
import type { RpcParams } from '../jsonrpc/messages.js'
import type { InputRequired } from '../protocol/input-required.js'
import type { CallToolResult } from '../protocol/model/results.js'
import { admitCall } from './admit-call.js'
import type { Context } from './definitions/context.js'
import type { HandlerScope } from './handler-scope.js'
import { type Prepared, runBefore } from './prepare-tool.js'
import { type Call, runHandler } from './run-handler.js'
import { toToolResult } from './to-tool-result.js'
import type { ToolEntry } from './tool-entry.js'
import { toToolFailure } from './tool-failure.js'

/** A call of a tool: without `prepared` its `before` runs as part of it. */
export interface ToolCall extends Call {
  readonly prepared?: Prepared | undefined
}

/**
 * Calls a tool: its arguments are validated, it is authorized, it runs, and what it returns becomes a result. What goes
 * wrong there is a result with `isError`, for the model to read, in every revision.
 *
 * spec: server/tools#error-handling
 *
 * @throws RpcError that the tool threw, or -32021 when it asked what a modern client cannot answer.
 */
export function callTool(
  tool: ToolEntry,
  params: RpcParams,
  call: ToolCall,
): MaybePromise<CallToolResult | InputRequired> {
  const { prepared } = call
  return attempt<CallToolResult | InputRequired>(
    () => runHandler(tool, call, (scope) => run(tool, params['arguments'] ?? {}, { scope, prepared })),
    (reason) => toToolFailure(reason, tool, call),
  )
}

interface Run extends Pick<ToolCall, 'prepared'> {
  readonly scope: HandlerScope
}

function run(tool: ToolEntry, given: unknown, { scope, prepared }: Run): MaybePromise<CallToolResult> {
  const { run: handle } = tool.definition as Handler
  return andThen(admitCall(tool, given, scope), ({ args, refusal }) => {
    if (refusal !== undefined) return refusal
    const value = prepared === undefined ? runBefore(tool, args, scope) : prepared.value
    return andThen(value, (before) => andThen(handle(args, scope, before), (returned) => toToolResult(returned, tool)))
  })
}

/** The arguments are what the tool's own schema made of them. */
interface Handler {
  readonly run: (args: unknown, ctx: Context, before: unknown) => unknown
}
