import { isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import type { InputRequired } from '../../protocol/results/input-required.js'
import type { Context } from '../requests/context.js'
import type { HandlerScope } from '../requests/handler-scope.js'
import { type HandlerRequest, runHandler } from '../requests/run-handler.js'
import { type Admission, admitCall } from './admit-call.js'
import { type BeforeResult, runBefore } from './prepare-tool.js'
import { toToolFailure } from './to-tool-failure.js'
import { toToolResult } from './to-tool-result.js'
import type { ToolEntry } from './tool-entry.js'

/** A call of a tool: without `prepared` its `before` runs as part of it. */
export interface ToolRequest extends HandlerRequest {
  readonly prepared?: BeforeResult | undefined
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
  call: ToolRequest,
): MaybePromise<CallToolResult | InputRequired> {
  const invocation = { tool, args: params['arguments'] ?? {}, prepared: call.prepared }
  try {
    const result = runHandler(tool, call, (scope) => admitAndRun(invocation, scope))
    return isPromise(result)
      ? Promise.resolve(result).catch((reason: unknown) => toToolFailure(reason, tool, call))
      : result
  } catch (reason) {
    return toToolFailure(reason, tool, call)
  }
}

interface ToolInvocation extends Pick<ToolRequest, 'prepared'> {
  readonly tool: ToolEntry
  readonly args: unknown
}

/** Each step goes on at once, and waits only where a schema, a check or the tool itself promised something. */
function admitAndRun(invocation: ToolInvocation, scope: HandlerScope): MaybePromise<CallToolResult> {
  const admission = admitCall(invocation.tool, invocation.args, scope)
  return isPromise(admission)
    ? Promise.resolve(admission).then((settled) => prepare(invocation, settled, scope))
    : prepare(invocation, admission, scope)
}

function prepare(
  { tool, prepared }: ToolInvocation,
  { args, refusal }: Admission,
  scope: HandlerScope,
): MaybePromise<CallToolResult> {
  if (refusal !== undefined) return refusal
  const before = prepared === undefined ? runBefore(tool, args, scope) : prepared.value
  return isPromise(before)
    ? Promise.resolve(before).then((settled) => run(tool, scope, { args, before: settled }))
    : run(tool, scope, { args, before })
}

function run(tool: ToolEntry, scope: HandlerScope, { args, before }: HandlerInput): MaybePromise<CallToolResult> {
  const { run: handle } = tool.definition as Handler
  const returned = handle(args, scope, before)
  return isPromise(returned)
    ? Promise.resolve(returned).then((settled) => toToolResult(settled, tool))
    : toToolResult(returned, tool)
}

interface HandlerInput {
  readonly args: unknown
  readonly before: unknown
}

/** The arguments are what the tool's own schema made of them. */
interface Handler {
  readonly run: (args: unknown, ctx: Context, before: unknown) => unknown
}
