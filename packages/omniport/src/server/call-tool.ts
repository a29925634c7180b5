import type { RpcParams } from '../jsonrpc/messages.js'
import { RpcError } from '../jsonrpc/rpc-error.js'
import { CapabilityMissing } from '../protocol/capability-missing.js'
import type { InputRequired } from '../protocol/input-required.js'
import type { CallToolResult } from '../protocol/model/results.js'
import { isLegacy } from '../protocol/profile.js'
import { formatIssues } from '../schema/format-issues.js'
import { QuestionFailure } from './asking/question-failure.js'
import type { Context } from './definitions/context.js'
import { ToolError } from './definitions/tool-error.js'
import type { HandlerScope } from './handler-scope.js'
import { reportInternal } from './internal-error.js'
import { type Call, runHandler } from './run-handler.js'
import { textResult, toToolResult } from './to-tool-result.js'
import type { ToolEntry } from './tool-entry.js'

/**
 * Calls a tool: its arguments are validated, it is authorized, it runs, and what it returns becomes a result. What goes
 * wrong there is a result with `isError`, for the model to read, in every revision.
 *
 * spec: server/tools#error-handling
 *
 * @throws RpcError that the tool threw, or -32021 when it asked what a modern client cannot answer.
 */
export async function callTool(
  tool: ToolEntry,
  params: RpcParams,
  call: Call,
): Promise<CallToolResult | InputRequired> {
  try {
    return await runHandler(tool, call, (scope) => run(tool, params['arguments'] ?? {}, scope))
  } catch (reason) {
    return toErrorResult(reason, tool, call)
  }
}

async function run(tool: ToolEntry, given: unknown, scope: HandlerScope): Promise<CallToolResult> {
  const checked = tool.input === undefined ? { value: given } : await tool.input.check(given)
  if (checked.issues !== undefined) {
    return textResult(`Invalid arguments for ${tool.name}: ${formatIssues(checked.issues)}`, true)
  }
  const { authorize, run: handle } = tool.definition as Handlers
  if (authorize !== undefined && !(await authorize(checked.value, scope))) {
    return textResult(`Not allowed to call ${tool.name} with these arguments`, true)
  }
  return toToolResult(await handle(checked.value, scope), tool)
}

/** The arguments are what the tool's own schema made of them. */
interface Handlers {
  readonly authorize?: ((args: unknown, ctx: Context) => boolean | Promise<boolean>) | undefined
  readonly run: (args: unknown, ctx: Context) => unknown
}

function toErrorResult(reason: unknown, tool: ToolEntry, { exchange }: Call): CallToolResult {
  if (ToolError.is(reason)) return textResult(reason.message, true)
  if (reason instanceof QuestionFailure) return textResult(reason.message, true)
  if (reason instanceof CapabilityMissing && isLegacy(exchange.revision)) return textResult(reason.message, true)
  if (RpcError.is(reason)) throw reason
  return textResult(reportInternal(tool.home, reason, { what: `tool ${tool.name}`, signal: exchange.signal }), true)
}
