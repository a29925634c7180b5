import { andThen, isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import type { CallToolParams } from '../../protocol/methods/method-params.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import type { DefinitionRegistry } from '../definitions/definition-registry.js'
import { toUnknownError } from '../definitions/to-unknown-error.js'
import type { Context } from '../requests/context.js'
import type { HandlerScope } from '../requests/handler-scope.js'
import type { Handler, HandlerRequest } from '../requests/run-handler.js'
import { throwMarked } from '../requests/thrown-by-handler.js'
import { type Admission, admitCall } from './admit-call.js'
import { type BeforeResult, runBefore } from './prepare-tool.js'
import { toToolFailure } from './to-tool-failure.js'
import { toToolResult } from './to-tool-result.js'
import type { AnyTool } from './tool.js'
import type { ToolEntry } from './tool-entry.js'

/** A call of a tool: without `prepared` its `before` runs as part of it. */
export interface ToolRequest extends HandlerRequest<CallToolParams> {
  readonly prepared?: BeforeResult | undefined
}

/**
 * Finds the tool that a call names. spec: server/tools#error-handling
 * @throws RpcError -32602 when it is unknown or the caller may not see it, -32020 or -32001 when headers say otherwise.
 */
export function findTool(tools: DefinitionRegistry<AnyTool, ToolEntry>, call: ToolRequest): MaybePromise<ToolEntry> {
  const { name } = call.params
  const { principal } = call.exchange
  const tool = tools.get(name)
  if (!tool?.isVisible(principal)) throw toUnknownError('tool', name, { entries: tools.entries(), principal })
  if (tool.paramHeaders.length === 0) return tool
  const { headers } = call.exchange // to collect them costs more than all of the above
  return headers === undefined ? tool : withCheckedHeaders(tool, headers, call)
}

async function withCheckedHeaders(
  tool: ToolEntry,
  headers: Headers,
  { params, exchange: { revision } }: ToolRequest,
): Promise<ToolEntry> {
  const { checkParamHeaders } = await tool.services.loadHeaderCheck()
  const maxBytes = tool.services.limits.headerValueBytes
  checkParamHeaders(tool.paramHeaders, { headers, revision, args: params.arguments, maxBytes })
  return tool
}

/**
 * Calls a tool: its arguments are validated, it is authorized, it runs, and what it returns becomes a result. A failure
 * becomes a result with `isError`, for the model to read, in every revision; an RpcError is thrown as it is.
 * spec: server/tools#error-handling
 */
export const toolHandler: Handler<ToolEntry, ToolRequest, CallToolResult> = {
  run(tool, call, scope) {
    const run = { tool, call, scope }
    const admission = admitCall(tool, call.params.arguments ?? {}, scope)
    const prepared = isPromise(admission) ? andThen(admission, prepare, run) : prepare(admission, run)
    return isPromise(prepared) ? andThen(prepared, runDefinition, run) : runDefinition(prepared, run)
  },
  fail: toToolFailure,
}

interface ToolRun {
  readonly tool: ToolEntry
  readonly call: ToolRequest
  readonly scope: HandlerScope
}

function prepare(admission: Admission, { tool, call, scope }: ToolRun): MaybePromise<PreparedCall> {
  const { args, refusal } = admission
  if (refusal !== undefined) return admission
  if (call.prepared !== undefined) return { args, before: call.prepared.value }
  if (tool.definition.before === undefined) return admission
  return andThen(runBefore(tool, args, scope), toPreparedCall, args)
}

function toPreparedCall(before: unknown, args: unknown): PreparedCall {
  return { args, before }
}

type PreparedCall = Admission & { readonly before?: unknown }

function runDefinition(
  { args, before, refusal }: PreparedCall,
  { tool, scope }: ToolRun,
): MaybePromise<CallToolResult> {
  if (refusal !== undefined) return refusal
  const { run } = tool.definition as Runnable
  let returned: unknown
  try {
    returned = run(args, scope, before)
  } catch (reason) {
    throwMarked(reason)
  }
  return isPromise(returned) ? toResultLater(returned, tool) : toToolResult(returned, tool)
}

/** A function of its own: a closure in `runDefinition` would cost memory also where it is not needed. */
function toResultLater(returned: Promise<unknown>, tool: ToolEntry): Promise<CallToolResult> {
  return Promise.resolve(returned).then((value) => toToolResult(value, tool), throwMarked)
}

/** The arguments are what the tool's own schema made of them. */
interface Runnable {
  readonly run: (args: unknown, ctx: Context, before: unknown) => unknown
}
